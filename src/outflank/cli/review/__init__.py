"""`outflank review`: games looked at move by move."""
