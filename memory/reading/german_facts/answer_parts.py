"""Pure: says whether a German statement has the part that a question word asks for, and not only the rest of it.

"Was hab ich bei ikea gekauft" asks for a thing, "mit wem wohn ich" for somebody after "mit", "womit" for what stands
after "mit". A statement that only repeats the place or the time has no such part.
"""

from __future__ import annotations

from memory.core.policy import MIN_FRONT_CHARS, MIN_HEAD_CHARS
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german_facts.answer_kinds import lacks_state
from memory.reading.german_facts.asked_sorts import is_new, is_of_other_sort
from memory.reading.german_facts.left_open import has_thing_after, leaves_asked_open
from memory.reading.german_facts.told_things import prepositions_in
from memory.reading.german_facts.updates.retimed import is_called_off
from memory.reading.grammar.clause import Gap
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning

_MELTED = {
    "im": "in", "ins": "in", "am": "an", "ans": "an", "aufs": "auf", "beim": "bei", "fürs": "für", "vom": "von",
    "zum": "zu", "zur": "zu", "ums": "um", "überm": "über", "unterm": "unter", "vorm": "vor", "hinterm": "hinter",
}  # fmt: skip
_PLACES = frozenset(
    ("in", "nach", "aus", "auf", "an", "um", "hinter", "neben", "über", "unter", "vor", "seit", "durch")
)
_WHOM = frozenset(("wem", "wen"))
_OPEN = frozenset(("be", "sein", "call", "heißen", "werden", "turn", "have", "haben", "wissen", "sagen", "erzählen"))
_EMPLOYED = ("bei", "für")
_DONE = frozenset(("do", "machen", "tun", "passieren", "geschehen"))
"""Verbs that ask for a deed: "was macht mia" is answered by "mia turnt" as by "mia macht ballett"."""


def says_what_is_asked(question: Statement, told: Statement) -> bool:
    """Says whether the statement has the part that the question asks for; True where the question asks for no part."""
    asked, said = line_of(question.text, "de"), line_of(told.text, "de")
    if not isinstance(asked, GermanLine) or not isinstance(said, GermanLine) or question.clause.asks is None:
        return True
    if (
        is_of_other_sort(question, told)
        or leaves_asked_open(question, told, asked, said)
        or lacks_state(question, asked, said)
        or _asks_for_everything(question, asked)
        or (question.clause.asks is Gap.COUNT and _only_orders(said))
        or not _has_number_asked(asked, said)
        or _only_tells_change(question, told)
        or _is_on_other_side(asked, said)
        or (_asks_hour(asked) and not _has_hour(said))
        or (question.clause.asks is Gap.WHEN and (_only_lasts(said, told) or is_called_off(told)))
        or (question.clause.asks is Gap.NONE and question.clause.lemma == "have" and told.clause.lemma in _LIKING)
        or (question.clause.asks is Gap.WHERE and _only_tells_trade(said))
        or (question.clause.asks is Gap.NONE and (_only_names(question, told) or _asks_of_now(asked, said)))
        or (question.clause.asks is Gap.NONE and _lacks_quality(question, told, asked, said))
        or (question.clause.asks is Gap.WHAT and _is_done_by_speaker(question, told))
    ):
        return False
    first, second = _plain(asked, 0), asked.word(1)
    if first in asked.words.prepositions and second in _WHOM and question.clause.lemma == told.clause.lemma:
        alike = _EMPLOYED if question.clause.lemma == "work" and first in _EMPLOYED else (first,)
        return any(_plain(said, at) in alike for at in range(len(said)))
    joined = _preposition_of(first, asked)
    if joined and question.clause.lemma == told.clause.lemma:
        alike = ("gegen", "auf") if joined == "gegen" else (joined,)  # "allergisch auf bienen"
        after = any(_plain(said, at) in alike and has_thing_after(said, at) for at in range(len(said)))
        return after or _has_compound_of(question, asked, said)
    if question.clause.asks is Gap.WHO:
        return _names_somebody(asked, said, told, question.keys)
    contained = any(said.word(at) in said.words.subordinators for at in range(len(said)))
    if first != "was" or question.clause.asks is not Gap.WHAT or told.clause.negated or contained:
        return True
    if question.clause.lemma == "kommen" and told.clause.lemma in load_meaning("de").set_of("taking in"):
        return _takes_with(said)
    if question.clause.lemma in _DONE:
        if told.clause.lemma in load_meaning("de").set_of("no deed told"):
            return False  # "meine schwester wohnt in köln"
        return told.clause.lemma not in _OPEN | _DONE or any(is_new(asked, said, at) for at in range(len(said)))
    same = question.clause.lemma == told.clause.lemma
    if question.clause.lemma in _OPEN or (same and _tells_what_to_do(said)):
        return True
    return any(is_new(asked, said, at) for at in _outside_phrases(said))


def _tells_what_to_do(said: GermanLine) -> bool:
    """Says whether an infinitive with "zu" tells what somebody promised, tried or forgot to do."""
    return any(said.word(at) == "zu" and said.lemmas(at + 1, "b") for at in range(len(said) - 1))


_LIKING = frozenset(("like", "love", "hate", "finden", "können", "abkönnen", "abfahren", "ausstehen", "leiden"))
"""What somebody likes or not says nothing of what they have: "mag ich hunde" and "hab ich einen hund"."""


def _asks_for_everything(question: Statement, asked: GermanLine) -> bool:
    """Says whether "hab ich alles" asks for nothing that one fact could tell."""
    bare = all(asked.word(at) in ("ich", "wir", "alles", "jetzt") for at in range(1, len(asked)))
    return question.clause.asks is Gap.NONE and question.clause.lemma == "have" and bare


def _only_orders(said: GermanLine) -> bool:
    """Says whether the only numbers of a statement tell the place in an order: "das zweite kind"."""
    numbers = [said.word(at) for at in range(len(said)) if said.is_number(at)]
    return bool(numbers) and all(number in said.words.ordinals for number in numbers)


def _asks_of_now(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether it is asked whether something is so today, and told how often it is: "mein bus ist oft voll"."""
    meaning = load_meaning("de")
    now, often = meaning.set_of("just now"), meaning.set_of("often so")
    spoken, told = (frozenset(line.word(at) for at in range(len(line))) for line in (asked, said))
    return bool(spoken & now) and not told & now and bool(told & often) and not spoken & often


def _is_done_by_speaker(question: Statement, told: Statement) -> bool:
    """Says whether "was macht hajo" is told what the speaker did with him: "wir haben hajo kennengelernt"."""
    somebody = question.subject and SPEAKER not in question.subject_keys
    return bool(somebody) and question.clause.lemma in _DONE and told.subject_keys == {SPEAKER}


def _only_names(question: Statement, told: Statement) -> bool:
    """Says whether only a name is told to who asks for a deed: "wohnt jan noch da" and "unser mieter heißt jan"."""
    vague = load_meaning("de").set_of("general verbs")
    return told.clause.lemma == "call" and question.clause.lemma not in vague | {"call", "name"}


def _lacks_quality(question: Statement, told: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "ist lea krank" is told something else that lea is: "lea ist neun", and not how she is."""
    last = asked.word(len(asked) - 1)
    if question.clause.lemma == told.clause.lemma != "be" and asked.usual(len(asked) - 1) == "a":
        how = len(asked) - 1 == question.clause.subject[1] and last not in asked.words.adverbs | asked.words.middle
        return how and last not in {said.word(at) for at in range(len(said))}  # "spielt der gut"
    bare = question.clause.lemma == told.clause.lemma == "be" and not question.clause.past
    asks_quality = bare and len(asked) - 1 >= question.clause.subject[1] and asked.is_open(len(asked) - 1)
    if not asks_quality or question.words != question.subject_words or any(last in forms for forms in question.words):
        return False
    return last not in {said.word(at) for at in range(len(said))} and (told.has_number or bool(told.others))


def _only_tells_trade(said: GermanLine) -> bool:
    """Says whether the only phrase after a preposition names a trade: "eine ausbildung zum koch" is in no town."""
    places = [at for at in range(len(said)) if said.word(at) in said.extra.place_prepositions]
    trades = load_meaning("de").kinds["beruf"]
    return bool(places) and all(said.word(at) in ("zum", "zur", "als") and said.word(at + 1) in trades for at in places)


def _asks_hour(asked: GermanLine) -> bool:
    """Says whether "um wie viel uhr" or "welche uhrzeit" wants the hour and not the day."""
    spoken = [asked.word(at) for at in range(min(4, len(asked)))]
    return spoken == ["um", "wie", "viel", "uhr"] or spoken[1:2] == ["uhrzeit"]


def _has_hour(said: GermanLine) -> bool:
    """Says whether a statement tells an hour: "um drei", "halb vier", "15:30", "mittags"."""
    sets, words = said.words.sets, {said.word(at) for at in range(len(said))}
    if words & (sets["hour_marks"] | {"mittags", "mittag", "mitternacht"}) or any(":" in word for word in words):
        return True
    before = sets["before_hours"] | {"nach", "vor", "zwischen", "und", "kurz"}
    return any(said.word(at - 1) in before and said.is_number(at) for at in range(1, len(said)))


def _only_tells_change(question: Statement, told: Statement) -> bool:
    """Says whether "ihr habt den anbieter gewechselt" tells of a change and not of what is asked for."""
    switching = load_meaning("de").set_of("switching")
    if told.clause.lemma in load_meaning("de").set_of("changing itself") and not told.has_number and not told.has_time:
        return question.clause.lemma != told.clause.lemma and question.clause.asks not in (None, Gap.NONE)
    if question.clause.asks not in (Gap.WHICH, Gap.WHAT, Gap.WHO) or told.clause.lemma not in switching:
        return False
    return question.clause.lemma not in switching and not prepositions_in(told) & {"zu", "auf", "gegen", "nach", "in"}


def _is_on_other_side(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "wer wohnt unter uns" is told of who lives above or beside us."""
    beside = {
        (asked.word(at), asked.word(at + 1))
        for at in range(len(asked) - 1)
        if asked.word(at) in _PLACES | {"gegenüber"}
    }
    wanted = {side for side, whom in beside if whom in ("uns", "mir")}
    told = {said.word(at) for at in range(len(said) - 1) if said.word(at + 1) in ("uns", "mir")}
    return not wanted <= told


def _has_number_asked(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether a statement names what the number is of: "in welchem stock" wants no other number."""
    at = next((at for at in range(len(asked) - 1) if asked.word(at).startswith("welch")), -1)
    beside = load_meaning("de").set_of(f"numbered {asked.word(at + 1)}") if at >= 0 else frozenset()
    return not beside or any(said.word(place).endswith(tuple(beside)) for place in range(len(said)))


def _only_lasts(line: GermanLine, told: Statement) -> bool:
    """Says whether a statement only tells how long something is: "der flug dauert drei stunden"."""
    words, begins = line.words, ("um", "ab", "von", "seit", "bis")
    dated = (line.word(at) in words.days or line.is_month(at) or line.word(at) in begins for at in range(len(line)))
    return told.clause.lemma == "dauern" and not any(dated)


def _plain(line: GermanLine, at: int) -> str:
    """Returns a preposition without the article that it was melted with."""
    return _MELTED.get(line.word(at), line.word(at))


def _preposition_of(word: str, line: GermanLine) -> str:
    """Returns the preposition inside "womit" or "worüber"; empty for any other word."""
    if word not in line.words.questions or not word.startswith("wo") or len(word) < len("woran"):
        return ""
    part = word.removeprefix("wo").removeprefix("r")
    return part if part in line.words.prepositions else ""


def _has_compound_of(question: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether "höhenangst" tells "wovor hab ich angst": a compound of the last noun says what it is of."""
    places = (at for at in range(question.clause.last - 1, 0, -1) if at != question.clause.verb and asked.is_open(at))
    noun = asked.word(next(places, 0))
    if len(noun) < MIN_HEAD_CHARS:
        return False
    longer = (said.word(at) for at in range(len(said)))
    return any(word.endswith(noun) and len(word) - len(noun) >= MIN_FRONT_CHARS for word in longer)


def _takes_with(said: GermanLine) -> bool:
    """Says whether "mit hafermilch" tells what comes into a drink; "mit der nachbarin" does not."""
    company = said.words.determiners | said.words.possessives | said.words.objects
    return any(said.word(at) == "mit" and said.word(at + 1) not in company for at in range(len(said) - 1))


def _names_somebody(asked: GermanLine, said: GermanLine, told: Statement, known: frozenset[str]) -> bool:
    """Says whether more is named than what the question names, or what stands after a preposition of place."""
    others = (entity for entity in told.entities if SPEAKER not in entity.keys and not entity.keys & known)
    if any(entity.is_person or entity.role for entity in others) or told.named:
        return True
    return any(is_new(asked, said, at) for at in range(len(said)) if _plain(said, _opener(said, at)) not in _PLACES)


def _opener(line: GermanLine, at: int) -> int:
    """Returns the word before the articles and adjectives of a noun."""
    place = at - 1
    while line.word(place) in line.words.determiners | line.words.possessives or line.usual(place) == "a":
        place -= 1
    return place


def _outside_phrases(line: GermanLine) -> list[int]:
    """Returns the words that stand after no preposition."""
    found, inside = [], False
    for at in range(len(line)):
        word = line.word(at)
        if word in line.words.prepositions and not line.is_stop(at + 1):
            inside = True
        elif word in line.words.determiners | line.words.possessives:
            inside = inside and line.word(at - 1) in line.words.prepositions
        elif not inside:
            found.append(at)
        elif line.usual(at) != "a":
            inside = False
    return found
