"""Pure: applies a person's memory commands to atoms (2.11.11). Each is one change with a reason code; none guesses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memory.core.policy import MAX_SUBJECT_CHARS
from memory.model.atoms import Atom, Exposure, Recall, Turn
from memory.model.canonical import canonical_digest
from memory.model.changes import Rule, RuleKind
from memory.rules.confidence import next_version_same_confidence
from memory.rules.german_cases import in_other_cases
from memory.rules.life_areas import topic_cover
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses, subject_key, subject_words
from memory.text.secret_detector import find_secrets
from memory.text.stemming import stems

BLANK = "\N{HORIZONTAL ELLIPSIS}"
"""Stands where words of a line were removed."""


def topic_stems(topic: str, language: Language) -> tuple[str, ...]:
    """Returns the stems of a topic without articles and owners; all of them when nothing else is left."""
    return stems(subject_words(topic, language)) or stems(topic)


def topics_meant(topic: str, language: Language) -> tuple[tuple[str, ...], ...]:
    """Returns the stems of a topic, and those of its words in other cases: "neffe" for "meinen neffen"."""
    words = subject_words(topic, language).split()
    others = in_other_cases(words) if language.code == "de" else ()
    return tuple(dict.fromkeys((topic_stems(topic, language), *(stems(" ".join(each)) for each in others))))


def atoms_about_topic(topic: str, atoms: Iterable[Atom], language: Language) -> tuple[Atom, ...]:
    """Returns the atoms that hold every word of the topic; when one has exactly this key, only that one."""
    meant = tuple(frozenset(each) for each in topics_meant(topic, language) if each)
    if not meant:
        return ()
    found = tuple(atom for atom in atoms if _holds_one(meant, f"{atom.key} {atom.text}"))
    exact = tuple(atom for atom in found if frozenset(stems(atom.key.partition(":")[2] or atom.key)) in meant)
    return exact or found


def _holds_one(meant: Sequence[frozenset[str]], text: str) -> bool:
    spoken = frozenset(stems(text))
    return any(each <= spoken for each in meant)


def set_pinned(atom: Atom, *, pin: bool) -> Atom | None:
    """Pins or unpins an atom; None when it is so already."""
    if atom.pinned is pin:
        return None
    return replace(next_version_same_confidence(atom, "PINNED_BY_USER" if pin else "UNPINNED_BY_USER"), pinned=pin)


def restrict_recall(atom: Atom) -> Atom | None:
    """Sets recall to only-if-asked; None when it is so already."""
    if atom.recall is Recall.ONLY_IF_ASKED:
        return None
    return replace(next_version_same_confidence(atom, "ONLY_IF_ASKED"), recall=Recall.ONLY_IF_ASKED)


def allow_recall(atom: Atom, language: Language) -> Atom | None:
    """Ends only-if-asked; None when there is nothing to end. A secret that the person insisted on stays so."""
    if atom.recall is not Recall.ONLY_IF_ASKED or find_secrets(atom.text, language):
        return None
    return replace(next_version_same_confidence(atom, "RECALL_ALLOWED"), recall=Recall.PULL)


def set_exposure(atom: Atom, exposure: Exposure) -> Atom | None:
    """Sets the exposure that the person asked for; None when it is so already.

    An atom that is INTERNAL_ONLY because it is a secret stays so.
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
    """Builds a standing rule for a topic; None when the topic has no word in it."""
    plain = subject_words(topic, language)
    if not stems(plain):
        return None
    number = canonical_digest(
        [turn.user_id, kind.value, sorted(set(stems(plain)))], person="selene.rule.v1", size=12
    ).hex()
    return Rule(f"r-{number}", turn.user_id, kind, plain, turn.at.at_ms, "USER_CONTROL")


def rule_topic(atom: Atom, language: Language) -> str:
    """Returns the topic for a rule about an atom: its key, or its value when the key names no thing."""
    name = atom.key.partition(":")[2]
    return subject_key(name, language) if 0 < len(name) < MAX_SUBJECT_CHARS else subject_words(atom.value, language)


def rules_for_topic(topic: str, kind: RuleKind, rules: Sequence[Rule], language: Language) -> tuple[Rule, ...]:
    """Returns the rules of a kind that cover the topic or are covered by it; "money" finds the rule on "finances"."""
    wanted, areas = frozenset(topic_stems(topic, language)), topic_cover(subject_words(topic, language)).areas
    return tuple(
        rule
        for rule in rules
        if rule.kind is kind
        and wanted
        and (
            wanted <= (made := frozenset(stems(rule.topic)))
            or made <= wanted
            or bool(areas & topic_cover(rule.topic).areas)
        )
    )


def is_barred(text: str, rules: Iterable[Rule]) -> bool:
    """Says whether a do-not-store rule covers the text."""
    return any(rule.kind is RuleKind.DO_NOT_STORE and topic_cover(rule.topic).covers(text) for rule in rules)


def is_unmentionable(text: str, rules: Iterable[Rule]) -> bool:
    """Says whether a do-not-mention rule covers the text."""
    return any(rule.kind is RuleKind.DO_NOT_MENTION and topic_cover(rule.topic).covers(text) for rule in rules)


def restricted_as_ruled(atom: Atom, rules: Iterable[Rule]) -> Atom:
    """Returns an atom that is told only when asked for where a rule wants that; its version stays."""
    text = f"{atom.key} {atom.text}"
    wanted = any(rule.kind is RuleKind.ONLY_IF_ASKED and topic_cover(rule.topic).covers(text) for rule in rules)
    return replace(restrict_recall(atom) or atom, version=atom.version) if wanted else atom


def blank_barred_clauses(text: str, rules: Iterable[Rule], language: Language) -> str:
    """Blanks every clause that a do-not-store rule covers; the length of the text stays."""
    barred = tuple(rules)
    if not any(rule.kind is RuleKind.DO_NOT_STORE for rule in barred):
        return text
    for clause in split_clauses(text, language):
        if is_barred(clause.text, barred):
            text = blank_span(text, clause.start, clause.end)
    return text


def blank_span(text: str, start: int, end: int) -> str:
    """Replaces characters `start` to `end` by a mark and spaces."""
    return text[:start] + BLANK.ljust(end - start)[: end - start] + text[end:]
