"""Pure: what a statement tells of others beside its own subject: by a relative clause, or because they do so too.

"My boss is priya who hates being late" tells what priya hates, and "i'm allergic to nuts and so is my son" of what the
son is allergic to. Such statements answer questions; they change nothing that was told, because the fact that holds
them has more to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memory.core.policy import KEPT_READINGS
from memory.reading.english_facts.other_frames import restatements
from memory.reading.facts.entities import Entity, entities_in
from memory.reading.facts.statement_words import forms_at, is_telling
from memory.reading.facts.statements import Statement, statement_of, statements
from memory.reading.german_facts.other_frames import said_otherwise
from memory.reading.grammar.clause import Act, ActKind, Modality
from memory.reading.grammar.clause_starts import echo_start, starts_statement
from memory.reading.grammar.reader import line_of
from memory.reading.grammar.verb_groups import read_verb_group, with_verb_group
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning
from memory.text.word_caches import cache_for_words


@cache_for_words(KEPT_READINGS)
def with_implied(text: str, language: str = "en") -> tuple[Statement, ...]:
    """Returns the statements of a text, each with those that it implies behind it."""
    told = statements(text, language)
    if language == "de":
        return (*told, *_said_again(told))
    line = line_of(text, language)
    implying = line.words.sets.get("describing_relatives", frozenset()) | line.words.sets.get("likewise", frozenset())
    implying |= line.words.sets.get("echoing", frozenset())
    again = (*_said_again_in_english(line, told), *_given_as_reasons(line, told, text))
    if not any(line.word(at) in implying for at in range(len(line))):
        return (*told, *again)
    inner = tuple(each for one in told for each in (one, *_described(line, one, text), *_echoed(line, one)))
    return (*inner, *again)


_TOLD = (Modality.FACT, Modality.ABILITY, Modality.DUTY)


def _said_again(told: tuple[Statement, ...]) -> Iterator[Statement]:
    """Returns what German statements say in the frames in which they are asked for."""
    habits = load_closed_words("de").sets["habits"]
    for one in told:
        real = one.clause.modality in _TOLD or (one.clause.modality is Modality.WISH and one.spoken & habits)
        if one.kind in (ActKind.TELL, ActKind.CORRECT) and real:  # "opa will immer haferbrei"
            spoken = one.text[one.clause.start : one.clause.end]
            yield from (again for text in said_otherwise(spoken) for again in statements(text, "de"))


def _said_again_in_english(line: Line, told: tuple[Statement, ...]) -> Iterator[Statement]:
    """Returns what English statements say in the frames in which they are asked for."""
    for one in told:
        yield from _wished(line, one)
        if one.kind in (ActKind.TELL, ActKind.CORRECT) and one.clause.modality is not Modality.CONDITIONAL:
            spoken = _without_fillers(line, one)
            if spoken.count(" ") < one.text.strip().count(" "):
                yield from statements(spoken, "en")
            yield from (again for text in restatements(spoken) for again in statements(text, "en"))


def _wished(line: Line, one: Statement) -> Iterator[Statement]:
    """Returns what an order how to answer tells of the speaker's wish: "i want weights in pounds" of "give me ..."."""
    places = range(one.clause.first, min(one.clause.first + 2, one.clause.last))
    verb = next((at for at in places if line.is_in(at, "wishing_orders")), -1)
    if one.kind is ActKind.COMMAND and verb >= 0 and not one.clause.negated:
        begin = verb + 1 + line.is_in(verb + 1, "wishing_for")
        wish = " ".join(line.word(at) for at in range(begin, one.clause.last))
        yield from statements(f"i want {wish}", "en") if wish else ()


def _given_as_reasons(line: Line, told: tuple[Statement, ...], text: str) -> Iterator[Statement]:
    """Returns what is told as a reason: that ravi has the flu in "we can't go because ravi's got the flu"."""
    for one in told:
        begin, last = max(one.clause.rest, one.clause.first + 1), one.clause.last
        because = (at for at in range(begin, last) if line.is_in(at, "giving_reasons"))
        at = next((at + 1 for at in because if starts_statement(line, at + 1)), last)
        if at < last and one.kind is ActKind.TELL and one.clause.modality is not Modality.CONDITIONAL:
            yield from statements(text[line.tokens[at].start : one.clause.end], "en")


def _without_fillers(line: Line, one: Statement) -> str:
    """Returns the words of a clause without hesitations and what is said twice."""
    spoken = "".join(
        line.word(at) if line.word(at) in line.words.clitics or line.is_stop(at) else f" {line.word(at)}"
        for at in range(one.clause.first, one.clause.last)
    )
    return spoken.strip(" ,")


def _described(line: Line, one: Statement, text: str) -> Iterator[Statement]:
    """Returns what relative clauses tell: that bea is four in "i've two girls bea who's four"."""
    clause = one.clause
    if one.kind is not ActKind.TELL or clause.asks is not None:
        return
    begins = [at for at in range(clause.first + 1, clause.last) if _opens_relative(line, at)]
    for at, following in zip(begins, [*begins, clause.last][1:], strict=False):
        described = next((entity for entity in one.entities if entity.end == at), None)
        if described is None or not described.keys:
            continue
        last = _before_next(line, at, following, clause.last, one.entities)
        inner = replace(
            with_verb_group(clause, read_verb_group(line, at + 1)),
            start=line.tokens[described.start].start,
            end=line.tokens[last - 1].end,
            first=described.start,
            last=last,
            subject=(described.start, described.end),
            marks=frozenset(),
            shared=(0, 0),
        )
        told = statement_of(line, Act(ActKind.TELL, inner.start, inner.end, inner), text)
        yield replace(told, subject=(replace(described, is_person=True),), named=())


def _opens_relative(line: Line, at: int) -> bool:
    """Says whether "who" or "which" begins a clause about the noun before it."""
    return (
        line.is_in(at, "describing_relatives")
        and line.is_open(at - 1)
        and (bool(line.finite(at + 1)) or line.is_auxiliary(at + 1) or line.is_in(at + 1, "is"))
    )


def _before_next(line: Line, at: int, following: int, last: int, entities: tuple[Entity, ...]) -> int:
    """Returns where a relative clause ends: before "and" and the next one described."""
    if following == last:
        return last
    begin = next((entity.start for entity in entities if entity.end == following), following)
    return begin - 1 if begin - 1 > at + 1 and line.word(begin - 1) in line.words.conjunctions else begin


def is_echo(told: str, added: str) -> bool:
    """Says whether English words tell of others what was told just before: "so is her brother", "my son is too"."""
    line, at = line_of(f"{told} and {added}", "en"), len(line_of(told, "en")) + 1
    denied = any(one.clause.negated for one in statements(told, "en"))
    same = denied if line.is_in(at, "echoing_denial") else not (denied and line.is_in(at, "echoing"))
    return same and echo_start(line, at) is not None


def _echoed(line: Line, one: Statement) -> Iterator[Statement]:
    """Returns the same told of those after "so is" and before "is too": "and so is my son"."""
    clause = one.clause
    if one.kind is not ActKind.TELL:
        return
    for at in range(max(clause.rest, clause.first + 1), clause.last):
        span = echo_start(line, at)
        if span is None:
            continue
        meaning = load_meaning(line.words.language)
        subject = entities_in(line, *span, meaning)
        words = tuple(forms_at(line, place, meaning) for place in range(*span) if is_telling(line, place))
        spoken = tuple(forms for forms in one.words if forms not in one.subject_words)
        if subject:
            yield replace(one, subject=subject, subject_words=words, words=(*words, *spoken), named=())
        return
