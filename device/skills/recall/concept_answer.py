"""Pure: answers a question by its type (`device/nlu/question_types.py`), whatever words the fact was told in.

Facts with the keys of the type come first, then facts in its words, the person's own lines last. Everything is read
through the gate. A fact about somebody else is never told as the speaker's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.nlu.question_types import AnswerSubject, TypedQuestion
from device.skills.recall.fact_lookup import (
    filed_atoms,
    may_tell_more_in_writing,
    reply_from_line,
    reply_per_key,
    told_in_state,
    written_gate,
)
from device.skills.recall.search_answer import find_by_stems, reply_known_of_another, teller_name
from device.skills.reply_context import Reply, ReplyContext
from memory.extraction.aliases import Names, aliases_of, speaks_about_person
from memory.model.atoms import ArchivedLine, Atom, Kind
from memory.retrieval.answerability import (
    asks_yes_or_no,
    is_outdated_answer,
    names_no_person,
    speaks_about_relation,
    speaks_about_speaker,
)
from memory.retrieval.context_builder import AssembledContext
from memory.retrieval.query import parse_query
from memory.rules.freshness import has_ended
from memory.text.normalise import subject_key
from memory.text.stemming import stems


@dataclass(frozen=True, slots=True)
class _KnownFacts:
    """The known facts of the type, about the person asked for, and about another."""

    atoms: tuple[Atom, ...] = ()
    lines: tuple[ArchivedLine, ...] = ()
    of_another: tuple[Atom, ...] = ()


def recall_concept(view: ReplyContext) -> tuple[Reply, AssembledContext] | None:
    """Answers a question that has a type; None when it has none, or asks for a setting."""
    asked = view.concepts.asked(view.heard.turn.text)
    state = view.memory.queries.current_state()
    if asked is None or any(key in state or told_in_state(view, key) is not None for key in asked.concept.keys):
        return None
    known = _find_known_facts(view, asked)
    found = view.look_up(view.heard.turn.text, known.atoms)
    if known.atoms:
        return _concept_reply(view, asked, known.atoms), found
    if known.lines:
        return reply_from_line(view, known.lines[0]), found
    if not asked.person and _is_filed(view):
        return None
    return _unknown_reply(view, asked, known), found


def _is_filed(view: ReplyContext) -> bool:
    """Says whether a fact has exactly the key that the question names."""
    about = dict(view.heard.slots).get("about", "")
    keys = view.fact_keys.keys(about, view.heard.turn.text) if view.heard.intent == "recall_one" else ()
    return any(view.living(filed_atoms(view, key)) for key in keys)


def _concept_reply(view: ReplyContext, asked: TypedQuestion, atoms: tuple[Atom, ...]) -> Reply:
    """Tells all facts, or the one that holds."""
    if (asked.concept.several or asked.person) and len(atoms) > 1:
        return reply_per_key(view, atoms)
    same = view.living(view.memory.reader.atoms_with_key(view.gate, atoms[0].key))
    return reply_per_key(view, (atoms[0], *(atom for atom in same if atom != atoms[0])))


def _unknown_reply(view: ReplyContext, asked: TypedQuestion, known: _KnownFacts) -> Reply:
    """Says that nothing is known of this person. In speech, it says that there is more in writing."""
    if may_tell_more_in_writing(view) and _find_known_facts(replace(view, gate=written_gate(view.gate)), asked).atoms:
        return Reply(view.say("in_writing_only"), ("TEXT_ONLY",))
    if known.of_another and asks_yes_or_no(view.heard.turn.text, view.memory.language) and not asked.person:
        return reply_known_of_another(view, known.of_another[0])
    return Reply(view.say("nothing_found"), ("NOTHING_FOUND",))


def _find_known_facts(view: ReplyContext, asked: TypedQuestion) -> _KnownFacts:
    """Finds the facts that this gate lets through."""
    persons = aliases_of(view.memory.reader, view.memory.queries, view.gate, asked.person, view.memory.language)
    keyed = () if asked.person else _filed_under_concept(view, asked)
    atoms, lines = _mentioning_concept(view, asked, persons)
    fitting = [atom for atom in atoms if atom not in keyed and _answers_concept(view, asked, atom.text)]
    mine = tuple(
        atom
        for atom in fitting
        if _is_about_asked_person(view, asked, persons, atom.text) and not teller_name(view, atom)
    )
    others = tuple(atom for atom in fitting if atom not in mine)
    told = (
        line
        for line in lines
        if _answers_concept(view, asked, line.text) and _is_about_asked_person(view, asked, persons, line.text)
    )
    return _KnownFacts(keyed if keyed and asked.concept.kin else (*keyed, *mine), tuple(told), others)


def _filed_under_concept(view: ReplyContext, asked: TypedQuestion) -> tuple[Atom, ...]:
    """Returns the speaker's own facts with the keys of the type; a guest's have the guest's name in the key."""
    thing = subject_key(asked.thing, view.memory.language)
    keys = (key.format(thing=thing) for key in asked.concept.keys)
    found = (atom for key in keys for atom in view.living(filed_atoms(view, key)))
    return tuple(dict.fromkeys(atom for atom in found if _mentions_thing(asked, atom.text)))


def _mentioning_concept(
    view: ReplyContext, asked: TypedQuestion, persons: Names
) -> tuple[tuple[Atom, ...], tuple[ArchivedLine, ...]]:
    """Returns facts with a word of the type; for somebody else, with their name."""
    terms = tuple(sorted(frozenset().union(*persons))) if persons else _search_stems(asked)
    atoms, lines = find_by_stems(view, terms)
    now_ms = view.heard.turn.at.at_ms
    ordered = sorted(atoms, key=lambda atom: (has_ended(atom, now_ms), atom.kind is not Kind.RELATIONSHIP))
    return tuple(ordered), tuple(line for line in lines if not line.who)


def _answers_concept(view: ReplyContext, asked: TypedQuestion, words: str) -> bool:
    language = view.memory.language
    if is_outdated_answer(view.heard.turn.text, words, language) or language.asking.unreal.search(words):
        return False
    told = _words_after_thing(asked, words) if asked.concept.after else words
    return asked.concept.tells.search(told) is not None and _mentions_thing(asked, words)


def _words_after_thing(asked: TypedQuestion, words: str) -> str:
    """Returns what follows the first mention of the thing."""
    thing = frozenset(_search_stems(asked))
    pieces = words.split()
    at = next((at for at, piece in enumerate(pieces) if not thing.isdisjoint(stems(piece))), len(pieces))
    return " ".join(pieces[at + 1 :])


def _mentions_thing(asked: TypedQuestion, words: str) -> bool:
    """Says whether the words mention the very thing that was asked for."""
    held, concepts = frozenset(stems(words)), parse_query(asked.thing).concepts
    if not asked.thing or not concepts:
        return frozenset(stems(asked.thing)) <= held
    return all(not held.isdisjoint((*each.forms, *(each.synonyms if asked.concept.kin else ()))) for each in concepts)


def _search_stems(asked: TypedQuestion) -> tuple[str, ...]:
    """Returns the stems of the type's words, or of the thing when the type has no words of its own."""
    if asked.concept.words:
        return asked.concept.words
    concepts = parse_query(asked.thing).concepts
    found = (stem for each in concepts for stem in (*each.forms, *(each.synonyms if asked.concept.kin else ())))
    return tuple(dict.fromkeys(found)) or stems(asked.thing)


def _is_about_asked_person(view: ReplyContext, asked: TypedQuestion, persons: Names, words: str) -> bool:
    """Says whether the words are about the person that was asked for."""
    language, theirs = view.memory.language, asked.concept.of is AnswerSubject.THEIRS
    if asked.concept.of is AnswerSubject.ANYONE:
        return True
    if asked.person:
        return speaks_about_person(words, persons, language, theirs=theirs)
    if speaks_about_speaker(words, language):
        return True
    if asked.concept.of is AnswerSubject.THINGS:
        return names_no_person(words, language)
    return theirs and speaks_about_relation(words, _search_stems(asked), language)
