# A fresh checkout needs Python 3.11 or later, pip and make; everything else goes into .venv.
PYTHON ?= python3
# One more than two cores: tests of pages wait for a browser a third of their time.
JOBS ?= 3
BIN := .venv/bin
SAMPLE := src/topboard/samples/chennai-2022-open-round-6.json

.PHONY: help run test exhaustive collected quick coverage coverage-lines browser database npm lint style types layers tables image bench docs \
	pictures fuzz site playground app app-test pin-actions clean

# What is compiled once need not be compiled again by every process of the tests, also where Python
# has been told to keep nothing.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make run    pair round 6 of the Chennai Olympiad and say why, then open the desk"
	@echo "make test   run the tests and every check"
	@echo "make exhaustive  run the largest tests with all their cases, of which make test takes a quarter"
	@echo "make quick  run the checks and the tests of the core, in less than a minute"
	@echo "make coverage  run the tests and print how much of the code they reach, block by block"
	@echo "make coverage-lines  the same line by line, with every file that has unreached lines; two to three times slower"
	@echo "make lint   run the checks without the tests"
	@echo "make fuzz   give damaged and odd input to everything that reads: SEED=1 COUNT=200000"
	@echo "make bench  print the table of benchmarks"
	@echo "make docs   write the generated pages again"
	@echo "make pictures  take the pictures of the documentation again, in a browser"
	@echo "make site   write the documentation as web pages into site/"
	@echo "make playground  build the page that runs Topboard in the browser into build/playground/"
	@echo "make app    build the app to double-click, for this system, into build/dist/"
	@echo "make app-test  drive the built app from its start to a printed round and its end"
	@echo "make pin-actions  pin the actions of the workflows by their hashes"
	@echo "make clean  remove what make has built"

# One screen: the first tables of a real round, why and why not; then, for a person at a terminal,
# the desk.
run: .venv/.run
	@$(BIN)/topboard pair $(SAMPLE) | sed -n 1,7p
	@echo
	@echo "Why table 4?  topboard explain $(notdir $(SAMPLE)) --table 4"
	@$(BIN)/topboard explain $(SAMPLE) --table 4 | sed 1,2d
	@echo
	@echo "Why not United States of America - India?  ... --why-not 1 2"
	@$(BIN)/topboard explain $(SAMPLE) --why-not 1 2
	@echo
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/topboard serve --sample --open events; \
		else echo "The desk with sample events:  $(BIN)/topboard serve --sample --open events"; fi

# Plain pytest leaves out what is marked as thorough; make test runs it too and prints how much.
EVERY_TEST := 'thorough or not thorough'

# Tests that stand together stay together (worksteal), so that what a file prepares is prepared once.
# The checks are made two at a time: mypy alone takes as long as all others.
test: .venv/.dev
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target collected lint npm
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m $(EVERY_TEST)

# Where make test takes a sample of the cases (tests/sampling.py): before a release, and after a change
# to a rule, a kernel or a second reading.
exhaustive: .venv/.dev npm
	TOPBOARD_EVERY_CASE=1 $(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m $(EVERY_TEST) \
		tests/diagnosis tests/matching tests/oracle tests/proof tests/systems \
		tests/web/test_result_keys.py

# The tests are compiled by one process, beside mypy, and not by each of those that run them.
collected: .venv/.dev
	@found=$$($(BIN)/python -m pytest -q --collect-only -m $(EVERY_TEST)) || { echo "$$found"; exit 1; }

# Apart from the tests: counting blocks (tools/covered.py) takes a fifth longer, and tracing lines on
# Python 3.11 two to three times as long.
coverage: .venv/.dev npm
	$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -p tools.covered -m $(EVERY_TEST)

coverage-lines: .venv/.dev npm
	$(BIN)/python -m pytest -q -n $(JOBS) -m $(EVERY_TEST) --cov --cov-report=term:skip-covered

# Before each commit: the checks, and what fails first when a rule, a kernel or a format breaks. What
# goes through every small case, or draws many, is left to make test.
quick: lint
	$(BIN)/python -m pytest -q -n $(JOBS) -x tests/matching tests/systems tests/olympiads tests/formats \
		tests/library tests/test_architecture.py tests/test_stable.py

# The tests of the desk run in a real browser: Debian's without a window, which takes the least of a
# machine, else the one that is there.
browser:
	@command -v chromium-headless-shell || \
		{ [ "$$(id -u)" = 0 ] && apt-get update --quiet && apt-get install --yes chromium-headless-shell; } || \
		command -v chromium || command -v chromium-browser || command -v google-chrome || \
		{ echo "The tests of the desk need chromium; install it and try again."; exit 1; }

# The tests of the hosted store run on a real server of their own: the one on this machine, else
# Debian's. Its programs do not always lie on the path. Behind the browser: one installs at a time.
database: browser
	@command -v pg_ctl || ls /usr/lib/postgresql/*/bin/pg_ctl || \
		{ [ "$$(id -u)" = 0 ] && apt-get update --quiet && apt-get install --yes postgresql; } || \
		{ echo "The tests of the hosted store need PostgreSQL 15 or later; install it and try again."; exit 1; }

# Topboard in the browser runs on Pyodide, which npm fetches once. Behind the database, as above.
npm: database
	@command -v npm || ls build/pyodide-*.tgz 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && apt-get update --quiet && apt-get install --yes --no-install-recommends npm; } || \
		{ echo "The tests of Topboard in the browser need npm; install Node.js with npm and try again."; exit 1; }

lint: types style layers tables image

types: .venv/.dev
	$(BIN)/mypy

style: .venv/.dev
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --check --quiet .

layers: .venv/.dev
	$(BIN)/lint-imports

# There is no hadolint for Windows.
image: .venv/.dev
	@if [ -x $(BIN)/hadolint ]; then $(BIN)/hadolint Dockerfile; else echo "The Dockerfile is not checked: no hadolint"; fi

# Of articles and of sentences.
tables: .venv/.dev
	$(BIN)/python -m tools.articles check
	$(BIN)/python -m tools.messages check
	$(BIN)/python -m tools.wording

bench: .venv/.dev
	$(BIN)/python -m benchmarks

# Apart from the tests, which try some hundred of the same inputs. What made a fault is kept in FAULTS.
SEED ?= 1
COUNT ?= 200000
FAULTS ?= .faults
fuzz: .venv/.dev
	$(BIN)/python -m tools.fuzzing --seed $(SEED) --count $(COUNT) --jobs $(JOBS) --faults $(FAULTS)

docs: .venv/.dev
	$(BIN)/python -m tools.articles --write
	$(BIN)/python -m tools.messages --write
	$(BIN)/python -m tools.reason_examples --write

pictures: .venv/.dev browser
	$(BIN)/python -m tools.screenshots
	$(BIN)/python -m tools.tutorials

site: .venv/.dev
	$(BIN)/mkdocs build --strict

# Pyodide comes from the npm registry once; tools/playground.py pins its version and its hash.
PLAYGROUND ?= build/playground
playground: .venv/.dev
	@$(BIN)/python -m tools.playground $(PLAYGROUND)

# PyInstaller builds for the system on which it runs. DIST gets the archive, the list of its parts and
# their checksums.
DIST ?= build/dist
app:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Topboard needs Python 3.11 or later; try: make PYTHON=python3.12 app"; exit 1; }
	@$(PYTHON) tools/app.py $(DIST)

# From the double-click to a printed round and the end, with the app that make app has built.
app-test: .venv/.dev browser
	TOPBOARD_APP=$(CURDIR)/build/app-built/Topboard/Topboard $(BIN)/python -m pytest -q tests/web/test_desk_app.py

# The workflows name each action by its hash, which nobody can move. Dependabot keeps the hashes current.
pin-actions: $(BIN)/python
	$(BIN)/python -m tools.release pin-actions

clean:
	rm -rf build site .coverage .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .faults

# Some systems ship Python without ensurepip: then pip works on .venv from outside.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Topboard needs Python 3.11 or later; try: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Setting up .venv"
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || $(PYTHON) -m venv --clear --without-pip .venv

define install
@if $(BIN)/python -c 'import pip' 2>/dev/null; \
	then $(BIN)/python -m pip install $(QUIETLY) -c constraints.txt -e '$(1)'; \
	else $(PYTHON) -m pip --python $(BIN)/python install $(QUIETLY) -c constraints.txt -e '$(1)'; \
fi
@$(BIN)/python -m compileall -q src
endef
# Compiled here, because host programs start the command once a round and some systems keep Python
# from writing what it compiles.
QUIETLY := --quiet --disable-pip-version-check

.venv/.run: pyproject.toml constraints.txt | $(BIN)/python
	$(call install,.[desk])
	@touch $@

.venv/.dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the tools for tests and checks"
	$(call install,.[dev])
	@touch .venv/.run $@
