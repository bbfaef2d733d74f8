"""Pure: decides whether words answer a question, by the person they are about. The patterns are in the language files.

A fact about one person does not answer a question about another: "am I allergic to nuts" is not answered by "my sister
is allergic to nuts". A yes-or-no question is answered only by words that cover everything it names.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.core.policy import ABOUT_LEAD_WORDS
from memory.retrieval.query import Query, QueryConcept, parse_query
from memory.text.language_rules import Language
from memory.text.normalise import subject_key
from memory.text.stemming import stems


def asks_about_speaker(question: str, language: Language) -> bool:
    """Says whether a question is about its speaker ("do I", "where am I"). "Did I tell you" is about something else."""
    return language.asking.own.search(question) is not None


def asks_yes_or_no(question: str, language: Language) -> bool:
    """Says whether the question asks for a yes or a no: "am I", "does Marc"."""
    forms = (question.strip(), plain_question(question, language))
    return any(language.asking.yes_or_no.match(form) is not None for form in forms)


def plain_question(question: str, language: Language) -> str:
    """Returns the question without the words around it: "do you know if I like tea" becomes "I like tea"."""
    plain = " ".join(question.replace("\u2019", "'").split())
    return language.asking.around.sub("", plain)


def speaks_about_speaker(words: str, language: Language) -> bool:
    """Says whether the words tell something about their speaker. "My sister is allergic" does not."""
    bare = _strip_opening(words, language)
    begins = language.another.match(bare)
    if begins is not None and not language.asking.and_me.match(bare, begins.end()):
        return False
    return language.asking.speaker.search(language.another.sub(" ", bare)) is not None


def is_outdated_answer(question: str, words: str, language: Language) -> bool:
    """Says whether the words tell what was once so, while the question asks for what is so."""
    if language.asking.over.search(words) is None or language.asking.past.search(question):
        return False
    return not asks_yes_or_no(question, language)


def speaks_about_relation(words: str, relations: Sequence[str], language: Language) -> bool:
    """Says whether the words are about a relation of the speaker of one of these types: "my dog is called Rex", not "my
    sister's dog is called Rex".
    """
    bare = _strip_opening(words, language)
    begins = language.another.match(bare)
    if begins is None or bare[begins.end() :].startswith("'"):
        return False
    return not frozenset(relations).isdisjoint(stems(begins["who"]))


def names_no_person(words: str, language: Language) -> bool:
    """Says whether the words are about no person: "the spare key is under the pot"."""
    return language.asking.nobody.match(_strip_opening(words, language)) is not None


def is_about_other_person(question: str, words: str, language: Language) -> bool:
    """Says whether the words are about a person whom the question does not name: "where do I live" is not answered by
    "my brother lives in Berlin", nor by "Marc lives in Lille".
    """
    bare = _strip_opening(words, language)
    if asks_yes_or_no(question, language) and not _states(question, words, language):
        return True
    if language.asking.anyone.match(plain_question(question, language)) or language.asking.telling.search(question):
        return False
    begins = language.another.match(bare)
    if begins is not None and _named_in(question, bare[begins.end() :]):
        return False
    if begins is not None and f" {subject_key(begins['who'], language)} " not in f" {subject_key(question, language)} ":
        return not language.asking.and_me.match(bare, begins.end())
    if not asks_about_speaker(question, language) or speaks_about_speaker(words, language):
        return False
    return asks_yes_or_no(question, language) or not names_no_person(words, language)


def _named_in(question: str, after: str) -> bool:
    """Says whether the question has the name that follows, as in "my boss Karin"."""
    name = after.split()[:1]
    return bool(name) and name[0][:1].isupper() and not frozenset(stems(name[0])).isdisjoint(stems(question))


def _states(question: str, words: str, language: Language) -> bool:
    """Says whether the words state something of the subject of a yes-or-no question: no reported speech, and no mere
    wish.
    """
    plain = plain_question(question, language)
    aux = language.asking.yes_or_no.match(plain)
    if aux is None:
        return True
    if language.asking.unreal.search(words):
        return False
    if language.asking.done.match(plain) and language.asking.wished.search(words):
        return False
    whom = language.another.match(plain, aux.end())
    if whom is None:
        return _begins_with_named(plain, words, language)
    begins = language.another.match(_strip_opening(words, language))
    if begins is None or language.asking.reported.match(_strip_opening(words, language), begins.end()):
        return False
    return subject_key(begins["who"], language) == subject_key(whom["who"], language)


def _begins_with_named(plain: str, words: str, language: Language) -> bool:
    """Says whether a statement of somebody's state begins with them: "I told Marc that she is ill" states nothing of
    Marc.
    """
    state = language.asking.state.match(plain)
    if state is None:
        return True
    begin = _strip_opening(words, language).split()[:ABOUT_LEAD_WORDS]
    return frozenset(stems(state["name"])) <= frozenset(stems(" ".join(begin)))


def answers_question(question: str, words: str, language: Language) -> bool:
    """Says whether the words are about the question's subject and cover what it asks for: at least half of it, or all
    of it for a yes-or-no question.
    """
    query = parse_query(plain_question(question, language))
    held = frozenset(stems(words))
    things = tuple(concept for concept in query.concepts if concept.stem not in query.only_which)
    if not query.concepts or (things and not any(_mentions_concept(held, thing) for thing in things)):
        return False
    owners = _owners(question, language)
    if query.about is not None and not _mentions_concept(held, query.about):
        return False
    if not all(_mentions_concept(held, thing) for thing in query.concepts if thing.stem in owners):
        return False
    named = _asked_concepts(question, language)
    if named and not _mentions_concept(held, named[-1]):
        return False
    sort = _asked_type_stems(question, language)
    if names_only_whom(question, language):
        return any(_mentions_concept(held, concept) for concept in query.concepts if concept.stem in sort)
    if asks_yes_or_no(question, language) or language.asking.anyone.match(plain_question(question, language)):
        return _covers_all_concepts(held, things or query.concepts)
    return _covers_half_concepts(held, query, sort)


def covers_question(question: str, words: str, language: Language) -> bool:
    """Says whether the words cover everything that the question asks for."""
    concepts = parse_query(plain_question(question, language)).concepts
    return bool(concepts) and _covers_all_concepts(frozenset(stems(words)), concepts)


def drop_weak_words(question: str, language: Language) -> str:
    """Removes the type that the question asks for ("which team") and words that an answer need not repeat."""
    plain = plain_question(question, language)
    sort = language.asking.sort.match(plain)
    without_sort = plain[: sort.start("sort")] + plain[sort.end("sort") :] if sort is not None else plain
    bare = (" ".join(language.asking.weak.sub(" ", text).split()) for text in (without_sort, plain))
    return next((text for text in bare if parse_query(text).concepts), "")


def names_only_whom(question: str, language: Language) -> bool:
    """Says whether a question for something of a sort names nothing else but whom it is about: "what marks did my
    daughter get".
    """
    about = parse_query(plain_question(question, language)).about
    if about is None or not _asked_type_stems(question, language):
        return False
    bare = parse_query(drop_weak_words(question, language)).concepts
    return [concept.stem for concept in bare] == [about.stem]


def _strip_opening(words: str, language: Language) -> str:
    """Removes an introduction: "well, I think my sister ..."."""
    bare = words.replace("\u2019", "'").strip()
    for aside in (language.lead, language.hedge_lead, language.asking.aside):
        found = aside.match(bare)
        bare = bare[found.end() :] if found else bare
    return bare


def _mentions_concept(held: frozenset[str], concept: QueryConcept) -> bool:
    return not held.isdisjoint((*concept.forms, *concept.synonyms))


def _covers_all_concepts(held: frozenset[str], things: Sequence[QueryConcept]) -> bool:
    """Says whether every concept is covered, the last by its own word: "cat" does not cover "dog"."""
    return all(_mentions_concept(held, thing) for thing in things) and not held.isdisjoint(things[-1].forms)


def _covers_half_concepts(held: frozenset[str], query: Query, sort: frozenset[str]) -> bool:
    """Says whether half of the concepts are covered; the type need not be named: "which team do I support"."""
    asked_for = tuple(concept for concept in query.concepts if concept.stem not in sort) or query.concepts
    return 2 * sum(_mentions_concept(held, concept) for concept in asked_for) >= len(asked_for)


def _asked_concepts(question: str, language: Language) -> tuple[QueryConcept, ...]:
    """Returns the named concepts of a question; the answer must be about the last: a slow internet is no internet
    provider.
    """
    found = language.asking.named.fullmatch(plain_question(question, language).rstrip(" .?!"))
    return parse_query(found["named"]).concepts if found else ()


def _owners(question: str, language: Language) -> frozenset[str]:
    """Returns the stems of the owners in the question: "the plumber's number" is not the electrician's."""
    plain = plain_question(question, language)
    return frozenset(stem for found in language.asking.owner.finditer(plain) for stem in stems(found["owner"]))


def _asked_type_stems(question: str, language: Language) -> frozenset[str]:
    """Returns the stems of the type asked for: "team" in "which team do I support"."""
    found = language.asking.sort.match(plain_question(question, language))
    return frozenset(stems(found["sort"])) if found else frozenset()
