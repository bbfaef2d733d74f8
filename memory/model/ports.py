"""Pure: the ports of the memory's store. `engine_b.vault.vault.Vault` implements them; tests use the same vault.

Every reading method takes the `Gate` and applies it inside its SQL, so that a hidden record is in no list at any stage
(design.md section 6, "gates before scores").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from memory.model.atoms import ArchivedLine, Atom, Channel
from memory.model.changes import CorrectionPair, Flag, Question, Rule
from memory.model.encoder import VectorReader
from memory.model.graph_reader import GraphReader
from memory.model.record_reader import RecordReader


@dataclass(frozen=True, slots=True)
class Gate:
    """Whose memory may be read and for what purpose. Built from the turn and passed to every query."""

    user_id: str
    identified: bool
    """False for an unknown speaker: every query returns nothing."""
    channel: Channel = Channel.TEXT
    asked: bool = True
    """False for anything unasked: `only_if_asked` atoms are left out."""
    text_allowed_aloud: bool = False
    """True when the person asked, or prefers, that SAFE_TO_TEXT be spoken."""
    withholds: bool = False
    """True to leave out what was offered to be forgotten, while that question is not answered."""


@dataclass(frozen=True, slots=True)
class StemCounts:
    """How many documents of a user hold each stem; retrieval weighs stems by it."""

    docs: int
    """The number of lines and atoms of the user."""
    sessions: int
    counts: tuple[tuple[str, int], ...]
    """For each stem that occurs, the number of documents that hold it."""


class DocumentPlace(NamedTuple):
    """The position of a line or an atom. Neighbours in a session have neighbouring positions."""

    pos: int
    at_ms: int
    words: int
    """Distinct stems: the length."""
    traits: int
    """Bits: 1 Selene's reply, 2 a question, 4 a standing wish, 8 names a time, 16 names a number."""
    voice_no: int
    doc_no: int


class FoundLine(NamedTuple):
    """A ranked line with the fields that its place in the list needs."""

    doc_no: int
    line_id: str
    turn_id: str


class FoundAtom(NamedTuple):
    """A ranked atom with the signals of 2.11.9 and one of the turns it came from."""

    doc_no: int
    atom_id: str
    turn_id: str
    pinned: int
    provenance: int
    confidence_bp: int
    last_used_at_ms: int | None
    use_count: int


class Search(VectorReader, Protocol):
    """The full text index, gated, for `memory.retrieval.retrieve`. No method ever names what the gate hides."""

    def census(self, gate: Gate, stems: tuple[str, ...]) -> StemCounts:
        """Counts stems over the user's memory. Zero for an unidentified speaker."""
        ...

    def stems_like(self, gate: Gate, beginning: str, limit: int) -> tuple[str, ...]:
        """Returns known stems with this beginning, in order, at most `limit`."""
        ...

    def hits(self, gate: Gate, stems: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
        """Returns the visible postings of stems: the index of the stem, and `pos << 9 | question << 8 | min(words,
        255)`.
        """
        ...

    def newest_documents(self, gate: Gate, stems: tuple[str, ...], limit: int) -> frozenset[int]:
        """Returns the positions of visible documents that hold any of the stems: of each stem the newest `limit`."""
        ...

    def newest_hits(self, gate: Gate, stem: str, limit: int) -> tuple[tuple[int, int], ...]:
        """Returns the newest `limit` postings of one stem, like `hits`."""
        ...

    def holding(self, gate: Gate, stems: tuple[str, ...], places: tuple[DocumentPlace, ...]) -> frozenset[int]:
        """Returns those of the positions whose visible documents hold any of the stems."""
        ...

    def places(self, gate: Gate, positions: tuple[int, ...]) -> tuple[DocumentPlace, ...]:
        """Returns the visible documents at these positions."""
        ...

    def positions(self, gate: Gate, turn_id: str) -> tuple[int, ...]:
        """Returns the positions of the visible lines of a turn."""
        ...

    def voices(self, gate: Gate) -> tuple[tuple[int, str], ...]:
        """Returns numbers and names of the voices in the user's archive; the owner's name is empty."""
        ...

    def found_lines(self, gate: Gate, doc_nos: tuple[int, ...]) -> tuple[FoundLine, ...]:
        """Returns the visible ones of these lines."""
        ...

    def found_atoms(self, gate: Gate, doc_nos: tuple[int, ...], turn_ids: tuple[str, ...]) -> tuple[FoundAtom, ...]:
        """Returns the visible ones of these atoms and the atoms of these turns; an atom may come more than once."""
        ...

    def line_stems(self, gate: Gate, doc_no: int) -> frozenset[str]:
        """Returns the stems of a visible line; nothing for a hidden one."""
        ...


class MemoryReader(Search, RecordReader, GraphReader, Protocol):
    """Gated read access to one device's memory. Every query states its order."""

    def atoms_with_key(self, gate: Gate, key: str) -> tuple[Atom, ...]:
        """Returns the user's living atoms (not REPLACED) with exactly this key, in the order of 2.11.10."""
        ...

    def atoms_with_keys(self, gate: Gate, keys: tuple[str, ...]) -> Mapping[str, tuple[Atom, ...]]:
        """Returns the same for each of several keys."""
        ...

    def atoms(self, gate: Gate, limit: int) -> tuple[Atom, ...]:
        """Returns living atoms in the order of 2.11.9, at most `limit`."""
        ...

    def atoms_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Returns the visible ones of these atoms, in the order of `ids`."""
        ...

    def atoms_beginning(self, gate: Gate, prefix: str) -> tuple[Atom, ...]:
        """Returns the first few visible atoms whose id begins with `prefix`, by id."""
        ...

    def atom_for_control(self, user_id: str, atom_id: str) -> Atom | None:
        """Returns any atom of the user, even INTERNAL_ONLY: to correct or forget it, never to show it."""
        ...

    def lines_by_id(self, gate: Gate, ids: tuple[str, ...]) -> tuple[ArchivedLine, ...]:
        """Returns the visible ones of these archive lines, in the order of `ids`."""
        ...

    def rules(self, user_id: str) -> tuple[Rule, ...]:
        """Returns the standing rules of the user, oldest first."""
        ...

    def flag(self, user_id: str, key: str) -> Flag | None:
        """Returns a do-not-repeat flag by primary key (Q14: O(1))."""
        ...

    def questions(self, user_id: str, session_id: str) -> tuple[Question, ...]:
        """Returns the open and unresolved questions of this session, newest first."""
        ...


@dataclass(frozen=True, slots=True)
class ForgetSummary:
    """How much a person had forgotten and when last; never which words (2.11.5)."""

    count: int = 0
    """The number of memories."""
    last_ms: int = 0
    lines: int = 0
    """The number of archived lines, of either side, deleted whole or in part."""
    corrections: int = 0


@dataclass(frozen=True, slots=True)
class KnownDevice:
    """A device of the account."""

    device_id: str
    name: str = ""
    active: bool = True
    """False once it was revoked."""
    own: bool = False
    """Whether it is the device that asks."""
    heard_until: int = 0
    """Of another device: the place of the last thing that it wrote and that arrived here."""


@dataclass(frozen=True, slots=True)
class KnownPeriod:
    """A fact, and until when it was known to be so."""

    atom: Atom
    ended_ms: int | None = None
    """None while it is so."""


class ControlQueries(Protocol):
    """The queries of the memory controls: atoms to change, and records about the talk. Writes nothing.

    Methods without a gate serve decisions only; what they return is never shown.
    """

    def knows_turn(self, turn_id: str) -> bool:
        """Says whether this turn was committed before; its replay changes nothing."""
        ...

    def count_atoms(self, gate: Gate) -> int:
        """Counts the visible living atoms."""
        ...

    def atoms_filed_under(self, gate: Gate, prefix: str, limit: int) -> tuple[Atom, ...]:
        """Returns visible atoms whose key begins with `prefix`, in the order of 2.11.9."""
        ...

    def offered_to_forget(self, user_id: str) -> tuple[Atom, ...]:
        """Returns the atoms of which it was asked whether to forget this one, and that was not answered."""
        ...

    def left_open(self, atom: Atom, session_id: str) -> bool:
        """Says whether a conflict about the atom of an earlier session was asked about, and neither answered nor
        confirmed.
        """
        ...

    def atoms_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[Atom, ...]:
        """Returns visible living atoms whose own time touches this span, the earliest first."""
        ...

    def changed_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[KnownPeriod, ...]:
        """Returns facts that were learned in this span or ended in it, the latest first."""
        ...

    def known_at(self, gate: Gate, at_ms: int, stems: tuple[str, ...], limit: int) -> tuple[KnownPeriod, ...]:
        """Returns facts with every one of these stems that were known before this moment and not over then; the latest
        learned first.
        """
        ...

    def corrected_between(
        self, gate: Gate, from_ms: int, until_ms: int, limit: int
    ) -> tuple[tuple[CorrectionPair, int], ...]:
        """Returns corrections of visible facts that were made in this span, each with its moment; the latest first."""
        ...

    def once_known(self, gate: Gate, limit: int) -> tuple[KnownPeriod, ...]:
        """Returns facts that are over, the latest ended first."""
        ...

    def lines_between(self, gate: Gate, from_ms: int, until_ms: int, limit: int) -> tuple[ArchivedLine, ...]:
        """Returns the latest `limit` visible lines that the person said in this span, in order."""
        ...

    def visible_holding(self, gate: Gate, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """Returns visible atoms that hold every one of these stems, in the order of 2.11.9."""
        ...

    def stored_stems(self, refs: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
        """Returns the stored stems of these atoms and lines, by id."""
        ...

    def hidden_stems(self, gate: Gate, stems: tuple[str, ...]) -> frozenset[str]:
        """Returns those of the stems that occur in an atom that exposure or recall hides from this gate."""
        ...

    def devices(self) -> tuple[KnownDevice, ...]:
        """Returns the devices of the account, by id; only this one without an account."""
        ...

    def current_state(self) -> Mapping[str, str]:
        """Returns Current State by key; it always overrides memory (2.11.10)."""
        ...

    def atoms_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[Atom, ...]:
        """Returns living atoms of the user, hidden ones too, that hold every one of these stems; oldest first."""
        ...

    def any_with_key(self, user_id: str, key: str) -> tuple[Atom, ...]:
        """Returns living atoms of the user with exactly this key, hidden ones too, in the order of 2.11.10."""
        ...

    def all_atom_ids(self, user_id: str) -> tuple[str, ...]:
        """Returns every atom id of the user, hidden and replaced ones too, for forgetting everything."""
        ...

    def all_turn_ids(self, user_id: str) -> tuple[str, ...]:
        """Returns every archived turn of the user."""
        ...

    def turns_between(self, user_id: str, from_ms: int, until_ms: int) -> tuple[str, ...]:
        """Returns the user's archived turns of this time range."""
        ...

    def turns_of(self, user_id: str, session_id: str) -> tuple[str, ...]:
        """Returns the user's archived turns of a session."""
        ...

    def heard_after(self, user_id: str, place: int, limit: int, device_id: str = "") -> tuple[tuple[int, str], ...]:
        """Returns the latest `limit` turns that this device, or another one, heard from the user or imported and
        archived after a place, in order, each with its own place. What other devices heard is not among them.
        """
        ...

    def last_heard_ms(self, user_id: str, session_id: str) -> int | None:
        """Returns when the user last said something in a session; None when nothing of it is archived."""
        ...

    def told_only_in(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[Atom, ...]:
        """Returns every living atom of the user, hidden ones too, whose archived sources are all among these turns;
        oldest first.
        """
        ...

    def forgotten_digest(self, user_id: str, words: str) -> str:
        """Returns the keyed digest of words of this user, the same on every device of the account."""
        ...

    def turns_holding(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """Returns turns without an atom in which the user said every one of these stems."""
        ...

    def feeding_turns(self, user_id: str, stems: tuple[str, ...], limit: int) -> tuple[str, ...]:
        """Returns turns with an atom in which the user said every one of these stems."""
        ...

    def recent_turns(self, user_id: str, session_id: str, limit: int) -> tuple[str, ...]:
        """Returns the turns of the session, the latest first."""
        ...

    def said_up_to(self, user_id: str, turn_id: str, limit: int) -> tuple[tuple[str, bool], ...]:
        """Returns the words of this turn and of those before it in its session, the latest first, each with whether a
        do-not-mention topic hides it.
        """
        ...

    def mentioned_in(self, user_id: str, turn_id: str) -> tuple[Atom, ...]:
        """Returns the living atoms that a turn told, used, changed or asked about; the latest learned first."""
        ...

    def mentioned_in_each(self, user_id: str, turn_ids: tuple[str, ...]) -> tuple[tuple[Atom, ...], ...]:
        """Returns the same for each of several turns, in their order, read at once."""
        ...

    def quoted_in(self, user_id: str, turn_id: str) -> tuple[str, ...]:
        """Returns the archived turn of the user that the reply of a turn quoted, if any."""
        ...

    def latest_learned(self, user_id: str) -> tuple[Atom, ...]:
        """Returns the living atom that was learned last, if any."""
        ...

    def doubted_spans(self, turn_ids: tuple[str, ...]) -> Mapping[str, tuple[tuple[str, int, int], ...]]:
        """Returns for the turns that told a fact which is replaced, outdated, uncertain or corrected by now its id, and
        where they tell it.
        """
        ...

    def last_reason(self, user_id: str, session_id: str) -> tuple[str, str]:
        """Returns turn and reason code of the latest reply in the session; empty when there was none."""
        ...

    def intents(self, turn_ids: tuple[str, ...]) -> Mapping[str, str]:
        """Returns the intent of each turn; a turn that was only archived is left out."""
        ...

    def used_in(self, gate: Gate, turn_id: str) -> tuple[Atom, ...]:
        """Returns the visible atoms that the reply of a turn used."""
        ...

    def flags(self, user_id: str) -> tuple[Flag, ...]:
        """Returns all do-not-repeat flags of the user, the latest touched first."""
        ...

    def corrections(self, user_id: str, limit: int) -> tuple[CorrectionPair, ...]:
        """Returns the latest correction pairs of the user, oldest first."""
        ...

    def forgotten(self, user_id: str) -> ForgetSummary:
        """Sums up what the ledger says of forgetting."""
        ...

    def measurements(self, user_id: str) -> tuple[Mapping[str, int], ...]:
        """Returns the counts of every measured turn of the user, oldest first."""
        ...
