# The targets: venv, check, test, soak, demo, accept, bench, fmt, protos.
PYTHON ?= python3
# Of the tests: one more than cores, since a test now and then waits.
PROCESSES ?= 3
# Where the tests write: memory where it has 6 GB free, since thousands of writes wait for the disk.
SCRATCH := $(shell test -w /dev/shm && df -Pk /dev/shm | awk 'NR == 2 && $$4 > 6000000 { print "TMPDIR=/dev/shm" }')
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
# The tests start hundreds of processes; each would compile all of Selene anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: venv check test compiled tests soak demo accept bench fmt docs protos clean

venv: $(STAMP)

# Where a package has no wheel, pip would try to compile it, and fail with the words of a compiler.
HAS_WHEELS := import platform, sys; \
	v, machine = sys.version_info[:2], platform.machine(); \
	have = [(3, 11), (3, 13)] if machine == "aarch64" else [(3, 11), (3, 12), (3, 13)]; \
	v in have or sys.exit("Selene has no packages for Python %d.%d on %s. Name one of these: make PYTHON=python%s" \
	% (v[0], v[1], machine, " or python".join("%d.%d" % one for one in have)))

# uv is quicker; pip where uv fails, such as behind an index that only pip's own settings name.
EVERYTHING := --editable '.[dev]'

$(STAMP): pyproject.toml
	@$(PYTHON) -c '$(HAS_WHEELS)'
	$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile 'uv>=0.9,<1' \
	&& $(BIN)/uv pip install --quiet --python $(BIN)/python $(EVERYTHING) \
	|| $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $(EVERYTHING)
	@touch $(STAMP)

check: venv
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python fixtures/regenerate.py --check
	$(BIN)/python fixtures/regenerate_packages.py --check
	$(BIN)/python fixtures/render_rooms.py --check
	$(BIN)/python docs/draw_turn.py --check
	$(BIN)/python docs/draw_house.py --check
	$(BIN)/python protos/generate.py --check

# The checks beside the tests, so that all cores are busy from the beginning, and behind them where both want one; what
# they say comes at the end. The tests are compiled once and not in every process of them; then three processes, each
# with its own share of the files, the longest first (conftest.py).
test: venv
	@mkdir -p out
	@nice -n 3 $(MAKE) check >out/check.log 2>&1 & checks=$$!; \
	$(MAKE) compiled && $(MAKE) tests; tested=$$?; \
	wait $$checks; checked=$$?; cat out/check.log; \
	test $$tested -eq 0 && test $$checked -eq 0

compiled: venv
	$(BIN)/python -m pytest --collect-only -qq >/dev/null

tests: venv
	$(SCRATCH) $(BIN)/python -m pytest --numprocesses=$(PROCESSES) --dist=loadscope --no-loadscope-reorder

# Whatever has a budget (tests/budgets.py), whole: every write fails, 20,000 power losses, 5,000 households. Hours on two
# cores, in parts: ONLY=name runs those of that name, MINUTES=60 begins none later, RESUME=1 leaves out what passed.
soak: venv
	$(SCRATCH) $(BIN)/python -m tests.soak $(if $(ONLY),--only $(ONLY)) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(RESUME),--resume)

demo: venv
	$(BIN)/selene demo

accept: venv
	$(BIN)/selene accept

bench: venv
	$(BIN)/python bench/turn.py
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/daemon.py
	$(BIN)/python bench/idle.py
	$(BIN)/python bench/barge_in.py
	$(BIN)/python bench/room.py
	$(BIN)/python bench/other_people.py
	$(BIN)/python bench/recognition.py
	$(BIN)/python bench/hints.py
	$(BIN)/selene vocab eval --set fixtures/vocab
	$(BIN)/python bench/memory.py
	$(BIN)/python bench/mind.py
	$(BIN)/python bench/continuity.py
	$(BIN)/python bench/reading.py
	$(BIN)/python bench/packages.py
	$(BIN)/python bench/vocab.py
	$(BIN)/python bench/mirror.py

protos: venv
	$(BIN)/python protos/generate.py

docs: venv
	$(BIN)/python docs/draw_turn.py
	$(BIN)/python docs/draw_house.py

fmt: venv
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) build dist out *.egg-info .mypy_cache .ruff_cache
