"""Pure: puts the words for a person or thing in the place of a pronoun: "he likes fish" becomes "leo likes fish".

What was said before is read in order, so that a clause whose pronoun is clear tells what the next one means. A pronoun
without a clear antecedent stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from memory.core.policy import KEPT_READINGS, KEPT_TALKS
from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statement_words import has_time
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.pronouns.named_pronouns import named_text
from memory.reading.grammar.clause import ActKind, Mark, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.references.antecedents import Antecedent, named_in, owner_words
from memory.reading.references.choice import (
    agrees,
    is_empty,
    leaves_subject_out,
    many_meant,
    names_antecedent,
    person_meant,
    subject_left_out,
    thing_meant,
)
from memory.reading.references.in_its_place import said_instead
from memory.reading.references.noun_for_one import (
    is_owner_alone,
    points_back,
    with_german_noun,
    with_noun_for_new,
    with_noun_for_one,
    with_noun_of_owner,
    with_owned_noun,
)
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning
from memory.text.word_caches import cache_for_words


def antecedents(texts: Iterable[str], language: str = "en") -> tuple[Antecedent, ...]:
    """Returns what the texts name, the latest first. `texts` are in the order in which they were said."""
    return antecedents_in(tuple(texts), language)


def antecedents_of(
    text: str, one: Statement, said: Callable[[], Iterable[str]], language: str = "en"
) -> tuple[Antecedent, ...]:
    """Returns what words of a clause may stand for, by what was `said` before it; none where it has no such words.

    Most clauses name everything themselves: then what was said before is not asked for.
    """
    return antecedents(said(), language) if _stands_for_others(text, one, language) else ()


def _stands_for_others(text: str, one: Statement, language: str) -> bool:
    """Says whether `resolve` asks for what was said before a clause."""
    line = line_of(text, language)
    return isinstance(line, GermanLine) or leaves_subject_out(line, one) or points_back(line, one)


@cache_for_words(KEPT_TALKS)
def antecedents_in(texts: tuple[str, ...], language: str) -> tuple[Antecedent, ...]:
    """Returns what the texts name. Several rules of a turn ask it of the same words."""
    return _of_sorts_called(_named_through(texts, language)[0][::-1])


@cache_for_words(KEPT_TALKS)
def _named_through(texts: tuple[str, ...], language: str) -> tuple[tuple[Antecedent, ...], int]:
    """Returns what the texts name, the latest last, and the number of their clauses. A turn asks it again with each of
    its clauses added to the same texts.
    """
    if not texts:
        return (), 0
    before, count = _named_through(texts[:-1], language)
    found, text = list(before), texts[-1]
    for at, one in enumerate(statements(text, language)):
        if one.kind is ActKind.FRAGMENT and Mark.FIX in one.clause.marks:
            continue  # "no york" puts a value right and tells of nobody else
        count += 1
        named = [
            _of_known_sort(replace(each, clause=count, is_last=first == 0), found)
            for first, each in enumerate(_named_after(at, text, found, language))
        ]
        found = [_of_before(each) for each in found] if named or one.words else found
        found += reversed(named)
    return tuple(found), count


def _of_before(one: Antecedent) -> Antecedent:
    """Returns an antecedent that is not of the clause said last."""
    return replace(one, is_last=False, is_object=False) if one.is_last or one.is_object else one


@cache_for_words(KEPT_READINGS)
def _named_by(text: str, at: int, language: str) -> tuple[Antecedent, ...]:
    """Returns what one clause of a text names by itself; the talk that follows asks it of every earlier turn."""
    return tuple(named_in(statements(text, language)[at], text, language))


def _of_sorts_called(found: tuple[Antecedent, ...]) -> tuple[Antecedent, ...]:
    """Returns what was named with the sort that a later pronoun gave it: who was called "she" is no "he" any more."""
    called = {key: each.sort for each in reversed(found) if each.sort in ("male", "female") for key in each.keys}
    return tuple(
        replace(each, sort=next((called[key] for key in sorted(each.keys) if key in called), each.sort))
        if each.sort in ("any", "unknown")
        else each
        for each in found
    )


def _named_after(at: int, text: str, found: list[Antecedent], language: str) -> Iterable[Antecedent]:
    """Returns what a clause names once its own pronouns are named from what was said before it."""
    one = statements(text, language)[at]
    if language == "de":
        return _named_after_owner(at, text, one, found)
    if not found or not _stands_for_others(text, one, language):
        return _named_by(text, at, language)
    spoken = resolve(text, one, tuple(reversed(found)), language)
    clear = next(iter(statements(spoken, language)), None) if spoken != one.text else None
    if clear is None:
        return _named_by(text, at, language)
    spoken_of = one.subject[0].pronoun if one.subject else ""
    named = _named_by(spoken, 0, language)
    if spoken_of == "thing":
        return tuple(each for each in named if each.is_subject or not each.has_name)  # "it's called oakfield"
    if spoken_of in ("male", "female") and named and named[0].is_subject and named[0].sort in ("any", "unknown"):
        return (replace(named[0], sort=spoken_of), *named[1:])
    return named


def _named_after_owner(at: int, text: str, one: Statement, found: list[Antecedent]) -> Iterable[Antecedent]:
    """Returns what a German clause names, "ihr mann" as the husband of her who was named before."""
    owned = any(key.startswith("?") for entity in one.subject for key in entity.keys)
    spoken = resolve(text, one, tuple(reversed(found)), "de") if owned and found else one.text
    named = _named_by(text, at, "de")
    if spoken == one.text or not statements(spoken, "de"):
        return named
    return (
        *(each for each in _named_by(spoken, 0, "de") if each.is_subject),
        *(each for each in named if not each.is_subject),
    )


def _of_known_sort(one: Antecedent, found: list[Antecedent]) -> Antecedent:
    """Returns an antecedent as male or female when it was called so before: sami of "a boy sami"."""
    if one.sort not in ("any", "unknown"):
        return one
    known = (each.sort for each in reversed(found) if each.sort in ("male", "female") and each.keys & one.keys)
    sort = next(known, one.sort)
    return one if sort == one.sort else replace(one, sort=sort)


def resolve(text: str, one: Statement, before: tuple[Antecedent, ...], language: str = "en") -> str:
    """Returns the clause's words with its subject, and the first pronoun of each sort, named."""
    line = line_of(text, language)
    clause = one.clause
    if isinstance(line, GermanLine):
        known = tuple((each.words, each.sort, each.keys) for each in before)
        resolved = named_text(text, line, clause, one.subject_keys, known)
        resolved = with_noun_for_new(text, resolved, line, one, before)
        resolved = with_german_noun(text, resolved, line, one, before)
        return with_noun_of_owner(text, resolved, line, one, before)
    habit = new_habit(text, one, language) or said_instead(text, one, before)
    if habit:
        return habit
    pieces: list[str] = []
    left_out = subject_left_out(line, one, before)
    if left_out is not None:
        pieces.append(left_out.words + " ")
        one = replace(one, subject=(Entity(left_out.keys, clause.first, clause.first),))
    if clause.subject[0] == clause.subject[1] and clause.shared[1] > clause.shared[0]:
        bounds = _shared_part(text, one, language)
        shared = line.tokens[bounds[0]].start, line.tokens[bounds[1] - 1].end
        pieces.append(_resolved_span(text, line, bounds, shared, before, one) + " ")
    span = line.tokens[clause.first].start, line.tokens[clause.last - 1].end
    pieces.append(_resolved_span(text, line, (clause.first, clause.last), span, before, one))
    named = with_noun_for_one(text, "".join(pieces), line, one, before)
    return with_owned_noun(text, named, line, one, before, (clause.first, clause.last))


def _shared_part(text: str, one: Statement, language: str) -> tuple[int, int]:
    """Returns what a clause shares with one before it, as tokens: the subject, and "tomorrow i have to" of "tomorrow i
    have to ring the bank and post a parcel".
    """
    clause, line = one.clause, line_of(text, language)
    led = clause.modality is not Modality.FACT and clause.verb == clause.main
    earlier = (each.clause for each in statements(text, language) if each.start < one.start)
    whose = [each for each in earlier if each.subject == clause.shared and each.modality is clause.modality]
    if not (led and whose and clause.shared[1] <= whose[-1].verb < whose[-1].main):
        return clause.shared
    timed = has_time(line, whose[-1].first, clause.shared[0]) and not has_time(line, clause.first, clause.last)
    return whose[-1].first if timed else clause.shared[0], whose[-1].main


def is_without_subject(text: str, one: Statement, language: str) -> bool:
    """Says whether a clause begins with a verb of the third person, so that it tells nothing without what was said."""
    return language == "en" and leaves_subject_out(line_of(text, language), one)


def new_habit(text: str, one: Statement, language: str) -> str:
    """Returns "i play the viola now" for "it's the viola" after "i used to play the cello but"; empty for all else."""
    line, each = line_of(text, language), statements(text, language)
    at = next((place for place, other in enumerate(each) if other.start == one.start), 0)
    before, clause = each[at - 1].clause, one.clause
    pointing = [line.word(place) for place in range(*clause.subject)] == ["it"] and clause.lemma == "be"
    past = (
        at > 0 and before.modality is Modality.PAST_ONLY and before.subject[1] > before.subject[0] and before.main > 0
    )
    now = any(line.length_of(line.words.now, place) for place in range(before.rest, clause.last)) if past else False
    if not (pointing and past and now) or clause.negated or not 0 <= clause.rest < clause.last:
        return ""
    subject = text[line.tokens[before.subject[0]].start : line.tokens[before.subject[1] - 1].end]
    verb = line.word(before.main)
    if verb == "be":
        verb = "are" if line.is_plural(before.subject[1] - 1) else "is"
    elif line.word(before.subject[0]) not in ("i", "we", "they") and not line.is_plural(before.subject[1] - 1):
        verb += "es" if verb.endswith(("s", "sh", "ch", "x", "z", "o")) else "s"
    value = text[line.tokens[clause.rest].start : clause.end]
    linked = line.word(before.rest) in line.words.prepositions and line.word(clause.rest) not in line.words.prepositions
    said = f"{subject} {verb} {line.word(before.rest) + ' ' if linked else ''}{value}"
    return said if "now" in said.split() else f"{said} now"


def _resolved_span(
    text: str,
    line: Line,
    bounds: tuple[int, int],
    span: tuple[int, int],
    before: tuple[Antecedent, ...],
    one: Statement,
) -> str:
    made, at, done = [], span[0], set[str]()
    if _mixes_sexes(line, bounds, before, one):
        return text[span[0] : span[1]]
    for place in range(*bounds):
        word, token = line.word(place), line.tokens[place]
        sort = line.words.third.get(word, "")
        if not sort or sort in done or token.start < at or is_empty(line, place, one):
            continue
        if is_owner_alone(line, place, one):
            continue
        if _is_of_own_subject(line, place, one, text) or _is_of_those_before(line, place, one):
            continue
        found = _meant(line, place, bounds, before, one)
        single = found is not None and found.sort == "any" and sort == "many"
        if found is None or (place > bounds[0] and names_antecedent(one, found)):
            continue
        if single and (line.word(one.clause.main + 1) == "it" or _takes_speaker_off(line, one)):
            continue  # "they moved it to the twelfth" is anybody's doing
        owning = word in line.words.possessives and (word != "her" or _owns(line, place + 1))
        owning = owning and not _is_named(line, place, one)
        done.add(sort)
        made += [text[at : token.start], owner_words(found.words) if owning else found.words]
        at = token.end
        if single:
            verb, spoken = third_person(text, line, place + 1)
            made.append(text[at : verb[0]].rstrip("'\u2019") if spoken else "")
            at, made = (verb[1], [*made, spoken]) if spoken else (at, made)
        elif not owning and line.word(place + 1) in _IN_FULL and line.tokens[place + 1].end <= span[1]:
            perfect = line.word(place + 1) == "'s" and _is_perfect(line, place + 2)
            made.append(" has" if perfect else _IN_FULL[line.word(place + 1)])
            at = line.tokens[place + 1].end
    made.append(text[at : span[1]])
    return "".join(made)


_NAMING = frozenset(("call", "name", "christen"))


def _is_named(line: Line, place: int, one: Statement) -> bool:
    """Says whether a name is given to the one whom a pronoun means: "we called her daisy", but not "her mum"."""
    named = one.clause.lemma in _NAMING and place == one.clause.rest
    return named and line.word(place + 1) not in load_meaning(line.words.language).roles


def _takes_speaker_off(line: Line, one: Statement) -> bool:
    """Says whether the speaker is taken off something: "they've taken me off the aspirin"."""
    moving = load_meaning(line.words.language).set_of("moving off")
    return one.clause.lemma in moving and any(SPEAKER in each.keys for each in one.others) and "off" in one.spoken


def _mixes_sexes(line: Line, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement) -> bool:
    """Says whether "she" and "his" of one clause would mean the same person, so that neither is clear."""
    sexes = ("male", "female")
    places = [place for place in range(*bounds) if line.words.third.get(line.word(place), "") in sexes]
    if len({line.words.third[line.word(place)] for place in places}) < len(sexes):
        return False
    meant = [(line.words.third[line.word(place)], _meant(line, place, bounds, before, one)) for place in places]
    keys = {sex: {key for other, found in meant if other == sex and found for key in found.keys} for sex in sexes}
    return bool(keys["male"] & keys["female"])


def _is_of_own_subject(line: Line, place: int, one: Statement, text: str) -> bool:
    """Says whether a possessive may mean the subject of its own clause: "tom lost his keys"."""
    word, sort = line.word(place), line.words.third[line.word(place)]
    noun = (line.is_open(place + 1) and (word != "her" or _owns(line, place + 1))) or _owns_counted(line, place + 1)
    if word not in line.words.possessives or not noun or place < one.clause.subject[1]:
        return False
    if not one.subject or one.subject[0].pronoun:
        return False
    return any(each.is_subject and agrees(each.sort, sort) for each in named_in(one, text, line.words.language))


def _is_of_those_before(line: Line, place: int, one: Statement) -> bool:
    """Says whether "their" means the people named just before: "with her husband and their kids"."""
    joined = line.word(place - 1) in line.words.conjunctions and line.word(place) in line.words.possessives
    many = line.words.third[line.word(place)] == "many"
    return joined and many and any(each.is_person and each.end == place - 1 for each in one.entities)


def _owns_counted(line: Line, at: int) -> bool:
    """Says whether a noun with "own", a number or a letter before it follows: "their three kids", "her a levels"."""
    if line.is_in(at, "own_word"):
        return True  # "my aunt's on her own"
    lettered = line.is_in(at, "never_alone") and line.is_plural(at + 1)
    return line.is_open(at + 1) and (line.is_number(at) or lettered)


def _owns(line: Line, at: int) -> bool:
    """Says whether a noun phrase follows "her": "her tablet", "her worming tablet"."""
    made = line.has_form(at, "g") and line.is_open(at + 1) and line.usual(at + 1) == "n"
    return line.is_open(at) and (line.usual(at) in "nad" or made)


def _meant(
    line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns what the pronoun at `place` stands for; None where nothing fits, or more than one."""
    sort = line.words.third[line.word(place)]
    if sort == "thing":
        return thing_meant(line, place, bounds, before, one)
    if sort == "many":
        return many_meant(line, place, bounds, before, one)
    return person_meant(line, place, bounds, before, one)


def third_person(text: str, line: Line, at: int) -> tuple[tuple[int, int], str]:
    """Returns the span of the verb after "they" and its form for one person: "they work" is "robin works"."""
    place = line.skip_middle(at)
    word, token = line.word(place), line.tokens[min(place, len(line) - 1)]
    if word in _OF_ONE:
        return (token.start, token.end), (" " if word.startswith("'") else "") + _OF_ONE[word]
    if line.is_auxiliary(place) or not line.has_form(place, "b") or place >= len(line):
        return (token.start, token.start), ""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return (token.start, token.end), word[:-1] + "ies"
    return (token.start, token.end), word + ("es" if word.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


_IN_FULL = {"'s": " is", "'re": " are", "'ve": " have"}
"""What stands after a noun for what is clipped after a pronoun: "they're" is "my keys are"."""
_OF_ONE = {"are": "is", "'re": "is", "were": "was", "have": "has", "'ve": "has", "do": "does"}


def _is_perfect(line: Line, at: int) -> bool:
    """Says whether "'s" before this word is "has": "he's got", "he's handed it over", "she's gone"."""
    if line.word(at) in ("got", "been", "had") or line.word(at) in line.words.middle:
        return line.word(at) in ("got", "been", "had") or _is_perfect(line, at + 1)
    found = line.form(at)
    if found is None or not line.has_form(at, "n") or found.usual != "v":
        return False
    after = line.word(at + 1)
    takes = after in line.words.objects | line.words.possessives | line.words.determiners or after in (
        "up",
        "in",
        "over",
    )
    return takes or any(lemma in _GOING for lemma, _ in found.verbs)


_GOING = frozenset(
    (
        "go",
        "move",
        "come",
        "become",
        "start",
        "stop",
        "leave",
        "join",
        "switch",
        "turn",
        "grow",
        "return",
        "decide",
        "quit",
    )
)
"""Verbs whose participle after "'s" is no passive."""
