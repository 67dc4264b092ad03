"""Experiments: the claims of the reports, the matches that test them, and what came out."""
