"""Pure: the records of the memory (2.11, design.md section 3), checked when they are built.

Times are whole milliseconds since the Unix epoch, UTC. Confidence is in basis points, 0 to 10 000. Nothing here reads a
clock, a file or a database.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Kind(StrEnum):
    """What sort of fact an atom is; freshness windows and push rules are per kind."""

    NAME = "name"
    LANGUAGE = "language"
    CONTACT_PREFERENCE = "contact_preference"
    INSTRUCTION = "instruction"
    PROJECT = "project"
    PREFERENCE = "preference"
    RELATIONSHIP = "relationship"
    PLACE = "place"
    DATE = "date"
    RITUAL = "ritual"
    VOCABULARY = "vocabulary"
    DECISION = "decision"
    STATEMENT = "statement"


class Provenance(IntEnum):
    """The origin of a fact; a higher number ranks first (2.11.9)."""

    INFERRED = 0
    TOOL_DERIVED = 1
    USER_STATED = 2
    VERIFIED = 3


class Status(StrEnum):
    """The state of an atom. Only ACTIVE and USER_APPROVED atoms may be CONFIRMED in a bundle."""

    ACTIVE = "active"
    USER_APPROVED = "user_approved"
    UNCERTAIN = "uncertain"
    CONTRADICTED = "contradicted"
    OUTDATED = "outdated"
    REPLACED = "replaced"


class Exposure(StrEnum):
    """Where an atom may be shown (2.11.11). INTERNAL_ONLY never enters a bundle, a reply or speech."""

    SAFE_TO_SPEAK = "SAFE_TO_SPEAK"
    SAFE_TO_TEXT = "SAFE_TO_TEXT"
    INTERNAL_ONLY = "INTERNAL_ONLY"


class Recall(StrEnum):
    """When an atom may surface: always considered, when relevant, or only when asked for."""

    PUSH = "push"
    PULL = "pull"
    ONLY_IF_ASKED = "only_if_asked"


class Tag(StrEnum):
    """How an item in a bundle may be used (2.11.10). Only CONFIRMED is strong context."""

    CONFIRMED = "CONFIRMED"
    TENTATIVE = "TENTATIVE"
    STALE = "STALE"
    CONFLICT = "CONFLICT"


class Channel(StrEnum):
    """How the person and Selene are talking in this turn."""

    VOICE = "voice"
    TEXT = "text"


class Speaker(StrEnum):
    """Who said an archived line."""

    USER = "user"
    SELENE = "selene"


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clocks of a device show beside the wall time, for timers and alarms."""

    zone: str = ""
    """The IANA name of the device's zone; empty when it is not known."""
    boot_id: str = ""
    """The run of the device in which `uptime_ms` counts; empty without a monotonic clock."""
    uptime_ms: int = 0
    """The monotonic clock since the device was started; it also runs while the device sleeps."""
    since_start_ms: int | None = 0
    """How long this process has been running; None where nobody knows."""
    synchronised: bool = True
    """Whether the wall clock was set by a time server. A device without a clock battery starts with a wrong one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant with the person's time zone: `at_ms` UTC, and the offset of their wall clock in minutes."""

    at_ms: int
    utc_offset_min: int = 0
    clock: ClockReading | None = field(default=None, compare=False, repr=False)
    """The other clocks of the device at that instant; None when it is only a time that was told."""


@dataclass(frozen=True, slots=True)
class Source:
    """The words an atom came from: characters `start` to `end` of the archived turn `turn_id`."""

    turn_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Atom:
    """One durable fact of one user, quoted verbatim in `text` (design.md section 3)."""

    atom_id: str
    user_id: str
    kind: Kind
    key: str
    """What the fact is about, normalised: `name`, `preference:favorite color`, `date:dentist appointment`."""
    value: str
    """The words that may differ between two facts with one key, as said: `green`."""
    text: str
    """The words as they were said; only these are ever quoted."""
    sources: tuple[Source, ...]
    learned_at_ms: int
    provenance: Provenance = Provenance.USER_STATED
    confidence_bp: int = 9_000
    status: Status = Status.ACTIVE
    exposure: Exposure = Exposure.SAFE_TO_SPEAK
    recall: Recall = Recall.PULL
    pinned: bool = False
    valid_from_ms: int | None = None
    valid_until_ms: int | None = None
    last_confirmed_at_ms: int | None = None
    last_used_at_ms: int | None = None
    use_count: int = 0
    supersedes: str | None = None
    superseded_by: str | None = None
    version: int = 1
    reason_code: str = "USER_STATED"

    def __post_init__(self) -> None:
        """Refuses an atom without a source, or with a field outside its range."""
        if not self.sources:
            raise ValueError("an atom has at least one source")
        if not 0 <= self.confidence_bp <= 10_000:
            raise ValueError("confidence_bp lies between 0 and 10 000")
        if self.version < 1 or self.use_count < 0:
            raise ValueError("version starts at 1 and use_count at 0")


@dataclass(frozen=True, slots=True)
class ArchivedLine:
    """One line of the archive: the words, the speaker and the time. History, never used as truth (2.11.1)."""

    line_id: str
    """`<turn_id>` for the person's words, `<turn_id>/reply` for Selene's."""
    turn_id: str
    session_id: str
    user_id: str
    speaker: Speaker
    who: str
    """The name of the voice when it is known (a guest, a second speaker); empty for the owner."""
    text: str
    at: Moment
    tokens: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that a person said, before it is understood."""

    turn_id: str
    session_id: str
    user_id: str
    text: str
    at: Moment
    channel: Channel = Channel.TEXT
    who: str = ""
    identified: bool = True
    """False for a guest or an unknown voice: the bundle is empty and nothing is remembered (design.md 6)."""
    overheard: bool = False
    """True for what may have been said by somebody else, or to nobody here: then it is not identified either."""
    opened_by: str = ""
    """The code of what opened the ear, for a turn by voice: a wake word, speech over a reply, or nothing but the turn
    before."""
