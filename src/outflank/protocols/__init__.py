"""How Othello programs talk with each other: GTP and NBoard, as a server and as a client."""
