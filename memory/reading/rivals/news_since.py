"""Pure: says whether a newer English sentence is news on a thing that an older one tells of.

What has happened is told in the perfect, "they've cut my saturdays", or of a thing that "is" in a new way, "the hall's
flooded". The two must name the same thing; of a person alone, who may do a hundred things, it is no news.
"""

from __future__ import annotations

from memory.reading.changes.change_words import HAPPENED, says
from memory.reading.facts.entities import BETWEEN, SPEAKER
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning

_SINCE = frozenset((Mark.NOW, Mark.INSTEAD))
_LEFT = ("quits", "departs", "moves out")


def thing_words_in(one: Statement) -> tuple[Forms, ...]:
    """Returns the words of a statement that name things: all that carry meaning but the verb and the persons."""
    persons = {word for each in one.entities if each.is_person for word in each.name.split()} | {
        each.role for each in one.entities if each.is_person
    }
    every = (*one.subject_words, *one.words)
    return tuple(forms for forms in every if one.clause.lemma not in forms and forms.isdisjoint(persons))


def is_news_on(new: Statement, old: Statement) -> bool:
    """Says whether `new` tells what has happened to a thing of `old`, or that who is told of there has given it up."""
    meaning, clause = load_meaning("en"), new.clause
    if new.kind is not ActKind.TELL or clause.negated or clause.modality not in HAPPENED:
        return False
    things = frozenset[str]().union(*thing_words_in(old))
    shared = bool(things & _words_acted_on(new))
    told = {key for each in old.entities for key in each.keys} - {SPEAKER}
    if _is_done_lately(new):
        return shared or bool(told & new.subject_keys)
    if not _is_perfect(new):
        now = bool(clause.marks & _SINCE) or _is_other_time(new, old)
        return shared and now and bool(told & new.subject_keys)
    roles = {each.role for each in old.entities if each.role}
    same = bool(told & new.subject_keys) or any(each.role in roles for each in new.subject)
    return shared or (same and any(says(new, sort, meaning) for sort in _LEFT))


def _words_acted_on(one: Statement) -> frozenset[str]:
    """Returns the words of what something has happened to: "the boxes", not where they were moved to."""
    objects = (each for each in one.others if each.start == one.clause.rest)
    spoken = frozenset(word for each in objects for key in each.keys for word in key.rpartition(BETWEEN)[2].split())
    led = {each.start for each in one.others} - {one.clause.rest}
    alone = frozenset[str]().union(*thing_words_in(one)) if not led and not spoken else frozenset()
    return spoken.union(alone, *one.subject_words)


def is_end_of(told: Statement, question: Statement) -> bool:
    """Says whether a statement ends a thing that a question names: "cancelled the gym" of "am i still at the gym"."""
    asked = frozenset[str]().union(*question.words, *question.subject_words)
    ends = any(says(told, sort, load_meaning("en")) for sort in ("fails", "quits", "disposes", "departs"))
    return ends and not told.clause.negated and any(forms & asked for forms in thing_words_in(told))


def _is_done_lately(one: Statement) -> bool:
    """Says whether a past verb is told as news: without "I" and with a particle, "paid the loan off", or with "got"."""
    line, clause = line_of(one.text, "en"), one.clause
    after = clause.rest - clause.first
    bare = clause.past and clause.subject[0] == clause.subject[1] and clause.shared[0] == clause.shared[1]
    done = line.usual(after) == "v" or line.word(after + 1) in line.words.particles
    got = line.word(after - 1) == "got" and line.has_form(after, "n") and done
    return got or (bare and any(line.word(at) in line.words.particles for at in range(max(after, 0), len(line))))


def _is_other_time(new: Statement, old: Statement) -> bool:
    """Says whether both tell a time of one thing, the new one from some day on: "it's half eight from september"."""
    line = line_of(new.text, "en")
    begins = any(line.word(at) in load_meaning("en").set_of("from") and line.is_time(at + 1) for at in range(len(line)))
    return begins and new.clause.lemma == "be" and (old.has_time or old.has_number)


def replaces_after_news(new: Statement, old: Statement) -> bool:
    """Says whether a sentence behind the news tells what is so in the place of `old`: "i get the eight thirty"."""
    if new.kind is not ActKind.TELL or new.clause.negated or new.clause.modality is Modality.PAST_ONLY:
        return False
    alike = new.clause.lemma == old.clause.lemma and new.subject_keys == old.subject_keys
    return alike or bool(new.clause.marks & _SINCE)


def _is_perfect(one: Statement) -> bool:
    """Says whether a clause tells what has happened: "they've cut it", "the hall's flooded"."""
    line, clause = line_of(one.text, "en"), one.clause
    if line.word(clause.main - clause.first) == "gone" and clause.main == clause.verb:
        return True  # "gone off digestives"
    verb, main = clause.verb - clause.first, clause.main - clause.first
    has = line.word(verb) in line.words.have or line.is_in(verb, "is")
    return has and main > verb and line.has_form(main, "n") and not line.has_form(main, "g")
