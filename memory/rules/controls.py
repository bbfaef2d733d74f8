"""Pure: what a person's commands do to their atoms (2.11.11). Each is one reason-coded change; none guesses.

Which atom is meant is found by `pick`: what was mentioned last, or the atoms that hold every word of the topic.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory.model.atoms import Atom, Exposure, Recall, Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import Rule, RuleKind
from memory.rules.confidence import next_version_same_confidence
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses, subject_key
from memory.text.stemming import stems


def topic_stems(topic: str, language: Language) -> tuple[str, ...]:
    """What a topic is about: its stems without articles and owners; all of them when nothing else is left."""
    return stems(subject_key(topic, language)) or stems(topic)


def atoms_about_topic(topic: str, atoms: Iterable[Atom], language: Language) -> tuple[Atom, ...]:
    """The atoms that hold every word of the topic; when one is filed under exactly it, only that."""
    wanted = frozenset(topic_stems(topic, language))
    if not wanted:
        return ()
    found = tuple(atom for atom in atoms if wanted <= frozenset(stems(f"{atom.key} {atom.text}")))
    exact = tuple(atom for atom in found if frozenset(stems(atom.key.partition(":")[2] or atom.key)) == wanted)
    return exact or found


def set_pinned(atom: Atom, *, pin: bool) -> Atom | None:
    """Pinned or unpinned; None when it is so already."""
    if atom.pinned is pin:
        return None
    return replace(next_version_same_confidence(atom, "PINNED_BY_USER" if pin else "UNPINNED_BY_USER"), pinned=pin)


def restrict_recall(atom: Atom) -> Atom | None:
    """Never surfaced unless asked for; None when it is so already."""
    if atom.recall is Recall.ONLY_IF_ASKED:
        return None
    return replace(next_version_same_confidence(atom, "ONLY_IF_ASKED"), recall=Recall.ONLY_IF_ASKED)


def set_exposure(atom: Atom, exposure: Exposure) -> Atom | None:
    """How far it may travel, as the person said; None when it is so already.

    What is INTERNAL_ONLY because it is a secret stays so: no sentence opens it.
    """
    if atom.exposure in (exposure, Exposure.INTERNAL_ONLY):
        return None
    reasons = {
        Exposure.SAFE_TO_SPEAK: "MAY_BE_SAID",
        Exposure.SAFE_TO_TEXT: "TEXT_ONLY",
        Exposure.INTERNAL_ONLY: "KEPT_INSIDE",
    }
    return replace(next_version_same_confidence(atom, reasons[exposure]), exposure=exposure)


def new_rule(turn: Turn, kind: RuleKind, topic: str, language: Language) -> Rule | None:
    """A standing rule for a topic; None when the topic has no word in it."""
    plain = subject_key(topic, language)
    if not stems(plain):
        return None
    number = canonical_digest(
        [turn.user_id, kind.value, sorted(set(stems(plain)))], person="selene.rule.v1", size=12
    ).hex()
    return Rule(f"r-{number}", turn.user_id, kind, plain, turn.at.at_ms, "USER_CONTROL")


def rule_topic(atom: Atom, language: Language) -> str:
    """The topic of an atom, for a rule about it: what it is filed under, or its value when the key names no thing."""
    name = atom.key.partition(":")[2]
    return subject_key(name or atom.value, language)


def rules_for_topic(topic: str, kind: RuleKind, rules: Sequence[Rule], language: Language) -> tuple[Rule, ...]:
    """The rules of a kind that cover the topic or are covered by it."""
    wanted = frozenset(topic_stems(topic, language))
    return tuple(
        rule
        for rule in rules
        if rule.kind is kind and wanted and (wanted <= (made := frozenset(stems(rule.topic))) or made <= wanted)
    )


def is_barred(text: str, rules: Iterable[Rule]) -> bool:
    """Whether a do-not-store rule covers the text."""
    topics = [frozenset(stems(rule.topic)) for rule in rules if rule.kind is RuleKind.DO_NOT_STORE]
    spoken = frozenset(stems(text)) if topics else frozenset[str]()
    return any(topic and topic <= spoken for topic in topics)


def blank_barred_clauses(text: str, rules: Iterable[Rule], language: Language) -> str:
    """The text with every clause that a do-not-store rule covers blanked in place: its length stays."""
    barred = tuple(rules)
    if not any(rule.kind is RuleKind.DO_NOT_STORE for rule in barred):
        return text
    for clause in split_clauses(text, language):
        if is_barred(clause.text, barred):
            text = blank_span(text, clause.start, clause.end)
    return text


def blank_span(text: str, start: int, end: int) -> str:
    """Characters `start` to `end` replaced by a mark and spaces."""
    return text[:start] + "\N{HORIZONTAL ELLIPSIS}".ljust(end - start)[: end - start] + text[end:]
