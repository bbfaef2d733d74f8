"""Pure: finds what a German correction in other words replaces: "nee sechzehn sind es" after "ich hab vierzehn gläser".

What is put right is of the sort of what was told: a number of a number, an hour of an hour, a thing of the one thing
that is not named again. Where the correction names anything that was not told, it is about something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from memory.core.policy import MAX_REPAIRED_TOKENS, MIN_HEAD_CHARS
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import is_head
from memory.reading.german_facts.told_things import LANGUAGE, are_named_in, plain_preposition, things_of, verbs_in
from memory.reading.german_facts.updates.spoken_values import HOUR, NUMBER, SpokenValue, values_in
from memory.reading.grammar.clause import Act, ActKind, Span
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import Meaning, load_meaning

Pair = tuple[str, str]
Change = tuple[Span, str]
"""The characters that are replaced, and what stands there instead."""
_LINKING = frozenset(("sein", "heißen", "be", "call"))


def put_right(told: str, said: str) -> Pair:
    """Returns the words of `told` that a correction replaces, and the new ones; both empty where that is unclear."""
    acts, each, old = read(said, LANGUAGE).acts, statements(said, LANGUAGE), statements(told, LANGUAGE)
    first = next((at for at, act in enumerate(acts) if act.kind is ActKind.CORRECT), -1)
    if first < 0 or len(old) != 1 or old[0].clause.asks is not None or old[0].clause.negated:
        return "", ""
    clauses = zip(acts[first:], each[first:], strict=True)
    found = [change for act, one in clauses for change in _changes_by(act, one, old[0], told, said)]
    return _pair(told, found) if found else ("", "")


def _changes_by(act: Act, one: Statement, old: Statement, told: str, said: str) -> Iterator[Change]:
    """Returns what one clause puts right; nothing when it tells of another or denies."""
    line, other = line_of(said, LANGUAGE), line_of(told, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    act = _without_denied(line, act, old)
    if one.clause.asks is not None or act.clause.negated or not _may_be_about(one, old):
        return
    values = values_in(line, act.clause.first, act.clause.last)
    if values:
        yield from _changed_values(line, other, act, values, said) if _names_no_more(line, act, values, old) else ()
    else:
        yield from _changed_thing(line, other, act, one, old, said)


def _without_denied(line: GermanLine, act: Act, old: Statement) -> Act:
    """Returns an act without what it denies at its end, where that was told: "kaffee trink ich nicht tee"."""
    clause = act.clause
    deny = next((at for at in range(clause.first + 1, clause.last) if line.word(at) == "nicht"), clause.last)
    denied = [line.word(at) for at in range(deny + 1, clause.last)]
    if not denied or not old.spoken.issuperset(denied):
        return act
    return replace(act, clause=replace(clause, last=deny, negated=False))


def _may_be_about(one: Statement, old: Statement) -> bool:
    """Says whether the subject is a pronoun, one that was told, or the speaker who told of what is theirs."""
    if SPEAKER in one.subject_keys:
        return any(key.split(">")[0] == SPEAKER for key in old.keys)
    others = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    return SPEAKER not in old.subject_keys or all(set(entity.role.split()) & old.spoken for entity in others)


def _names_no_more(line: GermanLine, act: Act, values: tuple[SpokenValue, ...], old: Statement) -> bool:
    """Says whether every word beside the values, the verb and small words was told."""
    return all(_is_told(line, at, old) for at in _telling(line, act, values))


def _telling(line: GermanLine, act: Act, values: tuple[SpokenValue, ...]) -> Iterator[int]:
    """Returns the open words of a clause that are neither its verb nor in a value."""
    words, taken = line.words, {at for value in values for at in range(value.first, value.last)}
    small = words.middle | words.adverbs | words.particles | words.sets["hour_marks"]
    for at in range(act.clause.first, act.clause.last):
        verb = at in (act.clause.verb, act.clause.main) or line.finite(at) == Certainty.SURE
        closing = at == act.clause.last - 1 and bool(line.lemmas(at, "nb"))
        if line.is_open(at) and at not in taken and not verb and not closing and line.word(at) not in small:
            yield at


def _is_told(line: GermanLine, at: int, old: Statement) -> bool:
    """Says whether a word was told, or a near one, or a longer or shorter word of it: "nummer" of "hausnummer"."""
    word, meaning = line.word(at), load_meaning(LANGUAGE)
    if is_head(word) and any(is_head(each) == is_head(word) != each for each in old.spoken - {word}):
        return is_head(word) == word  # not "telefonnummer" of "hausnummer"
    every = old.spoken | {form for forms in old.words for form in forms}
    forms = frozenset((word, line.table.singular(word), *line.lemmas(at, "nb")))
    near = {other for form in forms for other in meaning.groups.get(form, ())}
    long = (each for each in old.spoken if min(len(each), len(word)) >= MIN_HEAD_CHARS)
    return bool((forms | near) & every) or any(each.endswith(word) or word.endswith(each) for each in long)


def _changed_values(
    line: GermanLine, other: GermanLine, act: Act, values: tuple[SpokenValue, ...], said: str
) -> Iterator[Change]:
    """Returns each value with the one of its sort that it replaces; nothing where one has no such value."""
    known = values_in(other, 0, len(other))
    found: list[Change] = []
    for at, value in enumerate(values):
        rivals = _of_sort(value, known)
        if len(rivals) != 1:
            led = value.sort == HOUR and at > 0 and not rivals and value.first - values[at - 1].last <= 1
            if not led or not found:
                return
            found[-1] = (found[-1][0], _text(line, said, values[at - 1].first, value.last))
            continue
        end = rivals[0].last - (other.is_month(rivals[0].last - 1) and not line.is_month(value.last - 1))
        span = (other.tokens[rivals[0].first].start, other.tokens[max(end, rivals[0].first + 1) - 1].end)
        found.append((span, _text(line, said, value.first, value.last)))
    yield from found


def _of_sort(value: SpokenValue, known: tuple[SpokenValue, ...]) -> list[SpokenValue]:
    """Returns the told values of the same sort, those that count the same before the others."""
    alike = [one for one in known if one.sort == value.sort]
    same = [one for one in alike if one.unit == value.unit]
    if value.sort == NUMBER and value.unit and not same:
        return [one for one in alike if not one.unit]
    return same or alike


def _changed_thing(
    line: GermanLine, other: GermanLine, act: Act, one: Statement, old: Statement, said: str
) -> Iterator[Change]:
    """Returns the one thing that is not told again, with the one that a correction names in its place."""
    verb, rest = act.clause.verb, range(max(act.clause.rest, 0), act.clause.last)
    linked = one.clause.lemma == old.clause.lemma or one.clause.lemma in _LINKING
    new = [at for at in _telling(line, act, ()) if not _is_told(line, at, old)]
    if verb < 0 or not linked or not new or new != [*range(new[0], new[-1] + 1)]:
        return
    if new[0] not in rest and (new[0] >= verb or act.clause.subject[0] <= verb):
        return  # another subject
    again = frozenset(line.word(at) for at in range(act.clause.first, act.clause.last))
    kept = [at for at in range(len(other)) if other.is_open(at) and not _is_small(other, at)]
    gone = [at for at in kept if other.word(at) not in again]
    if len(gone) != 1 or len(kept) < 1 + (one.clause.lemma != old.clause.lemma) or len(new) > MAX_REPAIRED_TOKENS:
        return
    if _lead(line, new[0]) not in ("", _lead(other, gone[0])):
        return
    token = other.tokens[gone[0]]
    yield (token.start, token.end), _text(line, said, new[0], new[-1] + 1)


def _is_small(line: GermanLine, at: int) -> bool:
    words = line.words
    closing = (
        at == len(line) - 1 - line.is_stop(len(line) - 1) and bool(line.lemmas(at, "nb")) and line.usual(at) != "n"
    )
    return closing or line.finite(at) == Certainty.SURE or line.word(at) in words.middle | words.adverbs


def _lead(line: GermanLine, at: int) -> str:
    """Returns the preposition before a thing, without its article."""
    while line.word(at - 1) in line.words.determiners | line.words.possessives:
        at -= 1
    return plain_preposition(line.word(at - 1)) if line.word(at - 1) in line.words.prepositions else ""


def _pair(told: str, changes: list[Change]) -> Pair:
    """Returns the words from the first to the last that differ, as they were told and as they are meant."""
    if len({span for span, _ in changes}) < len(changes):
        return "", ""
    changes = [(span, new) for span, new in changes if told[slice(*span)].casefold() != new.casefold()]
    if not changes:
        return "", ""
    begin, end = min(span[0] for span, _ in changes), max(span[1] for span, _ in changes)
    meant = told[begin:end]
    for span, new in sorted(changes, reverse=True):
        meant = meant[: span[0] - begin] + new + meant[span[1] - begin :]
    return told[begin:end], meant


def _text(line: GermanLine, text: str, first: int, last: int) -> str:
    return text[line.tokens[first].start : line.tokens[last - 1].end]


def left_out(told: str, said: str) -> Pair:
    """Returns two days of `told` and the one that stays, where the other falls away: "donnerstags fällt weg"."""
    each, line, other = statements(said, LANGUAGE), line_of(said, LANGUAGE), line_of(told, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    over = load_meaning(LANGUAGE).set_of("falling away")
    if len(each) != 1 or each[0].clause.asks is not None or each[0].clause.negated or each[0].clause.lemma not in over:
        return "", ""
    days = [line.word(at).removesuffix("s") for at in range(len(line)) if line.word(at) in line.words.days]
    this = line.words.prepositions | line.extra.time_prepositions
    once = any(line.word(at) in line.words.days and line.word(at - 1) in this for at in range(1, len(line)))
    for at in range(1, len(other) - 1):
        after = at + 1 + (other.word(at + 1) in other.words.prepositions)
        pair = [other.word(at - 1).removesuffix("s"), other.word(after).removesuffix("s")]
        joined = other.word(at) == "und" and {other.word(at - 1), other.word(after)} <= other.words.days
        if joined and len(days) == 1 and days[0] in pair and not (once and other.word(after).endswith("s")):
            stays = (at + 1, after + 1) if days[0] == pair[0] else (at - 1, at)
            begin = at - 1 - (days[0] == pair[0] and after > at + 1)
            return _text(other, told, begin, after + 1), _text(other, told, *stays)
    return "", ""


def phrases_put_right(told: str, meant: str) -> Pair:
    """Returns the words of `told` that several phrases replace: "am freitag und zwar in raum zwanzig".

    Each takes the place of the phrase with its preposition; one that has none there stands beside the one before it.
    Both are empty for a single phrase, and where nothing told is put right.
    """
    line, other = line_of(meant, LANGUAGE), line_of(told, LANGUAGE)
    assert isinstance(line, GermanLine)
    assert isinstance(other, GermanLine)
    phrases, known = _phrases_of(line, 0), _phrases_of(other, 1)
    if len(phrases) < 2 or not _only_phrases(line, phrases):
        return "", ""
    found: list[Change] = []
    waiting: list[str] = []
    for first, last in phrases:
        rivals = [one for one in known if _are_alike(line, first, other, one[0])]
        new = _text(line, meant, first, last)
        if len(rivals) == 1:
            span = (other.tokens[rivals[0][0]].start, other.tokens[rivals[0][1] - 1].end)
            found.append((span, " ".join((*waiting, new))))
            waiting = []
        elif rivals:
            return "", ""
        elif found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {new}")
        else:
            waiting.append(new)
    return _pair(told, found) if found and not waiting else ("", "")


def _phrases_of(line: GermanLine, start: int) -> list[Span]:
    """Returns the phrases after prepositions, each to the word before the next, a conjunction or what closes it."""
    begins = [at for at in range(start, len(line)) if _opens_phrase(line, at)]
    ends = [*begins[1:], len(line)][: len(begins)]
    return [(first, _phrase_stop(line, first, last)) for first, last in zip(begins, ends, strict=True)]


def _opens_phrase(line: GermanLine, at: int) -> bool:
    words = line.words
    return line.word(at) in words.prepositions - {"als", "wie"} and not line.is_stop(at + 1) and at + 1 < len(line)


def _phrase_stop(line: GermanLine, first: int, last: int) -> int:
    end = first + 1
    while end < last and not line.is_stop(end) and line.word(end) not in line.words.conjunctions:
        end += 1
    closes = end - first > 2 and bool(line.lemmas(end - 1, "nb")) and line.usual(end - 1) in "vx"
    return end - closes


def _only_phrases(line: GermanLine, phrases: list[Span]) -> bool:
    """Says whether nothing but phrases and "und zwar" is said."""
    inside = {at for first, last in phrases for at in range(first, last)}
    rest = (line.word(at) for at in range(len(line)) if at not in inside and not line.is_stop(at))
    return all(word in line.words.conjunctions | line.words.middle | {"zwar"} for word in rest)


def _are_alike(line: GermanLine, first: int, other: GermanLine, second: int) -> bool:
    """Says whether two phrases begin alike and are both of a time or both of none."""
    same = plain_preposition(line.word(first)) == plain_preposition(other.word(second))
    return same and _is_timed(line, first + 1) == _is_timed(other, second + 1)


def _is_timed(line: GermanLine, at: int) -> bool:
    return line.word(at) in line.words.days or line.is_month(at) or line.is_number(at)


def is_done_by_another(new: Statement, old: Statement, meaning: Meaning) -> bool:
    """Says whether a correction tells that somebody else does something with a thing: "nein die orgel spielt anna"."""
    verbs = verbs_in(new) & verbs_in(old) & load_closed_words(LANGUAGE).sets["handling_things"]
    doers = [[one for one in each.subject if one.is_person or one.pronoun] for each in (new, old)]
    told = new.kind is ActKind.CORRECT and not (old.clause.asks or old.clause.negated or new.clause.negated)
    if not verbs or not told or not all(doers) or new.subject_keys & old.subject_keys:
        return False
    things = tuple(forms for forms in things_of(new, meaning) if not forms & verbs)
    return are_named_in(things, old, meaning)
