# `make test` shows in ten minutes on two cores, after a first build, that the product works. `make test-all`
# adds what takes longer; continuous integration runs both. They install what they need into this folder.
SHELL := /bin/bash
CARGO ?= cargo
PYTHON ?= python3
VENV := target/venv
RUN := target/notebook-run
FACTORIAL := target/notebook-factorial
LADDER := target/notebook-ladder
SEARCH := target/notebook-search
# Endgame tables that are computed on demand stay in the checkout.
export PETTEIA_CACHE ?= $(CURDIR)/target/cache

.PHONY: test test-all more rust long lint lint-python played wheel python notebook browser web web-test book latex slurm bench
test: rust
	$(MAKE) --jobs=2 --output-sync python notebook browser
	@$(summary)

# Everything beside `make test`.
more: long lint lint-python web-test book latex slurm
	@$(summary)

test-all: test more

define summary
$(if $(MISSED),echo "skipped although required: $(MISSED)"; exit 1,true); \
$(if $(SKIPPED),printf 'passed; skipped:\n'; printf '  %s\n' $(SKIPPED),echo "passed; nothing was skipped")
endef

# `make test REQUIRE="python browser"` fails if one of these is skipped. A skipped check says what
# it needs.
REQUIRE ?=
SKIPPED :=
MISSED = $(strip $(foreach name,$(REQUIRE),$(if $(findstring "$(name):,$(SKIPPED)),$(name))))

# All steps select the same packages, so that each dependency is compiled only once.
rust:
	$(CARGO) build --release --workspace
	$(CARGO) test --release --workspace

# The random comparisons of `rust` with all their cases, the tests that take minutes, and the unit tests of crates that
# are long to compile.
LONG := engine inputs players program proofs statistics
long:
	PETTEIA_TESTS=all PETTEIA_INPUTS=20000 $(CARGO) test --release --workspace --lib $(LONG:%=--test %) -- \
		--include-ignored --skip the_theorems_of_complete_tables --skip the_endings_are_drawn --skip slurm::

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --release --workspace --all-targets -- -D warnings

# Small runs for the notebooks and the browser test.
played:
	rm -rf $(RUN) $(FACTORIAL) $(LADDER) $(SEARCH)
	$(CARGO) run --release --quiet -- run experiments/quick.toml --games 20 --out $(RUN) --quiet
	$(CARGO) run --release --quiet -- run notebooks/small-factorial.toml --out $(FACTORIAL) --quiet
	$(CARGO) run --release --quiet -- run tests/browser/small-ladder.toml --out $(LADDER) --quiet
	$(CARGO) run --release --quiet -- search notebooks/small-search.toml --out $(SEARCH) --quiet > /dev/null

# The Python package: its wheel is built, installed and tested, if Python is recent enough. Linters read it
# and the workflows, after its tests.
ifeq ($(shell $(PYTHON) -c 'import sys; print(sys.version_info >= (3, 11))' 2>/dev/null),True)
python: played wheel
	cd python/tests && $(CURDIR)/$(VENV)/bin/python -m pytest --quiet -p no:cacheprovider -k "not mypy" .
wheel: $(VENV)/ready
	rm -rf target/wheels
	cd python && ../$(VENV)/bin/maturin build --quiet --release --out ../target/wheels
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --force-reinstall --no-deps target/wheels/*.whl
lint-python: $(VENV)/ready
	$(VENV)/bin/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	cd python && ../$(VENV)/bin/ruff format --quiet --check && ../$(VENV)/bin/ruff check --quiet
	cd python/tests && $(CURDIR)/$(VENV)/bin/python -m pytest --quiet -p no:cacheprovider -k mypy test_docs.py
else
SKIPPED += "python: it needs Python 3.11 or later"
python wheel lint-python: ;
endif

# The last command writes the paper to target/notebooks/02-write-up.html.
notebook: played wheel
	cd notebooks && PETTEIA_GAMES=20 PETTEIA_RUN=../$(RUN) PETTEIA_SEARCH=../$(SEARCH) \
		../$(VENV)/bin/python execute.py 0[13-9]*.ipynb
	cd notebooks && PETTEIA_RUN=../$(FACTORIAL) ../$(VENV)/bin/python execute.py --html ../target/notebooks 02-write-up.ipynb

# Tests the pages of the runs in a real browser, if one is installed (Debian: chromium).
# `PICTURES=FOLDER` saves screenshots there.
ifneq ($(shell command -v chromium),)
browser: played $(VENV)/ready
	$(VENV)/bin/python tests/browser/check_page.py $(RUN) $(FACTORIAL) $(LADDER) target/release/petteia $(PICTURES)
else
SKIPPED += "browser: it needs a browser (Debian: apt install chromium)"
browser: ;
endif

# The page that needs no installation, target/web/petteia.html, if the compiler can build for
# WebAssembly (rustup target add wasm32-unknown-unknown; web/README.md has the way without rustup).
PAGE := target/web/petteia.html
WASM := web/target/wasm32-unknown-unknown/release/petteia_web.wasm
HAS_WASM := $(wildcard $(shell rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null))
ifneq ($(HAS_WASM),)
web:
	cd web && $(CARGO) build --release
	$(PYTHON) web/build.py $(WASM) $(PAGE)

# Lints the page's crate, compares its games with those of the program, and plays in a browser.
web-test: web
	cd web && $(CARGO) fmt --check && $(CARGO) clippy --release -- -D warnings
	$(CARGO) build --release --workspace --bins --example rows
ifneq ($(shell command -v node),)
	node web/tests/sessions.mjs $(WASM)
	node web/tests/equal.mjs $(WASM) target/release/examples/rows
else
SKIPPED += "web-games: their comparison needs Node (Debian: apt install nodejs)"
endif
ifneq ($(shell command -v chromium),)
	$(MAKE) $(VENV)/ready
	$(VENV)/bin/python web/tests/check_page.py $(PAGE) target/release/petteia $(PICTURES)
else
SKIPPED += "web-page: its use needs a browser (Debian: apt install chromium)"
endif
else
SKIPPED += "web: it needs WebAssembly (rustup target add wasm32-unknown-unknown)"
web web-test: ;
endif

# The documentation as a book that any web server shows, with the page as its first: target/book.
ifeq ($(shell command -v mdbook),)
SKIPPED += "book: it needs mdBook (cargo install mdbook)"
book: ;
else ifeq ($(HAS_WASM),)
SKIPPED += "book: its first page needs WebAssembly, as above"
book: ;
else
book: web
	mdbook build docs
	cp $(PAGE) target/book/
endif

# Typesets the text of a run, if LaTeX is installed (Debian: texlive-latex-recommended).
ifneq ($(shell command -v pdflatex),)
latex: played
	cd $(FACTORIAL)/latex && for engine in pdflatex xelatex lualatex; do command -v $$engine >/dev/null || continue; \
		run="$$engine -halt-on-error -interaction=batchmode report"; \
		$$run >/dev/null && bibtex -terse report && $$run >/dev/null && $$run >/dev/null || exit 1; done
else
SKIPPED += "latex: it needs LaTeX (Debian: apt install texlive-latex-recommended)"
latex: ;
endif

# Python packages, installed on demand.
LISTS := python/tests/requirements.txt notebooks/requirements.txt tests/browser/requirements.txt
$(VENV)/ready: $(LISTS)
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile $(LISTS:%=-r %)
	touch $@

# Tests on a real one-node Slurm cluster, if Slurm is installed (Debian: slurm-wlm munge) and may be
# started.
ifneq ($(shell [ "$$(id -u)" = 0 ] && command -v slurmctld && command -v munged),)
slurm:
	$(CARGO) test --release --workspace -p petteia --test program slurm:: -- --ignored
else
SKIPPED += "slurm: it needs root and Slurm (Debian: apt install slurm-wlm munge)"
slurm: ;
endif

bench:
	$(CARGO) run --release -- bench
	$(CARGO) bench --workspace --bench baseline --bench runs
