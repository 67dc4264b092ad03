"""The sandbox: its command line, and where bubblewrap is installed what it keeps in."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from outflank.errors import PlayerError, SettingsError
from outflank.process import host
from outflank.process.channel import TextChannel
from outflank.process.sandbox import sandboxed
from support.waiting import PATIENCE

needs_bubblewrap = pytest.mark.skipif(shutil.which("bwrap") is None, reason="needs bubblewrap")


@contextmanager
def inside(code: str) -> Iterator[TextChannel]:
    command = sandboxed([sys.executable, "-c", f"import os, socket, sys, time\n{code}"])
    with TextChannel("it", command, megabytes=200) as channel:
        channel.send("go")
        yield channel


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda program: f"/usr/bin/{program}")
    command = sandboxed(["engine", "--flag"])
    assert command[0] == "/usr/bin/bwrap"
    assert command[-3:] == ("--", "engine", "--flag")
    assert {"--unshare-all", "--die-with-parent", "--new-session"} < set(command)
    place = command.index("--ro-bind")
    assert command[place : place + 3] == ("--ro-bind", "/", "/")
    assert not {"--bind", "--dev-bind", "--share-net", "--tmpfs"} & set(command)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SettingsError, match=r"needs bubblewrap \(the program bwrap\)"):
        sandboxed(["engine"])


@needs_bubblewrap
@pytest.mark.integration
@pytest.mark.parametrize("place", ["{tmp_path}/trace", "/tmp/trace", "/dev/shm/trace", "/trace"])
def test_nothing_can_be_written(tmp_path: Path, place: str) -> None:
    code = f"try: open({place.format(tmp_path=tmp_path)!r}, 'w')\nexcept OSError as e: print(e)"
    with inside(code) as channel:
        assert "Read-only file system" in channel.read_line(PATIENCE)


@needs_bubblewrap
@pytest.mark.integration
def test_there_is_no_net_and_no_other_process() -> None:
    code = (
        "print(*(name for _, name in socket.if_nameindex()), flush=True)\n"
        "print(sum(name.isdigit() for name in os.listdir('/proc')), flush=True)"
    )
    with inside(code) as channel:
        assert channel.read_line(PATIENCE) == "lo"
        assert int(channel.read_line(PATIENCE)) <= 3


@needs_bubblewrap
@pytest.mark.integration
def test_memory_and_processor_time_are_counted_inside() -> None:
    code = (
        "while time.process_time() < 0.5: pass\nprint('done', flush=True)\ninput()\ninput()\n"
        "hoard = bytearray(b'1') * 400_000_000; time.sleep(600)"
    )
    with inside(code) as channel:
        assert channel.read_line(PATIENCE) == "done"
        assert channel.host.cpu_seconds() >= 0.5
        channel.send("go on")
        with pytest.raises(PlayerError, match="more than the 200 MB allowed"):
            channel.read_line(PATIENCE)


@needs_bubblewrap
@pytest.mark.integration
def test_processor_time_is_counted_when_nobody_has_looked_yet(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(host, "WATCH_SECONDS", 1e6)
    code = "while time.process_time() < 0.2: pass\nprint('done', flush=True)\ninput()\ninput()"
    with inside(code) as channel:
        assert channel.read_line(PATIENCE) == "done"
        assert channel.host.cpu_seconds() >= 0.2
