"""Pure: completes a German question that only names whom or what it asks for next: "und die weihnachtskugeln"."""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statements import statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.owners import noun_with_owner, owner_alone
from memory.reading.german.phrases import german_entity
from memory.reading.grammar.clause import ActKind, Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning

_LANGUAGE = "de"


def complete_german(text: str, before: Sequence[str], most: int) -> str | None:
    """Returns the question before with the new words, at most `most`, in it; None without a thing or a question."""
    same = named_first(text) or _same_asked_of_another(text, before, most)
    if same is not None:
        return same
    asking = _asking_words(text, most)
    if asking and before:
        whole = next((at for at, words in enumerate(before) if not _asking_words(words, most)), len(before))
        return _asked_anew(before[whole:], asking)
    of_owner = _of_next_owner(text, before, most)
    if of_owner is not None:
        return of_owner
    new = _named_words(text, most)
    if new is None or not before:
        return None
    older = next((words for words in before if _named_words(words, most) is None), "")
    asked = [one for one in statements(older, _LANGUAGE) if one.kind is ActKind.ASK]
    placed = new[1].end < len(line_of(new[0], _LANGUAGE))
    if not asked or (placed and asked[-1].clause.asks is Gap.WHERE):
        return None
    return _replaced(asked[-1].text, *new)


def named_first(text: str) -> str | None:
    """Returns the question with what it names first in its place: "das lager was kostet das" asks what it costs."""
    rest = text.lower().strip(" .,!?").removeprefix("und ").removeprefix("aber ").strip()
    line = line_of(rest, _LANGUAGE)
    named = german_entity(line, 0, len(line), load_meaning(_LANGUAGE)) if isinstance(line, GermanLine) else None
    if not isinstance(line, GermanLine) or named is None or named.pronoun or named.end >= len(line):
        return None
    at, words = named.end, line.words
    asked = at + (line.word(at) in words.prepositions)
    if line.word(asked) in words.questions:
        verb = next((place for place in range(asked + 1, len(line)) if line.finite(place)), len(line))
        again = next((place for place in range(verb + 1, len(line)) if _stands_again(line, place)), -1)
    else:
        whom = line.finite(at) == Certainty.SURE and line.word(at + 1) in words.nominative | {"sie", "es"}
        again = at + 2 if whom and _stands_again(line, at + 2) else -1
    if again < 0:
        return None
    thing = rest[: line.tokens[at - 1].end]
    if line.word(0) in _NAMED_AGAIN:
        thing = (
            f"{line.word(again)} {rest[line.tokens[1].start : line.tokens[at - 1].end]}"  # "den film wann läuft der"
        )
    return f"{rest[line.tokens[at].start : line.tokens[again].start]}{thing}{rest[line.tokens[again].end :]}"


def _stands_again(line: GermanLine, at: int) -> bool:
    """Says whether "die" stands alone here for what was named: adverbs or a verb follow it, and no noun."""
    after = at + 1
    while after < len(line) and line.usual(after) == "r":
        after += 1
    closes = all(line.usual(place) == "v" for place in range(after, len(line)))
    return line.word(at) in _NAMED_AGAIN and (closes or line.word(after) in line.words.prepositions)


_NAMED_AGAIN = ("der", "die", "das", "den", "dem")


def _same_asked_of_another(text: str, before: Sequence[str], most: int) -> str | None:
    """Returns the question before of another thing, for "und wer das bier" after "wer bringt den salat mit"."""
    rest = text.lower().strip(" .,!?").removeprefix("und ").removeprefix("aber ").strip()
    asking, _, words = rest.partition(" ")
    asked = [one for one in statements(before[0], _LANGUAGE) if one.kind is ActKind.ASK] if before and words else []
    if not asked or not asked[-1].text.lower().startswith(f"{asking} "):
        return None
    line = line_of(words, _LANGUAGE)
    if not isinstance(line, GermanLine) or not 0 < len(line) <= most or line.word(0) in line.words.prepositions:
        return None
    named = german_entity(line, 0, len(line), load_meaning(_LANGUAGE))
    whole = named is not None and not named.pronoun and named.end == len(line)
    return _replaced(asked[-1].text, words, named) if named is not None and whole else None


def _of_next_owner(text: str, before: Sequence[str], most: int) -> str | None:
    """Returns the question before of what another owns: "und der von papa" after "wann ist der geburtstag von mama"."""
    asked = [one for one in statements(before[0], _LANGUAGE) if one.kind is ActKind.ASK] if before else []
    rest = text.lower().strip(" .,!?").removeprefix("und ").removeprefix("was ist mit ").removeprefix("bei ").strip()
    line = line_of(rest, _LANGUAGE)
    if not asked or not isinstance(line, GermanLine) or not 0 < len(line) <= most or owner_alone(line, 0) < len(line):
        return None
    question, of = asked[-1].text, line_of(asked[-1].text, _LANGUAGE)
    begin, end = (place - asked[-1].clause.first for place in asked[-1].clause.subject)
    if end <= begin:
        return None
    owned = question[of.tokens[begin].start : of.tokens[end - 1].end]
    whole = noun_with_owner(rest, owned)
    return f"{question[: of.tokens[begin].start]}{whole}{question[of.tokens[end - 1].end :]}" if whole else None


def _asking_words(text: str, most: int) -> str:
    """Returns "um wie viel uhr" of "und um wie viel uhr genau": a question word without a verb; empty for others."""
    plain = text.lower().strip(" .,!?")
    rest = plain.removeprefix("und ").removeprefix("aber ").strip()
    spoken = rest.split()
    while len(spoken) > 1 and spoken[-1] in _AFTER_ASKING:
        spoken.pop()
    rest = " ".join(spoken)
    if rest == plain and len(spoken) == 1 and rest not in _ASKED_ALONE:
        return ""
    line = line_of(rest, _LANGUAGE)
    if not isinstance(line, GermanLine) or not 0 < len(line) <= most:
        return ""
    at = 1 if line.word(0) in line.words.prepositions and line.word(0) != "wie" else 0
    told = any(line.finite(place) == Certainty.SURE or line.word(place) in line.words.nominative
               for place in range(at, len(line)))  # fmt: skip
    return rest if line.word(at) in line.words.questions and not told else ""


_AFTER_ASKING = frozenset(
    ("schon", "genau", "eigentlich", "denn", "nochmal", "noch", "mal", "ungefähr", "gleich", "überhaupt")
)
_ASKED_ALONE = frozenset(("wann", "wo", "warum", "wieso", "weshalb", "wohin", "woher", "womit"))


def _asked_anew(before: Sequence[str], asking: str) -> str | None:
    """Puts another question word before the rest of the question before: "wo" and "was studiert tom"."""
    if not before:
        return None
    asked = [one for one in statements(before[0], _LANGUAGE) if one.kind is ActKind.ASK]
    if not asked or asked[-1].clause.asks is None or asked[-1].clause.verb < 0:
        return None
    question, clause = asked[-1].text, asked[-1].clause
    line = line_of(question, _LANGUAGE)
    verb = clause.verb - clause.first
    opens = verb > 0 or asked[-1].clause.asks is Gap.NONE
    return f"{asking} {question[line.tokens[verb].start :]}" if opens and verb < len(line) else None


def _named_words(text: str, most: int) -> tuple[str, Entity] | None:
    """Returns the words after "und" or "was ist mit", and what they name; None where they are no noun phrase."""
    plain = text.lower().strip(" .,!?")
    openings = sorted(load_meaning(_LANGUAGE).set_of("further"), key=len, reverse=True)
    begins = next((opening for opening in openings if plain.startswith(f"{opening} ")), "")
    rest = plain.removeprefix(begins).strip(" ,")
    line = line_of(rest, _LANGUAGE)
    if not begins or not isinstance(line, GermanLine) or not 0 < len(line) <= most:
        return None
    named = german_entity(line, 0, len(line), load_meaning(_LANGUAGE))
    pointed = named is not None and bool(named.pronoun) and line.word(0) not in ("er", "sie")
    whole = named is not None and not pointed and (named.end == len(line) or _is_from_place(line, named))
    return (rest, named) if named is not None and whole else None


def _is_from_place(line: GermanLine, named: Entity) -> bool:
    """Says whether a place tells which person is meant: "der paul im chor", "die nachbarin von oben"."""
    at = named.end
    after = at + 1 + (line.word(at + 1) in line.words.determiners | line.words.possessives)
    timely = line.is_time(after) or line.is_number(after) or line.is_month(after)
    placed = line.word(at) in line.extra.place_prepositions | {"von", "vom", "bei", "beim"} and after == len(line) - 1
    return named.is_person and placed and line.is_open(after) and not timely


def _replaced(question: str, words: str, other: Entity) -> str | None:
    one, line = next(iter(statements(question, _LANGUAGE)), None), line_of(question, _LANGUAGE)
    if one is None or one.clause.asks is None:
        return None
    mine = tuple(entity for entity in one.subject if SPEAKER not in entity.keys)
    alike = tuple(entity for entity in one.others if entity.is_person == other.is_person)
    place = next(iter((*mine, *alike, *one.others)), None)
    if place is None or (place.pronoun and not other.pronoun):
        return None
    return f"{question[: line.tokens[place.start].start]}{words}{question[line.tokens[place.end - 1].end :]}"
