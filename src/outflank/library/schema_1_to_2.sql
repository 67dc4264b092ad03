-- What version 2 has and version 1 has not.

-- What was played wrong, as a review finds it; each mistake once, however the board is turned.
CREATE TABLE mistake (
    key      BLOB NOT NULL,           -- of the position: outflank.game.keys
    played   TEXT NOT NULL,           -- in the canonical form of the position, as all moves here
    best     TEXT NOT NULL,
    loss     REAL NOT NULL,           -- discs
    position TEXT NOT NULL,           -- the canonical form, as Position.to_text writes it
    PRIMARY KEY (key, played)
) WITHOUT ROWID;
