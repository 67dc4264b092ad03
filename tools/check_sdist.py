"""Whether a source archive holds all it takes to build: `python tools/check_sdist.py ARCHIVE`.

`make package` builds the wheel from the tree, where the compiled core is at hand already; this
makes sure that the archive has the same sources.
"""

import sys
import tarfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
NEEDED = ("pyproject.toml", "CMakeLists.txt", "LICENSE", "README.md")
FOLDERS = ("cpp/core", "cpp/bindings", "src/outflank")


def main() -> None:
    """Names what is missing, if anything is."""
    with tarfile.open(sys.argv[1]) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    files = [
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]
    if missing := sorted({*NEEDED, *files} - held):
        sys.exit(f"{sys.argv[1]} lacks {len(missing)} files, the first: {missing[0]}")
    print(f"{sys.argv[1]} has all {len(files) + len(NEEDED)} files that a build needs")


if __name__ == "__main__":
    main()
