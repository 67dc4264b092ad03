"""Feeds damaged input to every reader: only errors of Outflank may come out, soon.

`make fuzz` tries a million inputs. Each is a sound sample with some bytes changed, dropped, doubled
or swapped with those of another sample, drawn from a seed: a failure names what repeats it.
"""

import argparse
import contextlib
import hashlib
import io
import math
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from outflank import Color, Game, Move, OutflankError, Position, load_evaluation
from outflank._native import PatternLayout
from outflank.agents import agent
from outflank.agents.served import ServedAgent
from outflank.agents.spec import AgentSpec
from outflank.arena.log import read_log
from outflank.arena.openings import read_openings
from outflank.book.exchange import egaroucid_bytes, parse_import
from outflank.book.json_lines import text as book_lines
from outflank.book.tree import BookTree
from outflank.engine.book import Entry, key_of, packed_book, parse_book, position_of
from outflank.engine.weights import parse_weights, write_weights
from outflank.experiments.reading import read_experiment
from outflank.formats.format import Losses
from outflank.formats.obf import read_problems
from outflank.formats.reading import parse_games, read_games
from outflank.formats.registry import FORMATS
from outflank.formats.writing import texts_with
from outflank.formats.wthor import read_database, read_players
from outflank.humanlike.calibration import Calibration
from outflank.humanlike.features import INPUTS
from outflank.humanlike.model import HumanModel, parse_model, write_model
from outflank.humanlike.network import Network
from outflank.humanlike.popularity import Popularity
from outflank.protocols.clock import TimeSettings
from outflank.protocols.gtp import is_reply, parse_reply
from outflank.protocols.gtp_server import GtpServer
from outflank.protocols.nboard import read_hint, read_played
from outflank.protocols.nboard_server import NBoardServer
from outflank.protocols.stream import read_lines

DATA = Path(__file__).parents[1] / "src" / "outflank" / "data"
SLOWEST_SECONDS = 5.0
"""No input of a few kilobytes may take so long."""
MONSTER_SECONDS = 300.0
"""Nor may a large file take so long, read as seven formats one after another."""
LARGEST_GROWTH_MB = 300
"""Nor may all of them together take so much memory."""
INTERESTING = (
    *(b"\0", b"\xff", b"\xef\xbb\xbf", b"\n", b'"', b"[", b"]", b"{", b"}", b"=", b"-", b";"),
    *(b"9" * 400, b"1e999", b"nan", b"\x1b[2J", b"(" * 200, b"[" * 200, "é●".encode()),
)


@dataclass(frozen=True, slots=True)
class Reader:
    """Something that reads what strangers write, and sound samples of it."""

    name: str
    read: Callable[[bytes, Path], object]
    samples: tuple[bytes, ...]
    share: float = 1.0
    """How many of the inputs it gets, beside the others; slow readers get fewer."""
    tells_place: bool = False
    """True: its errors have a line and a column."""


def as_text(read: Callable[[str], object]) -> Callable[[bytes, Path], object]:
    """For readers of text: bytes become characters one by one, so that any character may come."""
    return lambda data, _: read(data.decode("utf-8", "surrogateescape"))


def as_file(read: Callable[[Path], object], suffix: str) -> Callable[[bytes, Path], object]:
    """For readers of files."""

    def written(data: bytes, folder: Path) -> object:
        path = folder / f"fuzz{suffix}"
        path.write_bytes(data)
        return read(path)

    return written


def wthor_sample() -> bytes:
    """A database of two games."""
    header = bytes([20, 1, 1, 1]) + (2).to_bytes(4, "little") + bytes([0, 0, 0xDD, 7, 8, 0, 24, 0])
    game = bytes(6) + bytes([33, 32, 56, 64, 33, 34, 43]) + bytes(55)
    return header + 2 * game


def wthor_names_sample() -> bytes:
    """A file with one player."""
    return bytes(8) + (1).to_bytes(2, "little") + bytes(6) + b"A" * 20


def weights_sample(folder: Path) -> bytes:
    """Weights of one small shape."""
    path = folder / "sample.ofw"
    columns = PatternLayout(6, [[0, 1, 2]]).columns
    discs = np.zeros((2, columns), np.float32)
    write_weights(path, size=6, shapes=[[0, 1, 2]], discs=discs, training={})
    return path.read_bytes()


def model_sample(folder: Path) -> bytes:
    """A network of one layer, and a table of two positions."""
    path = folder / "sample.ofh"
    network = Network((np.zeros((INPUTS, 1), np.float32),), (np.zeros(1, np.float32),))
    popularity = Popularity(np.array([3, 9], np.uint32), np.array([2, 5], np.uint16))
    write_model(path, HumanModel(network, popularity, Calibration(), {}))
    return path.read_bytes()


def log_sample(folder: Path) -> bytes:
    """The log of a small run."""
    path = folder / "sample.jsonl"
    flags = ["--games", "2", "--size", "4", "--workers", "1", "--json", "--log", str(path)]
    command = [sys.executable, "-m", "outflank", "arena", "random", "greedy", *flags]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=120)
    return path.read_bytes()


def readers(folder: Path) -> list[Reader]:
    """All of them."""
    board = b"---------------------------OX------XO--------------------------- X"
    formats = [
        Reader(f"as {name}", as_text(partial(_read_all, format=name)), samples, 1, True)
        for name, samples in game_samples().items()
    ]
    anything = tuple(sample for samples in game_samples().values() for sample in samples)
    evaluations = tuple(
        (DATA / "evals" / name).read_bytes() for name in ("sommer.toml", "champion-gin.toml")
    )
    return [
        *formats,
        Reader("any format", as_text(_read_all), anything, 4, True),
        Reader("any file", as_file(_read_file, ".games"), (*anything, wthor_sample()), 2),
        Reader("moves", as_text(Move), (b"d3", b"pass", b"l12"), 4),
        Reader("boards", as_text(Position.from_text), (board, b"-" * 36 + b" O"), 4),
        Reader("transcripts", as_text(Game.from_transcript), (b"f5d6c3d3c4", b"1. F5 d6 2. C3"), 4),
        Reader("specs", as_text(AgentSpec.parse), (b"alphabeta:depth=5,eval=a", b"gtp:edax -q"), 4),
        Reader("agents", as_text(_agent), (b"random:seed=3", b"engine:level=3,hash=1"), 2),
        Reader("OBF", as_file(read_problems, ".obf"), (board + b"; F5:+0; % FFO\n",), 2),
        Reader("WTHOR", as_file(_games, ".wtb"), (wthor_sample(),)),
        Reader("WTHOR names", as_file(read_players, ".jou"), (wthor_names_sample(),), 2),
        Reader("evaluations", as_file(_evaluation, ".toml"), evaluations, 0.1),
        Reader("weights", _weights, (weights_sample(folder),), 2),
        Reader("models", _model, (model_sample(folder),), 2),
        Reader("books", _book, (packed_book(8, book_sample().entries, {}),), 2),
        Reader("books of others", _import, other_book_samples(), 2),
        Reader("arena logs", as_file(read_log, ".jsonl"), (log_sample(folder),)),
        Reader("openings", as_file(_openings, ".txt"), (b"f5d6\n# no\n8x8 f5f6\n",), 2),
        Reader("experiments", as_file(read_experiment, ".toml"),
               ((DATA / "experiments" / "determinism.toml").read_bytes(),), 0.3),
        Reader("GTP server", _gtp_server, GTP_LINES, 0.5),
        Reader("NBoard server", _nboard_server, NBOARD_LINES, 0.2),
        Reader("replies", as_text(_replies), (b"=1001 F5", b"? no", b"=== F5/1.5/0.2",
               b"search F5-d6 2.00 0 100% x", b"05:00/00:10/02:00"), 2),
    ]  # fmt: skip


def game_samples() -> dict[str, tuple[bytes, ...]]:
    """A game or two in every format of text, with all that it can hold."""
    game = Game.from_transcript("f5d6c3d3c4f4f6f3e6e7d7c5b6d8")
    game.black, game.white, game.tags["date"] = "Ann", "Bob", "2004-09-18"
    game.undo()
    game.play(game.position.legal_moves[0], seconds=1.5, evaluation=-2.0)
    game.node.comment = "a variation"
    game.resign(Color.BLACK)
    small = Game.from_transcript("d3d2d1d4b4pa", size=4)
    samples = {}
    for name, format in FORMATS.items():
        if format.write is not None:
            games = [one for one in (game, small) if format.refusal(one) is None]
            texts = ("".join(texts_with(format, [each], Losses())) for each in games)
            samples[name] = tuple(text.encode() for text in texts)
    more = b"Black: Ann\n1. F5 f6 2. E6 f4 {why} 3. E3 +2\n\n# a\nhttps://a.example/?m=f5d6c3\nf4d3"
    samples["transcript"] += (more,)
    samples["board"] += (str(game.position).encode(), b"[4 ---- -O*- -*O- ---- *]")
    return samples


def _read_all(text: str, format: str | None = None) -> None:
    for errors in ("skip", "raise"):
        for _ in parse_games(text, errors=errors, format=format):
            pass


def _read_file(path: Path) -> None:
    for _ in read_games(path):
        pass


GTP_LINES = (
    b"1 boardsize 10\nplay b g6\ngenmove w\nundo\nshowboard\n# x\nreg_genmove w",
    b"time_settings 60 5 3\ntime_left b 9 1\ngenmove b\ngogui-rules_board\nquit",
)
NBOARD_LINES = (b"nboard 2\nset depth 3\nmove F5/1/2\ngo\nanalyze\nhint 2",
                b"set game (;GM[Othello]TI[5:00]TY[6]B[C2//3];)\ngo\nping 3")  # fmt: skip


def _gtp_server(data: bytes, _: Path) -> None:
    player = ServedAgent(AgentSpec("greedy"))
    GtpServer(player, _said).serve(read_lines(io.BytesIO(data)))


def _nboard_server(data: bytes, _: Path) -> None:
    player = ServedAgent(AgentSpec("greedy"))
    NBoardServer(player, _said).serve(read_lines(io.BytesIO(data)))


def _said(text: str) -> None:
    """A reply never steers a terminal."""
    assert text.replace("\n", "").isprintable(), text


def _replies(text: str) -> None:
    TimeSettings.from_ggf(text)
    if is_reply(text):
        parse_reply(text, "1001")
    elif text.startswith("==="):
        read_played(text[3:])
    else:
        read_hint(text, Position())


def _agent(text: str) -> None:
    if "/" not in text and "\\" not in text and ".py" not in text:  # no programs are started
        agent(text).close()


def _games(path: Path) -> None:
    for record in read_database(path).records[:3]:
        record.game()


def _evaluation(path: Path) -> None:
    load_evaluation(path, 8)


def _weights(data: bytes, _: Path) -> None:
    """With a checksum that is right, so that the damage before it is looked at too."""
    body = data[:-32]
    parse_weights(body + hashlib.sha256(body).digest(), "fuzz.ofw", 6)


def _model(data: bytes, _: Path) -> None:
    body = data[:-32]
    parse_model(body + hashlib.sha256(body).digest(), "fuzz.ofh")


def book_sample() -> BookTree:
    """Two positions with a move between them."""
    first = Position().play("f5")
    return BookTree(8, {key_of(first): Entry(-2, 9), key_of(first.play("d6")): Entry(2, 9)})


def other_book_samples() -> tuple[bytes, ...]:
    """The same in JSON lines, for Egaroucid in three versions, and for Edax."""
    tree = book_sample()
    third = egaroucid_bytes(tree, "sample")
    boards = [third[at : at + 16] for at in (14, 39)]
    second = b"EGAROUCID\x02\x02\0\0\0" + b"".join(board + bytes(6) for board in boards)
    first = b"\x02\0\0\0" + b"".join(board + b"\x40" for board in boards)
    edax = b"XADEKOOB\x04\x06" + bytes(28) + b"\x02\0\0\0"
    edax += b"".join(board + bytes(24) + b"\0\x41" for board in boards)
    return book_lines(tree), third, second, first, edax


def _book(data: bytes, _: Path) -> None:
    """With a checksum that is right; whatever is read can be asked."""
    body = data[:-32]
    book = parse_book(body + hashlib.sha256(body).digest(), "fuzz.book")
    book.choose(Position(book.size), "dice")
    for key, _entry in book.entries():
        with contextlib.suppress(OutflankError):
            book.analysis(position_of(key, book.size))


def _import(data: bytes, _: Path) -> None:
    parse_import(data, "fuzz")


def _openings(path: Path) -> None:
    read_openings(path, (8,))


def damaged(draw: random.Random, samples: tuple[bytes, ...]) -> bytes:
    """A sample with a few changes."""
    data = bytearray(draw.choice(samples))
    for _ in range(draw.choice((1, 1, 2, 3, 8))):
        at = draw.randrange(len(data) + 1)
        kind = draw.randrange(6)
        if kind == 0:
            data[at : at + 1] = bytes([draw.randrange(256)])
        elif kind == 1:
            data[at:at] = draw.choice(INTERESTING)
        elif kind == 2:
            del data[at : at + draw.choice((1, 2, 8, 64))]
        elif kind == 3:
            data[at:at] = data[at : at + draw.choice((1, 4, 32))]
        elif kind == 4:
            other = draw.choice(samples)
            begin = draw.randrange(len(other) + 1)
            data[at : at + 16] = other[begin : begin + 16]
        else:
            del data[at:]
    return bytes(data)


def try_reader(reader: Reader, inputs: int, seed: int, folder: Path) -> list[str]:
    """What went wrong, at most three times."""
    failures: list[str] = []
    accepted = 0
    begun = time.process_time()
    for number in range(inputs):
        key = f"{reader.name} {seed} {number}"
        data = damaged(random.Random(key), reader.samples)
        started = time.process_time()
        try:
            reader.read(data, folder)
            accepted += 1
        except OutflankError as error:
            if not str(error).strip():
                failures.append(f"{key}: an error without words, for {data[:80]!r}")
            if reader.tells_place and (error.line is None or error.column is None):
                failures.append(f"{key}: an error without its place: {error}, for {data[:80]!r}")
        except Exception as error:
            failures.append(f"{key}: {type(error).__name__}: {error}, for {data[:80]!r}")
        if time.process_time() - started > SLOWEST_SECONDS:
            failures.append(f"{key}: more than {SLOWEST_SECONDS:g} s, for {data[:80]!r}")
        if len(failures) == 3:
            break
    seconds = time.process_time() - begun
    facts = f"{inputs:>9,} inputs, {accepted:>9,} read, {seconds:7.1f} CPU s"
    print(f"{reader.name:<12} {facts}", flush=True)
    return failures


def try_monsters(folder: Path) -> list[str]:
    """Files that are meant to take all time and memory."""
    junk = bytes(range(1, 256)) * 4096
    monsters: dict[str, tuple[bytes, int]] = {
        "100 MB of junk": (junk, 100),
        "100 MB of one line": (b"f5" * 2**19, 100),
        "2 MB of transcripts and junk": (b"f5d6c3\n" * 10 + b"a b c!\n" * 2**17, 2),
        "100 MB in one game of GGF": (b"(;GM[Othello]" + b"PB[" + b"a" * 2**20, 100),
        "SGF of a million parentheses": (b"(;GM[2]" + b"(;" * 2**20, 1),
        "SGF of variations in variations": (b"(;GM[2]" + b"(;B[f5])" * 2**17 + b")", 1),
        "JSON of lists in lists": (b'{"moves":"f5","size":' + b"[" * 2**20, 1),
        "WTHOR that promises four billion games": (
            bytes([20, 1, 1, 1]) + b"\xff" * 4 + bytes(8) + bytes(68), 1
        ),
        "100 MB of WTHOR that holds no moves": (wthor_sample()[:16] + bytes(2**20), 100),
    }  # fmt: skip
    failures = []
    path = folder / "monster"
    for name, (part, times) in monsters.items():
        with path.open("wb") as file:
            for _ in range(times):
                file.write(part)
        begun = time.process_time()
        games = 0
        for format in (None, "transcript", "ggf", "sgf", "pgn", "jsonl", "obf"):
            try:
                for _ in read_games(path, errors="skip", format=format):
                    games += 1
            except OutflankError:
                pass
            except Exception as error:
                failures.append(f"{name}: {type(error).__name__}: {error}")
        seconds = time.process_time() - begun
        if seconds > MONSTER_SECONDS:
            failures.append(f"{name}: {seconds:.0f} s")
        print(f"{name:<40} {games:>9,} games, {seconds:7.1f} CPU s", flush=True)
    path.unlink()
    return failures


def main() -> None:
    """Exit code 1 if anything but an error of ours came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_000_000, help="over all readers")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="the name of one reader")
    arguments = parser.parse_args()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        chosen = [r for r in readers(Path(name)) if arguments.only in (None, r.name)]
        whole = sum(reader.share for reader in chosen)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for reader in chosen:
            inputs = math.ceil(arguments.inputs * reader.share / whole)
            failures += try_reader(reader, inputs, arguments.seed, Path(name))
        if arguments.only is None:
            failures += try_monsters(Path(name))
        growth = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"memory grew by {growth:.0f} MB")
    if growth > LARGEST_GROWTH_MB:
        failures.append(f"memory grew by {growth:.0f} MB")
    for failure in failures:
        print(failure, file=sys.stderr)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
