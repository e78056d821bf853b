# Each goal sets up what it needs first; with everything in place that takes a moment.
#   make run ARGS='render "rain" -o rain.wav'     make test ARGS='-k seed'     make run PYTHON=python3.12
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
DIR ?= screenshots

.PHONY: run test test-rounding faults soak lint bench bench-parts bench-gui bench-cluster parity parity-page screenshots train-mini-sfx eval-mini-sfx train-mini-voice eval-mini-voice pins translations docs wheel packages test-packages clean

run: setup-run
	@$(BIN)/ditone $(ARGS)

test: setup-test
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(ARGS)

# injected faults: hostile files, full disks, kills; some minutes to hours, Linux, some cases need root (tests/faults/README.md)
faults: setup-test
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.faults $(ARGS)

# 1,000 mixed requests over all families, then kill -9 at 100 random moments
soak: setup-test
	$(BIN)/python -m tests.bench.soak $(ARGS)

# the tests once more under every way in which this processor can round as others do: an hour or more
test-rounding: setup-test
	$(BIN)/python -m tests.rounding $(ARGS)

lint: setup-test
	$(BIN)/ruff check .
	$(BIN)/mypy

# time and memory of whole takes, Stable Audio 3 beside another implementation on the same random weights, then the last tag and this tree
bench: setup-bench
	$(BIN)/python -m tests.bench $(ARGS)

# the large parts of every family, each precision beside plain float32: time, ratio, agreement (kept in tests/bench/RESULTS.md)
bench-parts: setup-test
	$(BIN)/python -W ignore -m tests.bench.parts $(ARGS)

# the studio's frame times and reaction times under load
bench-gui: setup-test
	$(BIN)/python -m tests.bench.gui_responsiveness $(ARGS)

# a Ray cluster of three nodes on this machine: one is killed in the middle, then its rate beside the local pool's
bench-cluster: setup-cluster
	$(BIN)/python -m tests.bench.cluster $(ARGS)

# agreement with the original implementations' recorded numbers
parity: setup-test
	$(BIN)/python -m tests.bench.parity $(ARGS)

# a page of what a fresh clone can make, beside its own float32 takes: parity-page/page.html; ARGS=--times measures, too
parity-page: setup-test
	$(BIN)/python -m tests.bench.parity_page $(ARGS)

# pictures of the window in all its states, dark and light, for people to look at
screenshots: setup-test
	$(BIN)/python -m tests.bench.screenshots $(DIR) $(ARGS)

train-mini-sfx: setup-train
	$(BIN)/python packaging/training/train_mini_sfx.py $(ARGS)

train-mini-voice: setup-train
	$(BIN)/python packaging/training/train_mini_voice.py $(ARGS)

eval-mini-voice: setup-train
	$(BIN)/python packaging/training/evaluate_mini_voice.py $(ARGS)

eval-mini-sfx: setup-train
	$(BIN)/python packaging/training/evaluate_mini_sfx.py $(ARGS)

# writes the versions installed in .venv to packaging/constraints.txt, after an upgrade that passed the tests
pins: setup-test
	$(BIN)/python packaging/pin_versions.py

# collects the window's texts into gui/i18n/translations/*.ts, says how many are translated, and compiles them
translations: setup-test
	$(BIN)/python packaging/translations.py

# API pages from the docstrings: docs/index.html
docs: setup-docs
	$(BIN)/python packaging/api_pages.py docs

wheel: setup-test
	$(BIN)/python -m pip wheel --no-deps --wheel-dir dist .

# wheel, sdist, .deb, tarball and Windows installer in dist/; ARGS='deb' builds one, ARGS='--trial' where python.org is out of reach
packages: setup-packages
	$(BIN)/python packaging/installers/build.py $(ARGS)

# tries the Linux packages in fresh minimal roots of Debian 12 and 13 and writes packaging/TESTED.md (as root)
test-packages: setup-packages
	$(BIN)/python packaging/installers/try_packages.py $(ARGS)

clean:
	rm -rf .venv build dist ditone.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

.PHONY: setup-run setup-test setup-bench setup-train setup-packages setup-cluster
setup-run setup-test setup-bench setup-train setup-packages setup-cluster:
	@$(PYTHON) packaging/set_up.py $(@:setup-%=%)
