"""Names of a package that are loaded on first use: a program pays only for what it uses."""

import importlib
import sys
from collections.abc import Callable, Mapping


def lazy_attributes(package: str, names: Mapping[str, tuple[str, ...]]) -> Callable[[str], object]:
    """The `__getattr__` of a package whose modules, by their names in it, define these names.

    None of the modules may be called like one of the names: importing it would set that name.
    """
    module_of = {name: module for module, members in names.items() for name in members}

    def get_attribute(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{module_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return get_attribute
