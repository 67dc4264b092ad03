"""Practice with spaced repetition: decks of cards, and when each is asked again."""
