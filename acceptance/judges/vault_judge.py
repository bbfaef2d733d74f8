"""Pure: compares the vault, and the commands' view of it, with a case's expectations of the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acceptance.cases.memory_cases import (
    AtomExpectation,
    EndExpectation,
    LedgerExpectation,
    MemoryCase,
    PairExpectation,
)
from acceptance.judges.text_match import contains_text
from acceptance.observations.memory_observation import LedgerLine, MemoryObservation, ObservedAtom, VaultSnapshot
from memory.model import ids
from memory.rules.current_state import stated_ids

_SHOWN = ("kind", "key", "value", "provenance", "confidence_bp", "status", "exposure", "recall", "reason_code")
_MORE = ("pinned", "version", "use_count")


def judge_end_state(case: MemoryCase, played: MemoryObservation) -> Iterator[str]:
    """Yields what is wrong after all turns."""
    after, disk = case.after, played.disk
    for wanted in after.atoms:
        yield from _atoms("listed", wanted, played.listed.get(wanted.user or case.user, ()))
    for needle in after.atoms_lack:
        if any(contains_text(memory.text, needle) for found in played.listed.values() for memory in found):
            yield f"the list of memories has {needle!r}"
    for wanted in after.stored:
        yield from _atoms("stored", wanted, disk.memories.get(ids.user_id(wanted.user or case.user), ()))
    yield from _judge_stored_texts(after, disk)
    yield from _ledger(after, disk.ledger)
    for pair in after.pairs:
        yield from _judge_pairs(pair, disk, case)
    yield from _flags(after, disk.flags.get(ids.user_id(case.user), ()))
    yield from _measured(after, played)
    for key, value in after.current_state.items():
        if disk.current_state.get(key) != value:
            yield f"Current State has {key} = {disk.current_state.get(key)}, expected {value}"
    for topic, needle in after.told_state.items():
        yield from _judge_told_state(topic, needle, disk, case)


def _judge_told_state(topic: str, needle: str, disk: VaultSnapshot, case: MemoryCase) -> Iterator[str]:
    """Compares the memories that Current State has of a topic of a person with what it should have."""
    user, slash, named = topic.rpartition("/")
    owner = ids.user_id(user if slash else case.user)
    told = set(stated_ids(disk.current_state, owner))
    pointed = [atom for atom in disk.memories.get(owner, ()) if atom.atom_id in told]
    texts = [
        atom.text for atom in pointed if atom.kind == named or (named == "language" and atom.kind == "instruction")
    ]
    if told - {atom.atom_id for atom in pointed}:
        yield f"Current State points to a memory of {owner} that is not there"
    if not needle and texts:
        yield f"Current State has {texts} of {topic}, expected nothing"
    if needle and not any(contains_text(text, needle) for text in texts):
        yield f"Current State has {texts} of {topic}, expected {needle!r}"


def _atoms(how: str, wanted: AtomExpectation, memories: Iterable[ObservedAtom]) -> Iterator[str]:
    found = [memory for memory in memories if contains_text(memory.text, wanted.text_has)]
    if len(found) != wanted.count:
        yield f"{len(found)} atoms with {wanted.text_has!r} are {how}, expected {wanted.count}"
    for memory in found:
        for name in _SHOWN + _MORE:
            expected = getattr(wanted, name)
            if expected not in ("", None) and getattr(memory, name) != expected:
                yield f"{wanted.text_has!r} has {name} {getattr(memory, name)}, expected {expected}"


def _judge_stored_texts(after: EndExpectation, disk: VaultSnapshot) -> Iterator[str]:
    for needle in after.vault_lacks:
        if any(contains_text(text, needle) for text in disk.words):
            yield f"{needle!r} still stands in the vault"
        if needle in disk.indexed:
            yield f"{needle!r} is still in the index"
    for needle in after.vault_has:
        if not any(contains_text(text, needle) for text in disk.words):
            yield f"{needle!r} is not in the vault"


def _ledger(after: EndExpectation, ledger: tuple[LedgerLine, ...]) -> Iterator[str]:
    for wanted in after.ledger:
        yield from _events(wanted, ledger)
    for needle in after.ledger_lacks:
        if any(contains_text(f"{line.event} {line.reason_code} {line.facts}", needle) for line in ledger):
            yield f"the ledger has {needle!r}"


def _events(wanted: LedgerExpectation, ledger: tuple[LedgerLine, ...]) -> Iterator[str]:
    count = sum(line.event == wanted.event and wanted.reason_code in ("", line.reason_code) for line in ledger)
    if count != wanted.count if wanted.count is not None else count < 1:
        expected = "some" if wanted.count is None else wanted.count
        yield f"the ledger has {count} of {wanted.event} {wanted.reason_code}, expected {expected}"


def _judge_pairs(wanted: PairExpectation, disk: VaultSnapshot, case: MemoryCase) -> Iterator[str]:
    owner = ids.user_id(wanted.user or case.user)
    found = [pair for pair in disk.pairs if pair.user_id == owner and _is_pair(wanted, pair.heard, pair.meant)]
    if len(found) != wanted.count:
        kept = [f"{pair.heard} -> {pair.meant}" for pair in disk.pairs]
        yield f"{len(found)} pairs {wanted.heard} -> {wanted.meant}, expected {wanted.count}: {kept}"
    for pair in found:
        if wanted.reason_code not in ("", pair.reason_code):
            yield f"the pair {pair.heard} -> {pair.meant} has reason {pair.reason_code}"
        if wanted.delta_bp not in (None, pair.delta_bp):
            yield f"the pair {pair.heard} -> {pair.meant} has delta {pair.delta_bp}"


def _is_pair(wanted: PairExpectation, heard: str, meant: str) -> bool:
    """Says whether the words are equal, whatever their case; an empty word in the case matches any."""
    return all(
        not one or one.casefold() == other.casefold() for one, other in ((wanted.heard, heard), (wanted.meant, meant))
    )


def _flags(after: EndExpectation, keys: tuple[str, ...]) -> Iterator[str]:
    if after.flags_max is not None and len(keys) > after.flags_max:
        yield f"{len(keys)} do-not-repeat flags, at most {after.flags_max} expected"
    for key in after.flags_has:
        if key not in keys:
            yield f"no do-not-repeat flag for {key}"
    for key in after.flags_lack:
        if key in keys:
            yield f"there is a do-not-repeat flag for {key}"


def _measured(after: EndExpectation, played: MemoryObservation) -> Iterator[str]:
    for name, count in after.metrics.items():
        if played.totals.get(name) != count:
            yield f"the metric {name} is {played.totals.get(name)}, expected {count}"
    for name in after.metrics_names:
        if name not in played.totals:
            yield f"there is no metric {name}"
    largest = max((len(text.encode()) for text in played.disk.metrics_text), default=0)
    if after.metrics_bytes_max is not None and not 0 < largest <= after.metrics_bytes_max:
        yield f"the largest measurement has {largest} bytes, at most {after.metrics_bytes_max} expected"
    shown = " ".join([*played.disk.metrics_text, *played.totals])
    for needle in after.metrics_lack:
        if contains_text(shown, needle):
            yield f"the measurements have {needle!r}"
