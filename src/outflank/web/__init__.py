"""The server of the web app. The page owns the game; here nothing of it is remembered."""
