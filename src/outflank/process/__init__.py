"""Runs programs that are not trusted, or not ours, and talks with them over pipes."""
