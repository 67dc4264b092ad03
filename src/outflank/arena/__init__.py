"""Tournaments: many games between players, and what they prove."""
