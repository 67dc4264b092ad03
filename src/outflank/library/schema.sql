-- The library of games, version 2. `store.py` makes it, and brings older files up to date.

CREATE TABLE player (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL              -- the name as searches compare it
);

CREATE TABLE game (
    id     INTEGER PRIMARY KEY,
    digest BLOB NOT NULL UNIQUE,      -- of what makes it this game and no other: library.py
    size   INTEGER NOT NULL,
    black  INTEGER NOT NULL REFERENCES player,
    white  INTEGER NOT NULL REFERENCES player,
    date   TEXT NOT NULL,             -- 2004-09-18, 2004, or '' if nobody knows
    event  TEXT NOT NULL,
    score  INTEGER,                   -- black's; NULL if the game has no result
    plies  INTEGER NOT NULL           -- moves of the main line, passes included
);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE INDEX game_date ON game (date);

-- The whole game as outflank.formats.record writes it. Apart from `game`, so that a search which
-- looks at every game reads little.
CREATE TABLE record (
    game INTEGER PRIMARY KEY REFERENCES game,
    text TEXT NOT NULL
);

-- Which position occurs in which game. A block holds those positions of the games of one
-- transaction whose keys begin with one byte: positions.py.
CREATE TABLE positions (
    block   INTEGER PRIMARY KEY,      -- first byte of the keys * 2^32 + the first game
    entries BLOB NOT NULL
);

-- What was played wrong, as a review finds it; each mistake once, however the board is turned.
CREATE TABLE mistake (
    key      BLOB NOT NULL,           -- of the position: outflank.game.keys
    played   TEXT NOT NULL,           -- in the canonical form of the position, as all moves here
    best     TEXT NOT NULL,
    loss     REAL NOT NULL,           -- discs
    position TEXT NOT NULL,           -- the canonical form, as Position.to_text writes it
    PRIMARY KEY (key, played)
) WITHOUT ROWID;

-- What is practised, and how well it is known: outflank.trainer.
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
