# `make play` starts Outflank, `make test` runs every check; both set up .venv by themselves.

PYTHON ?= python3
JOBS ?= $(shell getconf _NPROCESSORS_ONLN)
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Bytecode is kept, whatever the shell says: without it every process compiles what it imports.
export PYTHONDONTWRITEBYTECODE :=

VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet
# The Python modules and the C++ tests are linked with the same compiled core.
BUILD := build/release
# $(1): the instruction sets to build, all or native
pip-install-here = $(PIP_INSTALL) --no-build-isolation --config-settings=build-dir=$(BUILD) \
	--config-settings=cmake.define.OUTFLANK_ISAS=$(1) --editable .
SANITIZE_BUILD := build/sanitize
THREADS_BUILD := build/sanitize-threads

# Stamps: an empty file stands for a step that was done, and is redone when one of these changes.
BUILD_TOOLS := $(VENV)/build-tools.txt
DEV_TOOLS := $(VENV)/dev-tools.txt
# An editable install knows the modules there were; their names are part of the stamp.
MODULES := $(shell find src -name '*.py' | LC_ALL=C sort | cksum | cut -d ' ' -f 1)
INSTALLED := $(VENV)/installed-$(MODULES)
INSTALLED_DEV := $(VENV)/installed-dev-$(MODULES)
# The type checker of the page's modules and the checker of its accessibility, as npm has them.
NODE_PACKAGES := typescript@7.0.2 axe-core@4.14.0
NODE_TOOLS := $(VENV)/node-tools-$(shell echo $(NODE_PACKAGES) | cksum | cut -d ' ' -f 1)
PACKAGED := build/packaged
CORE_FILES := pyproject.toml CMakeLists.txt $(shell find cpp/core cpp/bindings -type f)
PACKAGE_FILES := $(CORE_FILES) README.md LICENSE tools/smoke_wheel.sh tools/check_sdist.py \
	$(shell find src -type f -not -path '*/__pycache__/*')
CPP_FILES := $(shell find cpp -name "*.[ch]pp")

.DELETE_ON_ERROR:
.PHONY: help play test check lint types docs cpp-test sanitize sanitize-threads pytest e2e fuzz coverage test-slow package format stub clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

play: $(INSTALLED) ## build, install into .venv and start Outflank
	@$(BIN)/outflank
	@echo "Outside of make: . $(BIN)/activate makes outflank a command; outflank --help tells what it can do."

# What takes one core each goes side by side, and so does what waits for a browser half of the time.
test: ## run every check
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint types docs cpp-test sanitize
	@$(MAKE) --no-print-directory pytest
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target e2e package
	@echo "Every check passed."

check: lint types ## what a change needs first: style, types, and the tests that start no processes
	$(BIN)/python -m pytest -m 'not slow and not integration and not thorough' --hypothesis-profile=quick

lint: $(INSTALLED_DEV) ## style of the Python and C++ sources
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)

types: $(INSTALLED_DEV) $(NODE_TOOLS) ## types of the Python sources, and of the page's modules
	$(BIN)/mypy
	$(VENV)/node_modules/.bin/tsc

docs: $(INSTALLED_DEV) ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The newest instruction set, whose tests run the portable code as well, is tested by `sanitize`.
cpp-test: $(INSTALLED_DEV) ## C++ tests with the oldest instruction set
	$(call run-cpp-tests,$(BUILD),-DOUTFLANK_TESTED_ISAS=oldest)

sanitize: $(INSTALLED_DEV) ## C++ tests under the address and undefined-behaviour sanitizers
	$(call run-cpp-tests,$(SANITIZE_BUILD),$(SANITIZED)address$(comma)undefined)

sanitize-threads: $(INSTALLED_DEV) ## C++ tests with threads under the thread sanitizer
	$(call run-cpp-tests,$(THREADS_BUILD),$(SANITIZED)thread)

pytest: $(INSTALLED_DEV) ## Python tests but the slow ones and those in a browser
	$(BIN)/python -m pytest -m 'not slow and not e2e' --numprocesses $(JOBS)

e2e: $(INSTALLED_DEV) $(NODE_TOOLS) ## the page of the web app in Chromium
	$(BIN)/python -m pytest -m 'e2e and not slow' --numprocesses $(JOBS)

fuzz: $(INSTALLED_DEV) ## a million damaged inputs for the readers
	$(BIN)/python tools/fuzz.py
coverage: $(INSTALLED_DEV) ## how many lines of src/outflank the tests without processes run
	$(BIN)/python -m pytest -m 'not slow and not integration' --cov --cov-report=term

test-slow: $(INSTALLED_DEV) $(NODE_TOOLS) ## the slow Python tests, and C++ tests with every instruction set
	$(call run-cpp-tests,$(BUILD),-DOUTFLANK_TESTED_ISAS=all)
	$(BIN)/python -m pytest -m slow --timeout=1800

package: $(PACKAGED) ## build sdist and wheel, and try the wheel where there is no compiler

format: $(INSTALLED_DEV) ## put the Python and C++ sources in style
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

stub: $(INSTALLED_DEV) ## rewrite src/outflank/_native.pyi from the compiled core
	$(BIN)/python tools/make_stub.py

clean: ## remove everything that was made
	rm -rf $(VENV) build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

comma := ,
SANITIZED := -DOUTFLANK_PYTHON=OFF -DOUTFLANK_TESTED_ISAS=newest -DOUTFLANK_SANITIZE=
# $(1): build directory, $(2): further options of cmake
define run-cpp-tests
	$(BIN)/cmake -S . -B $(1) -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DOUTFLANK_ISAS=all -DOUTFLANK_TESTS=ON $(2) --log-level=WARNING
	$(BIN)/cmake --build $(1) --target core_tests
	$(BIN)/ctest --test-dir $(1) --output-on-failure --no-tests=error --parallel $(JOBS)
endef

# $(1): requirements, as an expression of the whole pyproject.toml
from-project = $(BIN)/python -c 'import tomllib; all = tomllib.load(open("pyproject.toml", "rb")); print($(1), sep="\n")'

$(BIN)/python:
	@sh tools/check_system.sh $(PYTHON)
	$(PYTHON) -m venv $(VENV)

# The build tools live in .venv: an isolated build would compile everything anew after each change.
$(BUILD_TOOLS): pyproject.toml | $(BIN)/python
	@echo "Fetching the build tools."
	@$(call from-project,"cmake"$(comma) "ninja"$(comma) *all["build-system"]["requires"]) >$@
	$(PIP_INSTALL) --requirement $@

# For this machine's instruction set only; the checks need them all.
$(INSTALLED): $(CORE_FILES) | $(BUILD_TOOLS)
	@echo "Building Outflank; the first time takes about a minute."
	@rm -f $(VENV)/installed-*
	$(call pip-install-here,native)
	@touch $@

$(INSTALLED_DEV): $(CORE_FILES) | $(BUILD_TOOLS)
	@echo "Building Outflank and fetching the tools that check it; the first time takes a few minutes."
	@rm -f $(VENV)/installed-*
	@$(MAKE) --no-print-directory $(if $(findstring jobserver,$(MAKEFLAGS)),,--jobs=2) $(DEV_TOOLS) build-core
	@touch $(INSTALLED) $@

# Fetched while the core is compiled, and compiled to bytecode only when they are used.
$(DEV_TOOLS): pyproject.toml | $(BUILD_TOOLS)
	@$(call from-project,*all["project"]["dependencies"]$(comma) *all["project"]["optional-dependencies"]["dev"]) >$@
	$(PIP_INSTALL) --no-compile --requirement $@

.PHONY: build-core
build-core: | $(BUILD_TOOLS)
	$(call pip-install-here,all) --no-deps

$(NODE_TOOLS): | $(INSTALLED_DEV)
	@echo "Fetching the tools that check the page."
	PATH=$(CURDIR)/$(BIN):$$PATH $(BIN)/npm install --silent --prefix $(VENV) --no-save --no-package-lock $(NODE_PACKAGES)
	@touch $@

$(PACKAGED): $(PACKAGE_FILES) | $(INSTALLED_DEV)
	rm -rf dist
	$(BIN)/python -m build --no-isolation --config-setting=build-dir=$(BUILD) \
		--config-setting=cmake.define.OUTFLANK_ISAS=all --sdist --wheel --outdir dist .
	$(BIN)/python tools/check_sdist.py dist/*.tar.gz
	sh tools/smoke_wheel.sh $(BIN)/python dist/*.whl
	@touch $@
