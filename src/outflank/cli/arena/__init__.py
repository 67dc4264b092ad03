"""`outflank arena`: the command, and what it shows."""
