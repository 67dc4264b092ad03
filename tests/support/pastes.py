"""Games as people paste them, and as they are meant."""

from outflank import Game

TIGER = "F5d6C3d3C4"
FOUR_PASSES = (
    "e6f6f5d6c3g4c6f4h4f3g5e3d3c4c5g6h6h3g3e2e1d7d8b3b5f7f8d2d1c7a3h5h2c8f2e8b8e7b4a4a6a5b6h7h8g8"
    "g7a8a7b7a2b2g2f1h1a1c2g1b1c1"
)
TAKIZAWA = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7"
    "a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
)

PASTES = [
    ("1. F5 f6 2. E6 f4 3. E3", "F5f6E6f4E3"),
    ("f5d6c3d3c4", TIGER),
    ("F5d6C3d3C4", TIGER),
    ("F5D6C3D3C4", TIGER),
    ("f5 d6 c3 d3 c4", TIGER),
    ("f5, d6, c3, d3, c4.", TIGER),
    ("F5-D6-C3-D3-C4", TIGER),
    ("1.F5d6 2.C3d3 3.C4", TIGER),
    ("1) f5 2) d6 3) c3 4) d3 5) c4", TIGER),
    ("1 f5 d6\n2 c3 d3\n3 c4", TIGER),
    ("f5\nd6\nc3\nd3\nc4\n", TIGER),
    ("1. f5 d6\r\n\r\n2. c3 d3\r\n\r\n3. c4", TIGER),
    ("['f5', 'd6', 'c3', 'd3', 'c4']", TIGER),
    ("(f5d6c3d3c4)", TIGER),
    ("f5 {the usual} d6 (or f4) c3 [+2] d3!? +0.5 c4 12% 0:31", TIGER),
    ("f5 +0 d6 -1.5 c3 +2 d3 -3 c4", TIGER),
    ("B: f5 W: d6 B: c3 W: d3 B: c4", TIGER),
    ("Round 3, board 12: f5d6c3d3c4 and White resigned 40-24", TIGER),
    ("https://othello.example/view?moves=f5d6c3d3c4&board=8", TIGER),
    ("https://othello.example/#F5D6C3D3C4", TIGER),
    ("see https://othello.example/game/123456\nf5d6c3d3c4", TIGER),
    ("# from the club\nf5d6c3d3c4", TIGER),
    ("\ufefff5d6c3d3c4", TIGER),
    ("f4d3c6d6c5", TIGER),
    ("c4c3f5", "C4c3F5"),
    ("8x8 f5 d6", "F5d6"),
    ("12x12: f5 e5", "F5e5"),
    ("e4f4", "E4f4"),
    (f"{FOUR_PASSES}", Game.from_transcript(FOUR_PASSES).transcript()),
    (FOUR_PASSES.replace("a8a7", "a8--a7"), Game.from_transcript(FOUR_PASSES).transcript()),
    (
        FOUR_PASSES.replace("a8a7", "a8 (pass) a7"),
        Game.from_transcript(FOUR_PASSES).transcript(),
    ),
    (FOUR_PASSES.replace("a8a7", "a8 PS a7"), Game.from_transcript(FOUR_PASSES).transcript()),
    ("set game (;GM[Othello]B[f5]W[d6];)", "F5d6"),
    ("(;FF[4]GM[2]SZ[8]B[fe];W[df])", "F5d6"),
    ('[Black "a"]\n[White "b"]\n\n1. f5 d6 {good} *', "F5d6"),
]
