"""Adapter: finds the archived lines with words of a forgotten atom (2.11.5). Reads only.

A line is taken whole, or sentence by sentence when it only repeats the fact among other things.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine_b.core.policy import MAX_ANCHORS, MAX_NAME_WORDS, MIN_QUOTED_CHARS
from engine_b.writes.transaction import VaultTransaction
from memory.extraction.paraphrase import (
    FactStems,
    Span,
    contains_value,
    fact_stems_of,
    repeating_sentences,
    repeats_fact,
)
from memory.rules.mention_target import TELLING
from memory.text.phrases import find_phrase
from memory.text.stemming import split_words, stems

_EDGES = ".,;:!?\"'()"


@dataclass(frozen=True, slots=True)
class ForgetTarget:
    """An atom to be forgotten, with the words to look for."""

    atom_id: str
    user_id: str
    key: str
    value: str
    text: str
    fact: FactStems = field(init=False)

    def __post_init__(self) -> None:
        """Computes the stems of its fact once."""
        object.__setattr__(self, "fact", fact_stems_of(self.key, self.value, self.text))

    @property
    def quotable(self) -> tuple[str, ...]:
        """Returns the texts of which a quoting line has one."""
        long_enough = sum(len(word) for word in split_words(self.value)) >= MIN_QUOTED_CHARS
        return (self.text, self.value) if long_enough else (self.text,)


@dataclass(frozen=True, slots=True)
class QuotingLine:
    """A line with forgotten words: all of it, or `spans` of it."""

    line_no: int
    whole: bool
    spans: tuple[Span, ...] = ()


def find_quoting_lines(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> tuple[QuotingLine, ...]:
    """Returns the lines of the acting user with words of these atoms, in the order of the archive."""
    whole = _source_lines(recorder, doomed) | _answers_about(recorder, doomed)
    found = {carrier.line_no: carrier for carrier in _restating_lines(recorder, doomed)}
    found |= {line_no: QuotingLine(line_no, whole=True) for line_no in whole}
    for line_no in _replies_to(recorder, doomed, tuple(found)) | replies_quoting(recorder, tuple(found)):
        found.setdefault(line_no, QuotingLine(line_no, whole=True))
    return tuple(found[line_no] for line_no in sorted(found))


def lines_repeating(recorder: VaultTransaction, user_id: str, said: str, speaker: str) -> set[int]:
    """Returns lines of a speaker that hold `said`: the same words in the same order, or letter by letter."""
    phrase, anchor = stems(said), max(stems(said), key=len, default="")
    rows = recorder.database.rows(
        "SELECT line_no, text FROM archive WHERE user_id = ? AND speaker = ?"
        " AND ((? <> '' AND instr(stems, ' ' || ? || ' ') > 0) OR instr(text, ?) > 0)",
        (user_id, speaker, anchor, anchor, said),
    )
    return {int(line_no) for line_no, text in rows if said in text or _contains_phrase(phrase, stems(text))}


def turns_asking(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> tuple[str, ...]:
    """Returns the turns that asked for a forgotten name or number, or told Selene to do something with it.

    None for a value of plain words, or one that another memory has: what shares a word with a fact stays.
    """
    found: list[str] = []
    for value in sorted({name for atom in doomed for name in _names_in(atom)}):
        anchor = max(stems(value), key=len, default="")
        rows = recorder.database.rows(
            "SELECT l.turn_id, l.text, ifnull((SELECT g.facts FROM ledger g WHERE g.turn_id = l.turn_id"
            " AND g.event = 'TURN_HEARD' LIMIT 1), '') FROM archive l WHERE l.user_id = ?1 AND l.speaker = 'user'"
            " AND instr(l.stems, ' ' || ?2) > 0 AND NOT EXISTS (SELECT 1 FROM atom a WHERE a.user_id = ?1"
            " AND instr(a.stems, ' ' || ?2) > 0) ORDER BY l.line_no",
            (recorder.scope.user_id, anchor),
        )
        found += [turn for turn, text, heard in rows if find_phrase(value, text) and _asks(text, heard)]
    return tuple(dict.fromkeys(found))


def _names_in(atom: ForgetTarget) -> set[str]:
    """Returns what names by itself: a value with a capital or a digit, and words written so within the text."""
    value = [atom.value] if len(split_words(atom.value)) <= MAX_NAME_WORDS else []
    within = [word.strip(_EDGES) for word in atom.text.split()[1:]]
    return {
        name
        for name in (*value, *within)
        if len(name) >= MIN_QUOTED_CHARS and any(letter.isdigit() or letter.isupper() for letter in name)
    }


def _asks(text: str, heard: str) -> bool:
    """Says whether a line asks or orders, as it ends or as its turn was heard on this device."""
    intent = json.loads(heard).get("intent", "") if heard else ""
    return text.rstrip().endswith("?") or intent not in ("", *TELLING)


def replies_quoting(recorder: VaultTransaction, line_nos: tuple[int, ...]) -> set[int]:
    """Returns Selene's replies that quoted these lines of the archive."""
    return _numbers(
        recorder,
        "SELECT r.line_no FROM archive l JOIN ledger g ON g.subject_id = l.line_id AND g.event = 'LINE_QUOTED'"
        " JOIN archive r ON r.turn_id = g.turn_id AND r.speaker = 'selene' AND +r.user_id = l.user_id"
        " WHERE l.line_no IN (SELECT value FROM json_each(?))",
        (json.dumps(line_nos),),
    )


def _source_lines(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> set[int]:
    """Returns the person's lines that the atoms came from, or in which they were corrected."""
    ids = json.dumps([atom.atom_id for atom in doomed])
    return _numbers(
        recorder,
        "SELECT l.line_no FROM archive l WHERE +l.user_id = ?1 AND l.speaker = 'user' AND l.turn_id IN"
        " (SELECT s.turn_id FROM atom_source s WHERE s.atom_id IN (SELECT value FROM json_each(?2)) UNION"
        " SELECT c.turn_id FROM correction c WHERE c.atom_id IN (SELECT value FROM json_each(?2)))",
        (recorder.scope.user_id, ids),
    )


def _answers_about(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> set[int]:
    """Returns the person's lines, before this turn, that answered a question about the atoms: "June 14"."""
    return _numbers(
        recorder,
        "SELECT l.line_no FROM question q JOIN ledger g ON g.subject_id = q.question_id"
        " AND g.event = 'QUESTION_RESOLVED' AND g.seq < ? AND g.turn_id <> ?"
        " JOIN archive l ON l.turn_id = g.turn_id AND l.speaker = 'user'"
        " WHERE q.user_id = ?3 AND +l.user_id = ?3 AND EXISTS"
        " (SELECT 1 FROM json_each(q.atom_ids) a JOIN json_each(?4) d ON d.value = a.value)",
        (recorder.txn_id, recorder.coded.turn_id, recorder.scope.user_id, json.dumps([a.atom_id for a in doomed])),
    )


def _restating_lines(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> list[QuotingLine]:
    """Returns lines of either side that state one of the facts again; a long line of the person's only in part."""
    found = []
    for line_no, speaker, text, kept in _lines_with(recorder, doomed):
        said = frozenset(kept.split())
        again = [atom for atom in doomed if _may_quote(atom, said)]
        if not again:
            continue
        if any(_quotes(atom, text, speaker) for atom in again):
            found.append(QuotingLine(line_no, whole=True))
        elif same := [atom.fact for atom in again if repeats_fact(said, atom.fact)]:
            found.append(QuotingLine(line_no, speaker == "selene", repeating_sentences(text, same)))
    return found


def _lines_with(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> list[tuple[int, str, str, str]]:
    """Returns the lines with a word of a value, the longest word of a text, or letters that are no words."""
    anchors = {max(stems(quoted), key=len, default="") for atom in doomed for quoted in atom.quotable} - {""}
    anchors |= {stem for atom in doomed for stem in atom.fact.value}
    if len(anchors) > MAX_ANCHORS:
        where, params = "1", "[]"
    else:
        where, params = (
            "(EXISTS (SELECT 1 FROM json_each(?2) w WHERE instr(l.stems, ' ' || w.value || ' ') > 0)"
            " OR EXISTS (SELECT 1 FROM json_each(?3) w WHERE instr(l.text, w.value) > 0))",
            json.dumps(sorted(anchors)),
        )
    letters = json.dumps([quoted for atom in doomed for quoted in atom.quotable if not quoted.isascii()])
    rows = recorder.database.rows(
        f"SELECT l.line_no, l.speaker, l.text, l.stems FROM archive l WHERE l.user_id = ?1 AND {where}"
        " AND ?2 <> '' AND ?3 <> ''",
        (recorder.scope.user_id, params, letters),
    )
    return [(int(line_no), speaker, text, kept) for line_no, speaker, text, kept in rows]


def _may_quote(atom: ForgetTarget, said: frozenset[str]) -> bool:
    """Says quickly whether a line with these stems may quote the atom."""
    return contains_value(said, atom.fact) or any(
        not quoted.isascii() or said.issuperset(stems(quoted)) for quoted in atom.quotable
    )


def _quotes(atom: ForgetTarget, text: str, speaker: str) -> bool:
    """Says whether the line quotes it: the person's with the whole text, Selene's with text or value."""
    spoken = stems(text)
    quotes = atom.quotable if speaker == "selene" else (atom.text,)
    return any(quoted in text or _contains_phrase(stems(quoted), spoken) for quoted in quotes)


def _contains_phrase(phrase: tuple[str, ...], spoken: tuple[str, ...]) -> bool:
    size = len(phrase)
    return bool(size) and any(spoken[at : at + size] == phrase for at in range(len(spoken) - size + 1))


def _replies_to(recorder: VaultTransaction, doomed: Sequence[ForgetTarget], line_nos: tuple[int, ...]) -> set[int]:
    """Returns Selene's lines in the turns of these lines, or that used the atoms, when they share a word with one."""
    rows = recorder.database.rows(
        "SELECT l.line_no, l.stems FROM archive l WHERE +l.user_id = ? AND l.speaker = 'selene' AND l.turn_id IN"
        " (SELECT o.turn_id FROM archive o WHERE o.line_no IN (SELECT value FROM json_each(?)) UNION"
        " SELECT u.turn_id FROM atom_use u WHERE u.atom_id IN (SELECT value FROM json_each(?)))",
        (recorder.scope.user_id, json.dumps(line_nos), json.dumps([atom.atom_id for atom in doomed])),
    )
    shared = frozenset[str]().union(*(atom.fact.telling for atom in doomed))
    return {int(line_no) for line_no, kept in rows if not shared.isdisjoint(kept.split())}


def _numbers(recorder: VaultTransaction, sql: str, params: tuple[int | str, ...]) -> set[int]:
    return {int(row[0]) for row in recorder.database.rows(sql, params)}
