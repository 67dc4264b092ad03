"""The `outflank` command."""
