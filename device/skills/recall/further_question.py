"""Pure: completes a question that only names what differs from the one before: "and the peppers", "and how old".

The new words take the place of the subject, of what is owned, or of the question word. What was told in between ends
it: after a statement, "and the peppers" asks nothing. What is wondered about is asked too: "any idea where tom is".
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from device.core.policy import MAX_FURTHER_WORDS, MAX_PART_WORDS, MAX_VERBLESS_WORDS, MIN_OWNER_TOKENS
from memory.reading.answering.question_words import SPOKEN_OUT, words_between
from memory.reading.facts.entities import SPEAKER, Entity, entity_at
from memory.reading.facts.statements import Statement, statements
from memory.reading.german_further import complete_german, named_first
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.members.other_meant import asked_of_another, other_person
from memory.reading.sought_things import where_sought
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning

_LANGUAGE = "en"
"""The language whose questions are completed here; `memory/reading/german_further.py` completes those of German."""

_CORRECTING = frozenset(("correct", "not_so"))
_FURTHER = frozenset(("statement", "question", "recall_about", "recall_one"))
"""Intents of words that may only ask further."""


def complete_question(text: str, before: Sequence[str], language: str) -> str | None:
    """Returns the whole question; None where the text is whole itself. `before` is what was said, the newest first."""
    sought = where_sought(text, language)
    if sought is not None:
        return sought
    other = asked_of_another(text, before[0], language) if before else None
    if other is not None:
        return other
    if language == "de":
        return complete_german(text, before, MAX_FURTHER_WORDS)
    inner = _asked_indirectly(text, language)
    if inner is not None:
        return inner
    further = _new_words(text, language)
    if further is None:
        return _asked_of_told(text, before, language) or _without_verb(text, before, language)
    told = _asked_of_owned(text, before)
    if told is not None:
        return told
    waiting = [further]
    for older in before:
        asked = [one for one in statements(older, language) if one.kind is ActKind.ASK]
        more = _new_words(older, language)
        if more is not None:
            waiting.append(more)
        elif not asked:
            return None
        else:
            return _folded(asked[-1].text, waiting)
    return None


def names_first(text: str, language: str) -> str | None:
    """Returns the question with what it names first in its place; None for any other words, and in English."""
    return named_first(text) if language == "de" else None


def may_ask_further(text: str, language: str, intent: str = "") -> bool:
    """Says whether a text may be such a question, whatever was said before; of German this is not known without it.

    What is understood as a correction asks only where it names another person: "no not leo his sister".
    """
    if intent in _CORRECTING:
        return other_person(text, language) is not None
    if intent and intent not in _FURTHER:
        return False
    if language != _LANGUAGE:
        return True
    plain = text.casefold().strip(" .,!?")
    bare, asking = plain.removeprefix("and ").removeprefix("so "), ("how", "what", "which")
    first = line_of(bare, language).word(0) if any(word in bare for word in asking) else ""
    if first in asking or plain in load_meaning(language).set_of("parts asked"):
        return True
    begins = any(plain.startswith(f"{opening} ") for opening in _longest_first("further", language))
    asked = part_asked(text) is not None or _asked_indirectly(text, language) is not None
    return begins or asked or bool(_owner_alone(plain)) or other_person(text, language) is not None


def part_asked(text: str) -> tuple[str, str] | None:
    """Returns the question word and the preposition of a question that has nothing else: "who from", "since when"."""
    words = text.casefold().strip(" .,!?").split()
    while len(words) > 1 and words[0] in load_meaning(_LANGUAGE).set_of("further"):
        words = words[1:]
    while len(words) > 1 and words[-1] in load_meaning(_LANGUAGE).set_of("asked again"):
        words = words[:-1]
    if not 1 < len(words) <= MAX_FURTHER_WORDS:
        return None
    line = line_of(" ".join(words), _LANGUAGE)
    counted = line.word(0) == "how" and len(words) > MAX_PART_WORDS
    asking = [word for word in words if word in line.words.questions]
    linking = [word for word in words if word in line.words.prepositions]
    alone = len(words) == MAX_PART_WORDS + counted
    return (
        (" ".join(words[: 1 + counted]) if counted else asking[0], linking[0])
        if alone and len(asking) == len(linking) == 1
        else None
    )


def _asked_of_told(text: str, before: Sequence[str], language: str) -> str | None:
    """Returns the question for a part of what was just told: "what time" after "the dentist is on monday at nine"."""
    words, asking = text.casefold().strip(" .,!?"), load_meaning(language).set_of("parts asked")
    if language != _LANGUAGE or (words not in asking and part_asked(text) is None):
        return None
    meaning, of_not = load_meaning(language), words in load_meaning(language).set_of("causes of not asked")
    words = "why" if of_not or words in meaning.set_of("causes asked") else _part_first(words)
    plain = ((older, older.casefold().strip(" .,!?")) for older in before)
    told = next((older for older, said in plain if said not in asking and part_asked(said) is None), "")
    found = [one for one in statements(told, language) if one.kind in (ActKind.TELL, ActKind.CORRECT, ActKind.ASK)]
    one = found[-1] if found else None
    if part_asked(text) is not None and (one is None or not one.subject):
        return f"{words} is it"
    if one is None or one.clause.verb < 0 or one.clause.subject[1] <= one.clause.subject[0]:
        return None
    line, clause = line_of(told, language), one.clause
    subject = words_between(line, told, *clause.subject)
    if words.split()[-1] in load_meaning(language).set_of("labels asked"):
        return f"{words} is {subject}"
    rest = told[line.tokens[clause.verb].end : clause.end].strip()
    if one.kind is ActKind.ASK:
        rest = told[line.tokens[clause.subject[1] - 1].end : clause.end].strip()
    if line.is_auxiliary(clause.verb) or line.is_in(clause.verb, "is"):
        said = SPOKEN_OUT.get(line.word(clause.verb), line.word(clause.verb))
        return f"{words} {_denied(said) if of_not else said} {subject} {rest}".strip()
    helper = (
        "did"
        if clause.past
        else "do"
        if SPEAKER in one.subject_keys or line.is_plural(clause.subject[1] - 1)
        else "does"
    )
    return f"{words} {_denied(helper) if of_not else helper} {subject} {clause.lemma} {rest}".strip()


def _denied(helper: str) -> str:
    """Returns an auxiliary with its denial: "don't", "aren't"."""
    return {"am": "aren't", "can": "can't", "will": "won't", "shall": "shan't"}.get(helper, f"{helper}n't")


def _part_first(words: str) -> str:
    """Returns a bare question with its preposition first, as a whole question has it: "from who", "for what"."""
    part = part_asked(words)
    return " ".join(reversed(part)) if part is not None else words


def _without_verb(text: str, before: Sequence[str], language: str) -> str | None:
    """Returns the whole question for one without a verb: "how many geese", "what paint for the back bedroom"."""
    plain = text.casefold().strip(" .,!?").removeprefix("and ").removeprefix("so ")
    line = line_of(plain, language)
    counted = line.word(0) == "how" and line.word(1) in ("many", "much")
    if not counted and line.word(0) not in ("what", "which"):
        return None
    read = statements(plain, language) if language == _LANGUAGE and len(line) <= MAX_VERBLESS_WORDS else ()
    if len(read) != 1 or read[0].kind is not ActKind.FRAGMENT:
        return None
    begin = 1 + counted
    stop = next((at for at in range(begin, len(line)) if line.word(at) in line.words.prepositions), len(line))
    if stop <= begin or not all(line.is_open(at) for at in range(begin, stop)):
        return None
    asked, rest = plain[: line.tokens[stop - 1].end], plain[line.tokens[stop - 1].end :]
    if counted:
        return f"{asked} {'are' if line.word(1) == 'many' else 'is'} there{rest}"
    if rest:
        return f"{asked} is{rest}"
    return _sort_of_topic(asked, line.word(stop - 1), before, language)


def _sort_of_topic(asked: str, sort: str, before: Sequence[str], language: str) -> str | None:
    """Returns the question for a part of what was last talked of: "what colour" after "where's my kayak"."""
    meaning = load_meaning(language)
    known = meaning.sorts.keys() | meaning.kinds.keys() | meaning.set_of("attributes")
    said = line_of(before[0], language) if before else None
    told = said is not None and any(said.word(at) == sort for at in range(len(said)))  # "out of terminal 5"
    if not told and sort not in known - meaning.set_of("exclaimed"):
        return None
    found = [one for older in before[:1] for one in statements(older, language)]
    topics = [one for one in found if one.kind in (ActKind.TELL, ActKind.CORRECT, ActKind.ASK) and one.subject]
    if not topics:
        return None
    line, subject = line_of(before[0], language), topics[-1].subject[0]
    about = words_between(line, before[0], subject.start, subject.end)
    return f"{asked} do i have" if SPEAKER in subject.keys else f"{asked} is {about}"


_NOMINATIVE = {"him": "he", "her": "she", "them": "they", "us": "we"}


def complete_after(text: str, start: int, language: str) -> str | None:
    """Returns the whole question for the words from `start`, from the question before them in the same utterance."""
    return complete_question(text[start:].strip(), (text[:start].strip(),), language) if start > 0 else None


def _asked_indirectly(text: str, language: str) -> str | None:
    """Returns as a request what is only wondered about: "i was wondering where my gran comes from"."""
    line = line_of(text, language)
    at = 0
    while not line.is_stop(at) and (length := line.length_of(line.words.openers, at)):
        at += length
    plain = text[line.tokens[at].start :].casefold() if at < len(line) else ""
    begins = next((words for words in _longest_first("wondering", language) if plain.startswith(f"{words} ")), "")
    rest = plain.removeprefix(begins).strip()
    return f"tell me {rest}" if begins and _asks(rest) else None


@cache
def _longest_first(name: str, language: str) -> tuple[str, ...]:
    """Returns the phrases of a small set, the longest first."""
    return tuple(sorted(load_meaning(language).sets[name], key=len, reverse=True))


def asks_of_next(text: str) -> bool:
    """Says whether words ask of somebody or something beside the one asked of before: "what about her"."""
    said = text.casefold().strip(" .,!?")
    plain = said.removeprefix("and ")
    return plain.startswith(("what about ", "how about ")) or (plain != said and _named_by(plain) is not None)


def _new_words(text: str, language: str) -> str | None:
    """Returns the words that ask further; None for a text that is anything else."""
    plain = text.casefold().strip(" .,!?")
    begins = next((opening for opening in _longest_first("further", language) if plain.startswith(f"{opening} ")), "")
    owner = _owner_alone(plain) if language == _LANGUAGE else ""
    if language != _LANGUAGE or not (begins or owner):
        return None
    rest = owner or plain.removeprefix(begins).strip(" ,")
    rest = rest.removeprefix("what about ").removeprefix("how about ").strip()
    read = statements(rest, language)
    if len(read) != 1 or read[0].kind is ActKind.COURTESY:
        return None
    asks = _asks(rest) and read[0].kind is ActKind.FRAGMENT
    return rest if asks or _names_time(rest) or _named_by(rest) is not None else None


def _asked_of_owned(text: str, before: Sequence[str]) -> str | None:
    """Returns "when's my sister's birthday" for "when's my sister's" after a birthday was told; None in other talk."""
    plain = text.casefold().strip(" .,!?").removeprefix("and ")
    owner = _owner_alone(plain)
    one = next(iter(statements(before[0], _LANGUAGE)), None) if owner and before else None
    if one is None or one.kind is not ActKind.TELL or not one.subject:
        return None
    line, (begin, end) = line_of(before[0], _LANGUAGE), one.clause.subject
    mark = next((at for at in range(begin + 1, end - 1) if line.is_in(at, "is")), -1)
    return f"{plain} {words_between(line, before[0], mark + 1, end)}" if mark >= 0 else None


def _owner_alone(plain: str) -> str:
    """Returns "my sister's" of "when's my sister's", which leaves out what is owned; empty for any other words."""
    line = line_of(plain.removeprefix("and "), _LANGUAGE)
    linked = line.is_in(1, "is") or line.word(1) in line.words.be
    owned = linked and line.word(0) in line.words.questions and line.is_in(len(line) - 1, "is")
    words = plain.removeprefix("and ")[line.tokens[2].start :] if owned and len(line) >= MIN_OWNER_TOKENS else ""
    return words if words and _named_by(words) is not None else ""


def _names_time(words: str) -> bool:
    """Says whether the words are a day or a time and nothing else: "yesterday", "on tuesday", "next week"."""
    line = line_of(words, _LANGUAGE)
    small = line.words.prepositions | line.words.determiners | line.words.sets["this"]
    days = [at for at in range(len(line)) if line.is_time(at) or line.length_of(line.words.day_words, at)]
    return bool(days) and all(at in days or line.word(at) in small or line.is_number(at) for at in range(len(line)))


def _named_by(words: str) -> Entity | None:
    """Returns whom or what the words name, when they name nothing else."""
    plain = words.removesuffix("'s")
    line = line_of(plain, _LANGUAGE)
    named = entity_at(line, 0, len(line), load_meaning(_LANGUAGE)) if len(line) <= MAX_FURTHER_WORDS else None
    timely = line.word(0) in line.words.days or line.length_of(line.words.day_words, 0) > 0
    return named if named is not None and named.end == len(line) and not timely else None


def _asks(words: str) -> bool:
    line = line_of(words, _LANGUAGE)
    return line.word(0) in line.words.questions


def _folded(question: str, waiting: list[str]) -> str | None:
    whole: str | None = question
    for words in reversed(waiting):
        whole = _replaced(whole, words) if whole else None
    return whole


def _replaced(question: str, words: str) -> str | None:
    asked = next((one for one in statements(question, _LANGUAGE) if one.kind is ActKind.ASK), None)
    line = line_of(question, _LANGUAGE)
    if asked is None or len(asked.subject) > 1:
        return None
    if _asks(words):
        return _asked_anew(question, asked, line, words) if asked.subject else None
    if _names_time(words):
        own = asked.clause.lemma == "do" and SPEAKER in asked.subject_keys and not asked.clause.past
        return None if own else _at_time(question, line, words)  # "what am i doing today" is asked of the schedule
    other = _named_by(words)
    return _about_other(question, asked, line, words, other) if other is not None else None


def _at_time(question: str, line: Line, words: str) -> str:
    """Puts another time in the place of that of a question, or at its end: "how far did i run | yesterday"."""
    days = [at for at in range(len(line)) if line.is_time(at) or line.length_of(line.words.day_words, at)]
    if not days:
        return f"{question.rstrip(' ?.!')} {words}"
    first, last = days[0], days[-1]
    while line.word(first - 1) in line.words.sets["this"] | line.words.prepositions | line.words.determiners:
        first -= 1
    return f"{question[: line.tokens[first].start]}{words}{question[line.tokens[last].end :]}"


def _asked_anew(question: str, asked: Statement, line: Line, words: str) -> str:
    """Puts another question word before the same words: "and how old", "and where"."""
    subject = words_between(line, question, asked.subject[0].start, asked.subject[0].end)
    if len(words.split()) > 1 and line_of(words, _LANGUAGE).word(0) == "how":
        return f"{words} is {subject}"
    begin, main = line.tokens[asked.clause.verb].start, asked.clause.main
    if main > asked.clause.verb and line.has_form(main, "g"):
        subject += question[line.tokens[asked.subject[0].end - 1].end : line.tokens[main].end]  # "the prize giving"
    return f"{words} {question[begin:].lstrip(chr(39))}" if question[begin] != "'" else f"{words} is {subject}"


def _about_other(question: str, asked: Statement, line: Line, words: str, other: Entity) -> str | None:
    """Puts another person or thing in the place of the one that the question is about."""
    mine = asked.subject[0] if asked.subject else None
    place = mine
    if mine is None or SPEAKER in mine.keys:
        alike = (entity for entity in asked.others if bool(entity.is_person) == bool(other.is_person))
        place = next(alike, mine if other.is_person else next(iter(asked.others), None))
    if place is None:
        return None
    if other.pronoun:
        words = _NOMINATIVE.get(words, words) if place is mine else words
    new = _with_owned(question, line, place, words, other)
    if mine is not None and place is mine and SPEAKER in mine.keys | other.keys:
        return _agreeing(question, asked, line, place, "i" if SPEAKER in other.keys else new)
    return f"{question[: line.tokens[place.start].start]}{new}{question[line.tokens[place.end - 1].end :]}"


def _with_owned(question: str, line: Line, place: Entity, words: str, other: Entity) -> str:
    """Keeps what is owned: after "when is my wife's birthday", "and my mum's" asks for her birthday."""
    owner = next((at for at in range(place.start, place.end) if line.word(at) == "'s"), -1)
    mine = line.word(place.start) in line.words.possessives and not place.is_person
    if (owner < 0 and not mine) or not (other.is_person or words.endswith("'s")):
        return words
    head = words_between(line, question, owner + 1 if owner >= 0 else place.start + 1, place.end)
    if SPEAKER in other.keys:
        return f"my {head}"
    return f"{words.removesuffix(chr(39) + 's')}'s {head}"


def _agreeing(question: str, asked: Statement, line: Line, place: Entity, new: str) -> str:
    """Writes the auxiliary that goes with the new subject: "where does my brother work" after "where do i work"."""
    verb = asked.clause.verb
    own = {"is": "am", "'s": "am", "are": "am", "does": "do", "has": "have", "was": "was"}
    theirs = {"am": "is", "'m": "is", "do": "does", "have": "has"}
    said = (own if new == "i" else theirs).get(line.word(verb), line.word(verb))
    begin, end = line.tokens[verb].start, line.tokens[place.end - 1].end
    return f"{question[:begin].rstrip()} {said} {new}{question[end:]}"
