"""Pure: who or what a German noun phrase names: "meine schwester clara", "die tochter meines bruders", "toms hund"."""

from __future__ import annotations

from dataclasses import replace

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.german.german_line import GermanLine
from memory.reading.german.noun_phrases import is_child_by_size, is_surname
from memory.reading.german.nouns import animal_role, concept_of, is_known_noun, plain_forms, role_of
from memory.reading.grammar.clause import Clause, Mark
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import Meaning

_BETWEEN = ">"


def german_entities(line: GermanLine, start: int, end: int, meaning: Meaning) -> tuple[Entity, ...]:
    """Returns the entities of a span, with the members of a coordination one by one."""
    found: list[Entity] = []
    at = start
    while at < end:
        entity = german_entity(line, at, end, meaning)
        if entity is None:
            at += 1
            continue
        found.append(entity)
        at = max(entity.end, at + 1)
    return tuple(found)


def german_entity(line: GermanLine, at: int, end: int, meaning: Meaning) -> Entity | None:
    """Returns the entity whose phrase begins here; None where no noun phrase begins."""
    word, words = line.word(at), line.words
    if word in ("ich", "mich", "mir", "wir", "uns"):
        return Entity(frozenset((SPEAKER,)), at, at + 1, is_person=True)
    owns = (word in words.possessives and at + 1 < end and line.is_open(at + 1) and word not in ("ihr",)) or (
        word == "ihr" and _owns(line, at, end)
    )
    if word in ("die", "den") and line.word(at + 1) == "beiden" and (line.finite(at + 2) or not line.is_open(at + 2)):
        return Entity(frozenset(), at, min(at + 2, end), pronoun="many", is_person=True)
    if end == at + 1 and start_is_alone(line, at):
        return Entity(frozenset(), at, end, pronoun=demonstrative_sort(line, at), is_person=word != "das")
    if word.startswith("sein") and not owns:
        return None  # "fertig sein"
    if word in words.third and not owns:
        sort = _sort_of_pronoun(line, word)
        return Entity(frozenset(), at, at + 1, pronoun=sort, is_person=sort != "thing")
    begin, indefinite = at, word in words.indefinite
    owner: tuple[str, ...] = (SPEAKER,)
    definite = owns or (word in words.determiners and not indefinite)
    if owns:
        owner = _owner_of(line, word)
    while begin < end and (line.word(begin) in words.determiners or line.word(begin) in words.possessives):
        begin += 1
    stop = _nouns_end(line, begin, end)
    titled = stop > begin + 1 and (line.word(begin) in meaning.titles or _is_name_of_role(line, stop - 1))
    if stop == begin or (line.word(stop - 1) in words.days | words.months | words.units and not titled):
        return None
    return _phrase(line, (at, begin, stop, end), owner, definite, indefinite, meaning)


def start_is_alone(line: GermanLine, at: int) -> bool:
    """Says whether "der" or "die" stands for somebody named before: beside its verb, without a noun."""
    if line.word(at) not in ("der", "die", "den", "dem"):
        return False
    speaks = {line.word(at - 1), line.word(at - 2)} & {"ich", "wir", "du"}
    if line.word(at) == "die" and speaks and line.usual(at + 1) == "n" and line.lemmas(at + 1, "b"):
        return False  # "ich nehme die tropfen"
    return bool(line.finite(at + 1) or line.finite(at - 1)) and not line.is_blocked(at)


def demonstrative_sort(line: GermanLine, at: int) -> str:
    """Returns the sort of pronoun that "der" or "die" is: "die" before a plural verb is many."""
    if line.word(at) != "die":
        return "male"
    verb = at + 1 if line.finite(at + 1) else at - 1
    return "many" if "p" in line.persons(verb) and "3" not in line.persons(verb) else "female"


def das_is_called(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "das" is who is called by the name that ends the clause: "wir haben ein pferd das heißt moritz"."""
    named = clause.lemma in ("heißen", "call") and clause.last - clause.verb <= 3 and clause.asks is None
    return line.word(at) == "das" and clause.subject == (at, at + 1) and clause.verb == at + 1 and named


def es_is_now(line: GermanLine, at: int, clause: Clause) -> bool:
    """Says whether "es" is what was named, of which a clause says what it is now: "jetzt ist es der dirk"."""
    alone = clause.subject == (at, at + 1) and clause.lemma in ("sein", "be") and clause.asks is None
    thing = line.usual(clause.last - 1) == "n" and not line.is_time(clause.last - 1) and clause.last - at <= 3
    thing = thing and not line.is_number(clause.last - 1)
    return alone and Mark.NOW in clause.marks and thing and line.word(clause.first) != "es"


def _sort_of_pronoun(line: GermanLine, word: str) -> str:
    """ "sie" and "ihr" are many where the verb is plural: the caller decides; here they are she."""
    if word == "sie" and any(
        line.word(at) == "sie" and "p" in line.persons(place) and line.finite(place)
        for at in range(len(line))
        for place in (at - 1, at + 1)
    ):
        return "many"
    return line.words.third[word]


def _owner_of(line: GermanLine, word: str) -> tuple[str, ...]:
    words = line.words
    if word in words.speaker | words.together:
        return (SPEAKER,)
    return (f"?{words.third.get(word, 'you')}",)


def _owns(line: GermanLine, at: int, end: int) -> bool:
    return (
        at + 1 < end
        and line.is_open(at + 1)
        and (line.form(at + 1) is None or line.usual(at + 1) in "na")
        and not line.is_number(at + 1)
    )


def _nouns_end(line: GermanLine, begin: int, end: int) -> int:
    """Returns the end of the nouns, adjectives and names here."""
    words, place = line.words, begin
    while (
        place < end
        and line.is_open(place)
        and not line.is_number(place)
        and (line.word(place) not in words.adverbs | words.middle | words.questions or is_surname(line, place))
    ):
        if is_surname(line, place) or _is_name_of_role(line, place):
            place += 1
            continue
        if (line.word(place) in ("namens", "genannt") and place > begin) or is_child_by_size(line, place - 1):
            break
        found = line.form(place)
        verbal = (
            found is not None and found.usual in "vrx" and not (place == begin and _is_noun_before_verb(line, place))
        )
        if verbal or (found is not None and line.finite(place) == Certainty.SURE and place > begin):
            break
        named = place == begin + 1 and is_given_name(line.word(begin)) and not _says_how(line, begin, place)
        if found is not None and found.usual == "a" and place > begin and not line.is_open(place + 1) and not named:
            break
        if place > begin and (
            line.word(place) in words.days or line.is_month(place) or line.word(place) in words.particles
        ):
            break
        if (
            place > begin
            and found is None
            and line.form(place - 1) is None
            and not role_of(line.word(place - 1))
            and is_known_noun(line.word(place))
            and not line.word(place - 1).endswith("s")
        ):
            break
        place += 1
    return place


def _is_noun_before_verb(line: GermanLine, at: int) -> bool:
    """Says whether an article makes a noun of an infinitive, as its verb follows: "die reifen sind gewechselt"."""
    if _ends_names(line, at):
        return True
    articled = line.word(at - 1) in line.words.sets["articles"] and bool(line.lemmas(at, "b"))
    return articled and line.finite(at + 1) == Certainty.SURE


def _ends_names(line: GermanLine, at: int) -> bool:
    """Says whether a first name that may be a word stands behind another: "für svenja und malte"."""
    return is_given_name(line.word(at)) and line.word(at - 1) == "und" and is_given_name(line.word(at - 2))


def _is_name_of_role(line: GermanLine, at: int) -> bool:
    """Says whether a first name that is a word too names the person before it: "mein sohn ernst"."""
    word = line.word(at)
    owned = line.word(at - 2) in line.words.possessives and bool(role_of(line.word(at - 1)))
    return owned and word in line.words.sets["names_after_role"] and line.finite(at + 1) == Certainty.SURE


def _says_how(line: GermanLine, begin: int, at: int) -> bool:
    """Says whether an adjective after a name is what somebody is: not "peter lang", "ist mit ludger verheiratet"."""
    before = begin - 1 - (line.word(begin - 1) in line.words.determiners)
    is_so = any(line.word(place) in line.words.be for place in range(before))
    return is_so and line.word(before) in line.words.prepositions and line.is_stop(at + 1)


def _phrase(
    line: GermanLine,
    bounds: tuple[int, int, int, int],
    owner: tuple[str, ...],
    definite: bool,
    indefinite: bool,
    meaning: Meaning,
) -> Entity:
    """Builds the entity of the nouns, and of their owner: "toms hund", "der hund von tom", "der hund meiner oma"."""
    at, begin, stop, end = bounds
    if begin == at and stop - begin >= 2 and _is_genitive(line, begin):
        first = line.word(begin)[:-1]
        root = f"{SPEAKER}{_BETWEEN}{role_of(first)}" if role_of(first) else first
        owner, begin, definite = (root,), begin + 1, True
    keys, role, name, person = _keys_of(line, begin, stop, owner, definite, meaning)
    if indefinite and not role and not (name and line.word(begin) in line.words.sets["addressed"]):
        name, person = "", False
    place = stop
    owned = line.word(at) in line.words.possessives and at < begin
    beside = _name_beside(line, place, end, role, meaning) if (role or owned) and not name else 0
    person = person or bool(beside)
    beside = beside or (_apposition(line, place, end, role, meaning) if owned and role and not name else 0)
    if beside:
        name = " ".join(line.word(each) for each in range(place + 1, beside))
        keys, place = keys | {name}, beside
    if line.word(place) in ("namens", "genannt") and place + 1 < end:
        finish = _nouns_end(line, place + 1, end)
        name = " ".join(line.word(each) for each in range(place + 1, finish))
        keys, place, person = keys | {name}, finish, person or bool(role)
    inner = _owner_after(line, place, end, begin > at, meaning)
    if inner is not None:
        heads = sorted({key.rsplit(_BETWEEN, 1)[-1] for key in keys})
        keys = frozenset(f"{root}{_BETWEEN}{head}" for root in inner.keys for head in heads) or keys
        if not role and inner.is_person:
            name = ""
        place = inner.end
    keys = frozenset(keys) | _kin_of(keys, meaning)
    return Entity(keys, at, place, role=role, name=name, is_person=person, plain=indefinite and not name)


def measured_from(entity: Entity, line: GermanLine, meaning: Meaning) -> Entity:
    """Returns "meinem bruder" for "euro von meinem bruder", since no pronoun stands for a sum, and the one who is named
    of several; else the entity.
    """
    at = entity.start + 1
    named = next((at for at in range(at, entity.end - 1) if line.is_in(at, "taking_up")), 0)
    if entity.name and named and line.is_number(entity.start - 1):
        return replace(entity, start=named)  # "zwei töchter | die rahel"
    if line.word(entity.start) not in line.words.measures or line.word(at) not in ("von", "vom", "für", "bei"):
        return entity
    return german_entity(line, at + 1, entity.end, meaning) or entity


def _name_beside(line: GermanLine, place: int, end: int, role: str, meaning: Meaning) -> int:
    """Returns the end of the name in "mein enkel der leon", "unsere chefin die frau tremmel"; 0 without one."""
    if line.word(place) not in ("der", "die", "den", "dem") or place + 1 >= end:
        return 0
    others = meaning.male if line.word(place) == "die" else meaning.female
    if role.rpartition("-")[2] in others:
        return 0  # "so lange vertritt meinen chef | die frau adam"
    first = line.word(place + 1)
    if not (is_given_name(first) or first in line.words.sets["addressed"]):
        return 0
    stop = place + 2 + (first in line.words.sets["addressed"])
    return stop if stop <= end else 0


def _apposition(line: GermanLine, place: int, end: int, role: str, meaning: Meaning) -> int:
    """Returns the end of "der karlo" in "unser kater der karlo", of which no table has the name; 0 for a genitive."""
    last = role.rpartition("-")[2]
    sexes = {"der": last not in meaning.female, "die": last not in meaning.male}
    word = line.word(place + 1)
    agrees = sexes.get(line.word(place), False) or (line.word(place) in sexes and last in meaning.animals)
    if not agrees or not meaning.is_person(last) or place + 2 > end:
        return 0
    name = line.form(place + 1) is None and line.is_open(place + 1) and not (is_known_noun(word) or role_of(word))
    return place + 2 if name and not line.is_number(place + 1) and line.word(place + 1) not in line.words.days else 0


def _kin_of(keys: frozenset[str], meaning: Meaning) -> frozenset[str]:
    """Returns the keys by the role that a chain makes: the daughter of my brother is my niece."""
    found = set()
    for key in keys:
        root, _, last = key.rpartition(_BETWEEN)
        owner, _, middle = root.rpartition(_BETWEEN)
        kin = meaning.chains.get(f"{middle} {last}", "")
        found |= {f"{owner}{_BETWEEN}{kin}"} if kin and owner else set()
    return frozenset(found)


def _is_genitive(line: GermanLine, at: int) -> bool:
    """Says whether "toms" owns the noun after it."""
    word = line.word(at)
    if (
        not word.endswith("s")
        or len(word) < 4
        or word in line.words.sets["names_in_s"]
        or (is_known_noun(word) and not role_of(word[:-1]))
    ):
        return False
    return (line.form(at) is None or word in line.words.sets["relatives_in_s"]) and line.is_open(at + 1)


def _owner_after(line: GermanLine, place: int, end: int, introduced: bool, meaning: Meaning) -> Entity | None:
    """Returns whom the noun belongs to: after "von", or in the genitive."""
    if place >= end or (not introduced and is_given_name(line.word(place - 1))):
        return None
    if line.word(place) in ("von", "vom") and place + 1 < end:
        inner = german_entity(line, place + 1, end, meaning)
        return inner if inner is not None and not inner.plain and (inner.is_person or inner.role) else None
    if introduced and line.word(place) in line.extra.genitives and place + 1 < end:
        inner = german_entity(line, place, end, meaning)
        return inner if inner is not None and inner.keys else None
    return None


def _keys_of(
    line: GermanLine, begin: int, stop: int, owner: tuple[str, ...], definite: bool, meaning: Meaning
) -> tuple[frozenset[str], str, str, bool]:
    """Returns keys, role and name of plain nouns: "schwester clara", "kleine schwester", "herr müller"."""
    spoken = [line.word(place) for place in range(begin, stop)]
    kin = role_of(spoken[0]) in meaning.kinds.get("familie", frozenset()) - {"frau", "schwester"}
    introduced = line.word(begin - 1) in line.words.sets["articles"]
    addressed = not definite or (introduced and spoken[0] in line.words.sets["addressed"])
    title = spoken[0] in meaning.titles and len(spoken) > 1 and addressed and not kin
    at = -1 if title else next((place for place, noun in enumerate(spoken) if role_of(noun)), -1)
    described = all(line.usual(begin + place) == "a" for place in range(at))
    if at >= 0 and (definite or described):
        role = role_of(spoken[at])
        changed = next((word for word in spoken[:at] if word in line.words.sets["changed_roles"]), "")
        role = f"{changed}-{role}" if changed else role
        name = _name_after(line, begin + at + 1, spoken[at + 1 :])
        head = _plain(spoken[at]) if animal_role(spoken[at]) else role  # a "hofhund" is another than the "hund"
        keys = {f"{root}{_BETWEEN}{head}" for root in owner}
        if at > 0 and not changed and not line.length_of(line.words.new, begin):
            keys |= {f"{root}{_BETWEEN}{' '.join(map(_plain, spoken[: at + 1]))}" for root in owner}
        if name:
            keys.add(name)
        return frozenset(keys), role, name, meaning.is_person(role.rpartition("-")[2])
    plain = [_plain(word) for word in spoken]
    owned = line.word(begin - 1) in line.words.possessives
    pet = len(spoken) == 1 and _is_pet_named(line, begin, meaning)
    if definite and (owned or introduced) and (is_given_name(spoken[0]) or pet):
        return frozenset({" ".join(spoken), spoken[0]}), "", " ".join(spoken), True
    if not definite or title:
        name = " ".join(("herr" if word == "herrn" else word) for word in spoken)
        unknown = (
            all(line.form(begin + place) is None and not is_known_noun(word) for place, word in enumerate(spoken))
            or title
            or (len(spoken) == 1 and _ends_names(line, begin))
        ) and not (_is_event(line, begin) or _are_things(line, begin, stop))
        found = {name, *(f"{SPEAKER}{_BETWEEN}{noun}" for noun in (" ".join(plain), plain[-1]))}
        if unknown and name.endswith("s") and len(name) > 3:
            found.add(name[:-1])
        return frozenset(found), "", name if unknown else "", unknown
    heads = dict.fromkeys((" ".join(plain), plain[-1]))
    child = (owned or introduced) and len(spoken) == 1 and spoken[0] in meaning.set_of("children by size")
    return frozenset(f"{root}{_BETWEEN}{head}" for root in owner for head in heads), "", "", child


def _is_pet_named(line: GermanLine, at: int, meaning: Meaning) -> bool:
    """Says whether a word that no table knows names an animal: "der hund ist der balu"."""
    animal = role_of(line.word(at - 3)) in meaning.animals and line.word(at - 2) in line.words.be
    return animal and line.is_stop(at + 1) and line.form(at) is None and not is_known_noun(line.word(at))


def _are_things(line: GermanLine, begin: int, stop: int) -> bool:
    """Says whether a bare word before a plural verb names things and nobody: "reisepässe sind jetzt im safe"."""
    first = begin == 0 and stop == 1 and not is_given_name(line.word(begin))
    return first and line.finite(stop) == Certainty.SURE and line.persons(stop) == "p"


def _is_event(line: GermanLine, at: int) -> bool:
    """Says whether a noun that is nobody's name takes place: "wann ist premiere", "premiere vom stück ist am"."""
    asked = line.word(at - 2) == "wann" and line.word(at - 1) in line.words.be and line.is_stop(at + 1)
    of_thing = at == 0 and line.word(at + 1) in ("vom", "beim", "zum", "zur")
    return (asked or of_thing) and not is_given_name(line.word(at))


def _name_after(line: GermanLine, at: int, after: list[str]) -> str:
    """Returns the name after a role, "clara" or "doktor wenger"; empty where other nouns follow."""
    named = all(
        (
            not is_known_noun(word)
            or _may_be_called(line, word)
            or (word in line.words.sets["addressed"] and len(after) > 1)
        )
        and (line.usual(at) in "na" or _may_be_called(line, word))
        for word in after
    )
    return " ".join("herr" if word == "herrn" else word for word in after) if after and named else ""


def _may_be_called(line: GermanLine, word: str) -> bool:
    return is_given_name(word) or word in line.words.sets["names_after_role"]


def _plain(word: str) -> str:
    """Returns one form for the cases and numbers of a noun."""
    if concept_of(word) in ("name", "job", "age"):
        return concept_of(word)
    return min(plain_forms(word), key=lambda form: (len(form), form))
