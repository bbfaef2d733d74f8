"""Rules: answering a question by what it asks for (`device/nlu/question_types.py`), whatever words the fact was told in.

What is filed under the concept's keys is taken first, then what speaks of it in its words, the person's own lines
last. Everything is read through the gate. What is known of somebody else is never told as the speaker's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from device.nlu.question_types import Asked, Of
from device.skills.recall.fact_lookup import Reply, View, each_key, filed, from_line, in_writing, written
from device.skills.recall.search_answer import only_of_another, spoken_of, voice_of
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
class _Known:
    """What is known of what was asked, of the right person; and of another."""

    atoms: tuple[Atom, ...] = ()
    lines: tuple[ArchivedLine, ...] = ()
    of_another: tuple[Atom, ...] = ()


def recall_concept(view: View) -> tuple[Reply, AssembledContext] | None:
    """The answer to a question that asks for a concept; None when it asks for none, or for a setting."""
    asked = view.concepts.asked(view.heard.turn.text)
    if asked is None or not view.memory.oversight.current_state().keys().isdisjoint(asked.concept.keys):
        return None
    known = _known(view, asked)
    found = view.look_up(view.heard.turn.text, known.atoms)
    if known.atoms:
        return _told(view, asked, known.atoms), found
    if known.lines:
        return from_line(view, known.lines[0]), found
    if not asked.person and _is_filed(view):
        return None
    return _not_known(view, asked, known), found


def _is_filed(view: View) -> bool:
    """Whether something is filed under exactly what the question names."""
    about = dict(view.heard.slots).get("about", "")
    keys = view.naming.keys(about, view.heard.turn.text) if view.heard.intent == "recall_one" else ()
    return any(view.living(filed(view, key)) for key in keys)


def _told(view: View, asked: Asked, atoms: tuple[Atom, ...]) -> Reply:
    """All of it, or the one that stands."""
    if (asked.concept.several or asked.person) and len(atoms) > 1:
        return each_key(view, atoms)
    same = view.living(view.memory.recollection.atoms_with_key(view.gate, atoms[0].key))
    return each_key(view, (atoms[0], *(atom for atom in same if atom != atoms[0])))


def _not_known(view: View, asked: Asked, known: _Known) -> Reply:
    """Nothing of this person. Aloud, what is kept to writing is said to be there: it is what was asked for."""
    if in_writing(view) and _known(replace(view, gate=written(view.gate)), asked).atoms:
        return Reply(view.say("in_writing_only"), ("TEXT_ONLY",))
    if known.of_another and asks_yes_or_no(view.heard.turn.text, view.memory.language) and not asked.person:
        return only_of_another(view, known.of_another[0])
    return Reply(view.say("nothing_found"), ("NOTHING_FOUND",))


def _known(view: View, asked: Asked) -> _Known:
    """What the memory holds of it, for this gate."""
    persons = aliases_of(view.memory.recollection, view.memory.oversight, view.gate, asked.person, view.memory.language)
    keyed = () if asked.person else _keyed(view, asked)
    atoms, lines = _spoken_of(view, asked, persons)
    fitting = [atom for atom in atoms if atom not in keyed and _fits(view, asked, atom.text)]
    mine = tuple(atom for atom in fitting if _is_of(view, asked, persons, atom.text) and not voice_of(view, atom))
    others = tuple(atom for atom in fitting if atom not in mine)
    told = (line for line in lines if _fits(view, asked, line.text) and _is_of(view, asked, persons, line.text))
    return _Known(keyed if keyed and asked.concept.kin else (*keyed, *mine), tuple(told), others)


def _keyed(view: View, asked: Asked) -> tuple[Atom, ...]:
    """The speaker's own, filed under the concept's keys; a guest's are filed under the guest's name."""
    thing = subject_key(asked.thing, view.memory.language)
    keys = (key.format(thing=thing) for key in asked.concept.keys)
    found = (atom for key in keys for atom in view.living(filed(view, key)))
    return tuple(dict.fromkeys(atom for atom in found if _of_thing(asked, atom.text)))


def _spoken_of(view: View, asked: Asked, persons: Names) -> tuple[tuple[Atom, ...], tuple[ArchivedLine, ...]]:
    """What holds a word of the concept; of somebody else, their name."""
    terms = tuple(sorted(frozenset().union(*persons))) if persons else _terms(asked)
    atoms, lines = spoken_of(view, terms)
    now_ms = view.heard.turn.at.at_ms
    ordered = sorted(atoms, key=lambda atom: (has_ended(atom, now_ms), atom.kind is not Kind.RELATIONSHIP))
    return tuple(ordered), tuple(line for line in lines if not line.who)


def _fits(view: View, asked: Asked, words: str) -> bool:
    language = view.memory.language
    if is_outdated_answer(view.heard.turn.text, words, language) or language.asking.unreal.search(words):
        return False
    told = _after_thing(asked, words) if asked.concept.after else words
    return asked.concept.tells.search(told) is not None and _of_thing(asked, words)


def _after_thing(asked: Asked, words: str) -> str:
    """What follows the first mention of the thing."""
    thing = frozenset(_terms(asked))
    pieces = words.split()
    at = next((at for at, piece in enumerate(pieces) if not thing.isdisjoint(stems(piece))), len(pieces))
    return " ".join(pieces[at + 1 :])


def _of_thing(asked: Asked, words: str) -> bool:
    """Whether the words speak of the very thing that was asked for."""
    held, concepts = frozenset(stems(words)), parse_query(asked.thing).concepts
    if not asked.thing or not concepts:
        return frozenset(stems(asked.thing)) <= held
    return all(not held.isdisjoint((*each.forms, *(each.kin if asked.concept.kin else ()))) for each in concepts)


def _terms(asked: Asked) -> tuple[str, ...]:
    """The stems that speak of the concept, or of the very thing when the concept has no words of its own."""
    if asked.concept.words:
        return asked.concept.words
    concepts = parse_query(asked.thing).concepts
    found = (stem for each in concepts for stem in (*each.forms, *(each.kin if asked.concept.kin else ())))
    return tuple(dict.fromkeys(found)) or stems(asked.thing)


def _is_of(view: View, asked: Asked, persons: Names, words: str) -> bool:
    """Whether the words tell of whoever was asked for."""
    language, theirs = view.memory.language, asked.concept.of is Of.THEIRS
    if asked.concept.of is Of.ANYONE:
        return True
    if asked.person:
        return speaks_about_person(words, persons, language, theirs=theirs)
    if speaks_about_speaker(words, language):
        return True
    if asked.concept.of is Of.THINGS:
        return names_no_person(words, language)
    return theirs and speaks_about_relation(words, _terms(asked), language)
