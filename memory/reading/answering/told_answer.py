"""Pure: makes a sentence of a question and the bare answer to it: "when's bin day", "tuesday" is "bin day is tuesday".

Whoever is told "I don't know that yet. You can tell me." tells it in a word or two. The sentence has the words of the
question and of the answer, and the verb in the form that a statement has. None is made where the words are no value
("no idea"), where they ask or tell something themselves, and of questions whose answer is no part of one sentence.
"""

from __future__ import annotations

from memory.reading.answering.english import english_answer, english_who, english_yes_or_no
from memory.reading.answering.german import german_answer, german_yes_or_no
from memory.reading.answering.question_words import words_between
from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Act, ActKind, Clause, Mark
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.closed_words import has_reading
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def told_answer(question: str, said: str, language: str, most_words: int) -> str | None:
    """Returns the sentence that bare words tell as an answer, at most so many; None where they answer nothing."""
    if not has_reading(language):
        return None
    left_out = _subject_and_verb(said, language)
    if left_out is None and not is_bare_answer(said, language, most_words):
        return None
    line, clause = line_of(question, language), _asked(question, language)
    if clause is None:
        return None
    if left_out is not None:
        return english_who(line, clause, question, *left_out)
    value = _value(said, language)
    if isinstance(line, GermanLine):
        return german_answer(line, clause, question, value)
    return english_answer(line, clause, question, value)


def told_yes_or_no(question: str, language: str, *, yes: bool) -> str | None:
    """Returns the sentence that a yes or a no tells; None where the question asks for more, or in a language unread."""
    asked = _asked(question, language) if has_reading(language) else None
    if asked is None:
        return None
    line = line_of(question, language)
    if isinstance(line, GermanLine):
        return german_yes_or_no(line, asked, question, yes=yes)
    return english_yes_or_no(line, asked, question, yes=yes)


def says_yes_or_no(said: str, language: str) -> bool | None:
    """Says whether words only say yes or no again: "yes she does", "no he can't"; None for any other words."""
    if language != "en":
        return None
    line, meaning = line_of(said, language), load_meaning(language)
    words = [at for at in range(len(line)) if not line.is_stop(at)]
    if not 1 < len(words) <= len(["yes", "she", "has", "n't"]):
        return None
    closed = line.words.nominative | line.words.be.keys() | meaning.set_of("not said")
    if not all(line.word(at) in closed or line.is_auxiliary(at) for at in words[1:]):
        return None
    begun = line.word(words[0])
    return True if begun in meaning.set_of("yes words") else False if begun in meaning.set_of("no words") else None


def _asked(question: str, language: str) -> Clause | None:
    """Returns the clause of the one thing that a turn asks, beside courtesies; None of what addresses Selene."""
    acts = [act for act in read(question, language).acts if act.kind is not ActKind.COURTESY]
    if len(acts) != 1 or acts[0].kind is not ActKind.ASK or acts[0].clause.asks is None:
        return None
    line, clause = line_of(question, language), acts[0].clause
    spoken = {line.word(at) for at in range(clause.first, clause.last)}
    return None if spoken & load_meaning(language).set_of("addressed words") else clause


def _subject_and_verb(said: str, language: str) -> tuple[str, str] | None:
    """Returns the subject and the verb of "dad is" and "I do"; None for other words."""
    line, acts = line_of(said, language), _acts(said, language)
    if isinstance(line, GermanLine) or len(acts) != 1 or acts[0].kind is not ActKind.TELL:
        return None
    clause = acts[0].clause
    whole = clause.verb == clause.last - 1 == clause.subject[1] and line.is_auxiliary(clause.verb)
    if not whole or clause.subject[0] != clause.first:
        return None
    return words_between(line, said, *clause.subject), line.word(clause.verb)


def is_bare_answer(said: str, language: str, most_words: int) -> bool:
    """Says whether words are a value and nothing else: a name, a thing, a place, a time, a number."""
    line, acts = line_of(said, language), _acts(said, language)
    if len(acts) != 1 or not 0 < acts[0].clause.last - acts[0].clause.first <= most_words:
        return False
    clause = acts[0].clause
    words = [line.word(at) for at in range(clause.first, clause.last) if not line.is_stop(at)]
    meaning = load_meaning(language)
    if " ".join(words) in meaning.set_of("no value"):
        return False
    if Mark.FIX in clause.marks and line.word(0) in meaning.set_of("no words"):
        return False  # "nein doch italien" puts right what was told before
    asks = any(word in line.words.questions for word in words)  # "um wie viel uhr", "at what time"
    calls = len(words) > 1 and words[1] in meaning.set_of("called to")  # "anna come here"
    if asks or calls or {line.word(0), words[0]} & meaning.set_of("no value begins"):
        return False
    return acts[0].kind is ActKind.FRAGMENT or (acts[0].kind is ActKind.TELL and _has_no_subject(line, acts[0]))


def _acts(said: str, language: str) -> list[Act]:
    return [act for act in read(said, language).acts if act.kind is not ActKind.COURTESY]


def _has_no_subject(line: Line, act: Act) -> bool:
    """Says whether a noun was taken for a verb: "milk and one sugar", "st mary's"."""
    clause = act.clause
    named = clause.verb == clause.last - 1 and (line.word(clause.verb) == "'s" or line.usual(clause.verb) == "n")
    return named or (clause.subject == clause.shared == (0, 0) and not isinstance(line, GermanLine))


def _value(said: str, language: str) -> str:
    """Returns the words of the answer without what only accompanies them: "um tuesday"."""
    act = _acts(said, language)[0]
    return said[act.start : act.end].strip(" .,!?")
