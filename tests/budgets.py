"""How much each exhaustive suite does: part of it in `make test`, all of it in `make soak` (`SELENE_SOAK=1`).

`tests/README.md` shows this table, and `tests/test_budgets.py` compares the two.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

SOAK = bool(os.environ.get("SELENE_SOAK"))
PROCESSES = (
    1 if "PYTEST_XDIST_WORKER" in os.environ else int(os.environ.get("SELENE_TEST_PROCESSES", os.cpu_count() or 1))
)
"""How many processes one test keeps busy: where several tests run at a time, each has one."""
T = TypeVar("T")


@dataclass(frozen=True)
class Share:
    """One of the equal parts that a suite is cut into for `make soak`. As text, the name of a test's parameter."""

    number: int
    count: int

    def __str__(self) -> str:
        """Returns a name that no other part's contains."""
        return f"soakpart{self.number:02}"

    def of(self, items: Sequence[T]) -> Sequence[T]:
        """Returns its items of all."""
        return items[self.number :: self.count]


@dataclass(frozen=True)
class Budget:
    """An amount of work: `part` in `make test`, `whole` in `make soak`."""

    part: int
    whole: int
    unit: str
    suite: str
    """The file that has it, below the checkout."""
    parts: int = 1
    """How many parts `make soak` cuts it into, each run by a process of its own."""

    @property
    def now(self) -> int:
        """What this run does."""
        return self.whole if SOAK else self.part

    @property
    def shares(self) -> tuple[Share, ...]:
        """The parts of this run, for `parametrize`."""
        count = self.parts if SOAK else 1
        return tuple(Share(number, count) for number in range(count))


BUDGETS: dict[str, Budget] = {}


def _budget(name: str, part: int, whole: int, unit: str, suite: str, parts: int = 1) -> Budget:
    BUDGETS[name] = Budget(part, whole, unit, suite, parts)
    return BUDGETS[name]


HOUSEHOLDS = _budget("HOUSEHOLDS", 3, 5_000, "households of the model", "tests/engine_b/sync/model/test_model.py", 20)
LIVE_SECONDS = _budget("LIVE_SECONDS", 4, 120, "seconds of live faults", "tests/engine_b/sync/test_live_processes.py")
RESTORED_ATOMS = _budget(
    "RESTORED_ATOMS", 100, 20_000, "memories of a restore", "tests/engine_b/account/test_restore_memory.py"
)
OPENING_STRIDE = _budget(
    "OPENING_STRIDE",
    9,
    1,
    "steps of a first opening from one crash to the next",
    "tests/engine_b/storage/test_open_vault.py",
)
COMMIT_KILLS = _budget("COMMIT_KILLS", 14, 100, "kills while committing", "tests/engine_b/storage/test_commit_crash.py")
POWER_LOSSES = _budget("POWER_LOSSES", 320, 20_000, "power losses", "tests/crash/test_power_loss.py", 11)
WRITE_STRIDE = _budget(
    "WRITE_STRIDE", 1597, 1, "writes from one that fails to the next", "tests/crash/test_faults_at_every_write.py", 10
)
DAEMON_KILLS = _budget("DAEMON_KILLS", 4, 100, "kills of the daemon", "acceptance/tests/test_daemon.py")
TALK_SECONDS = _budget("TALK_SECONDS", 36, 600, "seconds of talk without a pause", "acceptance/tests/test_daemon.py")
QUIET_SECONDS = _budget("QUIET_SECONDS", 6, 120, "seconds of noise, and of silence", "acceptance/tests/test_daemon.py")
ADVERSARIAL_VAULTS = _budget(
    "ADVERSARIAL_VAULTS", 1, 4, "vaults with 500 adversarial turns each", "tests/properties/test_canary.py"
)
WORLDS = _budget("WORLDS", 1, 12, "vaults in three environments", "tests/properties/test_order.py")
CAPPED_BUNDLES = _budget("CAPPED_BUNDLES", 16, 120, "offers cut to the caps", "tests/properties/test_caps.py")
CAPPED_TALKS = _budget("CAPPED_TALKS", 5, 25, "talks within the caps", "tests/properties/test_caps.py")
TURNS_AT_ONCE = _budget(
    "TURNS_AT_ONCE", 40, 2_000, "turns of eight people at once", "tests/device/daemon/test_many_sessions.py", 8
)
SORTS_STRIDE = _budget(
    "SORTS_STRIDE",
    12,
    1,
    "pairs of sorts of which one is played",
    "tests/engine_b/sync/hostile_mirror/test_parked_ops.py",
)
BACKLOG_OPS = _budget(
    "BACKLOG_OPS", 4_000, 10_000, "ops that another device has said", "tests/engine_b/sync/test_backlog.py"
)
HEARD_STRIDE = _budget(
    "HEARD_STRIDE", 150, 1, "sentences from one to the next", "tests/device/engines/test_pocketsphinx.py"
)
POISON_STRIDE = _budget(
    "POISON_STRIDE", 12, 1, "orders in memory from one to the next", "tests/properties/test_poison.py"
)
GUEST_TURNS = _budget("GUEST_TURNS", 30, 150, "turns of a guest", "tests/properties/test_guest.py")
HIDDEN_WORDS = _budget("HIDDEN_WORDS", 30, 150, "ways to ask", "tests/device/skills/recall/test_privacy.py")
WAYS_TO_SAY = _budget("WAYS_TO_SAY", 1, 12, "sentences of a template", "tests/device/nlu/test_intent_registry.py")
SAID_STRIDE = _budget(
    "SAID_STRIDE", 24, 1, "templates from one to the next", "tests/device/nlu/test_intent_registry.py"
)
TEMPLATE_TEXTS = _budget("TEMPLATE_TEXTS", 1, 6, "texts of a template", "tests/device/nlu/test_template_index.py")
TEMPLATE_STRIDE = _budget(
    "TEMPLATE_STRIDE", 24, 1, "templates from one to the next", "tests/device/nlu/test_template_index.py"
)
BASES_STRIDE = _budget("BASES_STRIDE", 9, 1, "moments from one to the next", "tests/memory/text/test_date_oracle.py")
FIRST_VOICES = _budget("FIRST_VOICES", 1, 2, "voices at the first run", "acceptance/tests/test_first_run.py")
RANDOM_TURNS = _budget("RANDOM_TURNS", 60, 150, "turns at random", "tests/device/assistant/test_random_turns.py")
SPELLINGS = _budget("SPELLINGS", 50, 150, "lists of names", "tests/device/engines/test_pronouncer.py")
BAD_TEXTS = _budget("BAD_TEXTS", 4, 60, "texts", "tests/device/assistant/test_bad_input.py")
QUESTIONS = _budget("QUESTIONS", 20, 60, "questions", "tests/memory/retrieval/test_query.py")
RANKINGS = _budget("RANKINGS", 10, 25, "rankings", "tests/memory/retrieval/test_rank.py")
TUF_CHAINS = _budget("TUF_CHAINS", 20, 250, "chains of roots", "tests/packages/verification/test_oracle.py")
MERGES = _budget("MERGES", 25, 300, "sets of packages", "tests/packages/documents/test_merge.py")
DOCUMENTS = _budget("DOCUMENTS", 40, 400, "damaged documents, seven times", "tests/packages/verification/test_fuzz.py")
YEAR_SESSIONS = _budget(
    "YEAR_SESSIONS", 8, 400, "sessions of a year", "tests/device/skills/continuity/test_simulated_year.py"
)
VIRTUAL_ALARMS = _budget(
    "VIRTUAL_ALARMS", 1_300, 52_000, "alarms of virtual years", "tests/device/skills/schedules/test_virtual_year.py"
)
GLUED_CLAUSES = _budget(
    "GLUED_CLAUSES", 250, 2_500, "pairs of clauses for each glue", "tests/memory/reading/test_glued_clauses.py"
)
MINIMAL_PAIRS = _budget(
    "MINIMAL_PAIRS", 100, 2_000, "pairs for each difference", "tests/memory/reading/test_minimal_pairs.py"
)
REPHRASED = _budget("REPHRASED", 125, 4_000, "texts said in another way", "tests/memory/reading/test_rephrased.py")
STORIES = _budget("STORIES", 12, 250, "stories of each sort", "tests/memory/reading/test_stories.py")
TOLD_STORIES = _budget("TOLD_STORIES", 3, 40, "stories told to the assistant", "tests/memory/reading/test_stories.py")
GERMAN_NAMES_STRIDE = _budget(
    "GERMAN_NAMES_STRIDE",
    17,
    1,
    "German names in sentences from one to the next",
    "tests/device/skills/memory/test_german_names.py",
)
GERMAN_KINDS_STRIDE = _budget(
    "GERMAN_KINDS_STRIDE",
    8,
    1,
    "German facts, each asked for every kind, from one to the next",
    "tests/device/skills/recall/test_many_german_facts.py",
)
TALKS_STRIDE = _budget(
    "TALKS_STRIDE", 96, 1, "talks of each set from one to the next", "tests/device/assistant/test_talk_sets.py"
)
FORGETTING_STRIDE = _budget(
    "FORGETTING_STRIDE",
    40,
    1,
    "episodes of each set from one to the next",
    "tests/device/skills/memory/forgetting/test_sets.py",
)
TOLD_STRIDE = _budget(
    "TOLD_STRIDE", 16, 1, "talks of the table from one to the next", "tests/device/skills/memory/test_told_talks.py"
)
ASKED_STRIDE = _budget(
    "ASKED_STRIDE", 8, 1, "talks of the tables from one to the next", "tests/device/skills/recall/test_asked_talks.py"
)
CHANGED_STRIDE = _budget(
    "CHANGED_STRIDE", 16, 1, "talks of the tables from one to the next", "tests/device/skills/memory/test_changes.py"
)
GERMAN_STRIDE = _budget(
    "GERMAN_STRIDE", 48, 1, "talks of each family from one to the next", "tests/device/assistant/test_german_talks.py"
)
HASTY_STRIDE = _budget(
    "HASTY_STRIDE", 10, 1, "hasty wordings from one to the next", "tests/device/skills/memory/test_hasty_wordings.py"
)
OTHERS_STRIDE = _budget(
    "OTHERS_STRIDE", 9, 1, "rooms with other people from one to the next", "tests/device/session/test_other_people.py"
)
FORENSIC_WORDINGS = _budget(
    "FORENSIC_WORDINGS", 1, 10, "wordings of a request for each of 20 kinds", "tests/properties/test_forensics.py"
)
ROOM_STRIDE = _budget(
    "ROOM_STRIDE", 3, 1, "scenarios of a room from one to the next", "tests/device/audio/test_room_cases.py"
)
READING_SECONDS = _budget(
    "READING_SECONDS", 10, 36_000, "seconds in which she reads aloud", "tests/device/audio/test_room_cases.py"
)
DIALOGUE_SECONDS = _budget(
    "DIALOGUE_SECONDS", 20, 36_000, "seconds of talk that is not for her", "tests/device/audio/test_room_cases.py"
)
TABLE_STRIDE = _budget("TABLE_STRIDE", 17, 1, "rows of a long table from one to the next", "tests/test_long_tables.py")
