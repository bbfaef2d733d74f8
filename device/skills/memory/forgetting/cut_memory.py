"""Pure: cuts a memory of two clauses, of which one is to be forgotten and the other is to stay; or cuts a detail out.

"The wedding is in May and Clara's dress is too tight" becomes "Clara's dress is too tight": the clause that stays is
made a memory of its own, word for word, and the old one goes with all its words. A clause that says nothing without
the other, such as "and owes me fifty pounds", is not cut out; then Selene asks. "Forget the hall" leaves "the
meeting is on Friday at ten" of a meeting in hall 20.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory.forgetting.outcomes import forget_outcome, records_of_detail
from device.skills.turn_context import Span, TurnContext, TurnOutcome
from memory.extraction.extract import atom_from_fact, extract_remembered
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import ArchivedLine, Atom, Source, Turn
from memory.reading.details import detail_named
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


def leaving_rest(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of a request that names a detail of what it is about: only the detail goes. Where it is asked
    which of several is meant, the question keeps the name of the detail.
    """
    topic = context.understood.slot("topic")
    if outcome.new or not topic or context.points("topic"):
        return outcome
    asked = tuple(option for question in outcome.questions for option in question.atom_ids)
    ids = outcome.forget or asked
    if outcome.reasons == ("NOTHING_TO_FORGET",):
        ids = tuple(atom.atom_id for atom in context.mentioned().atoms)
    atoms = context.reader.atoms_by_id(context.control, ids)
    cuts = [_cut(context, atom, topic) for atom in atoms]
    if not atoms or len(atoms) != len(ids) or None in cuts:
        return outcome
    if len(asked) > 1 and not outcome.forget:
        return replace(outcome, questions=tuple(replace(one, proposal=topic) for one in outcome.questions))
    made = [cut for cut in cuts if cut is not None]
    name = context.requests.guesses.tokens(topic)
    records = tuple(record for _, gone in made for record in records_of_detail(context, gone, name))
    return replace(forget_outcome(context, atoms), new=tuple(rest for rest, _ in made), records=records)


def forget_chosen(context: TurnContext, atoms: tuple[Atom, ...], detail: str) -> TurnOutcome:
    """Forgets the memories that were chosen, or of each the detail that the request had named."""
    topic = IntentMatch("forget_topic", (Slot("topic", detail, 0, 0),))
    outcome = forget_outcome(context, atoms)
    return leaving_rest(replace(context, understood=topic), outcome) if detail else outcome


def _cut(context: TurnContext, atom: Atom, topic: str) -> tuple[Atom, str] | None:
    """Returns what stays of a memory without the details that a request names, and the words that go. None where it
    names the memory too.
    """
    words, code, text = context.requests.scope.details, context.language.code, context.turn.text
    named = [text[one.start : one.end] for part in context.requests.read(text) for one in part.named]
    every = tuple(dict.fromkeys((topic, *named)))
    topics = [one for one in every if detail_named(atom.text, (one,), text, words, code) is not None]
    if any(one not in topics and telling_stems(stems(one)) & frozenset(stems(atom.text)) for one in every):
        return None
    detail = detail_named(atom.text, topics, text, words, code) if topics else None
    rest = _rest_of(context, atom, detail.without(atom.text)) if detail is not None else None
    if rest is None or detail is None or telling_stems(stems(rest.text)) <= frozenset(stems(" ".join(every))):
        return None  # of "where Rosi keeps her ring", nothing else is told
    return rest, " ".join(atom.text[slice(*span)] for span in detail.spans)


def _rest_of(context: TurnContext, atom: Atom, parts: tuple[Span, ...]) -> Atom | None:
    """Returns the memory of what stays of another one, with the words as they stand in its line."""
    line = _line_of(context, atom)
    if line is None or not parts:
        return None
    source, joints = (
        atom.sources[0],
        [", " if "," in atom.text[one[1] : two[0]] else " " for one, two in pairwise(parts)],
    )
    text = "".join(atom.text[slice(*part)] + joint for part, joint in zip(parts, (*joints, ""), strict=True))
    turn = Turn(line.turn_id, line.session_id, line.user_id, text, line.at)
    facts = extract_remembered(turn, 0, len(text), context.language, context.policy)
    if len(facts) != 1 or facts[0].text != text:
        return None
    made = atom_from_fact(facts[0], turn, source.start + parts[-1][1] + 1, context.policy)
    sources = tuple(Source(source.turn_id, source.start + start, source.start + end) for start, end in parts)
    return replace(_as_it_was(made, atom), sources=sources, pinned=atom.pinned)


def _line_of(context: TurnContext, atom: Atom) -> ArchivedLine | None:
    """Returns the line that a memory came from, where it stands there word for word."""
    if len(atom.sources) != 1:
        return None
    source = atom.sources[0]
    lines = context.reader.lines_by_id(context.control, (source.turn_id,))
    return lines[0] if lines and lines[0].text[source.start : source.end] == atom.text else None


def _as_it_was(made: Atom, atom: Atom) -> Atom:
    """Returns a memory in the state of the one that it was a part of."""
    return replace(made, status=atom.status, exposure=atom.exposure, recall=atom.recall, reason_code=atom.reason_code)


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
    line = _line_of(context, atom)
    if line is None:
        return None
    start, end = atom.sources[0].start + act.start, atom.sources[0].start + act.end
    turn = Turn(line.turn_id, line.session_id, line.user_id, line.text, line.at)
    facts = extract_remembered(turn, start, end, context.language, context.policy)
    if len(facts) != 1 or facts[0].text != act_text(atom.text, act):
        return None
    return _as_it_was(atom_from_fact(facts[0], turn, start + 1, context.policy), atom)
