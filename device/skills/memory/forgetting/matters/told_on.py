"""Pure: forgets with a matter what was told on about it: "Mark is getting divorced", "he's moving into the caravan".

What leans on a forgotten fact by an "it" that nothing else explains says nothing without it, and goes with it. What
is told of the persons in it, or is of the same sort of thing, may belong to it or not: Selene asks, and until the
answer it is not told. What a person is or has stays, and the first turn that tells of something else ends the matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from device.core.policy import MAX_LATE_ANSWER_WORDS, MAX_TOLD_ON_MS
from device.skills.memory.forgetting.matters.named_sort import tells_matter, words_of_sort
from device.skills.memory.forgetting.nearly_meant import names_owner
from device.skills.memory.forgetting.outcomes import forget_outcome
from device.skills.memory.forgetting.told_apart import told_at
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.extraction.paraphrase import telling_stems
from memory.model.atoms import ArchivedLine, Atom
from memory.model.changes import Question
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.rules.clarification import new_question
from memory.rules.freshness import LIVING
from memory.text.stemming import split_words, stems

FORGET_TOO = "FORGET_TOO"
"""Why it is asked whether what was told on about a forgotten matter is to go too."""
_THING = "thing"


@dataclass(frozen=True, slots=True)
class ToldOn:
    """What was told on about a matter: what surely belongs to it, and what perhaps does."""

    surely: tuple[Atom, ...] = ()
    perhaps: tuple[Atom, ...] = ()


def with_told_on(context: TurnContext, outcome: TurnOutcome) -> TurnOutcome:
    """Returns the outcome of a request that names a matter, with what was told on about it."""
    topic, scope = context.understood.slot("topic"), context.requests.scope
    named = bool(topic) and not context.points("topic") and not scope.is_clause(topic)
    named = named and not scope.exception(topic)[1]
    if not named or outcome.new or not has_reading(context.language.code):
        return outcome
    offered = tuple(option for question in outcome.questions for option in question.atom_ids)
    if outcome.forget and not outcome.questions:
        matter = context.reader.atoms_by_id(context.control, outcome.forget)
        on = told_on(context, matter, topic)
        gone = dict.fromkeys((*outcome.forget, *(one.atom_id for one in on.surely)))
        return offer_too(context, replace(outcome, forget=tuple(gone)), on.perhaps)
    if outcome.forget or not offered or outcome.reasons != ("AMBIGUOUS",):
        return outcome
    seen = sorted(context.reader.atoms_by_id(context.control, offered), key=told_at)
    if len(seen) != len(offered):
        return outcome  # what may not be said is not offered with its words
    first, *others = seen
    on = told_on(context, (first,), "" if others else topic)  # two of a sort are no one matter
    matter = tuple(dict.fromkeys((first, *on.surely, *on.perhaps)))
    one_matter = len(matter) > 1 and {*others} <= {*matter}
    return offer_too(context, replace(outcome, questions=()), matter) if one_matter else outcome


def offer_too(context: TurnContext, outcome: TurnOutcome, atoms: tuple[Atom, ...]) -> TurnOutcome:
    """Returns the outcome with the question whether these memories are to go too; without any as it is."""
    if not atoms:
        return outcome
    question = new_question(context.turn, context.understood.intent, FORGET_TOO, atoms)
    told = atoms[: context.policy.max_forget_choices]
    return replace(outcome, focus=tuple(one.atom_id for one in told)).with_question(question)


def settle_forget_too(context: TurnContext, question: Question) -> TurnOutcome | None:
    """Settles the question whether what was told on is to go too: all of it, none, or the one that is named."""
    if context.understood.intent in ("deny", "choose_none"):
        return TurnOutcome("deny", ("KEPT_BY_USER",))
    found = (context.reader.atom_for_control(context.turn.user_id, one) for one in question.atom_ids)
    offered = tuple(one for one in found if one is not None)
    every = context.understood.intent in ("confirm", "choose_all", "forget_them_all", "forget", "forget_both")
    gone = offered if every else _named_of(context, offered)
    return replace(forget_outcome(context, gone), intent="forget") if gone else None


def _named_of(context: TurnContext, offered: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Returns the one of several that a short answer names by its place or by words of it alone: "just the first"."""
    words = split_words(context.turn.text)
    asks = context.understood.intent == "question" or context.understood.intent.startswith("recall")
    if len(offered) <= 1 or len(words) > MAX_LATE_ANSWER_WORDS or asks:
        return ()
    places = [context.language.ordinals[word] for word in words if word in context.language.ordinals]
    if places:
        return offered[places[0] - 1 : places[0]] if len(places) == 1 else ()
    held = [frozenset(stems(atom.text)) for atom in offered]
    named = frozenset(stems(context.turn.text)) - frozenset[str]().union(
        *(one & other for one, other in combinations(held, 2))
    )
    chosen = [atom for atom, said in zip(offered, held, strict=True) if telling_stems(named) & said]
    return (chosen[0],) if len(chosen) == 1 else ()


def told_on(context: TurnContext, matter: tuple[Atom, ...], topic: str) -> ToldOn:
    """Returns what was told right after the facts of a matter that goes on about it."""
    surely, perhaps = list[Atom](), list[Atom]()
    named = " ".join(words_of_sort(context, topic))
    happens = any(_tells_what_happens(context, one) or tells_matter(context, named, one) for one in matter)
    goes_on, owned = False, names_owner(context, topic, tuple(named.split()))
    for line, facts in _turns_from(context, matter):
        linked = begun = False
        apart = list[Atom]()
        for start, end, atom in facts:
            if atom in matter:
                goes_on = linked = begun = True
            elif goes_on and atom.status in LIVING:
                leans = _leans(context, said := line.text[start:end], atom)
                if leans is None and linked and not begun and _shares_subject(context, said, atom):
                    leans = False
                if leans is None and happens:
                    leans = _is_of_persons(context, said, atom, same_breath=begun)
                alike = tells_matter(context, named, atom) or _names_it(context, atom, matter)
                of_another = any(_is_of_same(context, atom, one) for one in apart)  # "my car's red and it's due"
                if of_another or (leans is None and not (alike and not (owned and _is_of_another(context, said)))):
                    apart.append(atom)
                    continue
                linked = True
                (surely if leans else perhaps).append(atom)
        goes_on = linked or (goes_on and not facts)
    return ToldOn(tuple(dict.fromkeys(surely)), tuple(dict.fromkeys(perhaps)))


def _turns_from(
    context: TurnContext, matter: tuple[Atom, ...]
) -> Iterator[tuple[ArchivedLine, list[tuple[int, int, Atom]]]]:
    """Yields the turns of a conversation from the first of a matter on, each with the facts that it told in order."""
    user_id = context.turn.user_id
    first = context.reader.lines_by_id(
        context.control, tuple(dict.fromkeys(one.turn_id for atom in matter for one in atom.sources))
    )
    spans = ((line.session_id, line.at.at_ms) for line in first)
    turns = dict.fromkeys(
        turn for _, at_ms in spans for turn in context.queries.turns_between(user_id, at_ms, at_ms + MAX_TOLD_ON_MS)
    )
    sessions = {line.session_id for line in first}
    lines = (line for line in context.reader.lines_by_id(context.control, tuple(turns)) if line.session_id in sessions)
    for line in sorted(lines, key=lambda each: (each.session_id, each.at.at_ms, each.line_id)):
        told = context.reader.atoms_by_id(
            context.control, tuple(atom.atom_id for atom in context.queries.mentioned_in(user_id, line.turn_id))
        )
        made = ((one.start, one.end, atom) for atom in told for one in atom.sources if one.turn_id == line.turn_id)
        yield line, sorted(made, key=lambda each: (each[0], each[2].atom_id))


def _leans(context: TurnContext, said: str, atom: Atom) -> bool | None:
    """Says how a fact leans on what was told before it: True by an "it" that nothing explains, False by one that means
    a thing in it, or by a "then"; None where it does not.
    """
    words, scope = load_closed_words(context.language.code), context.requests.scope
    first = _first_word(said)
    clause = next((one.clause for one in statements(said, context.language.code)), None)
    alone = clause is not None and clause.subject[1] - clause.subject[0] == 1
    if alone and scope.points_alone(first):
        return _first_word(atom.text) == first
    if scope.points_back(first) or (words.third.get(first) == _THING and first not in words.possessives):
        return _first_word(atom.text) == first
    return False if scope.goes_on(said) else None


def _shares_subject(context: TurnContext, said: str, atom: Atom) -> bool:
    """Says whether a clause goes on with the subject of the one before: "he's selling up and moves to Hull"."""
    first, told = _first_word(said), next(iter(statements(atom.text, context.language.code)), None)
    return (
        told is not None
        and _first_word(atom.text) != first
        and first not in load_closed_words(context.language.code).third
    )


def _is_of_another(context: TurnContext, said: str) -> bool:
    """Says whether a clause tells of a person that it names: "Priya passed her test" is not about Arjun's exam."""
    told = next(iter(statements(said, context.language.code)), None)
    named = told is not None and not told.about_speaker
    return told is not None and named and any(one.is_person and not one.pronoun for one in told.subject)


def _names_it(context: TurnContext, atom: Atom, matter: tuple[Atom, ...]) -> bool:
    """Says whether a fact is about what the matter is called: "the interview" after "I've applied for a job"."""
    told = next(iter(statements(atom.text, context.language.code)), None)
    subject = " ".join(sorted(form for forms in (told.subject_words if told else ()) for form in forms))
    return bool(subject) and any(tells_matter(context, subject, one) for one in matter)


def _is_of_same(context: TurnContext, atom: Atom, other: Atom) -> bool:
    """Says whether two facts have the same subject, which is not the speaker."""
    return not _subjects_of(context, atom).isdisjoint(_subjects_of(context, other))


def _subjects_of(context: TurnContext, atom: Atom) -> frozenset[str]:
    told = statements(atom.text, context.language.code)
    return frozenset(key for one in told for key in one.subject_keys) - {SPEAKER}


def _is_of_persons(context: TurnContext, said: str, atom: Atom, *, same_breath: bool) -> bool | None:
    """Says that a fact perhaps goes on about the persons of a matter, as it tells by a pronoun what they do or what is
    done to them, and not what they are; None if not. In the same breath what is theirs is told of too: "we're throwing
    him a party and his brother's coming over".
    """
    words, first = load_closed_words(context.language.code), _first_word(said)
    owned = first in words.possessives
    if (owned and not same_breath) or not _tells_what_happens(context, atom):
        return None
    persons = {word for word, sort in words.third.items() if sort != _THING}
    pronouns = {word.partition("'")[0] for word in split_words(said)} & persons
    acts = any(one.about_speaker for one in statements(atom.text, context.language.code))
    return False if pronouns and (first in words.third or acts) else None


def _tells_what_happens(context: TurnContext, atom: Atom) -> bool:
    told = [one for one in statements(atom.text, context.language.code) if one.kind is ActKind.TELL]
    return any(not context.requests.scope.tells_state(one.clause.lemma) for one in told)


def _first_word(text: str) -> str:
    return next(iter(split_words(text)), "").partition("'")[0]
