# `make test` is everything: build, Rust tests, lints, the notebook. It installs what it needs into this folder.
SHELL := /bin/bash
CARGO ?= cargo
PYTHON ?= python3
VENV := target/venv
RUN := target/notebook-run

.PHONY: test rust lint notebook bench
test: rust lint notebook

# One selection of packages for every step, so that each dependency is compiled once.
rust:
	$(CARGO) build --release --workspace
	$(CARGO) test --release --workspace

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets -- -D warnings

notebook: $(VENV)/ready
	rm -rf $(RUN)
	$(CARGO) run --release --quiet -- run experiments/quick.toml --games 20 --out $(RUN) --quiet
	cd notebooks && PETTEIA_RUN=../$(RUN) ../$(VENV)/bin/python execute.py first-look.ipynb

$(VENV)/ready: notebooks/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r notebooks/requirements.txt
	touch $@

bench:
	$(CARGO) run --release -- bench
