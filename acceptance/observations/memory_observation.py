"""Pure: the observation of a memory case: the output of the command line, and the files on disk."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

Counts = dict[str, int]


class BundledAtom(msgspec.Struct, frozen=True):
    """An atom of a turn's bundle as reported."""

    atom_id: str
    tag: str
    text: str


class ReportedBundle(msgspec.Struct, frozen=True):
    """The Context Bundle of a turn as reported."""

    bytes: int
    atoms: tuple[BundledAtom, ...]
    excerpts: tuple[str, ...]


class ReportedTurn(msgspec.Struct, frozen=True):
    """One object of `selene say --json`."""

    turn_id: str
    reply: str
    intent: str
    reason_codes: tuple[str, ...]
    question: bool
    bundle: ReportedBundle
    atoms_created: tuple[str, ...]
    atoms_updated: tuple[str, ...]
    atoms_forgotten: tuple[str, ...]
    error: str | None
    due: tuple[str, ...] = ()


class ObservedAtom(msgspec.Struct, frozen=True):
    """An atom from `selene memory list --json` or from the vault."""

    atom_id: str
    kind: str
    key: str
    value: str
    text: str
    provenance: str
    confidence_bp: int
    status: str
    exposure: str
    recall: str
    pinned: bool
    use_count: int
    version: int
    reason_code: str


class StoredPair(msgspec.Struct, frozen=True):
    """A correction pair of the vault."""

    user_id: str
    atom_id: str
    heard: str
    meant: str
    reason_code: str
    delta_bp: int


class LedgerLine(msgspec.Struct, frozen=True):
    """A ledger event; `hash` chains it to the one before."""

    event: str
    reason_code: str
    facts: str
    hash: str


@dataclass(frozen=True, slots=True)
class VaultSnapshot:
    """The vault, read with its own key after the last turn."""

    memories: dict[str, tuple[ObservedAtom, ...]] = field(default_factory=dict)
    """By user id."""
    ledger: tuple[LedgerLine, ...] = ()
    pairs: tuple[StoredPair, ...] = ()
    flags: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Keys by user id."""
    current_state: dict[str, str] = field(default_factory=dict)
    metrics: dict[str, Counts] = field(default_factory=dict)
    """By turn id."""
    metrics_text: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """All text of every table but the ledger and the metrics."""
    indexed: tuple[str, ...] = ()
    """Forgotten words that the retrieval index still has."""


@dataclass(frozen=True, slots=True)
class ObservedTurn:
    """The result of one turn. `said` is None when the command refused; then `refusal` is its code."""

    turn: int
    guest: bool
    said: ReportedTurn | None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class MemoryObservation:
    """Everything observed of a case."""

    heard: tuple[ObservedTurn, ...] = ()
    listed: dict[str, tuple[ObservedAtom, ...]] = field(default_factory=dict)
    """The output of `selene memory list`, by user name."""
    totals: dict[str, int] = field(default_factory=dict)
    """The output of `selene metrics`."""
    disk: VaultSnapshot = field(default_factory=VaultSnapshot)
    ledgers: tuple[tuple[str, ...], ...] = ()
    """The hashes of the ledger after each run of the command."""
    exposed: tuple[str, ...] = ()
    """Words of the case that are readable in a file of the state folder or in the command's messages."""
    trouble: tuple[str, ...] = ()
    """Failures of running the command itself."""


def turn_facts(heard: ObservedTurn) -> dict[str, object]:
    """Returns a turn's codes and stored words, without the phrasing."""
    said = heard.said
    if said is None:
        return {"turn": heard.turn, "refused": heard.refusal}
    due: dict[str, object] = {"due": list(said.due)} if said.due else {}
    return due | {
        "turn": heard.turn,
        "intent": said.intent,
        "reasons": list(said.reason_codes),
        "question": said.question,
        "atoms": [[atom.tag, atom.text] for atom in said.bundle.atoms],
        "excerpts": list(said.bundle.excerpts),
        "counts": [len(said.atoms_created), len(said.atoms_updated), len(said.atoms_forgotten)],
        "error": said.error,
    }


def reproducible_parts(played: MemoryObservation) -> dict[str, object]:
    """Returns what must be equal when a case is run again elsewhere. Keys and salts of a vault differ."""
    disk = played.disk
    return {
        "said": [msgspec.to_builtins(heard.said) if heard.said else heard.refusal for heard in played.heard],
        "listed": {user: msgspec.to_builtins(found) for user, found in played.listed.items()},
        "stored": {user: sorted(map(_plain, found)) for user, found in disk.memories.items()},
        "ledger": sorted([line.event, line.reason_code] for line in disk.ledger if line.event != "TURN_MEASURED"),
        "metrics": {turn: counts for turn, counts in disk.metrics.items() if "measured-" not in turn},
        "totals": played.totals,
    }


def _plain(memory: ObservedAtom) -> str:
    return msgspec.json.encode(memory).decode()
