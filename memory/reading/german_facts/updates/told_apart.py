"""Pure: says whether German tells of two of one role or kind: "die eine katze heißt mimi", "die andere heißt lotte".

"Meine ältere schwester" is not the younger one, and a second dog is not the first: what is told of one changes nothing
of the other.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.partly import ends_part
from memory.reading.german_facts.told_things import LANGUAGE
from memory.reading.german_facts.updates.retimed import is_so_once, skips_once
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def leaves_alone(new: Statement, old: Statement) -> bool:
    """Says whether both are of two of a kind, by the words before their noun, or one time of many is left out."""
    one = _apart(new)
    apart = (bool(one) and one != _apart(old)) or is_of_another(new, old)
    return apart or skips_once(new, old) or is_so_once(new, old) or _holds_at_weekends(new, old) or ends_part(new, old)


def _holds_at_weekends(new: Statement, old: Statement) -> bool:
    """Says whether one tells only of weekends or of days off, and the other does not: both hold."""
    scopes, meaning = load_meaning(LANGUAGE).set_of("only sometimes"), load_meaning(LANGUAGE)
    one, other = (each.spoken & scopes for each in (new, old))
    unmarked = not new.clause.marks and new.kind is ActKind.TELL and not new.clause.negated
    dated = (new.spoken | old.spoken) & meaning.set_of("this or next")
    since = new.text.casefold().startswith("seit ")  # "seit den ferien" is no time in which something else holds
    return one != other and unmarked and not (dated or since) and new.clause.lemma == old.clause.lemma


def names_each(found: Sequence[Statement]) -> bool:
    """Says whether each of several statements names another of a kind: the one son is tim, the other is tom."""
    named = all(one.clause.lemma == "call" and not one.clause.negated for one in found)
    return named and len(found) > 1 and len({_apart(one) for one in found} - {frozenset()}) == len(found)


def is_of_another(question: Statement, told: Statement) -> bool:
    """Says whether a question is about the other of two: "die nachbarin unten", and not "oben"; the poodle."""
    asked, named = _placed(question), _placed(told)
    if asked and named and not asked & named:
        return True
    if _is_of_other_line(question, told):
        return True
    one, other = _breeds(question), _breeds(told)
    return any(key in other and not words & other[key] for key, words in one.items())


def _is_of_other_line(question: Statement, told: Statement) -> bool:
    """Says whether both name a relative by another between: my father's father is not my mother's."""
    one, other = ({key for key in each.keys if key.count(">") > 1} for each in (question, told))
    ends = ({key.rpartition(">")[2] for key in each} for each in (one, other))
    return bool(one and other) and one.isdisjoint(other) and not set.isdisjoint(*ends) and _all_from_me(one | other)


def _all_from_me(keys: set[str]) -> bool:
    return all(key.startswith("me>") and key.count(">") == 2 for key in keys)


def _placed(one: Statement) -> frozenset[str]:
    """Returns the side or the number right behind the noun of a subject, by which it is told from another."""
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    begin, end = (at - one.clause.first for at in one.clause.subject)
    if one.clause.asks is not None:
        end = len(line)
    sides, numbers = line.words.sets["opposite_sides"], line.words.ordinals
    inner = range(begin + 1, end) if begin < end else range(0)
    return frozenset(line.word(at) for at in inner if line.word(at) in sides or line.word(at) in numbers)


def _breeds(one: Statement) -> dict[str, frozenset[str]]:
    """Returns the words for the animals of a subject that say of which breed they are, by their kind."""
    meaning = load_meaning(LANGUAGE)
    found = {
        entity.role: frozenset(word for word in one.spoken if meaning.roles.get(word) == entity.role)
        for entity in one.subject
        if entity.role in meaning.kinds["haustier"]
    }
    return {role: words for role, words in found.items() if words and role not in words}


def _apart(one: Statement) -> frozenset[str]:
    """Returns the words of the subject that say which of several is meant, without their endings."""
    line = line_of(one.text, LANGUAGE)
    assert isinstance(line, GermanLine)
    words, first = load_meaning(LANGUAGE).set_of("telling apart"), one.clause.first
    begin, end = one.clause.subject[0] - first, one.clause.subject[1] - first
    inner = (line.word(at) for at in range(begin + 1, end - 1) if line.word(at - 1) in _articles(line))
    return frozenset(word.rstrip("rsnm") for word in inner if word in words)


def _articles(line: GermanLine) -> frozenset[str]:
    return line.words.determiners | line.words.possessives
