# Everything from a fresh clone: `make play` opens the app, `make test` runs the whole suite.
# Needs Python 3.11 or newer with venv, and a package index. Uses uv where it is installed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.up-to-date
UV := $(shell command -v uv 2>/dev/null)
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help play test lint types imports unit bench pictures lock clean

help: ## Say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-9s %s\n", $$1, $$2}'

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "rut-tui needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..."; exit 1; }
ifneq ($(UV),)
	$(UV) venv --quiet --allow-existing --python $(PYTHON) $(VENV)
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
else
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
endif
	@touch $(STAMP)

play: $(STAMP) ## Open the app
	@$(BIN)/rut $(ARGS)

test: lint types imports unit ## Lint, types, import contracts and the whole suite

lint: $(STAMP) ## Style
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(STAMP) ## Types, strictly
	$(BIN)/mypy

imports: $(STAMP) ## Who may import whom
	$(BIN)/lint-imports

unit: $(STAMP) ## The tests alone (ARGS="-k name" chooses)
	$(BIN)/pytest -n 2 --dist loadgroup $(ARGS)

bench: $(STAMP) ## The benchmarks: ratios, measured in one run
	$(BIN)/python -m benchmarks

pictures: $(STAMP) ## The pictures of the README, from the app itself
	$(BIN)/python scripts/pictures.py

lock: ## Pin anew what CI installs (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --no-header --group dev pyproject.toml -o requirements.lock

clean: ## Remove what was made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
