"""Pure: says whether a clause only accompanies talk: a saying, a mood, the weather, words to somebody else."""

from __future__ import annotations

from memory.reading.grammar.clause import Clause, Modality
from memory.reading.grammar.clause_starts import echo_start, starts_statement
from memory.reading.grammar.quotes import leads_to_quote
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning


def is_idle_talk(line: Line, clause: Clause, meaning: Meaning, *, timed: bool) -> bool:
    """Says whether nothing of the clause holds beyond the moment of talk, whoever its subject is."""
    words = line.words
    begin = clause.subject[1] if is_about_anybody(line, clause) else clause.subject[0]
    if any(line.is_in(at, "you") for at in range(begin, _told_until(line, clause))):
        return True
    if line.length_of(words.unknowing, clause.first):
        return True
    if leads_to_quote(line, clause.last) or _is_of_the_moment(line, clause) or _is_echo(line, clause):
        return True
    owned = any(line.word(at) in words.possessives for at in range(*clause.subject))
    placed = line.word(clause.rest) in words.prepositions
    when = clause.lemma == "be" and (timed or placed)  # "the play is on the twentieth", "the tv is in the den"
    when = when or (timed and clause.lemma in words.sets["clock verbs"])  # "the film starts at seven"
    if (
        not (owned or when)
        and clause.lemma in words.sets["quoting"]
        and any(_is_work(line, at, clause.subject[1]) for at in range(*clause.subject))
    ):
        return True
    spoken = range(max(clause.first - 1, 0), clause.last)
    if not timed and any(line.length_of(words.idle, at) for at in spoken):
        return True
    return _is_weather(line, clause, meaning)


def _is_of_the_moment(line: Line, clause: Clause) -> bool:
    """Says whether a clause tells what is over as soon as the talk is: "i'll be back in a minute"."""
    said = " ".join(line.word(at) for at in range(clause.first, clause.last))
    return any(f" {phrase} " in f" {said} " for phrase in line.words.sets.get("of_the_moment", ()))


def _is_echo(line: Line, clause: Clause) -> bool:
    """Says whether a clause only says that somebody does the same, with nothing told before it: "neither did i"."""
    return line.is_in(clause.first, "echoing") and echo_start(line, clause.first) is not None


def _is_work(line: Line, at: int, end: int) -> bool:
    """Says whether a word names a song, a book or a sign that says something; the book of "book club" does not."""
    compound = at + 1 < end and line.is_open(at + 1)
    return line.is_in(at, "informing") or (line.is_in(at, "works") and not compound)


def is_about_anybody(line: Line, clause: Clause) -> bool:
    """Says whether "you" is anybody: "you have to jiggle the key", "you can reach the school on four four seven".

    The clause must say how, where or with which number something is done, or what happens else: "or it won't shut".
    "You can keep that" is said to Selene.
    """
    if clause.subject[1] - clause.subject[0] != 1 or not line.is_in(clause.subject[0], "you"):
        return False
    rest = range(max(clause.rest, 0), clause.last)
    warned = next((at for at in rest if line.is_in(at, "or_else") and _states(line, at + 1)), clause.last)
    told = range(rest.start, warned)
    said_to = any(line.is_in(at, "said_to_assistant") for at in told)
    where = any(line.word(at) in line.words.prepositions and not line.is_time(at + 1) for at in told)
    done = clause.lemma in line.words.sets["general_doing"] and clause.modality is not Modality.CONDITIONAL
    counted = where or any(line.is_number(at) for at in told)
    return not said_to and not clause.past and ((done and counted) or warned < clause.last)


def _states(line: Line, at: int) -> bool:
    return starts_statement(line, at + line.is_in(at, "or_else"))


def _told_until(line: Line, clause: Clause) -> int:
    """Returns where what is told ends, before what it only sets itself apart from: "mine is nine, not your nine"."""
    for at in range(max(clause.rest, clause.verb) + 1, clause.last):
        said = range(max(clause.rest, clause.verb + 1), at)
        if line.is_in(at, "not") and any(_says_something(line, place) for place in said):
            return at
    return clause.last


def _says_something(line: Line, at: int) -> bool:
    return line.is_number(at) or (line.is_open(at) and line.word(at) not in line.words.middle | line.words.adverbs)


def _is_weather(line: Line, clause: Clause, meaning: Meaning) -> bool:
    """ "The sun is shining", "it stopped raining", "it's a lovely day", "it's nearly six"."""
    subject = range(*clause.subject)
    if any(line.is_in(at, "weather_things") for at in subject) and not clause.past:
        return all(not line.is_open(at) or line.is_in(at, "weather_things") for at in subject)
    if len(subject) != 1 or not line.is_in(clause.subject[0], "it"):
        return False
    if clause.lemma in meaning.set_of("weather_verbs"):
        return not clause.past  # "it's raining sideways here"
    rest = range(clause.verb + 1, clause.last)
    if line.is_in(clause.rest - 1, "roundly") or line.is_in(clause.rest, "roundly"):
        return all(line.is_number(at) or line.is_in(at, "roundly") for at in rest)
    if clause.verb == clause.main and clause.lemma not in line.words.sets["weather_links"]:
        return False  # "it barks all day"
    return clause.verb + 1 < clause.last and all(
        line.word(at) in meaning.weather
        or line.word(at) in line.words.determiners
        or line.length_of(line.words.parts, at)
        or (line.table.singular(line.word(at)) in line.words.units and not line.is_number(at - 1))
        for at in rest
    )
