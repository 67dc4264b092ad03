"""The other end of `hosted.py`: loads an agent and answers for it, one line at a time.

Run as ``python host_child.py IN OUT`` with two open file descriptors. Standard output and error
stay the agent's own. For an agent of the course kit nothing else of Outflank is imported: it gets a
process that is quick to start and as good as empty. The interpreter may be another one than ours:
this file and the kit run on Python 3.9 and later, and on any Outflank an agent's file imports.
"""

from __future__ import annotations

import importlib.util
import json
import math
import operator
import os
import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

DIGITS = str.maketrans("-XO", "012")
KIT = Path(__file__).with_name("kit")
LONGEST_ERROR = 2000
GONE_FROM_NUMPY = re.compile(
    r"(?:module 'numpy'|'numpy\.ndarray' object) has no attribute '(?:bool|int|float|complex|"
    r"object|str|long|unicode|bool8|float_|complex_|Inf|Infinity|NaN|infty|product|cumproduct|alltrue|"
    r"sometrue|in1d|row_stack|trapz|msort|tostring|itemset|newbyteorder|ptp)'"
)
"""Names that numpy has dropped from 1.24 on."""


class RefusedError(Exception):
    """Something the agent did that needs no traceback to understand."""


def load_module(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise RefusedError(f"{file.name} is not a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def install_kit(file: Path) -> ModuleType:
    """Makes the kit's modules importable, and those beside the agent's file; returns `store`."""
    package = sys.modules["agents"] = ModuleType("agents")
    package.__path__ = [str(file.parent)]
    package.agent = load_module("agents.agent", KIT / "agent.py")  # type: ignore[attr-defined]
    load_module("helpers", KIT / "helpers.py")
    # As in the kit: its own folder comes first, that of the agents hides no standard module.
    libraries = [i for i, path in enumerate(sys.path) if path.endswith("-packages")]
    sys.path.insert(min(libraries, default=len(sys.path)), str(file.parent))
    if file.parent.name == "agents":
        sys.path.insert(0, str(file.parent.parent))
    return load_module("store", KIT / "store.py")


class Course:
    """An agent of the course kit; made anew for each game."""

    kind = "course"
    observes = False

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make
        self.agent: Any = None

    def new_game(self, seed: int | None) -> None:
        if seed is not None:
            import random

            import numpy as np

            random.seed(seed)
            np.random.seed(seed % 2**32)
        self.agent = self.make()

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        import numpy as np

        text = question["position"]
        size = math.isqrt(len(text))
        board = text[: size * size].translate(DIGITS)
        player = "XO".index(text[-1]) + 1
        cells = np.frombuffer(board.encode("ascii"), np.uint8) - ord("0")
        answer = self.agent.step(cells.astype(int).reshape(size, size), player, 3 - player)
        try:
            row, column = answer
            return {"square": [operator.index(row), operator.index(column)]}
        except (TypeError, ValueError):
            reason = f"step answered {answer!r:.100} instead of a row and a column"
            raise RefusedError(reason) from None


class Ours:
    """An agent of Outflank, its own or one that a file registers."""

    kind = "outflank"

    def __init__(self, spec: str) -> None:
        from outflank._native import Move, Position
        from outflank.agents import Agent, agent

        self._position, self._move = Position, Move
        self._agent: Any = agent(spec)
        # An Outflank of another version may not know of it.
        plain = vars(Agent).get("observe")
        self.observes = plain is not None and type(self._agent).observe is not plain

    def new_game(self, seed: int | None) -> None:
        if seed is not None:
            self._agent.reseed(seed)
        self._agent.new_game()

    def prepare(self, size: int) -> None:
        self._agent.prepare(size)

    def observe(self, start: str, moves: list[str]) -> None:
        played = tuple(self._move(name) for name in moves)
        self._agent.observe(self._position.from_text(start), played)

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        position = self._position.from_text(question["position"])
        think, clock = question["think"], question["clock"]
        agent = self._agent
        answer: Any
        # An Outflank of another version may not know of clocks.
        if clock is not None and hasattr(agent, "choose_by_clock"):
            answer = agent.choose_by_clock(position, *clock)
        elif think is not None:
            answer = agent.choose_within(position, think)
        else:
            answer = agent.choose(position)
        move = getattr(answer, "move", answer)
        if not isinstance(move, self._move):
            raise RefusedError(f"choose answered {answer!r:.100} instead of a move")
        numbers = {key: getattr(answer, key, None) for key in ("score", "depth", "nodes")}
        return {"move": move.name, **numbers}


def load_file(whom: dict[str, Any]) -> Course | Ours:
    file = Path(whom["path"])
    store = install_kit(file)
    sys.dont_write_bytecode = True
    # As in the kit, but a file called agent.py must not hide the kit's own.
    load_module(f"agents.{file.stem if file.stem != 'agent' else 'agent_'}", file)
    course: dict[str, Callable[[], Any]] = store.AGENT_REGISTRY
    registry: Any = sys.modules.get("outflank.agents.registry")
    ours: dict[str, Any] = {}
    if registry is not None:
        ours = {i.name: i for i in registry.agents() if i.name not in registry._BUILT_IN}
    name = pick([*course, *ours], whom["name"])
    options: dict[str, str] = dict(whom["options"])
    if name in course:
        if options:
            raise RefusedError(f"{file.name} has no option {min(options)!r}: it is a course agent")
        return Course(course[name])
    key, limit = whom["limit"] or ("", "")
    if ours[name].limit is not None and key in ours[name].limits:
        options = options if set(options) & set(ours[name].limits) else {**options, key: limit}
    written = ",".join(f"{option}={value}" for option, value in options.items())
    return Ours(f"{name}:{written}" if written else name)


def pick(names: list[str], name: str | None) -> str:
    choices = ", ".join(map(repr, names))
    if not names:
        raise RefusedError(
            "the file registers no agent with @register_agent or @outflank.agents.register"
        )
    if name is None:
        name = names[0] if len(names) == 1 else "student_agent"
        if name not in names:
            raise RefusedError(f"the file registers several agents, choose one by name=: {choices}")
    if name not in names:
        raise RefusedError(f"the file registers no agent {name!r}, but {choices}")
    return name


def describe(error: BaseException, file: str) -> str:
    """One line for an exception: what it says, and the last place in the agent's file."""
    if isinstance(error, RefusedError):
        return str(error)
    kind = type(error)
    errors = sys.modules.get("outflank.errors")
    if errors is not None and isinstance(error, errors.OutflankError):
        return str(error)
    traceback.print_exception(kind, error, error.__traceback__)
    what = traceback.format_exception_only(kind, error)[-1].strip()
    if isinstance(error, SystemExit):
        what = f"it called sys.exit({error.code!r})"
    if isinstance(error, AttributeError) and (gone := GONE_FROM_NUMPY.search(str(error))):
        what = f"made for an older numpy: {gone[0]}"
    what = what[:LONGEST_ERROR]
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_file():
        # Nothing of that file has run: the frames lead at best to who imports it.
        of = "" if error.filename == file else f" of {Path(error.filename).name}"
        return f"{what} (line {error.lineno}{of})"
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    return f"{what} (line {frames[-1].lineno}, in {frames[-1].name})" if frames else what


def answer(player: Course | Ours, question: dict[str, Any]) -> dict[str, Any]:
    if question["do"] == "move":
        return player.move(question)
    if question["do"] == "new":
        player.new_game(question["seed"])
    elif isinstance(player, Ours):
        if question["do"] == "prepare":
            player.prepare(question["size"])
        elif question["do"] == "observe":
            player.observe(question["start"], question["moves"])
    return {}


def main() -> None:
    if not getattr(sys.flags, "safe_path", False):
        del sys.path[0]  # the folder of this file
    source, target = int(sys.argv[1]), int(sys.argv[2])
    for descriptor in (source, target):
        os.set_inheritable(descriptor, False)
    player: Course | Ours | None = None
    file = ""
    with os.fdopen(source, "rb") as questions:
        for line in questions:
            question = json.loads(line)
            reply: dict[str, Any] = {"id": question["id"]}
            try:
                if player is None:
                    whom = question["load"]
                    file = whom.get("path", "")
                    player = load_file(whom) if file else Ours(whom["spec"])
                    reply.update(kind=player.kind, observes=player.observes)
                else:
                    reply.update(answer(player, question))
            except BaseException as error:
                reply["error"] = describe(error, file)
                reply["refused"] = isinstance(error, RefusedError)
            os.write(target, json.dumps(reply).encode() + b"\n")
    # Threads the agent has left behind must not keep the process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
