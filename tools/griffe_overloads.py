"""Shows overloaded methods of the stub in the documentation.

In `_native.pyi` a method that takes several types is a row of overloads without a body. Griffe,
which reads the stub for the documentation, would leave such a method out.
"""

from typing import Any

import griffe


class Overloads(griffe.Extension):
    """Turns a row of overloads into one method, described by the one that has a docstring."""

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """Called by griffe once for each class it has read."""
        for name, overloads in list(cls.overloads.items()):
            if overloads and name not in cls.members:
                method = next((each for each in overloads if each.docstring), overloads[-1])
                method.overloads = overloads
                cls.set_member(name, method)
