#!/bin/sh
# Says in one sentence what this machine lacks to build Outflank: sh tools/check_system.sh python3
set -u
python=$1

need() {
  echo "Outflank needs $1" >&2
  exit 1
}

command -v "$python" >/dev/null ||
  need "Python 3.11 or newer, and '$python' was not found: install python3 (Debian), or name one with PYTHON=."
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  need "Python 3.11 or newer, and '$python' is $("$python" -V 2>&1): install a newer one and name it with PYTHON=."
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
  need "Python's venv module: install python3-venv (Debian)."
test -e "$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')/Python.h" ||
  need "Python's header files: install python3-dev (Debian)."
command -v "${CXX:-c++}" >/dev/null ||
  need "a C++20 compiler: install g++ (Debian), or name one with CXX=."
