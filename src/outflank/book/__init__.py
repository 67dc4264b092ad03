"""Books made, extended, checked and converted; `outflank.engine.book` reads and probes them."""
