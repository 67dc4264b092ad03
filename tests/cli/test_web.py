import re
import signal
import subprocess
import sys

import pytest

from support.commands import OUTFLANK, outflank
from support.waiting import PATIENCE


@pytest.mark.integration
def test_the_address_and_a_clean_end() -> None:
    command = [OUTFLANK, "web", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as web:
        assert web.stdout is not None
        line = web.stdout.readline()
        assert re.fullmatch(r"Outflank is at http://127\.0\.0\.1:\d+/\n", line)
        web.send_signal(signal.SIGINT)
        out, err = web.communicate(timeout=PATIENCE)
    assert out == ""
    assert "Traceback" not in err
    assert err.endswith("Stopped.\n")
    assert web.returncode == 130


@pytest.mark.integration
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--host", "no.such.host.invalid"), "There is no host 'no.such.host.invalid'"),
        (("--token", "short"), "A token has at least 16 characters"),
        (("--agent", "nobody"), "There is no agent 'nobody'"),
    ],
)
def test_what_cannot_be_served(arguments: tuple[str, ...], words: str) -> None:
    done = outflank("web", "--no-open", *arguments)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


@pytest.mark.integration
@pytest.mark.skipif(sys.platform == "win32", reason="ports are shared there")
def test_a_port_that_is_taken() -> None:
    from outflank.web.serve import listening

    with listening("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        done = outflank("web", "--no-open", "--port", port)
    assert done.returncode == 2
    assert f"port {port}: address already in use; --port 0 takes a free one" in done.stderr
