"""The version, where every room can read it; pyproject.toml takes it from here."""

__version__ = "0.1.0"
