"""A game being played or looked at, without a screen."""
