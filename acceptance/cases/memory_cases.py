"""Pure: the form of a memory case file. acceptance/README.md explains each word."""

from __future__ import annotations

from msgspec import Struct

GATES = (
    "Q12-MEM",
    "Q12-STATE-MEM",
    "Q13-MEM",
    "Q13-VOCAB-MEM",
    "Q13-PACKAGE-MEM",
    "Q14-MEM",
    "Q15-MEM",
    "Q16-MEM",
    "Q17-MEM",
    "Q18-MEM",
    "Q18-THREAD-MEM",
    "Q18-RESUME-MEM",
    "Q18-WORK-MEM",
    "Q18-RETENTION-MEM",
    "Q18-TIME-MEM",
    "Q18-GRAPH-MEM",
    "SCHEDULES",
    "CLIENTS",
)
DEFAULT_NOW = "2026-03-02T09:00:00+01:00"


class InvalidCase(Exception):
    """A case file that cannot be used; the sentence names the place and the reason."""


class BundleExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One atom that the bundle must have."""

    text_has: str
    tag: str = ""


class AtomExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Atoms whose text holds `text_has`: their number, and the fields of all of them."""

    text_has: str
    user: str = ""
    count: int = 1
    kind: str = ""
    key: str = ""
    value: str = ""
    provenance: str = ""
    confidence_bp: int | None = None
    status: str = ""
    exposure: str = ""
    recall: str = ""
    reason_code: str = ""
    pinned: bool | None = None
    version: int | None = None
    use_count: int | None = None


class LedgerExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Ledger events with this name (and reason): their number."""

    event: str
    reason_code: str = ""
    count: int | None = None
    """None: at least one."""


class PairExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction pair."""

    heard: str
    meant: str
    user: str = ""
    count: int = 1
    reason_code: str = ""
    delta_bp: int | None = None


class TurnExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true of one turn in the output of `selene say --json`."""

    reply_has: tuple[str, ...] = ()
    reply_lacks: tuple[str, ...] = ()
    reply_count: dict[str, int] = {}
    reply_count_max: dict[str, int] = {}
    reply_bytes_max: int | None = None
    intent: str = ""
    question: bool | None = None
    reason_has: tuple[str, ...] = ()
    reason_lacks: tuple[str, ...] = ()
    bundle_atoms: int | None = None
    bundle_atoms_min: int | None = None
    bundle_atoms_max: int | None = None
    bundle_bytes_max: int | None = None
    bundle_bytes_min: int | None = None
    bundle_has: tuple[BundleExpectation, ...] = ()
    bundle_lacks: tuple[str, ...] = ()
    bundle_every: tuple[str, ...] = ()
    bundle_order: tuple[str, ...] = ()
    bundle_tags: tuple[str, ...] = ()
    bundle_tags_never: tuple[str, ...] = ()
    excerpts_max: int | None = None
    excerpts_min: int | None = None
    excerpts_has: tuple[str, ...] = ()
    excerpt_chars: tuple[int, ...] = ()
    """The lengths of the excerpts, shortest first."""
    created: int | None = None
    updated: int | None = None
    forgotten: int | None = None
    created_max: int | None = None
    updated_max: int | None = None
    nowhere: tuple[str, ...] = ()
    same_as_turn: int | None = None
    error: str = ""
    due: tuple[str, ...] | None = None
    """What is told before the reply: exactly so many, each with these words, in this order."""
    metrics: dict[str, int] = {}
    metrics_match_bundle: bool = False


class EndExpectation(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What must be true after all turns."""

    atoms: tuple[AtomExpectation, ...] = ()
    atoms_lack: tuple[str, ...] = ()
    stored: tuple[AtomExpectation, ...] = ()
    vault_lacks: tuple[str, ...] = ()
    vault_has: tuple[str, ...] = ()
    ledger: tuple[LedgerExpectation, ...] = ()
    ledger_lacks: tuple[str, ...] = ()
    pairs: tuple[PairExpectation, ...] = ()
    flags_max: int | None = None
    flags_has: tuple[str, ...] = ()
    flags_lack: tuple[str, ...] = ()
    metrics: dict[str, int] = {}
    metrics_names: tuple[str, ...] = ()
    metrics_bytes_max: int | None = None
    metrics_lack: tuple[str, ...] = ()
    current_state: dict[str, str] = {}
    told_state: dict[str, str] = {}
    """By topic, or by `user/topic`: a text of the memory that Current State points to; empty when there is none."""


class CaseTurn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One line of the person. `{n}` in `text` and `session` counts from 1 when it is said `times` times."""

    text: str = ""
    now: str = "+20s"
    session: str = "s1"
    user: str = ""
    guest: bool = False
    aloud: bool = False
    times: int = 1
    pad_to: int = 0
    restart: bool = False
    replay_of: int | None = None
    expect: TurnExpectation = TurnExpectation()


class SeedAtom(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An atom in the vault before the first turn. `{n}` counts from 1 when there are `times` of it."""

    text: str
    user: str = ""
    kind: str = "statement"
    key: str = ""
    value: str = ""
    provenance: str = "user_stated"
    confidence_bp: int = 9_000
    status: str = "active"
    exposure: str = "SAFE_TO_SPEAK"
    recall: str = "pull"
    pinned: bool = False
    learned_at: str = "2026-03-01T09:00:00+01:00"
    confirmed_at: str = ""
    used_at: str = ""
    use_count: int = 0
    id: str = ""
    times: int = 1
    pad_to: int = 0


class SeedFlag(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A do-not-repeat flag set before the first turn."""

    key: str
    user: str = ""
    touched_at: str = "2026-03-01T09:00:00+01:00"
    times: int = 1


class MemoryCase(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One case: a conversation with its expectations."""

    id: str
    why: str
    user: str = "ana"
    now: str = DEFAULT_NOW
    language: str = ""
    """The language that is spoken; without one English."""
    zone: str = ""
    """The zone of the device, such as Europe/Berlin; without one its wall clock never changes."""
    seed: tuple[SeedAtom, ...] = ()
    flags: tuple[SeedFlag, ...] = ()
    current_state: dict[str, str] = {}
    turns: tuple[CaseTurn, ...]
    after: EndExpectation = EndExpectation()
    canaries: tuple[str, ...] = ()
    repeats: int = 1
    measured_elsewhere: int = 0


class MemoryCaseFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One acceptance test: the promise and its cases."""

    promise: str
    cases: tuple[MemoryCase, ...]


class SpokenLine(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A turn with all fields: one line of a script. `turn` is its number in the file, from 1."""

    turn: int
    now: str
    session: str
    user: str
    text: str
    guest: bool
    aloud: bool
    restart: bool
