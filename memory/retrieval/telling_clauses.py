"""Pure: finds the clauses of a sentence that tell nothing: those that ask or command, and what is only supposed for
them.

Of "I have a call with Ines at three, what should I ask her?" the first clause tells a fact. The reader of
`memory/reading` cuts the clauses; where it sees no question in a sentence that ends in a question mark, the beginnings
of questions of the language file do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from memory.extraction.extract import is_question
from memory.reading.grammar.clause import Act, ActKind, Modality
from memory.reading.grammar.reader import line_of, read
from memory.text.language_rules import Language

Span = tuple[int, int]

_ASIDE = re.compile(r"[,;:\u2013\u2014-]\s*$")
"""The mark after which a sentence that asked may tell again; after "and" it goes on with what is asked."""
_NOT_TOLD = frozenset({ActKind.ASK, ActKind.COMMAND})


def untold_clauses(sentence: str, mark: str, language: Language) -> Iterator[Span]:
    """Yields the spans of `sentence` that tell nothing, in order. `mark` is its end mark; empty without one.

    An empty span at the end is a question mark after a clause that tells.
    """
    acts = read(sentence, language.code).acts
    untold = [act.kind in _NOT_TOLD and not _is_relative(acts, number, mark) for number, act in enumerate(acts)]
    if not any(untold):
        if mark == "?":
            yield _asked_end(sentence, language), len(sentence)
        return
    silent, supposed, before = False, False, 0
    for number, act in enumerate(acts):
        supposed = _is_supposed(sentence, act, language) or (supposed and acts[number - 1].kind is ActKind.FRAGMENT)
        if untold[number]:
            silent = True
        elif _tells(act) and _ASIDE.search(sentence, 0, act.start):
            silent = False
        if silent or supposed:
            yield before, acts[number + 1].start if number + 1 < len(acts) else len(sentence)
        before = act.end
    if mark == "?" and not (silent or supposed):
        yield len(sentence), len(sentence)


def _is_relative(acts: Sequence[Act], number: int, mark: str) -> bool:
    """Says whether what looks like a question describes a thing: "the old pier, which is closed." ends in a point."""
    return number > 0 and mark not in ("", "?") and acts[number].kind is ActKind.ASK


def _tells(act: Act) -> bool:
    return act.kind in (ActKind.TELL, ActKind.CORRECT) and act.clause.modality is not Modality.CONDITIONAL


def _is_supposed(sentence: str, act: Act, language: Language) -> bool:
    """Says whether a clause beside a question is only supposed: "if I sold it"."""
    line = line_of(sentence, language.code)
    return act.clause.modality is Modality.CONDITIONAL or line.word(act.clause.first) in line.words.conditions


def _asked_end(sentence: str, language: Language) -> int:
    """Returns where the question at the end of a sentence begins; 0 when all of it asks."""
    found = [joint.end() for joint in language.joint.finditer(sentence)]
    return next((at for at in found if is_question(sentence[at:].rstrip("?"), language)), 0)
