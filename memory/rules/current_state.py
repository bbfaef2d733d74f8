"""Pure: what Current State says of a person: name, language, contact preference and active projects (2.2, 2.11.3).

An entry is the id of the memory in which the person told it; the words stay in that memory, so that forgetting it
rewrites no ledger. Only what the person said, and what was done at their word, writes an entry. What holds there is
contradicted by no memory from elsewhere (2.11.10).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Atom, Kind, Provenance, Status, Tag
from memory.model.canonical import canonical_digest
from memory.model.changes import Setting
from memory.rules.freshness import LIVING, atoms_agree, tag_of
from memory.text.language_rules import Language
from memory.text.stemming import stems

PROJECT = Kind.PROJECT.value
ACTIVE, OVER, NOTHING = "active", "over", "none"
"""The codes of a project that is worked on, of one that is not, and of an entry whose memory no longer holds."""
CHOSEN_LANGUAGE = "instruction:manner_answer_in."
"""The beginning of the keys of orders to answer in a language."""
_KEPT = (Kind.NAME, Kind.LANGUAGE, Kind.CONTACT_PREFERENCE)
_HOLDING = frozenset({Status.ACTIVE, Status.USER_APPROVED})
_SAID_AGAIN = frozenset({"RESTATED", "APPROVED_BY_USER", "CONFIRMED_BY_USER", "KEPT_BY_USER", "CORRECTED_BY_USER"})
"""The reasons of a change with which the person says that a memory holds."""


def person_code(user_id: str) -> str:
    """Returns the code under which the entries of a person stand."""
    return canonical_digest(user_id, person="selene.prefer.v1", size=8).hex()


def topic_of(atom: Atom) -> str:
    """Returns what of Current State a memory is about: name, language, contact preference or a project; else empty."""
    if atom.kind is Kind.PROJECT:
        return PROJECT
    if atom.kind is Kind.INSTRUCTION and atom.key.startswith(CHOSEN_LANGUAGE):
        return Kind.LANGUAGE.value
    return atom.key if atom.kind in _KEPT and atom.key == atom.kind.value else ""


def told_settings(
    user_id: str, state: Mapping[str, str], new: Iterable[Atom], changed: Iterable[Atom], forgotten: Iterable[str]
) -> tuple[Setting, ...]:
    """Returns the entries that follow from what a person told: its memories made, changed and forgotten in a turn."""
    entries: dict[str, str] = {}
    for atom in changed:
        entries |= _entry_of_changed(atom, user_id, {**state, **entries})
    for atom in new:
        if topic_of(atom) and atom.user_id == user_id and _is_told(atom):
            entries |= _entry(atom, user_id)
    entries |= _entries_of_forgotten(user_id, {**state, **entries}, frozenset(forgotten))
    return tuple(Setting(key, value) for key, value in sorted(entries.items()) if state.get(key) != value)


def stated_ids(state: Mapping[str, str], user_id: str) -> tuple[str, ...]:
    """Returns the ids of the memories in which a person told what holds: name, language, contact, then projects."""
    kept = (state.get(_key(kind.value, user_id), NOTHING) for kind in _KEPT)
    projects = _key(f"{PROJECT}.", user_id)
    active = (
        key.removeprefix(projects) for key, value in state.items() if key.startswith(projects) and value == ACTIVE
    )
    return (*(atom_id for atom_id in kept if atom_id != NOTHING), *sorted(active))


def holds_in_state(atom: Atom) -> bool:
    """Says whether a memory that Current State points to still holds."""
    return bool(topic_of(atom)) and atom.status in _HOLDING


def is_overridden(other: Atom, stated: Atom, language: Language) -> bool:
    """Says whether a memory disagrees with what Current State has from `stated`. What the person said themselves since
    then is a new statement, and is asked about.
    """
    if other.atom_id == stated.atom_id or topic_of(other) != topic_of(stated) or other.user_id != stated.user_id:
        return False
    since = max(stated.learned_at_ms, stated.last_confirmed_at_ms or 0)
    news = other.provenance >= Provenance.USER_STATED and other.learned_at_ms > since
    return other.status in LIVING and not news and not _agrees(other, stated, language)


def tag_under_state(
    atom: Atom,
    same_key: Iterable[Atom],
    stated: Mapping[str, Atom],
    now_ms: int,
    policy: MemoryPolicy,
    language: Language,
) -> Tag:
    """Returns how a memory may be used beside Current State. `stated` are the memories that it points to, by topic."""
    told = stated.get(topic_of(atom))
    if told is None:
        return tag_of(atom, same_key, now_ms, policy, language)
    if is_overridden(atom, told, language):
        return Tag.CONFLICT
    rivals = (other for other in same_key if not is_overridden(other, told, language))
    return tag_of(atom, rivals, now_ms, policy, language)


def _agrees(other: Atom, stated: Atom, language: Language) -> bool:
    """Says whether two memories of a topic agree; a language told agrees with an order that names it."""
    orders = [atom for atom in (other, stated) if atom.kind is Kind.INSTRUCTION]
    if len(orders) == 1:
        told = stated if orders[0] is other else other
        return frozenset(stems(told.value)) <= frozenset(stems(orders[0].text))
    return other.key == stated.key if orders else atoms_agree(other, stated, language)


def _is_told(atom: Atom) -> bool:
    """Says whether the person told it for sure: not a file, not Selene's own conclusion, nothing in doubt."""
    return atom.status in _HOLDING and atom.provenance >= Provenance.USER_STATED


def _entry_of_changed(atom: Atom, user_id: str, state: Mapping[str, str]) -> dict[str, str]:
    """Returns the entry of a memory that changed: it holds again, or what Current State has of it is over."""
    if not topic_of(atom) or atom.user_id != user_id:
        return {}
    if _is_told(atom):
        return _entry(atom, user_id) if atom.reason_code in _SAID_AGAIN else {}
    (key, value), *_ = _entry(atom, user_id).items()
    if state.get(key) != value or atom.status in _HOLDING:
        return {}
    return {key: OVER if topic_of(atom) == PROJECT else NOTHING}


def _entries_of_forgotten(user_id: str, state: Mapping[str, str], forgotten: frozenset[str]) -> dict[str, str]:
    pointing = {_key(kind.value, user_id) for kind in _KEPT}
    gone = {key: NOTHING for key, value in state.items() if key in pointing and value in forgotten}
    projects = {_key(f"{PROJECT}.{atom_id}", user_id) for atom_id in forgotten}
    return gone | {key: OVER for key, value in state.items() if value == ACTIVE and key in projects}


def _entry(atom: Atom, user_id: str) -> dict[str, str]:
    topic = topic_of(atom)
    if topic == PROJECT:
        return {_key(f"{PROJECT}.{atom.atom_id}", user_id): ACTIVE}
    return {_key(topic, user_id): atom.atom_id}


def _key(topic: str, user_id: str) -> str:
    """Returns the key of an entry; the id of a project stands at its end."""
    kind, dot, atom_id = topic.partition(".")
    return f"{kind}.{person_code(user_id)}{dot}{atom_id}"
