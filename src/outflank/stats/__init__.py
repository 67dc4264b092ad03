"""Elo, pairs of games, ratings, sequential tests and intervals."""
