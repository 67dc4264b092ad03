"""What people of a rating play: the chance of every move, learned from tournament games."""
