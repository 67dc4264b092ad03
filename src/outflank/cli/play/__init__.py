"""`outflank play`: a game in the terminal."""
