"""Pure: cuts a memory of two clauses, of which one is to be forgotten and the other is to stay.

"The wedding is in May and Clara's dress is too tight" becomes "Clara's dress is too tight": the clause that stays is
made a memory of its own, word for word, and the old one goes with all its words. A clause that says nothing without
the other, such as "and owes me fifty pounds", is not cut out; then Selene asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.extract import atom_from_fact, extract_remembered
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import Atom, Turn
from memory.reading.grammar.clause import Act, ActKind
from memory.reading.grammar.reader import act_text, read
from memory.reading.words.closed_words import has_reading
from memory.text.stemming import stems


def forget_clause(context: TurnContext, atoms: Sequence[Atom], kept: str) -> TurnOutcome | None:
    """Forgets the clause of the one memory that a request names, and keeps the other; None where they are not clear."""
    if len(atoms) != 1 or len(atoms[0].sources) != 1:
        return None
    left = _left(context, atoms[0], kept)
    made = _made_of(context, atoms[0], left) if left is not None else None
    return replace(forget_outcome(context, tuple(atoms)), new=(made,)) if made is not None else None


def _left(context: TurnContext, atom: Atom, kept: str) -> Act | None:
    """Returns the clause that stays: it has all words of what is to stay, and the other what else the topic says."""
    code = context.language.code
    acts = read(atom.text, code).acts if has_reading(code) else ()
    match acts:
        case (first, second) if first.kind is second.kind is ActKind.TELL:
            fitting = [
                act
                for act, other in ((first, second), (second, first))
                if _parted(context, atom.text, act, other, kept)
            ]
        case _:
            return None
    return fitting[0] if len(fitting) == 1 and _stands_alone(context, atom.text, fitting[0]) else None


def _parted(context: TurnContext, text: str, act: Act, other: Act, kept: str) -> bool:
    """Says whether one clause alone has what is to stay, and the other all of the topic that the first has not."""
    here, there = (frozenset(stems(act_text(text, one))) for one in (act, other))
    stays = telling_stems(stems(context.requests.telling(kept)))
    gone = telling_stems(stems(context.requests.telling(context.understood.slot("topic")))) - here
    return bool(stays and gone) and stays <= here and not stays <= there and gone <= there


def _stands_alone(context: TurnContext, text: str, act: Act) -> bool:
    """Says whether a clause has a subject of its own, which is no pronoun."""
    begin, end = act.clause.subject
    return begin < end and context.language.third_person.match(act_text(text, act)) is None


def _made_of(context: TurnContext, atom: Atom, act: Act) -> Atom | None:
    """Returns the memory of one clause, as it stands in the line of the old one; None where it does not."""
    source = atom.sources[0]
    lines = context.reader.lines_by_id(context.control, (source.turn_id,))
    if not lines or lines[0].text[source.start : source.end] != atom.text:
        return None
    line, start, end = lines[0], source.start + act.start, source.start + act.end
    turn = Turn(line.turn_id, line.session_id, line.user_id, line.text, line.at)
    facts = extract_remembered(turn, start, end, context.language, context.policy)
    if len(facts) != 1 or facts[0].text != act_text(atom.text, act):
        return None
    made = atom_from_fact(facts[0], turn, start + 1, context.policy)
    return replace(made, status=atom.status, exposure=atom.exposure, recall=atom.recall, reason_code=atom.reason_code)
