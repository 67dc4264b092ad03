"""The other end of `hosted.py`: loads an agent and answers for it, one line at a time.

Run as ``python host_child.py IN OUT`` with two open file descriptors. Standard output and error
stay the agent's own. For an agent of the course kit nothing else of Outflank is imported: it gets a
process that is quick to start and as good as empty.
"""

import importlib.util
import json
import operator
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

KIT = Path(__file__).with_name("kit")
LONGEST_ERROR = 2000


class RefusedError(Exception):
    """Something the agent did that needs no traceback to understand."""


def load_module(name: str, file: Path) -> ModuleType:
    """Imports a file under any name."""
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
    beside = [file.parent, file.parent.parent] if file.parent.name == "agents" else [file.parent]
    sys.path[:0] = [str(folder) for folder in beside]
    return load_module("store", KIT / "store.py")


class Course:
    """The agent of one file; the file is loaded once and its agent made anew for each game."""

    def __init__(self, path: str, name: str | None) -> None:
        self.file = Path(path)
        store = install_kit(self.file)
        sys.dont_write_bytecode = True
        # As in the kit, but a file called agent.py must not hide the kit's own.
        stem = self.file.stem if self.file.stem != "agent" else "agent_"
        load_module(f"agents.{stem}", self.file)
        self.make = self._pick(store.AGENT_REGISTRY, name)
        self.agent: Any = None

    @staticmethod
    def _pick(known: dict[str, Callable[[], Any]], name: str | None) -> Callable[[], Any]:
        names = ", ".join(map(repr, known))
        if not known:
            raise RefusedError("the file registers no agent with @register_agent")
        if name is None:
            name = next(iter(known)) if len(known) == 1 else "student_agent"
            if name not in known:
                raise RefusedError(
                    f"the file registers several agents, choose one by name=: {names}"
                )
        if name not in known:
            raise RefusedError(f"the file registers no agent {name!r}, but {names}")
        return known[name]

    def new_game(self, seed: int | None) -> None:
        """Makes the agent anew; with a seed, its dice fall as they did with that seed before."""
        if seed is not None:
            import random

            import numpy as np

            random.seed(seed)
            np.random.seed(seed % 2**32)
        self.agent = self.make()

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        """The row and column of the agent's answer."""
        size, player = question["size"], question["player"]
        return {"square": self._step(size, question["board"], player)}

    def _step(self, size: int, board: str, player: int) -> list[int]:
        import numpy as np

        cells = np.frombuffer(board.encode("ascii"), np.uint8) - ord("0")
        answer = self.agent.step(cells.astype(int).reshape(size, size), player, 3 - player)
        try:
            row, column = answer
            return [operator.index(row), operator.index(column)]
        except (TypeError, ValueError):
            shown = repr(answer)[:100]
            raise RefusedError(f"step answered {shown} instead of a row and a column") from None


class BuiltIn:
    """One of Outflank's own agents."""

    file = Path(__file__)

    def __init__(self, spec: str) -> None:
        from outflank._native import Position
        from outflank.agents import agent

        self._position = Position
        self._agent = agent(spec)

    def new_game(self, seed: int | None) -> None:
        """As in one process: the dice first, then the game."""
        if seed is not None:
            self._agent.reseed(seed)
        self._agent.new_game()

    def prepare(self, size: int) -> None:
        """What takes long to make, before the clock runs."""
        self._agent.prepare(size)

    def move(self, question: dict[str, Any]) -> dict[str, Any]:
        """The move, and what the agent knows about it."""
        position = self._position.from_text(question["position"])
        think = question["think"]
        agent = self._agent
        answer: Any = (
            agent.choose(position) if think is None else agent.choose_within(position, think)
        )
        facts = {key: getattr(answer, key, None) for key in ("score", "depth", "nodes")}
        return {"move": getattr(answer, "move", answer).name, **facts}


def describe(error: BaseException, file: str) -> str:
    """One line for an exception: what it says, and the last place in the agent's file."""
    if isinstance(error, RefusedError):
        return str(error)
    traceback.print_exception(error)
    what = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SystemExit):
        what = f"it called sys.exit({error.code!r})"
    what = what[:LONGEST_ERROR]
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_file():
        # Nothing of that file has run: the frames lead at best to who imports it.
        of = "" if error.filename == file else f" of {Path(error.filename).name}"
        return f"{what} (line {error.lineno}{of})"
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file
    ]
    return f"{what} (line {frames[-1].lineno}, in {frames[-1].name})" if frames else what


def load(whom: dict[str, Any]) -> Course | BuiltIn:
    """The agent asked for."""
    return BuiltIn(whom["spec"]) if "spec" in whom else Course(whom["path"], whom["name"])


def main() -> None:
    """Answers until the questions end."""
    source, target = int(sys.argv[1]), int(sys.argv[2])
    for descriptor in (source, target):
        os.set_inheritable(descriptor, False)
    player: Course | BuiltIn | None = None
    file = ""
    with os.fdopen(source, "rb") as questions:
        for line in questions:
            question = json.loads(line)
            reply: dict[str, Any] = {"id": question["id"]}
            try:
                if player is None:
                    file = question["load"].get("path", "")
                    player = load(question["load"])
                elif question["do"] == "new":
                    player.new_game(question["seed"])
                elif question["do"] == "prepare" and isinstance(player, BuiltIn):
                    player.prepare(question["size"])
                else:
                    reply.update(player.move(question))
            except BaseException as error:
                reply["error"] = describe(error, file)
                reply["refused"] = isinstance(error, RefusedError)
            os.write(target, json.dumps(reply).encode() + b"\n")
    # Threads the agent has left behind must not keep the process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
