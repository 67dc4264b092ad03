#!/bin/sh
# Installs a wheel into a new virtual environment and tries it where no compiler can be reached:
# sh tools/smoke_wheel.sh python3 dist/outflank-*.whl
set -eu
python=$1 wheel=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$python" -m venv "$place/venv"
bin=$place/venv/bin

for tool in cc c++ gcc g++ clang clang++ cmake ninja make; do
  if (PATH=$bin && command -v "$tool"); then
    echo "$tool is within reach, so this cannot show that the wheel needs no compiler" >&2
    exit 1
  fi
done
PATH=$bin "$bin/python" -m pip install --quiet --only-binary :all: "$wheel"

cat >"$place/smoke.py" <<'PYTHON'
import outflank
from outflank.engine.weights import load_weights
from outflank.formats import wthor
from outflank.game import board_svg

assert outflank.Position().perft(6) == 8200
assert outflank.Game.from_transcript("f5d6c3").transcript() == "F5d6C3"
assert board_svg(outflank.Position()).startswith("<svg")
assert callable(wthor.read_database)
for size in (4, 6, 8, 10, 12):
    boards, turns = outflank.batch.start(size=size, count=2)
    assert outflank.batch.legal_masks(boards, turns).sum() == 8
for size in (6, 8, 10, 12):
    assert outflank.agent("improved:depth=3").choose(outflank.Position(size)).depth == 3
    assert load_weights(size) is not None
assert outflank.Engine(size=4, threads=1, hash_mb=1).solve(outflank.Position(4)).best.score == -10
assert outflank.play("greedy", "random:seed=1", size=6).position.is_over()
PYTHON
cd "$place"
for isa in $("$bin/python" -c 'from outflank import _cpu; print(*_cpu.instruction_sets())'); do
  env -i PATH="$bin" OUTFLANK_ISA="$isa" outflank --version
  env -i PATH="$bin" OUTFLANK_ISA="$isa" python smoke.py
  env -i PATH="$bin" OUTFLANK_ISA="$isa" outflank agents >/dev/null
done
