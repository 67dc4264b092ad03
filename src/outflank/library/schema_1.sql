-- The library of games, version 1. `store.py` runs this and then what later versions add.

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
