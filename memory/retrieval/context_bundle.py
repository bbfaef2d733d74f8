"""Pure: composes the Context Bundle (2.11.9, 2.14): what a reply may use in this turn, within hard caps.

The push slot comes first (name, language, contact preference, active projects, standing instructions), then the
relevant items in ranked order. What does not fit is left out from the end; only excerpts are ever cut. The payload is
canonical bytes, so that two runs give one digest. Memory in a bundle is data: it grants and orders nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Channel, Exposure, Recall, Tag
from memory.model.changes import Flag, Rule
from memory.model.ports import Gate
from memory.retrieval.retrieve import cut_excerpt
from memory.rules.controls import is_unmentionable
from memory.rules.current_state import PROJECT, tag_under_state, topic_of
from memory.text.language_rules import Language
from memory.text.stemming import stems
from protos.canonical_json import Plain, canonical_bytes

_GAP = re.compile(r"\s{3,}")
"""What is left of words that were taken out of a line."""


@dataclass(frozen=True, slots=True)
class BundleItem:
    """One atom in a bundle, and how it may be used."""

    atom: Atom
    tag: Tag
    pushed: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A short passage of one session: the lines found there, in the order they were said. History, never used as
    truth.
    """

    lines: tuple[ArchivedLine, ...]
    pieces: tuple[str, ...]
    """The part of each line that is in it."""

    @property
    def text(self) -> str:
        """The passage as text, with the names of the voices that are known."""
        named = (
            f"{line.who}: {piece}" if line.who else piece for line, piece in zip(self.lines, self.pieces, strict=True)
        )
        return "\n".join(named)


@dataclass(frozen=True, slots=True)
class BundleCandidates:
    """The candidates of a bundle, each list in final order. `same_key` holds the living atoms of each key in
    question.
    """

    pushed: Sequence[Atom] = ()
    ranked: Sequence[Atom] = ()
    lines: Sequence[ArchivedLine] = ()
    same_key: Mapping[str, Sequence[Atom]] = field(default_factory=dict)
    flags: Sequence[Flag] = ()
    rules: Sequence[Rule] = ()
    state: Mapping[str, str] = field(default_factory=dict)
    """Current State facts by atom key; they always override memory (2.11.10)."""
    stated: Sequence[Atom] = ()
    """The memories that Current State points to."""


@dataclass(frozen=True, slots=True)
class ContextBundle:
    """The bundle of one turn: `payload` is what is passed on, at most `max_bundle_bytes`."""

    items: tuple[BundleItem, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()
    payload: bytes = b"{}"
    suppressed: int = 0
    """How many candidates a do-not-mention rule removed at this last gate."""

    @property
    def digest(self) -> str:
        """Returns the BLAKE2b of the payload, in hex."""
        return hashlib.blake2b(self.payload, digest_size=32, person=b"selene.bundle.v1").hexdigest()


def compose_bundle(
    gate: Gate,
    candidates: BundleCandidates,
    now_ms: int,
    policy: MemoryPolicy,
    language: Language,
    terms: frozenset[str] = frozenset(),
) -> ContextBundle:
    """Composes the bundle of a turn. An unidentified speaker gets an empty one. `terms` are the stems that excerpts
    should hold.
    """
    if not gate.identified:
        return ContextBundle()
    rules = tuple(candidates.rules)
    candidates = replace(candidates, stated=[atom for atom in candidates.stated if _may_be_told(atom, gate, rules)])
    pushed = {atom.atom_id for atom in candidates.pushed}
    wanted = _unique((*candidates.pushed, *candidates.ranked))
    seen = [atom for atom in wanted if may_enter_bundle(atom, gate)]
    open_atoms = [atom for atom in seen if _may_be_told(atom, gate, rules)]
    open_lines = [line for line in candidates.lines if not is_unmentionable(line.text, rules)]
    items = tuple(
        BundleItem(atom, _tag(atom, candidates, now_ms, policy, language), atom.atom_id in pushed)
        for atom in open_atoms[: policy.max_bundle_atoms]
    )
    excerpts = _passages(open_lines, terms, policy)
    hidden = len(seen) - len(open_atoms) + len(candidates.lines) - len(open_lines)
    return _fit_to_size(items, excerpts, candidates, hidden, policy)


def _passages(lines: Sequence[ArchivedLine], terms: frozenset[str], policy: MemoryPolicy) -> tuple[Excerpt, ...]:
    """Groups the lines, best first, into at most `max_bundle_excerpts` passages of a session each.

    What does not fit into a passage makes another of the same session, while there is one to make.
    """
    sessions: dict[str, list[ArchivedLine]] = {}
    for line in lines:
        if line.session_id in sessions or len(sessions) < policy.max_bundle_excerpts:
            sessions.setdefault(line.session_id, []).append(line)
    made = [_passage(found, terms, policy) for found in sessions.values()]
    for found, first in zip(sessions.values(), tuple(made), strict=True):
        left = [line for line in found if line not in first.lines]
        if left and len(made) < policy.max_bundle_excerpts:
            made.append(_passage(left, terms, policy))
    return tuple(made)


def _passage(lines: Sequence[ArchivedLine], terms: frozenset[str], policy: MemoryPolicy) -> Excerpt:
    """Builds a passage of as many lines, best first, as fit; a single line may take all the space."""
    room = policy.max_excerpt_chars
    most = policy.max_excerpt_piece_chars
    taken: list[tuple[ArchivedLine, str]] = []
    for line in lines:
        piece = cut_excerpt(
            _GAP.sub(" ", line.text).strip(), terms, min(most, policy.max_excerpt_chars - len(line.who) - 2)
        )
        cost = len(piece) + len(line.who) + 3
        if cost - 3 * (not taken) <= room:
            taken.append((line, piece))
            room -= cost
    taken.sort(key=lambda pair: (pair[0].at.at_ms, pair[0].line_id))
    return Excerpt(tuple(line for line, _ in taken), tuple(piece for _, piece in taken))


def may_enter_bundle(atom: Atom, gate: Gate) -> bool:
    """Applies the gate once more, after the store's queries, so that a mistake there shows nothing hidden."""
    if atom.user_id != gate.user_id or atom.exposure is Exposure.INTERNAL_ONLY:
        return False
    if atom.exposure is Exposure.SAFE_TO_TEXT and gate.channel is Channel.VOICE and not gate.text_allowed_aloud:
        return False
    return gate.asked or atom.recall is not Recall.ONLY_IF_ASKED


def _may_be_told(atom: Atom, gate: Gate, rules: Sequence[Rule]) -> bool:
    return may_enter_bundle(atom, gate) and not is_unmentionable(f"{atom.key} {atom.text}", rules)


def _tag(atom: Atom, candidates: BundleCandidates, now_ms: int, policy: MemoryPolicy, language: Language) -> Tag:
    """Returns the atom's tag; an atom that disagrees with Current State is a CONFLICT, whatever its confidence."""
    state = candidates.state.get(atom.key)
    if state is not None and stems(state) != stems(atom.value):
        return Tag.CONFLICT
    stated = {topic_of(told): told for told in candidates.stated}
    return tag_under_state(atom, candidates.same_key.get(atom.key, ()), stated, now_ms, policy, language)


def _unique(atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    return tuple({atom.atom_id: atom for atom in atoms}.values())


def _fit_to_size(
    items: tuple[BundleItem, ...],
    excerpts: tuple[Excerpt, ...],
    candidates: BundleCandidates,
    hidden: int,
    policy: MemoryPolicy,
) -> ContextBundle:
    """Drops items from the end (excerpts first, then the last atoms) until the payload fits."""
    while True:
        payload = _payload(items, excerpts, candidates, policy)
        if len(payload) <= policy.max_bundle_bytes:
            return ContextBundle(items, excerpts, payload, hidden)
        if excerpts:
            excerpts = excerpts[:-1]
        elif items:
            items = items[:-1]
        else:
            return ContextBundle((), (), b"{}", hidden)


def _payload(
    items: tuple[BundleItem, ...], excerpts: tuple[Excerpt, ...], candidates: BundleCandidates, policy: MemoryPolicy
) -> bytes:
    whole: dict[str, Plain] = {
        "v": 1,
        "state": dict(sorted(_state_facts(candidates).items())),
        "known": [flag.key for flag in candidates.flags[: policy.max_bundle_flags]],
        "atoms": [_plain_item(item) for item in items],
        "excerpts": [_plain_excerpt(excerpt) for excerpt in excerpts],
    }
    return canonical_bytes(whole)


def _state_facts(candidates: BundleCandidates) -> dict[str, str]:
    """Returns the facts of Current State by key: what was told to this person's devices, and what is set for all."""
    told = {atom.key if topic_of(atom) == PROJECT else topic_of(atom): atom.value for atom in candidates.stated}
    return told | dict(candidates.state)


def _plain_item(item: BundleItem) -> dict[str, Plain]:
    atom = item.atom
    return {
        "id": atom.atom_id,
        "kind": atom.kind.value,
        "key": atom.key,
        "said": atom.text,
        "tag": item.tag.value,
        "provenance": int(atom.provenance),
        "confidence_bp": atom.confidence_bp,
        "exposure": atom.exposure.value,
        "push": item.pushed,
        "learned_at_ms": atom.learned_at_ms,
    }


def _plain_excerpt(excerpt: Excerpt) -> list[Plain]:
    return [
        {"line": line.line_id, "speaker": line.speaker.value, "who": line.who, "at_ms": line.at.at_ms, "said": piece}
        for line, piece in zip(excerpt.lines, excerpt.pieces, strict=True)
    ]
