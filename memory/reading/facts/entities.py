"""Pure: who or what a noun phrase names: the speaker, a role with its owner, a name, a thing. And names told for roles.

An entity is a set of keys: "me", "me>sister", "clara", "me>brother>daughter", "me>car". "The plumber" is "me>plumber":
in a home "the", "my" and "our" mean the same thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning

Names = Mapping[str, frozenset[str]]
"""The keys that name the same as a key."""
SPEAKER = "me"
BETWEEN = ">"
"""Stands between an owner and what is owned."""

MEMBER = "="
"""Stands before a name under whose key the roles are that it shares with others: each of two sons."""


@dataclass(frozen=True, slots=True)
class Entity:
    """What one noun phrase names: its keys, whether it is a pronoun, and the tokens that it covers."""

    keys: frozenset[str]
    start: int
    end: int
    pronoun: str = ""
    """The sort of a pronoun of the third person: male, female, thing, many."""
    role: str = ""
    name: str = ""
    is_person: bool = False
    plain: bool = False
    """An indefinite phrase: it names nothing known."""


def entities_in(line: Line, start: int, end: int, meaning: Meaning) -> tuple[Entity, ...]:
    """Returns the entities of a span, with the members of a coordination one by one."""
    found: list[Entity] = []
    at = start
    while at < end:
        at += line.length_of(line.words.over, at)  # "no longer" names nothing
        entity = entity_at(line, at, end, meaning)
        if entity is None:
            at += 1
            continue
        found += _with_name_before(found, entity, line)
        at = max(entity.end, at + 1)
    return tuple(found)


def _with_name_before(found: list[Entity], entity: Entity, line: Line) -> tuple[Entity, ...]:
    """Gives the name behind a place to whom it names: "a new girl at work called ingrid"."""
    at = next((place for place in range(entity.start, entity.end) if line.is_in(place, "naming")), -1)
    placed = line.word(entity.start - 1) in line.words.prepositions and found and found[-1].end == entity.start - 1
    if at < 0 or entity.plain or not entity.name or not placed or not found[-1].plain:
        return (entity,)
    named = found.pop()
    keys = frozenset(key for key in entity.keys if key != entity.name)
    return (
        replace(named, keys=named.keys | {entity.name}, name=entity.name, plain=False),
        replace(entity, keys=keys, name="", end=at, is_person=False),
    )


def entity_at(line: Line, at: int, end: int, meaning: Meaning) -> Entity | None:
    """Returns the entity whose phrase begins here; None where no noun phrase begins."""
    word, words = line.word(at), line.words
    if (word in words.speaker and word not in words.possessives) or word in ("we", "us"):
        return Entity(frozenset((SPEAKER,)), at, at + 1, is_person=True)
    if (word in words.third and word not in words.possessives) or (word == "her" and not _owns(line, at, end)):
        sort = words.third[word]
        return Entity(frozenset(), at, at + 1, pronoun=sort, is_person=sort != "thing")
    if (word in ("called", "named") and line.word(at - 1) in line.words.subjects) or _is_one_called(line, at):
        return _called_somebody(line, at, end)
    owner = _owner_of(line, at)
    begin, indefinite = at, word in words.indefinite
    if owner is not None or word in words.determiners:
        begin += 1
        while line.word(begin) in words.determiners and begin < end:
            begin += 1
        if line.word(begin) in line.words.adverbs and begin + 1 < end and line.is_open(begin + 1):
            begin += 1  # "the back bedroom"
    stop = _nouns_end(line, begin, end)
    if stop == begin:
        return None
    return _phrase(line, at, begin, stop, end, owner or (SPEAKER,), owner is not None, indefinite, meaning)


def _is_one_called(line: Line, at: int) -> bool:
    """Says whether a name alone follows "a": "there's | a sam at work"."""
    alone = line.words.language == "en" and line.word(at - 2) == "there" and not line.is_open(at + 2)
    return alone and line.is_in(at, "one_of_a_kind") and is_given_name(line.word(at + 1), "en")


def _called_somebody(line: Line, at: int, end: int) -> Entity | None:
    """Returns whom "someone called alex" names."""
    stop = _nouns_end(line, at + 1, end)
    name = " ".join(line.word(place) for place in range(at + 1, stop))
    keys = frozenset((name, f"{SPEAKER}{BETWEEN}{name}"))
    return Entity(keys, at + 1, stop, name=name, is_person=True) if name else None


def _owner_of(line: Line, at: int) -> tuple[str, ...] | None:
    word, words = line.word(at), line.words
    if word not in words.possessives or word == "whose":
        return None
    if word in words.speaker | words.together:
        return (SPEAKER,)
    return (f"?{words.third.get(word, 'you')}",)


def _owns(line: Line, at: int, end: int) -> bool:
    return at + 1 < end and line.is_open(at + 1) and line.usual(at + 1) in "nad"


def _nouns_end(line: Line, begin: int, end: int) -> int:
    """Returns the end of the nouns, adjectives and names here."""
    place = begin
    while place < end and (line.is_open(place) or line.is_month(place)) and not _is_adverb(line, begin, place):
        if place > begin and (_breaks(line, place, begin) or _lists_names(line, begin, place)):
            break
        place += 1
    return place


def _is_adverb(line: Line, begin: int, place: int) -> bool:
    """Says whether the noun phrase ends before an adverb: "amritsar | originally"; "a care home" has none."""
    if line.word(place) == "home" and place > begin and line.word(begin - 1) in line.words.indefinite:
        return False
    found = line.form(place)
    if place > begin and line.usual(place - 1) == "a" and found is not None and "n" in found.other:
        return False  # "a bad back"
    inside = place > begin and line.word(place) in line.words.middle and line.usual(place) not in "na"
    return inside or line.word(place) in line.words.adverbs


def _lists_names(line: Line, begin: int, place: int) -> bool:
    """Says whether names follow what is counted: "two sons | callum and rory"."""
    meaning = load_meaning(line.words.language)
    after = line.form(place) is None or line.word(place) in meaning.set_of("first_names")
    if not after or not (line.is_plural(place - 1) or line.word(place - 1) in meaning.roles):
        return False
    counted = any(line.is_number(at) and line.word(at) not in line.words.ordinals for at in range(begin, place - 1))
    return counted and line.table.singular(line.word(place)) == line.word(place)


def _breaks(line: Line, place: int, begin: int) -> bool:
    """Says whether a word begins something else: a verb form, "called", a day."""
    if line.word(place) in ("called", "named"):
        return True
    if line.is_in(place + 1, "comparisons") and line.usual(place) == "a":
        return True  # "a donkey | older than my gran"
    if line.is_number(place) and not line.is_number(place - 1) and line.is_open(place + 1):
        return not line.is_in(place - 1, "numbered")  # "peter | 20 euros", but "the number twelve bus"
    if _is_called(line, place, load_meaning(line.words.language)):
        return False  # "my daughter drew is six", but not "my son drew a cat"
    if line.word(place) in line.words.days and line.word(place - 1) not in line.words.days:
        return True
    return (
        line.usual(place) == "v"
        and line.has_form(place, "sdg")
        and not line.has_form(place, "b")
        and line.form(place - 1) is None
    )


def _phrase(
    line: Line,
    at: int,
    begin: int,
    stop: int,
    end: int,
    owner: tuple[str, ...],
    owned: bool,
    indefinite: bool,
    meaning: Meaning,
) -> Entity:
    """Builds the entity of the nouns from `begin` to `stop`, and of what they own."""
    definite = owned or (line.word(at) in line.words.determiners and not line.is_titled_name(begin, stop))
    keys, role, name, person = _keys_of(line, begin, stop, owner, definite, meaning)
    if not owned and line.word(stop - 1) in meaning.set_of("young"):
        nouns = " ".join(line.word(place) for place in range(begin, stop))
        keys = frozenset(f"{root}{BETWEEN}{head}" for root in owner for head in (nouns, line.word(stop - 1)))
        role, name, person = "", "", True
    place = stop
    called = line.called_at(place) + 1
    if 0 < called < end:
        finish = _nouns_end(line, called, end)
        name = " ".join(line.word(each) for each in range(called, finish))
        keys, place, person = keys | {name}, finish, person or bool(role)
    while line.word(place) == "'s":
        noun = place + 1 + line.is_in(place + 1, "beside")
        finish = _nouns_end(line, noun, end) if noun < end and line.is_open(noun) else noun
        if finish == noun:
            break
        under: set[str] = set()
        when = line.words.days | meaning.set_of("this or next")
        timely = line.is_time(place - 1) and not when.isdisjoint((line.word(place - 2), line.word(place - 1)))
        for key in sorted(owner if timely else keys):  # "sunday's race", "last week's"
            more, role, name, person = _keys_of(line, noun, finish, (key,), True, meaning)
            under |= more
        under |= {f"{root}{BETWEEN}{kin}" for key in under for root, kin in _kin_of(key, meaning)}
        keys, place, indefinite = frozenset(under), finish, False
    while line.word(place) in ("of", "for") and place + 1 < end:
        inner = entity_at(line, place + 1, end, meaning)
        if inner is None or inner.plain:
            break
        heads = {key.rsplit(BETWEEN, 1)[-1] for key in keys}
        keys = keys | {f"{root}{BETWEEN}{head}" for root in inner.keys for head in sorted(heads)}
        place = inner.end
    street = line.word(at - 1) in meaning.set_of("on streets") and line.word(place - 1) in meaning.set_of("streets")
    name, person = ("", False) if street else (name, person)  # "at the italian on king street"
    alone = place - at <= len(("the", "lady"))
    person = person or (alone and line.word(place - 1) in meaning.set_of("men") | meaning.set_of("women"))
    return Entity(frozenset(keys), at, place, role=role, name=name, is_person=person, plain=indefinite and not name)


def _kin_of(key: str, meaning: Meaning) -> tuple[tuple[str, str], ...]:
    """Returns the one role of a chain: a brother's daughter is a niece."""
    root, _, last = key.rpartition(BETWEEN)
    owner, _, middle = root.rpartition(BETWEEN)
    kin = meaning.chains.get(f"{middle} {last}", "")
    return ((owner, kin),) if owner and kin else ()


def _keys_of(
    line: Line, begin: int, stop: int, owner: tuple[str, ...], definite: bool, meaning: Meaning
) -> tuple[frozenset[str], str, str, bool]:
    """Returns keys, role and name of plain nouns: "sister clara", "car insurance", "doctor lee"."""
    nouns = [line.table.singular(line.word(place)) for place in range(begin, stop)]
    spoken = [line.word(place) for place in range(begin, stop)]
    titles = (not definite and _is_title(nouns, place, meaning) for place in range(len(nouns)))
    at = next(
        (
            at
            for at, (noun, is_title) in enumerate(zip(nouns, titles, strict=True))
            if noun in meaning.roles and not is_title
        ),
        -1,
    )
    while 0 <= at < len(nouns) - 1 and nouns[at + 1] in meaning.roles:
        at += 1
    if at >= 0 and (definite or len(nouns) == 1 or at == 0):
        role = meaning.roles[nouns[at]]
        changed = "-".join(noun for noun in nouns[:at] if noun in meaning.changing)
        if nouns[at + 1 : at + 3] == ["in", "law"]:
            role, at = f"{role}-in-law", at + 2
        role = f"{changed}-{role}" if changed in ("ex", "former", "step", "half", "late", "best") else role
        after = list(spoken[at + 1 :])
        name = _name_after(line, begin, at, stop, role, meaning)
        head = role if not after or name else " ".join(nouns[at:])
        keys = {f"{root}{BETWEEN}{head}" for root in owner}
        if at > 0 and not changed:
            keys |= {f"{root}{BETWEEN}{' '.join(nouns[: at + 1])}" for root in owner}
        if name:
            keys.add(name)
        is_one = (not after or bool(name)) and meaning.is_person(role.removeprefix("ex-"))
        return frozenset(keys), role if not after or name else "", name, is_one
    whole = " ".join(nouns)
    if not definite:
        name = " ".join(spoken)
        called = spoken[0] in meaning.sets["first_names"] or _is_title(nouns, 0, meaning)
        unknown = called or any(_is_nameable(line, place, meaning) for place in range(begin, stop))
        unknown = unknown and not spoken[0][:1].isdigit()  # "1,150 EUR", "9:00 PM" and "47.5 mg" are no names
        return (
            frozenset({name, *(f"{SPEAKER}{BETWEEN}{noun}" for noun in (whole, nouns[-1]))}),
            "",
            name if unknown else "",
            unknown,
        )
    every = frozenset(f"{root}{BETWEEN}{head}" for root in owner for head in (whole, nouns[-1]))
    own = len(nouns) == 1 and line.word(begin - 1) in meaning.set_of("before own names")
    named = own and is_given_name(whole, "en") and _is_nameable(line, begin, meaning)  # "our ellen"
    return (every | {whole}, "", whole, True) if named else (every, "", "", False)


def _name_after(line: Line, begin: int, at: int, stop: int, role: str, meaning: Meaning) -> str:
    """Returns the name behind a role: "sister clara", "uncle pat"; empty for any other words."""
    after = [line.word(place) for place in range(begin + at + 1, stop)]
    found = line.form(stop - 1)
    whole = line.word(begin - 1) in line.words.indefinite or (found is not None and "n" in found.other)
    if role in meaning.bodies and whole:
        return ""  # "a team leader", "the school play"
    titled = at == 0 and role in meaning.set_of("kin_titles") and len(after) == 1 and not line.is_plural(stop - 1)
    titled = titled or (len(after) == 1 and _is_called(line, stop - 1, meaning))
    return " ".join(after) if after and (titled or _may_be_name(line, begin + at + 1, stop, meaning)) else ""


def _is_called(line: Line, place: int, meaning: Meaning) -> bool:
    """Says whether a word that is a first name too names the person or animal before it: "my son jack", "our dog max".

    One that is a verb of the past needs another verb behind it; after a trade it stays a word: "my doctor bill".
    """
    word, role = line.word(place), meaning.roles.get(line.word(place - 1), "")
    if not meaning.is_person(role) or role in meaning.kinds.get("job", ()):
        return False
    if line.is_plural(place) and not line.is_plural(place - 1) and _tells_of_one(line, place + 1):
        return True  # "our dog biscuits is ill"
    if word not in meaning.set_of("first_names") and word not in meaning.set_of("names_after_role"):
        return False
    after = line.word(place + 1)
    return after in line.words.be or after == "'s" or line.has_form(place + 1, "s") or not line.has_form(place, "d")


def _tells_of_one(line: Line, verb: int) -> bool:
    """Says whether a verb has a single subject: "is", "has", "sleeps"; a short "'s" may be an owner's."""
    single = line.words.sets.get("left_with_subject", frozenset())
    return line.word(verb) in single or (line.has_form(verb, "s") and not line.is_plural(verb))


def _is_title(nouns: list[str], at: int, meaning: Meaning) -> bool:
    return nouns[at] in meaning.titles and at + 1 < len(nouns) and at == 0 and nouns[at + 1] not in meaning.roles


def _may_be_name(line: Line, begin: int, stop: int, meaning: Meaning) -> bool:
    """Says whether the words after a role may be its name: they are no words of the table, or have a title."""
    words = [line.word(place) for place in range(begin, stop)]
    if words and words[0] in meaning.titles:
        return True
    return any(_is_nameable(line, place, meaning) and not _is_of_many(line, place) for place in range(begin, stop)) or (
        len(words) == 1 and words[0] not in meaning.roles and line.usual(begin) != "n" and not line.has_form(begin, "g")
    )


def _is_of_many(line: Line, at: int) -> bool:
    """Says whether a word is a plural of a noun of the table: "archimedes" is none."""
    return line.is_plural(at) and line.table.find(line.table.singular(line.word(at))) is not None


def _is_nameable(line: Line, at: int, meaning: Meaning) -> bool:
    """Says whether a word may be a name: no table has it, and it is no number, day, role or everyday thing."""
    word = line.word(at)
    if line.form(at) is not None or line.is_number(at) or word in line.words.days or word in line.words.months:
        return False
    single = line.table.singular(word)
    done = single in meaning.groups and single.endswith(tuple(sorted(meaning.set_of("done_endings"))))
    return single not in meaning.roles and not line.table.is_thing(word) and not done


def same_entities(pairs: Iterable[tuple[str, str]], chains: Mapping[str, str] = MappingProxyType({})) -> Names:
    """Returns for each key all keys that name the same; a role with two names is neither of them.

    `chains` holds the role that two roles in a chain make: with "hugo is my brother" and "marisol is hugo's wife",
    marisol is also my sister-in-law.
    """
    told: dict[str, set[str]] = {}
    for one, other in pairs:
        told.setdefault(one, set()).add(other)
    for one in [key for key in told if BETWEEN in key] if chains else ():
        for kin in _kin_by_names(one, told, chains):
            told.setdefault(kin, set()).update(told[one])
    found: dict[str, frozenset[str]] = {}
    for key, names in told.items():
        if len(names) > 1:  # two friends: "my friend" may be either, and neither is the other
            for name in names:
                found[MEMBER + name] = found.get(MEMBER + name, frozenset()) | {key}
            found.setdefault(key, frozenset((key,)))
            continue
        joined = found.get(key, frozenset((key,)))
        for name in sorted(names):
            joined |= found.get(name, frozenset((name,)))
        found |= dict.fromkeys(joined, joined)
    return found


def shared_roles(name: str, names: Names) -> frozenset[str]:
    """Returns the roles that somebody has beside others: "son" for each of two sons."""
    return frozenset(key.rpartition(BETWEEN)[2] for key in names.get(MEMBER + name, ()))


def _kin_by_names(key: str, told: Mapping[str, set[str]], chains: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the roles that a key makes with those whose name its owner has: "hugo>wife" is "me>sister-in-law"."""
    root, _, last = key.rpartition(BETWEEN)
    roles = sorted(role for role, names in told.items() if BETWEEN in role and (root in names or role == root))
    parts = (role.rpartition(BETWEEN) for role in roles)
    return tuple(f"{owner}{BETWEEN}{kin}" for owner, _, middle in parts if (kin := chains.get(f"{middle} {last}")))


def all_keys(keys: frozenset[str], names: Names) -> frozenset[str]:
    """Returns the keys with every other key of the same entity; the owner in a chain is replaced by its names too."""
    if not names:
        return keys
    found = set(keys)
    for _ in range(3):
        more = {other for key in found for other in names.get(key, ())}
        for key in found:
            root, _, last = key.rpartition(BETWEEN)
            if root:
                more |= {f"{other}{BETWEEN}{last}" for other in names.get(root, ())}
        if more <= found:
            break
        found |= more
    return frozenset(found)
