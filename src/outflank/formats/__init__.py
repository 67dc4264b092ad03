"""Game records: text and binary files to and from `Game`."""
