"""Pure: finds the facts that hold what a topic names in other forms: "the divorce", "den Lottogewinn", "the fee".

Each word of the topic stands in some form: bent, derived, or in parts where it is a compound. A word that only says
what sort of thing is meant ("the blood sugar reading", "der Blutzuckerwert") need not stand there when another does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from device.core.policy import MAX_FOUND_ATOMS, MAX_NAMING_STEMS
from device.skills.memory.forgetting.asked_facts import is_told_clause
from device.skills.turn_context import TurnContext
from memory.extraction.paraphrase import telling_words
from memory.model.atoms import Atom
from memory.reading.nearest.german_topic import parts_of_compound
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.rules.mention_target import TELLING
from memory.text.dates import without_date
from memory.text.normalise import split_clauses
from memory.text.stemming import stems
from memory.text.synonyms import WORD_FORMS

Stems = frozenset[str]
_WORD = re.compile(r"[^\W_]+(?:['’]s\b)?")
_SHARED = len("preg")
"""So many letters at the beginning tell a derived word from one that only means nearly the same."""
_DERIVED = len("ex")
"""So many begin a noun and the verb that it is known to be made of, where both mean one thing; not "birth", "bear"."""
WordSpan = tuple[str, int, int]
"""A turn, and where words of it begin and end."""
_CASES = ("n", "en", "s", "es", "e")
_LINKS = ("s", "es", "n", "en", "")


def facts_worded(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    """Returns the readable atoms that hold every word of the topic in some form; the first reading of it that has
    any.
    """
    for needed in needed_forms(context, topic):
        if found := _holding(context, needed):
            return found
    return ()


def clauses_worded(context: TurnContext, topic: str) -> tuple[WordSpan, ...]:
    """Returns the clauses of told lines that hold every word of the topic in some form, where no memory was made of
    them.
    """
    for needed in needed_forms(context, topic):
        named = tuple(sorted(_rarest(needed)))
        turns = dict.fromkeys(
            turn
            for form in named
            for turn in (
                *context.queries.feeding_turns(context.turn.user_id, (form,), MAX_FOUND_ATOMS),
                *context.queries.turns_holding(context.turn.user_id, (form,), MAX_FOUND_ATOMS),
            )
        )
        meant = context.queries.intents(tuple(turns))
        told = tuple(turn for turn in turns if meant.get(turn, "statement") in TELLING)
        found = tuple(
            (line.turn_id, clause.start, clause.end)
            for line in context.reader.lines_by_id(context.control, told)
            for clause in split_clauses(line.text, context.language)
            if (said := frozenset(stems(clause.text))) and all(forms & said for forms in needed)
        )
        if found:
            return found
    return ()


def facts_in(context: TurnContext, words: Sequence[WordSpan]) -> tuple[Atom, ...]:
    """Returns the readable atoms that were made of these clauses: "first choice was green" of "Tiles: first choice"."""
    atoms = (
        (atom, turn, start, end)
        for turn, start, end in words
        for atom in context.queries.mentioned_in(context.turn.user_id, turn)
    )
    inside = (
        atom.atom_id
        for atom, turn, start, end in atoms
        if any(one.turn_id == turn and one.start < end and start < one.end for one in atom.sources)
    )
    return context.reader.atoms_by_id(context.control, tuple(dict.fromkeys(inside)))


def needed_forms(context: TurnContext, topic: str) -> Iterator[list[Stems]]:
    """Returns the readings of a topic, each as the forms of which one must stand there, word by word."""
    scope = context.requests.scope
    bare = context.requests.telling(scope.without_asking(topic))
    said = _WORD.findall(without_date(bare, context.language).casefold())
    words = tuple(word for word in said if telling_words(word))
    named = tuple(word for word in words if not scope.is_label(word)) or words
    if 0 < len(named) <= MAX_NAMING_STEMS:
        for reading in product(*(tuple(_readings(word, context)) for word in named)):
            yield [forms for forms_of_word in reading for forms in forms_of_word]
        if len(named) > 1 and is_told_clause(context, topic):
            yield from _meant_alike(named, context)


def _meant_alike(named: Sequence[str], context: TurnContext) -> Iterator[list[Stems]]:
    """Yields the words of a clause of which one may be another with the same meaning: "dass sie mit der Miete hinterher
    ist" of "mit der Miete im Rückstand"; a word by itself says too little for that.
    """
    code = context.language.code
    groups = load_meaning(code).groups if has_reading(code) else {}
    plain = [_forms(word, code) for word in named]
    for at, word in enumerate(named):
        found = load_word_table(code).find(word)
        lemmas = (word, *(lemma for lemma, _ in (found.verbs if found else ())))
        alike = (groups[lemma] for lemma in lemmas if lemma in groups)
        if meant := frozenset[str]().union(*alike):
            yield [*plain[:at], _stems_of(meant), *plain[at + 1 :]]


def _rarest(needed: Sequence[Stems]) -> Stems:
    return max(needed, key=lambda forms: max(len(form) for form in forms))


def _holding(context: TurnContext, needed: Sequence[Stems]) -> tuple[Atom, ...]:
    """Returns the readable atoms that hold a form of each word."""
    found = {
        atom.atom_id: atom
        for form in sorted(_rarest(needed))
        for atom in context.queries.atoms_holding(context.turn.user_id, (form,), MAX_FOUND_ATOMS)
    }
    held = [
        atom_id
        for atom_id, atom in found.items()
        if (said := frozenset(stems(atom.text))) and all(forms & said for forms in needed)
    ]
    return context.reader.atoms_by_id(context.control, tuple(held)) if held else ()


def _readings(word: str, context: TurnContext) -> Iterator[tuple[Stems, ...]]:
    """Returns the word with its forms; of a German compound also its two parts, the second without when it is a
    label.
    """
    code = context.language.code
    yield (_forms(word, code),)
    if code != "de":
        yield from _verbs_with_particles(word, code)
        return
    for particle, verb in context.requests.scope.verbs_of(word):
        forms = load_word_table(code).forms_of(verb)
        yield (_stems_of(f"{particle}{form}" for form in forms),)
        yield (_stems_of(forms), *((frozenset(stems(particle)),) if particle else ()))
    for front, head in parts_of_compound(word):
        parts = _forms_of_front(front, code)
        if context.requests.scope.is_label(head):
            yield (parts,)
        yield parts, _forms(head, code)


def _verbs_with_particles(word: str, code: str) -> Iterator[tuple[Stems, Stems]]:
    """Yields the verb and the particle that an English noun is written together from: "layoff", "breakup"."""
    for particle in load_closed_words(code).particles if has_reading(code) else ():
        if word.endswith(particle) and (forms := load_word_table(code).forms_of(word.removesuffix(particle))):
            yield _stems_of(forms), _stems_of((particle,))


def _stems_of(words: Iterable[str]) -> Stems:
    return frozenset(stem for word in words for stem in stems(word))


def _forms_of_front(front: str, code: str) -> Stems:
    return frozenset(form for link in _LINKS if front.endswith(link) for form in _forms(front.removesuffix(link), code))


def _forms(word: str, code: str) -> Stems:
    """Returns the stems of a word, of its irregular forms, and of the verbs and adjectives that it is made of."""
    plain = {form for said in stems(word) for form in (said, *WORD_FORMS.get(said, ()))}
    if not has_reading(code):
        return frozenset(plain)
    meaning = load_meaning(code)
    near = (each for each in meaning.groups.get(word, ()) if each[:_SHARED] == word[:_SHARED])
    made_of = [each for each in meaning.derived.get(word, ()) if each[:_DERIVED] == word[:_DERIVED]]
    told = (form for each in made_of for form in load_word_table(code).forms_of(each))
    return frozenset(plain.union(*(stems(each) for each in (*near, *made_of, *told, *_bent(word, code)))))


def _bent(word: str, code: str) -> tuple[str, ...]:
    """Returns a German noun in other cases, and the forms of the verb that it is made of: "gewonnen" of "gewinn"."""
    if code != "de":
        return ()
    table = load_word_table(code)
    return _in_other_cases(word) + tuple(
        form for lemma in (word, word.removesuffix("ung") + "en", word + "n") for form in table.forms_of(lemma)
    )


def _in_other_cases(word: str) -> tuple[str, ...]:
    """Returns a German noun or name in other cases: "fehltage" of "fehltagen", "marie" of "maries"."""
    bare = (word.removesuffix(ending) for ending in _CASES if word.endswith(ending))
    return (*(each for each in bare if len(each) >= _SHARED), *(f"{word}{ending}" for ending in _CASES))
