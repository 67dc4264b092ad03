"""Board, screen and themes shared by the commands that draw in the terminal."""
