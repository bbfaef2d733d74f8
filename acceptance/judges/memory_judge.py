"""Pure: compares the observation of a memory case with its expectations, and yields a sentence for each failure.

Some promises hold for every turn of every case: the caps, an empty bundle for a guest, a reason for every answer, a
ledger that only grows, nothing readable on disk.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from acceptance.cases.memory_cases import BundleExpectation, MemoryCase, TurnExpectation
from acceptance.judges.text_match import contains_text
from acceptance.judges.vault_judge import judge_end_state
from acceptance.observations.memory_observation import MemoryObservation, ObservedTurn, ReportedTurn, reproducible_parts

BUNDLE_BYTES, BUNDLE_ATOMS, EXCERPTS, EXCERPT_CHARS = 32 * 1024, 20, 2, 1_200
ATOMS_A_TURN = 5
TAGS = ("CONFIRMED", "TENTATIVE", "STALE", "CONFLICT")
_SIZES = ("context_bundle_bytes", "atoms_selected_count", "excerpts_selected_count")
_CODE = re.compile(r"[A-Z][A-Z0-9_]*")


def judge_memory_case(
    case: MemoryCase, played: MemoryObservation, again: Iterable[MemoryObservation] = ()
) -> tuple[str, ...]:
    """Returns what is wrong, in the order of the case; empty when it passed. `again` is the same case in another
    environment.
    """
    wrong = [*played.trouble, *(f"readable outside the vault: {needle[:60]!r}" for needle in played.exposed)]
    for heard in played.heard:
        wrong += [f"turn {heard.turn}: {what}" for what in _standing_rules(heard)]
        wrong += [f"turn {heard.turn}: {what}" for what in _turn(case, heard, played)]
    wrong += _ledger_grows(played)
    wrong += _ledger_is_not_told(played)
    wrong += [f"after: {what}" for what in judge_end_state(case, played)]
    wrong += _canaries(case, played)
    for number, other in enumerate(again, 2):
        wrong += [f"played the {number}. time elsewhere: {what}" for what in _differs(played, other)]
    return tuple(wrong)


def judge_turn(case: MemoryCase, heard: ObservedTurn) -> Iterator[str]:
    """Yields what is wrong with one turn."""
    yield from _standing_rules(heard)
    yield from _turn(case, heard, MemoryObservation((heard,)))


def _standing_rules(heard: ObservedTurn) -> Iterator[str]:
    said = heard.said
    if said is None:
        return
    bundle = said.bundle
    if bundle.bytes > BUNDLE_BYTES or len(bundle.atoms) > BUNDLE_ATOMS or len(bundle.excerpts) > EXCERPTS:
        yield f"the bundle has {bundle.bytes} bytes, {len(bundle.atoms)} atoms, {len(bundle.excerpts)} excerpts"
    if bundle.bytes < sum(len(text.encode()) for text in (*(atom.text for atom in bundle.atoms), *bundle.excerpts)):
        yield f"the bundle is said to have {bundle.bytes} bytes, fewer than its texts"
    if any(len(excerpt) > EXCERPT_CHARS for excerpt in bundle.excerpts):
        yield "an excerpt is not short"
    if len(said.atoms_created) > ATOMS_A_TURN or len(said.atoms_updated) > ATOMS_A_TURN:
        yield f"{len(said.atoms_created)} atoms were made and {len(said.atoms_updated)} changed in one turn"
    if any(atom.tag not in TAGS for atom in bundle.atoms):
        yield "an atom in the bundle has no tag"
    if len({atom.atom_id for atom in bundle.atoms}) != len(bundle.atoms):
        yield "an atom stands twice in the bundle"
    if not said.reason_codes or not all(map(_CODE.fullmatch, said.reason_codes)):
        yield f"the answer has no reason code: {said.reason_codes}"
    if heard.guest and (bundle.atoms or bundle.excerpts or said.atoms_created or said.atoms_updated):
        yield "a voice that is not known was told or left something"


def _turn(case: MemoryCase, heard: ObservedTurn, played: MemoryObservation) -> Iterator[str]:
    expect = case.turns[heard.turn - 1].expect
    if heard.said is None:
        if expect.error != heard.refusal:
            yield f"the command refused with {heard.refusal}, expected {expect.error or 'an answer'}"
        return
    said = heard.said
    if (said.error or "") != expect.error:
        yield f"error {said.error}, expected {expect.error or 'none'}"
    yield from _reply(expect, said)
    yield from _due(expect, said)
    yield from _codes(expect, said)
    yield from _judge_bundle(expect, said)
    yield from _counts(expect, said)
    yield from _metrics(expect, said, played.disk.metrics.get(said.turn_id, {}))
    yield from _same(expect, heard, played)


def _reply(expect: TurnExpectation, said: ReportedTurn) -> Iterator[str]:
    for needle in expect.reply_has:
        if not contains_text(said.reply, needle):
            yield f"the reply lacks {needle!r}: {said.reply!r}"
    for needle in expect.reply_lacks:
        if contains_text(said.reply, needle):
            yield f"the reply has {needle!r}: {said.reply!r}"
    for needle in expect.nowhere:
        if contains_text(_all_texts(said), needle):
            yield f"{needle!r} stands in what was answered or in the bundle"
    for needle, count in expect.reply_count.items():
        yield from _bounds(f"times {needle!r} in the reply", said.reply.count(needle), count, count)
    for needle, count in expect.reply_count_max.items():
        yield from _bounds(f"times {needle!r} in the reply", said.reply.count(needle), None, count)
    size = len(said.reply.encode())
    if expect.reply_bytes_max is not None and size > expect.reply_bytes_max:
        yield f"the reply has {size} bytes, at most {expect.reply_bytes_max} expected"


def _due(expect: TurnExpectation, said: ReportedTurn) -> Iterator[str]:
    wanted = expect.due
    if wanted is None:
        return
    if len(said.due) != len(wanted) or not all(map(contains_text, said.due, wanted)):
        yield f"told as due: {list(said.due)}, expected {list(wanted)}"


def _codes(expect: TurnExpectation, said: ReportedTurn) -> Iterator[str]:
    if expect.intent and said.intent != expect.intent:
        yield f"intent {said.intent}, expected {expect.intent}"
    if expect.question is not None and said.question is not expect.question:
        yield f"{'a' if said.question else 'no'} question was asked: {said.reply!r}"
    for code in expect.reason_has:
        if code not in said.reason_codes:
            yield f"reason {code} is missing: {', '.join(said.reason_codes)}"
    for code in expect.reason_lacks:
        if code in said.reason_codes:
            yield f"reason {code} is given"


def _judge_bundle(expect: TurnExpectation, said: ReportedTurn) -> Iterator[str]:
    bundle = said.bundle
    texts = [atom.text for atom in bundle.atoms]
    yield from _bounds("atoms in the bundle", len(texts), expect.bundle_atoms, expect.bundle_atoms)
    yield from _bounds("atoms in the bundle", len(texts), expect.bundle_atoms_min, expect.bundle_atoms_max)
    yield from _bounds("bytes in the bundle", bundle.bytes, expect.bundle_bytes_min, expect.bundle_bytes_max)
    yield from _bounds("excerpts", len(bundle.excerpts), expect.excerpts_min, expect.excerpts_max)
    for wanted in expect.bundle_has:
        yield from _has(wanted, said)
    for needle in expect.bundle_lacks:
        if any(contains_text(text, needle) for text in (*texts, *bundle.excerpts)):
            yield f"the bundle holds {needle!r}"
    for needle in expect.bundle_every:
        if not all(contains_text(text, needle) for text in texts):
            yield f"an atom in the bundle lacks {needle!r}"
    for needle in expect.excerpts_has:
        if not any(contains_text(text, needle) for text in bundle.excerpts):
            yield f"no excerpt holds {needle!r}"
    lengths = sorted(map(len, bundle.excerpts))
    if expect.excerpt_chars and lengths != list(expect.excerpt_chars):
        yield f"excerpts of {lengths} characters, expected {list(expect.excerpt_chars)}"
    if expect.bundle_tags and {atom.tag for atom in bundle.atoms} != set(expect.bundle_tags):
        yield f"tags {sorted({atom.tag for atom in bundle.atoms})}, expected {sorted(expect.bundle_tags)}"
    for tag in expect.bundle_tags_never:
        if any(atom.tag == tag for atom in bundle.atoms):
            yield f"an atom in the bundle is tagged {tag}"
    yield from _order(expect.bundle_order, texts)


def _has(wanted: BundleExpectation, said: ReportedTurn) -> Iterator[str]:
    tags = [atom.tag for atom in said.bundle.atoms if contains_text(atom.text, wanted.text_has)]
    if not tags:
        yield f"the bundle lacks {wanted.text_has!r}: {[atom.text for atom in said.bundle.atoms][:6]}"
    elif wanted.tag and set(tags) != {wanted.tag}:
        yield f"{wanted.text_has!r} is tagged {', '.join(tags)}, expected {wanted.tag}"


def _order(wanted: tuple[str, ...], texts: list[str]) -> Iterator[str]:
    """Checks that the named ones are in the bundle in this order; others may be between them."""
    if not wanted:
        return
    found = [name for text in texts for name in wanted if contains_text(text, name)]
    if found != list(wanted):
        yield f"order {found}, expected {list(wanted)}"


def _counts(expect: TurnExpectation, said: ReportedTurn) -> Iterator[str]:
    yield from _bounds("atoms made", len(said.atoms_created), expect.created, expect.created)
    yield from _bounds("atoms changed", len(said.atoms_updated), expect.updated, expect.updated)
    yield from _bounds("atoms forgotten", len(said.atoms_forgotten), expect.forgotten, expect.forgotten)
    yield from _bounds("atoms made", len(said.atoms_created), None, expect.created_max)
    yield from _bounds("atoms changed", len(said.atoms_updated), None, expect.updated_max)


def _metrics(expect: TurnExpectation, said: ReportedTurn, counts: dict[str, int]) -> Iterator[str]:
    for name, count in expect.metrics.items():
        if counts.get(name) != count:
            yield f"{name} is {counts.get(name)}, expected {count}"
    shown = said.bundle.bytes, len(said.bundle.atoms), len(said.bundle.excerpts)
    if expect.metrics_match_bundle and shown != tuple(counts.get(name) for name in _SIZES):
        yield f"the bundle has {shown} bytes, atoms and excerpts; measured was {[counts.get(name) for name in _SIZES]}"


def _same(expect: TurnExpectation, heard: ObservedTurn, played: MemoryObservation) -> Iterator[str]:
    if expect.same_as_turn is None:
        return
    mine = [_answer(other) for other in played.heard if other.turn == heard.turn]
    theirs = [_answer(other) for other in played.heard if other.turn == expect.same_as_turn]
    if mine != theirs:
        yield f"the answer is not that of turn {expect.same_as_turn}: {mine} and {theirs}"


def _answer(heard: ObservedTurn) -> object:
    """Returns what must be equal in two turns with the same question."""
    said = heard.said
    if said is None:
        return heard.refusal
    atoms = [(atom.atom_id, atom.tag, atom.text) for atom in said.bundle.atoms]
    return said.reply, said.intent, said.question, said.reason_codes, atoms, said.bundle.excerpts


def _bounds(what: str, count: int, least: int | None, most: int | None) -> Iterator[str]:
    if least is not None and count < least:
        yield f"{count} {what}, at least {least} expected"
    if most is not None and count > most:
        yield f"{count} {what}, at most {most} expected"


def _ledger_grows(played: MemoryObservation) -> Iterator[str]:
    for before, after in zip(played.ledgers, played.ledgers[1:], strict=False):
        if after[: len(before)] != before:
            yield "the ledger was rewritten"


def _ledger_is_not_told(played: MemoryObservation) -> Iterator[str]:
    """Checks that no event is handed on or presented (2.11.5): names of events stand in no answer and no bundle."""
    told = set(_CODE.findall("\n".join(_all_texts(heard.said) for heard in played.heard if heard.said)))
    for event in sorted(told & {line.event for line in played.disk.ledger}):
        yield f"the ledger's {event} is told"


def _canaries(case: MemoryCase, played: MemoryObservation) -> Iterator[str]:
    disk = played.disk
    places = {
        "an answer or bundle": [_all_texts(heard.said) for heard in played.heard if heard.said],
        "the ledger": [f"{line.event} {line.reason_code} {line.facts}" for line in disk.ledger],
        "a metric": list(disk.metrics_text),
    }
    for canary in case.canaries:
        for place, texts in places.items():
            if any(contains_text(text, canary) for text in texts):
                yield f"{canary!r} stands in {place}"


def _differs(one: MemoryObservation, other: MemoryObservation) -> Iterator[str]:
    first, second = reproducible_parts(one), reproducible_parts(other)
    for part in first:
        if first[part] != second[part]:
            yield f"{part} differs: {str(first[part])[:150]} / {str(second[part])[:150]}"


def _all_texts(said: ReportedTurn) -> str:
    return "\n".join((said.reply, *(atom.text for atom in said.bundle.atoms), *said.bundle.excerpts))
