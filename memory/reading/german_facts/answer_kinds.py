"""Pure: says whether a German statement offers something else than the kind of answer that a question asks for.

Where many facts are known, one of them nearly always shares a noun with the question: "mein auto hat eine delle" is no
colour, "die gelbe tonne" is not the blue one, "nach madeira" is not to crete, and a shoe size is no size of clothes.
"""

from __future__ import annotations

from collections.abc import Iterator

from memory.core.policy import MIN_FRONT_CHARS
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import plain_forms
from memory.reading.grammar.clause import Gap
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning, load_meaning


def offers_other_kind(question: Statement, told: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether the statement has another kind of answer, or one about another thing of the same kind."""
    meaning = load_meaning("de")
    return (
        _lacks_colour(asked, said, meaning)
        or _lacks_wedding(question, told, said, meaning)
        or _is_no_rent(told, asked, said, meaning)
        or _tells_only_of_thing(question, told, asked)
        or _is_no_name(question, told, said, meaning)
        or _lacks_measure(asked, said, meaning)
        or _is_no_sport(told, asked, said, meaning)
        or _is_no_liking(asked, said)
        or _is_no_owner(question, told, said, meaning)
        or _is_only_origin(question, told, asked, said, meaning)
        or _is_otherwise(asked, said)
        or _goes_elsewhere(asked, said)
        or _is_other_compound(asked, said, meaning)
        or _lacks_job(question, told, asked, said, meaning)
        or _is_no_meal(question, told, meaning)
        or _is_not_parked(question, said, meaning)
    )


def _spoken(line: GermanLine) -> list[str]:
    return [line.word(at) for at in range(len(line))]


def _lacks_colour(asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether "welche farbe" is told no colour."""
    spoken = _spoken(asked)
    places = (at for at in range(1, len(spoken)) if spoken[at] in ("farbe", "farben"))
    if not any(spoken[at - 1].startswith(("welch", "ein")) for at in places):
        return False
    colours = meaning.set_of("colours told")
    endings = tuple(colours)
    return not any(
        word in colours or any(form.endswith(endings) for form in plain_forms(word)) or "farb" in word
        for word in _spoken(said)
    )


def _lacks_wedding(question: Statement, told: Statement, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether "wann heirate ich" is told something else of a husband or wife."""
    if question.clause.lemma != "marry" or question.clause.asks not in (Gap.WHEN, Gap.WHERE, Gap.HOW):
        return False
    weddings = tuple(meaning.set_of("weddings"))
    return told.clause.lemma != "marry" and not any(word.startswith(weddings) for word in _spoken(said))


def _is_no_rent(told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether the rent is asked for and the price told of what nobody rents."""
    rents = meaning.set_of("rents")
    if told.clause.lemma != "kosten" or rents.isdisjoint(_spoken(asked)) or not rents.isdisjoint(_spoken(said)):
        return False
    return not any(word.endswith(tuple(meaning.set_of("rented"))) for word in _spoken(said))


def _tells_only_of_thing(question: Statement, told: Statement, asked: GermanLine) -> bool:
    """Says whether "was für ein auto fahre ich" or its brand is told what the car has: "mein auto hat eine delle"."""
    spoken = _spoken(asked)
    named = not load_meaning("de").set_of("brands").isdisjoint(spoken)
    if not told.subject or told.clause.lemma in ("be", "call", "heißen") or not (named or spoken[:2] == ["was", "für"]):
        return False
    places = range(2, min(4, len(spoken))) if spoken[:2] == ["was", "für"] else range(len(spoken))
    sort = {form for at in places if asked.is_open(at) for form in plain_forms(spoken[at])}
    subject = {key.rpartition(">")[2] for entity in told.subject for key in entity.keys}
    return question.clause.lemma != told.clause.lemma and not sort.isdisjoint(subject)


def _is_no_name(question: Statement, told: Statement, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether a name is asked for, and told what somebody is: "meine tante ist schneiderin"."""
    if question.clause.lemma != "call" or told.clause.lemma != "be" or told.named or not told.others:
        return False
    person = any(entity.role and entity.is_person for entity in told.subject)
    first = said.word(told.others[0].start - told.clause.first)
    called = is_given_name(first) or first in meaning.titles or first in said.words.determiners | said.words.possessives
    return person and not called


def lacks_state(question: Statement, asked: GermanLine, said: GermanLine) -> bool:
    """Says whether it is asked whether a thing is broken or full, and nothing of that is told."""
    meaning, last = load_meaning("de"), asked.word(len(asked) - 1)
    if question.clause.asks is not Gap.NONE or question.clause.lemma != "be" or last not in meaning.set_of("states"):
        return False
    near = meaning.groups.get(last, frozenset()) | meaning.set_of("states") | meaning.set_of("states told")
    return near.isdisjoint(form for word in _spoken(said) for form in plain_forms(word))


def _lacks_measure(asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether "wie groß" is told an age, or "wie alt" a size: no unit stands beside the number."""
    how = asked.word(1) if asked.word(0) == "wie" else ""
    spoken = _spoken(said)
    if how == "alt":
        return not meaning.set_of("measured").isdisjoint(spoken) and "jahre" not in spoken
    if how not in meaning.set_of("measured"):
        return False
    units = meaning.set_of(f"measures {how}") | {how, "mal", "eins", "komma"}
    return units.isdisjoint(spoken) and not any(word.startswith(how) or word.endswith("größe") for word in spoken)


def _is_no_sport(told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether the sport or the instrument of somebody is asked for, and told is neither."""
    places = (at for at in range(1, len(asked)) if asked.word(at - 1).startswith("welch"))
    sort = next((asked.word(at) for at in places), "")
    if sort not in ("sport", "sportart", "instrument") or told.clause.negated:
        return False
    sports = meaning.set_of("ends of sports") | meaning.kinds["sport"]
    played = meaning.kinds["instrument"]
    own, other = (played, sports) if sort == "instrument" else (sports, played)
    spoken = _spoken(said)
    if any(word.endswith(tuple(own)) or word in own for word in spoken):
        return False
    done = told.clause.lemma in meaning.set_of("playing")
    return not done or any(word.endswith(tuple(other)) for word in spoken)


def _is_no_liking(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether it is asked what somebody likes to eat, and told what they must not."""
    spoken = _spoken(said)
    return bool({"gern", "gerne", "liebsten"} & set(_spoken(asked))) and any(
        word.startswith("allerg") for word in spoken
    )


def _is_no_owner(question: Statement, told: Statement, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether it is asked whom something belongs to, and told only where it is or who mends it."""
    if question.clause.asks is not Gap.WHO or question.clause.lemma != "gehören":
        return False
    owned = {"von", "vom"} & set(_spoken(said)) and any(entity.is_person for entity in told.others)
    owned = owned and told.clause.lemma == "call"
    return told.clause.lemma not in meaning.set_of("owning") and not (owned or _is_known_by(told, said))


def _is_known_by(told: Statement, said: GermanLine) -> bool:
    """Says whether somebody is told by what they have: "die frau aigner ist die mit dem dackel"."""
    after = told.clause.verb - told.clause.first + 1
    pointed = said.word(after) in said.words.relatives and said.word(after + 1) == "mit"
    return pointed and told.clause.lemma == "be" and any(entity.is_person for entity in told.subject)


def _is_only_origin(
    question: Statement, told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning
) -> bool:
    """Says whether "wo ist der staubsauger" is told its maker, or where it must go."""
    if asked.word(0) != "wo" or question.clause.lemma not in meaning.set_of("located"):
        return False
    somebody = any(entity.is_person or entity.role for entity in question.subject)
    spoken = set(_spoken(said))
    if told.clause.lemma == "müssen" and not somebody:
        return True
    places = (said.extra.place_prepositions - meaning.set_of("no places")) | said.extra.wordless_places
    return (
        told.clause.lemma == "be" and spoken.isdisjoint(places) and not meaning.set_of("no places").isdisjoint(spoken)
    )


def _described(line: GermanLine) -> Iterator[tuple[str, str]]:
    """Returns each noun with the adjective before it."""
    for at in range(2, len(line)):
        adjective, before = line.word(at - 1), line.word(at - 2)
        opened = before in line.words.determiners | line.words.possessives
        described = line.usual(at - 1) == "a" and adjective.endswith(("e", "en", "er", "es", "em"))
        if opened and described and line.is_open(at) and line.is_open(at - 1) and not line.is_number(at - 1):
            yield line.word(at), adjective


def _is_otherwise(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether a thing is named by an adjective, and told is one with another: the yellow bin, not the blue one."""
    told = dict(_described(said))
    stems = {form for word in _spoken(said) for form in plain_forms(word)}
    return any(
        noun in told and plain_forms(adjective).isdisjoint(stems)
        for noun, adjective in _described(asked)
        if adjective not in asked.words.middle
    )


def _goes_elsewhere(asked: GermanLine, said: GermanLine) -> bool:
    """Says whether a question names a place to go to, and the statement another one and not this."""
    one, other = ({line.word(at + 1) for at in range(len(line) - 1) if line.word(at) == "nach" and _is_goal(line, at)}
                  for line in (asked, said))  # fmt: skip
    return bool(one and other) and one.isdisjoint(_spoken(said))


def _is_goal(line: GermanLine, at: int) -> bool:
    """Says whether "nach" has a place after it and no time and no deed."""
    place = at + 1
    timed = line.word(place) in line.words.days | line.words.units or line.is_month(place) or line.is_number(place)
    asking = line.word(place) in line.words.questions or line.word(place) in ("wem", "welchem", "welcher")
    return line.is_open(place) and not timed and not asking and line.word(place) not in ("hause", "dem", "der")


def _is_other_compound(asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether a compound is asked for, and told is one with the same head and another front."""
    spoken = _spoken(said)
    heads = meaning.set_of("heads of values")
    for word in _spoken(asked):
        head = _head_in(word, heads)
        if not head or not plain_forms(word).isdisjoint(spoken):
            continue
        others = [other for other in spoken if _head_in(other, heads) == head]
        if others and not any(_stands_alone(word, other) for other in spoken):
            return True
    return False


def _head_in(word: str, heads: frozenset[str]) -> str:
    """Returns the longest of these heads that a compound ends in; empty for none."""
    fitting = (head for head in heads if word.endswith(head) and len(word) >= len(head) + MIN_FRONT_CHARS)
    return max(fitting, key=len, default="")


def _stands_alone(word: str, other: str) -> bool:
    """Says whether a told word is the head or the front of the compound that is asked for."""
    return len(other) > MIN_FRONT_CHARS and other != word and (word.endswith(other) or word.startswith(other))


def _lacks_job(question: Statement, told: Statement, asked: GermanLine, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether somebody's job is asked for, and told only where they live or what they like."""
    spoken = _spoken(asked)
    job = "beruflich" in spoken or any(spoken[at : at + 2] == ["von", "beruf"] for at in range(len(spoken)))
    if (job or question.clause.lemma == "work") and meaning.set_of("paired_by") & set(_spoken(said)):
        return not any(word.endswith(tuple(meaning.kinds["beruf"])) for word in _before_with(said))
    return job and told.clause.lemma in meaning.set_of("no job told")


def _before_with(said: GermanLine) -> list[str]:
    """Returns the words of a statement without whom it names after "mit"."""
    spoken = _spoken(said)
    return spoken[: spoken.index("mit")] if "mit" in spoken else spoken


def _is_no_meal(question: Statement, told: Statement, meaning: Meaning) -> bool:
    """Says whether it is asked what somebody ate, and told what they may eat: "du bist allergisch gegen nüsse"."""
    asked = question.clause
    return asked.past and asked.lemma in meaning.set_of("eaten") and not told.clause.past


def _is_not_parked(question: Statement, said: GermanLine, meaning: Meaning) -> bool:
    """Says whether it is asked where somebody parked, and told where something else stands: "der koffer steht oben"."""
    if question.clause.lemma != "park" or question.clause.asks is not Gap.WHERE:
        return False  # "wann wird der strom abgestellt"
    vehicles = meaning.kinds["auto"] | meaning.kinds["fahrzeug"]
    return not any(word in vehicles or "park" in word for word in _spoken(said))
