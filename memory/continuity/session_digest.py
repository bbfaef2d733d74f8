"""Pure: digests a conversation that is over into a thread (2.18): deterministic, by pointer, without its words.

A field points at one clause of at most `MAX_CLAUSE_CHARS` characters, and never at two clauses of a turn that follow
each other. What a decision later in the conversation speaks of is no open question any more. The same lines give the
same thread, whenever and on whichever device they are digested.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memory.continuity.preferences import RetentionMode
from memory.continuity.thread import Pointer, Thread, thread_id_of
from memory.continuity.wordings import Wordings, load_wordings
from memory.core.policy import DIGEST_ENTRIES, MAX_CLAUSE_CHARS, MAX_EVIDENCE, MAX_TITLE_ENTITIES, MIN_TOPIC_CHARS
from memory.extraction.paraphrase import telling_stems, telling_words
from memory.reading.words.closed_words import has_reading
from memory.reading.words.word_table import load_word_table
from memory.rules.controls import BLANK
from memory.text.language_rules import Language
from memory.text.normalise import split_clauses
from memory.text.stemming import split_words, stem, stems

_WORD = re.compile(r"[^\W\d_]+(?:[’'-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """What the person said in one turn."""

    turn_id: str
    session_id: str
    at_ms: int
    text: str
    tells: bool = True
    """Whether it tells or asks something; a command only counts as a turn of the conversation."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A clause that says something for a digest."""

    place: int
    """Its place among all clauses of the conversation."""
    turn: int
    pointer: Pointer
    stems: frozenset[str]


def digest_session(
    user_id: str, said: Sequence[SaidTurn], language: Language, mode: RetentionMode = RetentionMode.DEFAULT
) -> Thread | None:
    """Returns the thread of one conversation; None when it has no topic."""
    wordings = load_wordings(language.code)
    telling = [one for one in said if one.tells]
    entities = _entities(telling, language, wordings)
    if not entities:
        return None
    most = DIGEST_ENTRIES[mode.value]
    first, last = said[0], said[-1]
    thread = Thread(
        thread_id_of(user_id, first.session_id, first.turn_id),
        user_id,
        first.session_id,
        first.at_ms,
        last.at_ms,
        title=entities[:MAX_TITLE_ENTITIES],
        entities=entities[:most],
        evidence=tuple(Pointer(one.turn_id, 0, len(one.text)) for one in telling)[-MAX_EVIDENCE:],
    )
    return _with_clauses(thread, telling, language, wordings, most) if wordings else thread


def _with_clauses(
    thread: Thread, said: Sequence[SaidTurn], language: Language, wordings: Wordings, most: int
) -> Thread:
    """Adds what was decided, what is open and what comes next, each clause once and none beside another."""
    clauses = list(_clauses(said, language))
    texts = [_text(said, one).casefold() for one in clauses]
    decided = [one for one, text in zip(clauses, texts, strict=True) if _decides(text, wordings)]
    asked = [one for one, text in zip(clauses, texts, strict=True) if wordings.open.search(text)]
    asked = [one for one in asked if not _settled(one, decided)]
    coming = [
        one
        for one, text in zip(clauses, texts, strict=True)
        if wordings.next_step.search(text) and one not in decided and one not in asked
    ]
    taken: list[_Found] = []
    decisions = _apart(decided[-most:], taken)
    questions = _apart(asked[-most:], taken)
    next_step = _apart(coming[-1:], taken)
    return replace(thread, decisions=decisions, questions=questions, next_step=next_step)


def _decides(text: str, wordings: Wordings) -> bool:
    return wordings.decides.search(text) is not None and wordings.open.search(text) is None


def _settled(asked: _Found, decided: Sequence[_Found]) -> bool:
    """Says whether a later decision speaks of what was asked."""
    return any(one.place > asked.place and one.stems & asked.stems for one in decided)


def _apart(found: Sequence[_Found], taken: list[_Found]) -> tuple[Pointer, ...]:
    """Returns the clauses that neither are nor follow or precede one that is taken, in the same turn."""
    kept: list[Pointer] = []
    for one in found:
        if all(one.turn != other.turn or abs(one.place - other.place) > 1 for other in taken):
            taken.append(one)
            kept.append(one.pointer)
    return tuple(kept)


def _clauses(said: Sequence[SaidTurn], language: Language) -> list[_Found]:
    found: list[_Found] = []
    for number, turn in enumerate(said):
        for clause in split_clauses(turn.text, language):
            end = _short_end(turn.text, clause.start, clause.end)
            about = telling_stems(stems(turn.text[clause.start : end]))
            found.append(_Found(len(found), number, Pointer(turn.turn_id, clause.start, end), about))
    return found


def _short_end(text: str, start: int, end: int) -> int:
    """Returns where a clause ends, at the last whole word within the limit."""
    if end - start <= MAX_CLAUSE_CHARS:
        return end
    cut = text.rfind(" ", start, start + MAX_CLAUSE_CHARS + 1)
    return cut if cut > start else start + MAX_CLAUSE_CHARS


def _text(said: Sequence[SaidTurn], found: _Found) -> str:
    return said[found.turn].text[found.pointer.start : found.pointer.end].replace("’", "'")


def _entities(said: Sequence[SaidTurn], language: Language, wordings: Wordings | None) -> tuple[Pointer, ...]:
    """Returns where the nouns and names stand that were spoken of, the most frequent first; of those as frequent what
    can be nothing but a noun before "red" and "want", and then the earliest.
    """
    places: dict[str, Pointer] = {}
    turns: Counter[str] = Counter()
    doubtful: set[str] = set()
    for turn in said:
        about = frozenset(telling_words(turn.text))
        named = [
            (stem(word), match)
            for match in _WORD.finditer(turn.text)
            if (word := "".join(split_words(match.group())[:1])) in about
            and _is_topic(match.group(), word, language.code, wordings, first=match.start() == 0)
        ]
        doubtful |= {root for root, match in named if not _is_mostly_noun(match.group(), language.code)}
        for root, match in named:
            places.setdefault(root, Pointer(turn.turn_id, match.start(), match.end()))
        turns.update({root for root, _ in named})
    order = list(places)
    ranked = sorted(order, key=lambda root: (-turns[root], root in doubtful, order.index(root)))
    return tuple(places[root] for root in ranked)


def _is_topic(written: str, word: str, code: str, wordings: Wordings | None, *, first: bool) -> bool:
    """Says whether a word is a noun or a name that may be a topic: it is written as one, or can be nothing else."""
    plain = written.casefold()
    if len(word) < MIN_TOPIC_CHARS or BLANK in written or (wordings and plain in wordings.no_topic):
        return False
    if not has_reading(code):
        return True
    form = load_word_table(code).find(plain)
    return form is None or form.usual == "n" or (written[0].isupper() and not first) or "n" in form.other


def _is_mostly_noun(written: str, code: str) -> bool:
    form = load_word_table(code).find(written.casefold()) if has_reading(code) else None
    return form is None or form.usual == "n"
