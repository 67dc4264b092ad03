import sys

import pytest

from support.commands import python

pytestmark = pytest.mark.integration

COURSE_LIMIT_KB = 500 * 1024

CODE = """
import resource
from outflank import Position, agent
player = agent({spec!r})
position = Position(12)
for _ in range(3):
    position = position.play(player.choose(position).move)
    position = position.play(position.legal_moves[0])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no resource module")
@pytest.mark.parametrize(
    "name",
    ["kandlikar-parry", "champion-gin", "improved", pytest.param("mcts", marks=pytest.mark.slow)],
)
def test_default_settings_stay_below_the_courses_limit_on_12x12(name: str) -> None:
    # Enough nodes to fill the table, so that the peak is reached.
    spec = f"{name}:nodes={200_000 if name == 'mcts' else 700_000}"
    code = CODE.format(spec=spec)
    done = python(code)
    peak = int(done) // (1024 if sys.platform == "darwin" else 1)
    assert peak < COURSE_LIMIT_KB
