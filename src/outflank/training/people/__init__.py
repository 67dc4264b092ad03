"""The recipe that learns what tournament players play."""
