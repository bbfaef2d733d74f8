"""Pure: says whether somebody was taken off something that they did, or put on another: medicine, a line, a shift.

"Doctor's taken me off the tablets" has the doctor as its subject, and ends what was told of the speaker. "They put me
on line four" gives another value to a line that was told. What somebody takes off somebody's hands or plate is no such
change: the person must be the object of the verb, right before "off" or "on".
"""

from __future__ import annotations

from memory.reading.changes.change_words import gives_up, is_done, joins_things, things_in
from memory.reading.facts.entities import SPEAKER, Names, all_keys
from memory.reading.facts.same_relation import among
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.grammar.clause import Mark
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import Meaning


def takes_off(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether `new` takes the person of `old` off what `old` tells: "they've taken me off the water tablets"."""
    things = _moved_things(new, "off", names, old, meaning)
    alone = bool(things) and not joins_things(old, meaning)
    gone = _shift(new, meaning)
    left = bool(things) and bool(gone) and gone <= _shift(old, meaning)
    return (alone and among(things, old.words)) or left or _is_stopped(new, old, meaning)


def outlasts(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a fact tells what giving something up, or being taken off it, does not end: an allergy, a fear, what
    somebody likes.
    """
    off = new.clause.lemma in meaning.set_of("moving off") and "off" in new.spoken
    lasting = meaning.set_of("outlasting habits")
    lasts = old.clause.lemma in lasting or any(forms & lasting for forms in old.words)
    return lasts and (off or gives_up(new, meaning))


def _is_stopped(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether somebody stopped what the speaker takes: "the doctor's stopped my statins"."""
    stops = new.clause.lemma in meaning.set_of("stopping for") and SPEAKER not in new.subject_keys and bool(new.subject)
    taken = SPEAKER in old.subject_keys and old.clause.lemma in meaning.set_of("taking")
    if not (stops and taken) or old.clause.negated or old.clause.past or new.clause.negated or not is_done(new):
        return False
    line = line_of(new.text, meaning.language)
    said = range(max(new.clause.rest - new.clause.first, 0), len(line))
    own = any(line.word(at) in line.words.speaker | line.words.together for at in said)  # "my dad stopped" has none
    return own and not joins_things(old, meaning) and among(things_in(new, meaning), old.words)


def puts_on(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether `new` puts the person of `old` on another thing of one sort: "put me on line four"."""
    if _changes_shift(new, old, names, meaning):
        return True
    things = _moved_things(new, "on", names, old, meaning)
    if not things or among(things, old.words):
        return False
    numbered = new.has_number and old.has_number
    return numbered and any(forms & other for forms in things for other in old.words)


def _changes_shift(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether somebody works another shift now: "i'm on days now" after "i'm on the night shift"."""
    before, after = _shift(old, meaning), _shift(new, meaning)
    if not (before and after) or before & after or old.clause.past or old.clause.negated or new.clause.negated:
        return False
    same = all_keys(new.subject_keys, names) & all_keys(old.subject_keys, names)
    return bool(same) and Mark.NOW in new.clause.marks and not (new.has_number or old.has_number)


def _shift(one: Statement, meaning: Meaning) -> frozenset[str]:
    """Returns the part of the day in which somebody works: "night" of "on nights" and "on the night shift"."""
    line, parts = line_of(one.text, meaning.language), meaning.kinds.get("shift", frozenset()) - {"shift"}
    led = (at for at in range(len(line)) if line.word(at) in meaning.set_of("leading to a shift"))
    after = (line.word(place) for at in led for place in (at + 1, at + 2))
    return frozenset(line.table.singular(word) for word in after if word in parts)


def posts_elsewhere(new: Statement, old: Statement, names: Names, meaning: Meaning) -> bool:
    """Says whether somebody who was stationed somewhere is sent elsewhere: "i've been transferred to goole"."""
    sent = meaning.set_of("sent_elsewhere") & set(new.text.casefold().split())
    stationed = sent and meaning.set_of("stationed") & set(old.text.casefold().split())
    if not stationed or old.clause.negated or new.clause.negated or not is_done(new):
        return False
    same = all_keys(new.subject_keys, names) & all_keys(old.subject_keys, names)
    return bool(same) and "to" in new.text.casefold().split() and not among(things_in(new, meaning), old.words)


def _moved_things(new: Statement, where: str, names: Names, old: Statement, meaning: Meaning) -> tuple[Forms, ...]:
    """Returns the words of what the person of both statements is taken off or put on; none where nobody is."""
    if new.clause.lemma not in meaning.set_of(f"moving {where}"):
        return ()
    if old.clause.negated or old.clause.past or new.clause.negated or not is_done(new):
        return ()
    words = new.text.casefold().split()
    moved = next((one for one in new.others if one.is_person or SPEAKER in one.keys), None)
    if moved is None or where not in words:
        return ()
    at = words.index(where)
    if not words[at - 1 : at] or not _is_word_of(words[at - 1], moved.keys):
        return ()
    same = all_keys(moved.keys, names) & all_keys(old.subject_keys, names)
    return things_in(new, meaning) if same else ()


def _is_word_of(word: str, keys: frozenset[str]) -> bool:
    """Says whether a word names somebody: "me" the speaker, "ned" or the "mum" of "my mum" whom the keys name."""
    own = word in ("me", "us") and SPEAKER in keys
    return own or any(word in key.rpartition(">")[2].split() for key in keys)
