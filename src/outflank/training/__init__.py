"""Learning weights from games."""
