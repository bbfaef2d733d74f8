"""Pure: what the memory asks of whoever stores it. `engine_b.vault.vault.Vault` answers; tests use the same vault.

Every reading method takes the `Gate` and applies it inside its SQL: what may not be seen is in no list at any
stage (design.md section 6, "gates before scores").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from memory.model.atoms import ArchivedLine, Atom, Channel
from memory.model.changes import CorrectionPair, Flag, Question, Rule


@dataclass(frozen=True, slots=True)
class Gate:
    """Whose memory may be read, and for what. Built from the turn; carried into every query."""

    user_id: str
    identified: bool
    """False: every query answers with nothing."""
    channel: Channel = Channel.TEXT
    asked: bool = True
    """False for anything proactive: `only_if_asked` atoms stay out."""
    text_allowed_aloud: bool = False
    """True when the person asked, or prefers, that SAFE_TO_TEXT be spoken."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One candidate from full text: a line of the archive or an atom, with its raw bm25 in thousandths."""

    ref: str
    score_milli: int


@dataclass(frozen=True, slots=True)
class StemCounts:
    """How often stems stand in what one user said: the ground for how much a word tells."""

    docs: int
    """Lines and atoms of the user."""
    sessions: int
    counts: tuple[tuple[str, int], ...]
    """Of each stem that is known at all, in how many of these documents it stands."""


class DocumentPlace(NamedTuple):
    """Where a line or an atom stands. Neighbours in a session have neighbouring positions."""

    pos: int
    at_ms: int
    words: int
    """Distinct stems: the length."""
    traits: int
    """Bits: 1 Selene's reply, 2 a question, 4 a standing wish, 8 names a time, 16 names a number."""
    voice_no: int
    doc_no: int


class FoundLine(NamedTuple):
    """A line that was ranked: what is needed to place it in the list."""

    doc_no: int
    line_id: str
    turn_id: str


class FoundAtom(NamedTuple):
    """An atom that was ranked, with the signals of 2.11.9 and one of the turns it came from."""

    doc_no: int
    atom_id: str
    turn_id: str
    pinned: int
    provenance: int
    confidence_bp: int
    last_used_at_ms: int
    use_count: int


class Search(Protocol):
    """Full text, gated: what `memory.retrieval.retrieve` asks of the store. No method ever names what the gate
    hides."""

    def census(self, gate: Gate, stems: tuple[str, ...]) -> StemCounts:
        """Counts over the user's memory. Unidentified: all zero."""
        ...

    def stems_like(self, gate: Gate, beginning: str, limit: int) -> tuple[str, ...]:
        """Known stems with this beginning, in order, at most `limit`."""
        ...

    def hits(self, gate: Gate, stems: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Visible documents with these stems: the stem's index, and `pos << 9 | question << 8 | min(words, 255)`."""
        ...

    def newest_hits(self, gate: Gate, stem: str, limit: int) -> tuple[tuple[int, int], ...]:
        """The same of one stem, the newest `limit` only."""
        ...

    def holding(self, gate: Gate, stems: tuple[str, ...], places: tuple[DocumentPlace, ...]) -> frozenset[int]:
        """The positions of those of these visible documents that hold any of the stems."""
        ...

    def places(self, gate: Gate, positions: tuple[int, ...]) -> tuple[DocumentPlace, ...]:
        """The visible documents that stand at these positions."""
        ...

    def positions(self, gate: Gate, turn_id: str) -> tuple[int, ...]:
        """Where the visible lines of a turn stand."""
        ...

    def voices(self, gate: Gate) -> tuple[tuple[int, str], ...]:
        """The numbers and names of the voices in the user's archive; the owner's name is empty."""
        ...

    def found_lines(self, gate: Gate, doc_nos: tuple[int, ...]) -> tuple[FoundLine, ...]:
        """The visible ones of these lines."""
        ...

    def found_atoms(self, gate: Gate, doc_nos: tuple[int, ...], turn_ids: tuple[str, ...]) -> tuple[FoundAtom, ...]:
        """The visible ones of these atoms, and those that came from these turns; some more than once."""
        ...

    def line_stems(self, gate: Gate, doc_no: int) -> frozenset[str]:
        """The stems of a visible line; nothing of another."""
        ...


class MemoryReader(Search, Protocol):
    """Read access to one device's memory, gated. All orders are stated by the query, never by chance."""

    def atoms_with_key(self, gate: Gate, key: str) -> tuple[Atom, ...]:
        """Living atoms (not REPLACED) of the user with exactly this key, oldest first."""
        ...

    def atoms(self, gate: Gate, limit: int) -> tuple[Atom, ...]:
        """Living atoms in the order of 2.11.9, at most `limit`."""
        ...

    def atoms_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """The gated subset of these, in the order of `ids`."""
        ...

    def atom_for_control(self, user_id: str, atom_id: str) -> Atom | None:
        """Any atom of the user, even INTERNAL_ONLY: for correcting and forgetting, never for showing."""
        ...

    def lines_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[ArchivedLine, ...]:
        """The gated subset of these archive lines, in the order of `ids`."""
        ...

    def rules(self, user_id: str) -> tuple[Rule, ...]:
        """The standing rules of the user, oldest first."""
        ...

    def flag(self, user_id: str, key: str) -> Flag | None:
        """A do-not-repeat flag, by primary key (Q14: O(1))."""
        ...

    def questions(self, user_id: str, session_id: str) -> tuple[Question, ...]:
        """Questions of this session that are open or unresolved, newest first."""
        ...


@dataclass(frozen=True, slots=True)
class ForgetSummary:
    """What a person had forgotten: how many, when last; never what (2.11.5)."""

    count: int = 0
    """Memories."""
    last_ms: int = 0
    lines: int = 0
    """Lines of the talk, of either side, that went whole or in part."""
    corrections: int = 0


class ControlQueries(Protocol):
    """What the person's own controls look up: atoms to act upon, and records about the talk. Writes nothing.

    Methods without a gate are for deciding only; what they return is never shown.
    """

    def knows_turn(self, turn_id: str) -> bool:
        """Whether this turn was committed before: then it is a replay, and changes nothing."""
        ...

    def count_atoms(self, gate: Gate) -> int:
        """How many atoms `gate` lets through that still stand."""
        ...

    def atoms_filed_under(self, gate: Gate, prefix: str, limit: int) -> tuple[Atom, ...]:
        """Visible atoms whose key begins with `prefix`, in the order of 2.11.9."""
        ...

    def left_open(self, atom: Atom, session_id: str) -> bool:
        """Whether the person said it otherwise in an earlier session, was asked, and neither answered nor confirmed."""
        ...

    def atoms_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[Atom, ...]:
        """Visible atoms that still stand and whose own time touches this span, the earliest first."""
        ...

    def lines_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[ArchivedLine, ...]:
        """Visible lines of the person's own that were said in this span, the latest `limit`, in order."""
        ...

    def visible_holding(self, gate: Gate, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """Visible atoms that hold every one of these stems, in the order of 2.11.9."""
        ...

    def stored_stems(self, refs: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
        """The word-stems that are kept with these atoms and lines, by id."""
        ...

    def hidden_stems(self, gate: Gate, stems: tuple[str, ...]) -> frozenset[str]:
        """Those of the stems that stand in an atom whose exposure or recall keeps it out for this gate."""
        ...

    def current_state(self) -> Mapping[str, str]:
        """Operational truth, by key; it wins over memory, always."""
        ...

    def atoms_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """Living atoms of the user, hidden ones too, that hold every one of these stems; oldest first."""
        ...

    def any_with_key(self, user_id: str, key: str) -> tuple[Atom, ...]:
        """Living atoms of the user with exactly this key, hidden ones too; oldest first."""
        ...

    def all_atom_ids(self, user_id: str) -> tuple[str, ...]:
        """Every atom of the user, hidden and replaced ones too, for forgetting everything."""
        ...

    def all_turn_ids(self, user_id: str) -> tuple[str, ...]:
        """Every archived turn of the user."""
        ...

    def turns_between(self, user_id: str, from_ms: int, until_ms: int) -> tuple[str, ...]:
        """The archived turns of the user that were said in this stretch of time."""
        ...

    def turns_of(self, user_id: str, session_id: str) -> tuple[str, ...]:
        """The archived turns of the user in a session."""
        ...

    def told_only_in(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Every living atom of the user, hidden ones too, that came from these turns and from no other that is
        archived; oldest first.
        """
        ...

    def turns_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """Archived turns of the user, no source of any atom, in which they said every one of these stems."""
        ...

    def feeding_turns(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """Archived turns of the user, sources of atoms, in which they said every one of these stems."""
        ...

    def recent_turns(self, user_id: str, session_id: str, limit: int) -> tuple[str, ...]:
        """The turns of the session, the latest first."""
        ...

    def said_up_to(self, user_id: str, turn_id: str, limit: int) -> tuple[tuple[str, bool], ...]:
        """What was said in this turn and before it in its session, the latest first; and whether a do-not-mention
        topic hides it.
        """
        ...

    def mentioned_in(self, user_id: str, turn_id: str) -> tuple[Atom, ...]:
        """The living atoms that a turn told, used, changed or asked about; the latest learned first."""
        ...

    def quoted_in(self, user_id: str, turn_id: str) -> tuple[str, ...]:
        """The archived turn of the user whose words the reply of a turn quoted from the archive, if it did."""
        ...

    def latest_learned(self, user_id: str) -> tuple[Atom, ...]:
        """The living atom that was learned last, if there is one."""
        ...

    def doubted_turns(self, turn_ids: tuple[str, ...]) -> frozenset[str]:
        """Those of the turns that told something which no longer stands, or never quite did."""
        ...

    def last_reason(self, user_id: str, session_id: str) -> tuple[str, str]:
        """The turn and the reason code of the latest reply in the session; empty when there was none."""
        ...

    def intents(self, turn_ids: tuple[str, ...]) -> Mapping[str, str]:
        """What those turns were understood as, by turn; a turn that was only archived is not in it."""
        ...

    def used_in(self, gate: Gate, turn_id: str) -> tuple[Atom, ...]:
        """The visible atoms whose words were in the reply of a turn."""
        ...

    def flags(self, user_id: str) -> tuple[Flag, ...]:
        """All do-not-repeat flags of the user, the latest touched first."""
        ...

    def corrections(self, user_id: str, limit: int) -> tuple[CorrectionPair, ...]:
        """The latest correction pairs of the user, oldest first."""
        ...

    def forgotten(self, user_id: str) -> ForgetSummary:
        """What the ledger says of forgetting."""
        ...

    def measurements(self, user_id: str) -> tuple[Mapping[str, int], ...]:
        """The counts of every measured turn of the user, oldest first."""
        ...
