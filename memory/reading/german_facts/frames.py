"""Pure: says whether a German statement repeats an older one with one other value: "yoga ist jetzt mittwochs".

Both are compared word by word, without "jetzt" and its like: what stands before and after the differing words is the
frame. The verb must be in it, and it must say more than who does what, since most things can be done side by side: who
plays the cello now may still play football.
"""

from __future__ import annotations

from memory.core.policy import MAX_REPAIRED_TOKENS, MIN_HEAD_CHARS
from memory.reading.changes.change_words import spoken_in
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning, load_meaning

_LANGUAGE = "de"


def fills_same_frame(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both differ in one value alone, and the frame around it takes one value."""
    found = _differing(new, old, meaning)
    if found is None:
        return False
    line, before, value, was = found
    after = before + len(value)
    verb = next((at for at in range(before) if line.finite(at)), -1)
    if verb < 0 or _names_many(new, meaning):
        return False
    frame = [*range(verb + 1, before), *range(after, len(line))]
    return _alike(value, was, line, before) and (
        any(_says_more(line, at, new, meaning) for at in frame)
        or _shares_ending(value, was)
        or _is_of_thing(line, before, new)
        or {*value, *was} <= meaning.set_of("family status")
    )


def is_done_otherwise(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether both tell who did one thing that is done once, or what one label says, and not the same.

    "Die uhr haben wir von tante gerda geerbt" and "... von onkel willi geerbt", "der geburtsname von oma war kruse".
    """
    found = _differing(new, old, meaning)
    if found is None or new.clause.lemma != old.clause.lemma:
        return False
    line, before, value, was = found
    frame = [*range(before), *range(before + len(value), len(line))]
    if new.clause.lemma == "be":
        return before + len(value) == len(line) and _ends_in_label(line, before, meaning)
    if new.clause.lemma == "turn" and line.is_number(before):
        return _alike(value, was, line, before)  # "tante helga wird achtzig"
    if new.clause.lemma not in meaning.set_of("done once") or not _alike(value, was, line, before):
        return False
    led = line.word(before - 1) in line.words.prepositions | meaning.titles
    somebody = bool(role_of(value[-1]) and role_of(was[-1])) or all(is_given_name(each[-1]) for each in (value, was))
    return (led or somebody or line.is_number(before)) and any(_is_definite_thing(line, at) for at in frame)


def _ends_in_label(line: GermanLine, before: int, meaning: Meaning) -> bool:
    """Says whether the frame is "der geburtsname von oma war": a label of one value, with its verb right before."""
    labels = tuple(meaning.set_of("attributes") | meaning.set_of("labels"))
    verb = before - 1
    opened = line.word(0) in line.words.determiners | line.words.possessives
    return opened and line.word(verb) in line.words.be and any(line.word(at).endswith(labels) for at in range(verb))


def _is_definite_thing(line: GermanLine, at: int) -> bool:
    """Says whether "die uhr" or "unser haus" stands here, and no person."""
    definite = line.word(at - 1) in line.words.possessives | {"der", "die", "das", "den", "dem"} and at > 0
    somebody = load_meaning(_LANGUAGE).is_person(role_of(line.word(at))) or is_given_name(line.word(at))
    return definite and line.is_open(at) and not somebody


def _differing(new: Statement, old: Statement, meaning: Meaning) -> tuple[GermanLine, int, list[str], list[str]] | None:
    """Returns the new words, where they differ from the old ones, and both values; None where they differ more."""
    if new.clause.past != old.clause.past or new.clause.modality is not old.clause.modality:
        return None
    one, other = (_plain_words(each, meaning) for each in (new, old))
    size = min(len(one), len(other))
    before = next((at for at in range(size) if one[at] != other[at]), size)
    after = next((at for at in range(size - before) if one[-1 - at] != other[-1 - at]), size - before)
    value, was = one[before : len(one) - after], other[before : len(other) - after]
    if not (0 < len(value) <= MAX_REPAIRED_TOKENS and 0 < len(was) <= MAX_REPAIRED_TOKENS):
        return None
    line = line_of(" ".join(one), _LANGUAGE)
    assert isinstance(line, GermanLine)
    return line, before, value, was


def begins_next(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether "ich lese jetzt den zauberberg" tells the next of what was done "gerade"."""
    passing = spoken_in(old) & meaning.set_of("for the moment")
    same = new.clause.lemma == old.clause.lemma and not new.clause.past and not old.clause.past
    placed = any(one.has_place or one.has_time for one in (new, old))
    return bool(passing) and same and not placed and not _names_many(new, meaning) and SPEAKER in new.subject_keys


def _plain_words(one: Statement, meaning: Meaning) -> list[str]:
    """Returns the words without the marks of change, which stand anywhere."""
    marks = meaning.set_of("frame marks")
    return [word for word in one.text.casefold().replace(",", " ").split() if word not in marks]


def _names_many(one: Statement, meaning: Meaning) -> bool:
    """Says whether the verb has many values at a time: who has or likes one thing has or likes others."""
    return one.clause.lemma in meaning.set_of("having") | meaning.set_of("side by side")


def _alike(value: list[str], was: list[str], line: GermanLine, at: int) -> bool:
    """Says whether both values are of one shape: two numbers, two phrases, or two bare words."""
    old = line_of(" ".join(was), _LANGUAGE)
    assert isinstance(old, GermanLine)
    words = line.words
    shapes = []
    for each, place in ((line, at), (old, 0)):
        word = each.word(place)
        introduced = word in words.prepositions or word in words.determiners or word in words.possessives
        shapes.append((introduced, each.is_number(place), word in words.days))
    return shapes[0] == shapes[1]


def _says_more(line: GermanLine, at: int, new: Statement, meaning: Meaning) -> bool:
    """Says whether a word of the frame tells what the value is of: "als", "april", "kaffee", and not only when."""
    word = line.word(at)
    if word == "als":
        return True
    timely = word in line.words.days | line.words.units
    if timely or not (line.is_open(at) or line.is_month(at)) or word in line.words.adverbs | line.words.middle:
        return new.clause.lemma in meaning.set_of("meals") and new.has_time
    return True


def _shares_ending(value: list[str], was: list[str]) -> bool:
    """Says whether both are compounds with one last part: "nassfutter" and "trockenfutter"."""
    one, other = value[-1], was[-1]
    size = next((at for at in range(min(len(one), len(other))) if one[-1 - at] != other[-1 - at]), 0)
    return len(value) == len(was) == 1 and size >= MIN_HEAD_CHARS


def _is_of_thing(line: GermanLine, before: int, new: Statement) -> bool:
    """Says whether the value tells what a thing is: "mein handy ist jetzt ein pixel"."""
    persons = not new.subject or any(one.is_person or one.name or SPEAKER in one.keys for one in new.subject)
    return new.clause.lemma == "be" and not persons and line.word(before - 1) in line.words.indefinite
