"""Two things griffe, which reads the sources for the documentation, does not do by itself."""

import re
from typing import Any

import griffe


class Docs(griffe.Extension):
    """Keeps methods that only have overloads, and shows docstring examples as code."""

    def on_class_members(self, *, cls: griffe.Class, **_: Any) -> None:
        """In the stub a method that takes several types is a row of overloads and nothing else."""
        for name, overloads in cls.overloads.items():
            if overloads and name not in cls.members:
                method = next((each for each in overloads if each.docstring), overloads[-1])
                method.overloads = [each for each in overloads if each is not method]
                cls.set_member(name, method)
        cls.members = dict(sorted(cls.members.items(), key=lambda item: item[1].lineno or 0))

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Fences the paragraphs that start with >>>, which Markdown would take for quotations."""
        if obj.docstring:
            examples = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
            obj.docstring.value = examples.sub(r"```python\n\g<0>\n```", obj.docstring.value)
