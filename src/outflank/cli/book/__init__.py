"""`outflank book`."""
