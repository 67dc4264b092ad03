#!/bin/sh
# Says in one sentence what this machine lacks to build Outflank: sh tools/check_system.sh python3
set -u
python=$1

need() {
  echo "Outflank needs $1" >&2
  exit 1
}

command -v "$python" >/dev/null ||
  need "Python 3.11 or newer, and '$python' was not found: install python3, or name another one as in 'make PYTHON=python3.12'."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  need "Python 3.11 or newer, and '$python' is $("$python" -V 2>&1): install a newer one and name it as in 'make PYTHON=python3.12'."
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
  need "Python's venv module: install python3-venv (the Debian package)."
test -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ||
  need "Python's header files: install python3-dev (the Debian package)."
command -v ${CXX:-c++} >/dev/null ||
  need "a C++20 compiler: install g++, or name another one as in 'make CXX=clang++'."
