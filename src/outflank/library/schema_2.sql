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

-- What is practised, and how well it is known: outflank.drill.
CREATE TABLE card (
    deck        TEXT NOT NULL,
    name        TEXT NOT NULL,        -- tells the cards of a deck apart
    position    TEXT NOT NULL,        -- as it is shown
    question    TEXT NOT NULL,
    moves       TEXT NOT NULL,        -- the right ones, with spaces between
    difficulty  INTEGER NOT NULL,     -- easy cards come first
    repetitions INTEGER NOT NULL,     -- right answers since the last wrong one
    days        INTEGER NOT NULL,     -- until the next time
    ease        REAL NOT NULL,
    due         TEXT,                 -- a day; NULL if it was never asked
    PRIMARY KEY (deck, name)
) WITHOUT ROWID;
