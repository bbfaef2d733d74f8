"""Pure: extracts the facts worth keeping from the words of a turn (2.11.2, layer 2). Most turns hold none.

A fact is verbatim words with their span, filed under a key. Whether it agrees with known facts is decided in
`memory/rules/conflict.py`, not here. At most `max_new_atoms_per_turn` facts come out of a turn.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from memory.core.policy import MIN_KEY_WORDS, MemoryPolicy
from memory.model.atoms import Atom, Exposure, Kind, Moment, Provenance, Recall, Source, Status, Turn
from memory.model.ids import atom_id
from memory.reading.words.given_names import is_given_name
from memory.text.dates import ResolvedDate, day_spans, has_date, mentions_day, resolve_date
from memory.text.language_rules import FactPattern, Language
from memory.text.normalise import (
    TextClause,
    apply_self_repair,
    split_at_breaks,
    split_clauses,
    split_shared_clause,
    subject_key,
)
from memory.text.secret_detector import MASK
from memory.text.stemming import split_words

_PUSHED = frozenset({Kind.NAME, Kind.LANGUAGE, Kind.CONTACT_PREFERENCE, Kind.INSTRUCTION, Kind.PROJECT})
_NEVER_A_GUESTS = _PUSHED | {Kind.VOCABULARY}
_CAPITAL = re.compile(r"[^\W\d_a-zß-öø-ÿ]")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of a turn before it is compared with the known ones."""

    kind: Kind
    key: str
    value: str
    text: str
    start: int
    end: int
    confidence_bp: int
    when: ResolvedDate | None = None
    exposure: Exposure = Exposure.SAFE_TO_SPEAK
    reason_code: str = "USER_STATED"
    only_if_asked: bool = False
    """Whether the file that names the fact says that it surfaces only when asked for."""


def extract_facts(turn: Turn, language: Language, policy: MemoryPolicy) -> tuple[Fact, ...]:
    """Extracts the facts that a turn mentions in passing. `turn.text` must already be without secrets."""
    found: dict[str, Fact] = {}
    for clause in _first(_open_clauses(turn.text, language), policy.max_clauses_per_turn):
        if clause.asks or len(clause.text) > policy.max_clause_chars:
            continue
        if not language.cue.search(clause.text):
            continue
        for fact in _facts_in(_without_lead(clause, language), language.facts, turn, language, policy):
            found.setdefault(fact.key, fact)
    return tuple(found.values())[: policy.max_new_atoms_per_turn]


def extract_remembered(turn: Turn, start: int, end: int, language: Language, policy: MemoryPolicy) -> tuple[Fact, ...]:
    """Extracts the facts of a "remember" command from characters `start` to `end`; at least one.

    Clauses that each match a fact pattern become one fact each; otherwise the whole is kept as one statement.
    """
    told = TextClause(turn.text[start:end], start, end)
    parts = [_shifted(part, start) for part in split_clauses(told.text, language)]
    patterns = (*language.facts, *language.remembered)
    each = [_facts_in(part, patterns, turn, language, policy) for part in parts]
    facts = [fact for several in each for fact in several]
    if 1 < len(facts) <= policy.max_new_atoms_per_turn and all(each):
        several = {fact.key: fact for fact in facts}
        return tuple(replace(fact, reason_code="USER_ASKED") for fact in several.values())
    whole = _fact_in(told, patterns, turn, language, policy) if len(parts) <= 1 else None
    whole = whole or _statement(told, turn, language, policy)
    return (replace(whole, text=told.text, start=start, end=end, reason_code="USER_ASKED"),)


def whole_turn_fact(turn: Turn, language: Language, policy: MemoryPolicy) -> Fact | None:
    """Returns the one fact that the whole turn states by a pattern, mentioned or asked to be remembered; else None."""
    whole = TextClause(turn.text, 0, len(turn.text))
    return _fact_in(whole, (*language.facts, *language.remembered), turn, language, policy)


def statement_key(text: str, language: Language) -> str:
    """Returns the key of a free statement: its words without the value at their end.

    "I parked on level 3" and "I parked on level 5" have one key and two values.
    """
    steady = language.revising.after.sub("", text.rstrip(" .,;!?"))
    fixed = language.revising.loose.sub("", steady)
    told = fixed if len(split_words(fixed)) >= MIN_KEY_WORDS else text
    return f"statement:{subject_key(told, language) or 'words'}"


def statement_fact(turn: Turn, language: Language, policy: MemoryPolicy) -> Fact:
    """Returns the whole turn as one free statement."""
    text = turn.text.strip()
    start = turn.text.index(text)
    return _statement(TextClause(text, start, start + len(text)), turn, language, policy)


def atom_from_fact(fact: Fact, turn: Turn, ordinal: int, policy: MemoryPolicy) -> Atom:
    """Builds the atom of a fact, before conflicts are looked for."""
    hedged = fact.confidence_bp < policy.low_confidence_bp
    return Atom(
        atom_id=atom_id(turn.user_id, fact.kind, fact.key, turn.turn_id, turn.at.at_ms, ordinal),
        user_id=turn.user_id,
        kind=fact.kind,
        key=fact.key,
        value=fact.value,
        text=fact.text,
        sources=(Source(turn.turn_id, fact.start, fact.end),),
        learned_at_ms=turn.at.at_ms,
        provenance=Provenance.USER_STATED,
        confidence_bp=fact.confidence_bp,
        status=Status.UNCERTAIN if hedged else Status.ACTIVE,
        exposure=fact.exposure,
        recall=_recall(fact),
        valid_from_ms=fact.when.from_ms if fact.when else None,
        valid_until_ms=fact.when.until_ms if fact.when else None,
        reason_code="USER_WAS_UNSURE" if hedged else fact.reason_code,
    )


def _recall(fact: Fact) -> Recall:
    if fact.only_if_asked:
        return Recall.ONLY_IF_ASKED
    return Recall.PUSH if fact.kind in _PUSHED else Recall.PULL


def is_question(text: str, language: Language) -> bool:
    """Says whether the words are a question, by their beginning or a question mark at the end."""
    return text.rstrip().endswith(("?", "\uff1f", "\u061f")) or language.question.match(text.lstrip()) is not None


def contains_question(text: str, language: Language) -> bool:
    """Says whether any part of the words is a question: "as I said, who is she"."""
    return any(is_question(part, language) for part in language.joint.split(text) if part.strip())


def _open_clauses(text: str, language: Language) -> Iterator[TextClause]:
    """Returns the clauses that hold no masked secret: of "my sister is Ana and her pin is ..." the first half."""
    for clause in split_clauses(text, language):
        parts = split_at_breaks(clause, language.beside_secret) if MASK in clause.text else (clause,)
        yield from (part for part in parts if MASK not in part.text)


def _first(items: Iterable[TextClause], limit: int) -> Iterator[TextClause]:
    for count, item in enumerate(items):
        if count >= limit:
            return
        yield item


def _shifted(clause: TextClause, by: int) -> TextClause:
    return TextClause(clause.text, clause.start + by, clause.end + by, clause.asks)


def _without_lead(clause: TextClause, language: Language) -> TextClause:
    lead = language.lead.match(clause.text)
    start = lead.end() if lead else 0
    tail = language.tail.search(clause.text, start)
    end = tail.start() if tail else len(clause.text)
    return TextClause(clause.text[start:end], clause.start + start, clause.start + end, clause.asks)


def _facts_in(
    clause: TextClause, patterns: tuple[FactPattern, ...], turn: Turn, language: Language, policy: MemoryPolicy
) -> tuple[Fact, ...]:
    """Returns the facts of a clause: one, or one for each listed thing when each is a fact of its own."""
    parts = split_shared_clause(clause, language)
    several = [_fact_in(part, patterns, turn, language, policy) for part in parts]
    each = {fact.key: fact for fact in several if fact is not None}
    if parts and len(each) == len(parts):
        return tuple(each.values())
    fact = _fact_in(clause, patterns, turn, language, policy)
    return (fact,) if fact else ()


def _fact_in(
    clause: TextClause, patterns: tuple[FactPattern, ...], turn: Turn, language: Language, policy: MemoryPolicy
) -> Fact | None:
    """Returns the fact that the first matching pattern reads in the clause."""
    if len(clause.text) > policy.max_clause_chars:
        return None
    hedge = language.hedge_lead.match(clause.text)
    bare = clause.text[hedge.end() :] if hedge else clause.text
    if language.question.match(bare):
        return None
    for said in filter(None, (apply_self_repair(bare, language), bare)):
        for pattern in patterns:
            found = pattern.say.fullmatch(said)
            if found is not None and _fits(pattern, found, language, explicit=patterns is not language.facts):
                return _fact(pattern, found, clause, turn, language, policy)
    return None


def _fits(pattern: FactPattern, found: re.Match[str], language: Language, *, explicit: bool) -> bool:
    """Checks the conditions of a pattern that a regular expression cannot state well."""
    value, about = _part(found, "value"), _part(found, "about") or pattern.about
    if pattern.dated and not has_date(_after_subject(found), language):
        return False
    if pattern.undated and has_date(value, language):
        return False
    if pattern.named and not _looks_like_name(value, language):
        return False
    if pattern.given and not is_given_name(value.casefold(), language.code):
        return False
    if pattern.steady and not explicit and language.transient.fullmatch(value):
        return False
    return not (pattern.is_object and language.pronoun_object.fullmatch(about))


def _looks_like_name(value: str, language: Language) -> bool:
    """Says whether a value is a name: every word capitalised, or one word (recognisers write no capitals) that is no
    state.
    """
    parts = value.split()
    last = split_words(value)[-1:]
    if any(character.isdigit() for character in value) or any(
        word in language.numbers or word in language.digits for word in last
    ):
        return False
    if all(_CAPITAL.match(part) for part in parts):
        return True
    if language.describing.fullmatch(value):
        return False
    return len(parts) == 1 and language.transient.fullmatch(value) is None and not value.endswith(("ed", "ing"))


def _fact(
    pattern: FactPattern, found: re.Match[str], clause: TextClause, turn: Turn, language: Language, policy: MemoryPolicy
) -> Fact:
    value = _strip_trailing_now(_part(found, "value"), language)
    fields = {
        "value": subject_key(value, language),
        "about": subject_key(_strip_trailing_now(_part(found, "about"), language) or pattern.about, language),
        "other": subject_key(_part(found, "other"), language),
    }
    kind, key = _kind_and_key(pattern, value, fields, language)
    hedged = language.hedges.search(clause.text) is not None
    kind, key = _as_told_by(turn.who, *_without_orders(kind, key, clause.text, language), language)
    return Fact(
        kind=kind,
        key=key,
        value=value,
        text=clause.text,
        start=clause.start,
        end=clause.end,
        confidence_bp=policy.hedged_bp if hedged else pattern.weight_bp,
        when=_when(kind, key, _after_subject(found), clause.text, turn.at, language),
        exposure=exposure_of(clause.text, turn.text, language),
    )


def _kind_and_key(pattern: FactPattern, value: str, fields: dict[str, str], language: Language) -> tuple[Kind, str]:
    if pattern.key == "preference:{value} or {other}":
        return pattern.kind, "preference:" + " or ".join(sorted((fields["value"], fields["other"])))
    if pattern.key == "statement:{value}":
        return pattern.kind, statement_key(value, language)
    return pattern.kind, pattern.key.format(**fields)


def _without_orders(kind: Kind, key: str, text: str, language: Language) -> tuple[Kind, str]:
    """Files a standing instruction that would give Selene orders as a plain statement instead."""
    if kind is Kind.INSTRUCTION and language.commanding.search(text):
        return Kind.STATEMENT, "statement:" + subject_key(text, language)
    return kind, key


def _as_told_by(who: str, kind: Kind, key: str, language: Language) -> tuple[Kind, str]:
    """Files facts of a second voice under its name, and never as the owner's name or preferences."""
    if not who:
        return kind, key
    _, _, about = key.partition(":")
    kind = Kind.STATEMENT if kind in _NEVER_A_GUESTS else kind
    return kind, f"{kind}:{subject_key(who, language)} {about or key}"


def _when(kind: Kind, key: str, value: str, text: str, at: Moment, language: Language) -> ResolvedDate | None:
    """Resolves the time of a fact that happens once; a birthday comes every year and has none, unless it says
    "tomorrow".
    """
    if kind is not Kind.DATE:
        return None
    when = _on_named_day(key, value, text, at, language) or resolve_date(value, at, language)
    return None if when and not when.relative and language.dates.yearly.search(key) else when


def _on_named_day(key: str, value: str, text: str, at: Moment, language: Language) -> ResolvedDate | None:
    """Resolves a time whose day stands with its thing: "my shift on friday starts at six thirty"; None for others."""
    label = key.partition(":")[2]
    named = next(day_spans(label, language), None)
    if named is None or mentions_day(value, language):
        return None
    day, whole = resolve_date(label[slice(*named)], at, language), resolve_date(text, at, language)
    return whole if day and whole and day.from_ms <= whole.from_ms < day.until_ms else day


def exposure_of(told: str, said: str, language: Language) -> Exposure:
    """Returns SAFE_TO_TEXT when the words are private, or when the turn confides them; else SAFE_TO_SPEAK."""
    private = language.private.search(told) or language.confiding.search(said)
    return Exposure.SAFE_TO_TEXT if private else Exposure.SAFE_TO_SPEAK


def _statement(told: TextClause, turn: Turn, language: Language, policy: MemoryPolicy) -> Fact:
    """Builds a free statement: the key is made of its fixed words."""
    hedged = language.hedge_lead.match(told.text) is not None
    kind, key = _as_told_by(turn.who, Kind.STATEMENT, statement_key(told.text, language), language)
    return Fact(
        kind,
        key,
        told.text,
        told.text,
        told.start,
        told.end,
        policy.hedged_bp if hedged else 9_000,
        exposure=exposure_of(told.text, turn.text, language),
    )


def _after_subject(found: re.Match[str]) -> str:
    """Returns the words after the subject: of "is at nine" the value is "nine".

    A value said before the subject comes first: "next friday" of "next friday I have a meeting at three".
    """
    groups = found.groupdict()
    if not groups.get("about"):
        return found[0]
    first = f"{groups['value']} " if groups.get("value") and found.start("value") < found.start("about") else ""
    return first + found.string[found.end("about") :]


def _strip_trailing_now(words: str, language: Language) -> str:
    """Removes a "now" at the end, which is no part of the value."""
    return language.revising.after.sub("", words)


def _part(found: re.Match[str], name: str) -> str:
    """Returns a named group, or empty when the pattern has none."""
    groups = found.groupdict()
    return (groups.get(name) or "").strip()
