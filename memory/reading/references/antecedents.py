"""Pure: lists what a clause names that a pronoun may stand for, with the words to put in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.reading.facts.entities import BETWEEN, SPEAKER, Entity, entities_in
from memory.reading.facts.statements import Statement
from memory.reading.german.german_line import GermanLine
from memory.reading.german.phrases import measured_from
from memory.reading.german.pronouns.pronoun_sorts import german_pronoun_sort, is_no_other, owned_by_speaker
from memory.reading.grammar.clause import Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import Meaning, load_meaning


@dataclass(frozen=True, slots=True)
class Antecedent:
    """Words that a pronoun may stand for: male, female, thing, many, or "any" for a person."""

    words: str
    sort: str
    keys: frozenset[str] = frozenset()
    is_last: bool = False
    """It is of the clause said last, and the subject or the one thing of it."""
    is_object: bool = False
    """It is of the clause said last, and what something is done to."""
    clause: int = 0
    """The number of its clause, from the first that was said."""
    is_subject: bool = False
    is_acted_on: bool = False
    """The verb of its clause acts on it, or introduces it: "we've got a dog", "there's a lodger"."""
    is_new: bool = False
    """It is told of for the first time, with "a" or "an"."""
    has_name: bool = False
    has_role: bool = False
    """It is a person or an animal by its noun, and not only a name."""
    has_animal: bool = False
    """It is only the owner of an animal that the clause is about, and meant by "her cat" rather than by "she"."""
    has_time: bool = False
    """Its clause tells when it is."""


def _owning(meaning: Meaning) -> frozenset[str]:
    """Returns the verbs after which somebody has a thing: "wir haben uns einen wohnwagen gekauft"."""
    return meaning.set_of("coming to own") | {"have"}


def named_in(one: Statement, text: str, language: str) -> Iterator[Antecedent]:
    """Returns the antecedents of one clause, the subject first."""
    line, meaning = line_of(text, language), load_meaning(language)
    people = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    if len(people) > 1 and len(people) == len(one.subject) and not isinstance(line, GermanLine):
        whole = text[line.tokens[people[0].start].start : line.tokens[people[-1].end - 1].end]
        if all(SPEAKER not in entity.keys for entity in people):
            yield Antecedent(whole, "many", frozenset(key for entity in people for key in entity.keys))
    for named in (*one.entities, *_teller(line, one, meaning)):
        entity = measured_from(named, line, meaning) if isinstance(line, GermanLine) else named
        if entity.pronoun or SPEAKER in entity.keys or not entity.keys or _is_sort_of(entity, one, line):
            continue
        if entity not in one.subject and _is_where_they_live(entity, line):
            continue
        if isinstance(line, GermanLine) and named in one.others and is_no_other(entity, line, one.clause):
            continue
        if not isinstance(line, GermanLine) and _is_given_name(entity, one):
            continue
        if not isinstance(line, GermanLine) and (_is_no_thing(line, entity) or _is_told_again(entity, one, line)):
            continue
        owner = next((name for key, name in one.named if f"{key}>name" in entity.keys), "")
        words = _words_of(line, text, _without_naming(entity, line))
        if owner and entity.end - entity.start > 1:
            words = _words_before_name(line, text, entity)
        elif entity.name and line.word(entity.start) in line.words.indefinite:
            words = _spelled(text, entity.name)
        elif isinstance(line, GermanLine) and one.clause.lemma in _owning(meaning) and SPEAKER in one.subject_keys:
            counted = line.is_number(entity.start - 1) and not line.word(entity.start - 1).startswith("ein")
            counted = counted and line.word(entity.start) not in line.words.indefinite  # "um neun nen termin"
            words = owned_by_speaker(words, together=line.word(one.clause.subject[0]) == "wir", counted=counted)
        if not isinstance(line, GermanLine):
            words = _definite(words, line, text, one)
            words = words if entity in one.subject else _owned_by_subject(words, line, text, one)
        subject = entity in one.subject or named not in one.entities
        direct = subject or _is_object(entity, one, line)
        sort = _told_sort(entity, one, line, meaning)
        yield Antecedent(
            words,
            sort,
            entity.keys,
            is_object=direct,
            is_subject=subject,
            is_acted_on=not subject and direct,
            is_new=line.word(entity.start) in line.words.indefinite,
            has_name=bool(entity.name),
            has_role=bool(entity.role) or sort in ("male", "female", "animal"),
            has_time=one.has_time,
        )
        yield from _owner_of(entity, line, text, meaning, is_subject=subject)


def _owner_of(entity: Entity, line: Line, text: str, meaning: Meaning, *, is_subject: bool) -> Iterator[Antecedent]:
    """Yields the person to whom something belongs: my grandson of "my grandson's birthday"."""
    sort = _owner_role(entity, line, meaning)
    if sort:
        yield Antecedent(
            _words_of_owner(line, text, entity),
            sort,
            frozenset(key.rpartition(BETWEEN)[0] for key in entity.keys),
            is_subject=is_subject,
            has_name=_is_unknown_owner(entity, line),
            has_role=True,
            has_animal=entity.is_person,
        )


def _is_where_they_live(entity: Entity, line: Line | GermanLine) -> bool:
    """Says whether words only say where a neighbour lives: the "upstairs" of "the bloke upstairs"."""
    english = not isinstance(line, GermanLine)
    return english and line.is_in(entity.start - 1, "beside") and line.is_in(entity.start, "beside_heads")


def _teller(line: Line, one: Statement, meaning: Meaning) -> tuple[Entity, ...]:
    """Returns who says what a clause reports, as one to be spoken of: the coach of "coach says practice is at six"."""
    clause = one.clause
    reported = clause.modality is Modality.REPORTED and clause.first < clause.subject[0]
    if isinstance(line, GermanLine) or not reported:
        return ()
    places = range(clause.first + 1, clause.subject[0])
    says = max((at for at in places if line.finite(at) == Certainty.SURE), default=clause.first)
    tellers = entities_in(line, clause.first, says, meaning)
    somebody = (each for each in tellers[:1] if each.is_person or each.name or each.role)
    return tuple(somebody) if tellers != one.subject else ()


def _words_of_owner(line: Line, text: str, entity: Entity) -> str:
    """Returns whom something belongs to: "meiner tante" of "der kater von meiner tante"."""
    inner = range(entity.start, entity.end - 1) if isinstance(line, GermanLine) else range(0)
    of = next((at for at in inner if line.word(at) == "von"), -1)
    if of < 0:
        return _words_before_name(line, text, entity)
    return text[line.tokens[of + 1].start : line.tokens[entity.end - 1].end]


def _told_sort(entity: Entity, one: Statement, line: Line, meaning: Meaning) -> str:
    """Returns of which sort a clause tells an entity to be: a place, or what its noun and role make of it."""
    if _is_place(entity, one, line, meaning):
        return "place"
    return _sort_of(_with_role(entity, one, meaning), line, meaning)


def _without_naming(entity: Entity, line: Line) -> Entity:
    """Returns an entity without "called" behind it: "a book called | the salt path"."""
    several = entity.end - entity.start > 1 and not isinstance(line, GermanLine)
    named = several and line.is_in(entity.end - 1, "naming")
    return replace(entity, end=entity.end - 1) if named else entity


def _is_given_name(entity: Entity, one: Statement) -> bool:
    """Says whether a name is given to what stands before it: "we're calling the boat | the salty dog"."""
    given = one.clause.lemma in ("call", "name") and len(one.others) > 1
    return given and entity is one.others[-1] and one.others[0].start == one.clause.rest


def _is_no_thing(line: Line, entity: Entity) -> bool:
    """Says whether a day, or what somebody is doing, is named: no pronoun stands for "tuesday" or "training"."""
    last, single = entity.end - 1, entity.end - entity.start == 1
    counts = next((at for at in range(entity.start, entity.end) if not line.is_number(at)), entity.end)
    measured = line.table.singular(line.word(counts)) in line.words.measures
    measured = measured and (counts == last or line.form(last) is None)  # "ten milligrams of ramipril" is nobody
    if counts > entity.start and (counts == entity.end or measured or line.word(counts) in line.words.prepositions):
        return True  # "three hundred", "twenty milligrams", "forty for the pushchair"
    if entity.start == last and line.is_in(entity.end, "comparisons") and line.usual(last) == "a":
        return True  # "older than my nan"
    if line.is_time(last) or line.length_of(line.words.day_words, last):
        return line.word(entity.start) not in line.words.possessives
    rota = single and line.word(last) in load_meaning(line.words.language).set_of("rota")  # "i'm on earlies"
    before = line.word(last - 1)
    done = line.usual(last) == "a" or (line.has_form(last, "n") and line.usual(last) == "v")  # "it's not broken"
    being = before in line.words.be or line.is_in(last - 1, "becoming")
    state = done and (being or before in line.words.negators or before in line.words.clitics)
    return single and (rota or state or line.has_form(last, "g"))


def _is_sort_of(entity: Entity, one: Statement, line: Line) -> bool:
    """Says whether "be" only says of what sort the subject is: "a chef", but not "in a care home"."""
    described = entity.plain and one.clause.lemma == "be"
    if not described or isinstance(line, GermanLine):
        return described
    placed = line.word(entity.start - 1) in line.words.prepositions
    return not placed and not line.is_in(one.clause.verb - 1, "there_be")  # "there's a clock in the hall"


def _is_told_again(entity: Entity, one: Statement, line: Line) -> bool:
    """Says whether "be" only says of the subject what it is: "my flatmate" of "jamal's my flatmate"."""
    clause = one.clause
    known_as = clause.lemma in ("be", "call", "name") or line.is_in(clause.rest, "naming")
    told = known_as and not clause.negated and entity.start == clause.rest
    if not told or entity in one.subject or not one.subject or any(each.pronoun for each in one.subject):
        return False
    known = (each.is_person or each.name or any(key.endswith(">name") for key in each.keys) for each in one.subject)
    return any(known)


def _is_place(entity: Entity, one: Statement, line: Line, meaning: Meaning) -> bool:
    """Says whether an unknown name stands for a place: "near skipton" is nobody whom "she" may mean."""
    unknown = bool(entity.name) and not entity.role and entity.name not in meaning.set_of("first_names")
    before = line.word(entity.start - 1)
    if not isinstance(line, GermanLine) and line.word(entity.end - 1) in meaning.set_of("streets"):
        return True
    going = one.clause.lemma in meaning.set_of("going places") or line.word(entity.start - 2) == "off"
    if unknown and before == "to" and going:
        return True  # "she's moving to canada", "he's off to uni"
    return unknown and not isinstance(line, GermanLine) and before in meaning.set_of("inside") | meaning.set_of("from")


def _is_object(entity: Entity, one: Statement, line: Line) -> bool:
    """Says whether the verb acts on it: "the guitar" of "i gave up the guitar", "a plant" of "she gave me a plant"."""
    rest = one.clause.rest
    beside = line.word(rest) in line.words.objects | line.words.particles
    return entity.start == rest or (entity.start == rest + 1 and beside)


def _definite(words: str, line: Line, text: str, one: Statement) -> str:
    """Returns "the boat" for "a boat", for what i have "my boat" and "my two boats", and "my aunt's boat" for what my
    aunt has.
    """
    first, _, rest = words.partition(" ")
    if _is_bare_group(words, line, text):
        return f"{'my' if SPEAKER in one.subject_keys and one.clause.lemma in ('have', 'get') else 'the'} {words}"
    counted = first.casefold() in line.words.numbers and one.clause.lemma in ("have", "get")
    if not rest or not (counted or first.casefold() in ("a", "an")):
        return words
    rest = words if counted else rest
    if one.clause.lemma not in ("have", "get"):
        return f"the {rest}"
    if SPEAKER in one.subject_keys:
        had = one.clause.lemma == "have" or line.word(one.clause.main) == "got"  # "i bought a car" is lemma buy
        return f"my {rest}" if had else f"the {rest}"
    people = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    owner = owner_words(_words_of(line, text, people[0])) if len(people) == len(one.subject) == 1 else "the"
    return f"{owner} {rest}"


def _is_bare_group(words: str, line: Line, text: str) -> bool:
    """Says whether several people are named without a determiner: "new neighbours" of "we've got new neighbours"."""
    meaning = load_meaning(line.words.language)
    last = words.casefold().rpartition(" ")[2]
    role = meaning.roles.get(line.table.singular(last), "")
    known = line.words.determiners | line.words.possessives | line.words.numbers
    return last != line.table.singular(last) and meaning.is_person(role) and words.casefold().split()[0] not in known


def _owned_by_subject(words: str, line: Line, text: str, one: Statement) -> str:
    """Returns "the plumber's number" for "his number", of which "the plumber gave me his number" tells."""
    first, _, rest = words.partition(" ")
    people = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    if line.words.third.get(first.casefold(), "thing") == "thing" or len(people) != 1 or len(one.subject) != 1:
        return words
    owner = "" if SPEAKER in people[0].keys else _words_of(line, text, people[0])
    return f"{owner_words(owner)} {rest}" if owner and rest else words


def _with_role(entity: Entity, one: Statement, meaning: Meaning) -> Entity:
    """Returns the entity with the role that the clause says it has: Ana is female in "my sister is called Ana"."""
    roles = [key.split(">")[-1] for key, name in one.named if name == entity.name and not entity.role]
    told = [each for each in roles if each in meaning.male | meaning.female]
    either = not meaning.male.isdisjoint(told) and not meaning.female.isdisjoint(told)  # whom somebody marries
    role = told[0] if told and not either else ""
    return replace(entity, role=role) if role else entity


def _words_of(line: Line, text: str, entity: Entity) -> str:
    beside = (
        not isinstance(line, GermanLine)
        and line.is_in(entity.start - 1, "beside")
        and line.is_in(entity.start, "beside_heads")
    )  # "next | door"
    return text[line.tokens[entity.start - beside].start : line.tokens[_told_end(line, entity) - 1].end]


def _told_end(line: Line, entity: Entity) -> int:
    """Returns where the words end that tell whom a subject means: "the bloke upstairs | is called vince"."""
    if isinstance(line, GermanLine):
        return entity.end
    near = line.is_in(entity.end, "beside") and line.is_in(entity.end + 1, "beside_heads")
    end = entity.end + (2 if near else line.is_in(entity.end, "bare_places"))
    acts = line.is_in(end, "is") or line.finite(line.skip_middle(end)) == Certainty.SURE
    return end if acts else entity.end


def _is_unknown_owner(entity: Entity, line: Line) -> bool:
    """Says whether the phrase begins with the name of whom it belongs to: "ryan's coach"."""
    owned = not isinstance(line, GermanLine) and line.word(entity.start + 1) == "'s" and entity.end > entity.start + 2
    return owned and line.form(entity.start) is None and not line.table.is_thing(line.word(entity.start))


def _owner_role(entity: Entity, line: Line, meaning: Meaning) -> str:
    """Returns the sort of the person who owns a thing: of "my grandson's birthday" male; empty without one."""
    if _is_unknown_owner(entity, line):
        return "any"
    if entity.is_person and entity.role not in meaning.animals:
        return ""
    roles = {key.split(">")[-2] for key in entity.keys if key.count(">") >= 2}
    for role in sorted(roles):
        if meaning.language == "de" and role in meaning.set_of("named in the plural"):
            return "many"
        if meaning.is_person(role):
            return "male" if role in meaning.male else "female" if role in meaning.female else "any"
    return ""


def _words_before_name(line: Line, text: str, entity: Entity) -> str:
    """Returns "my son" of "my son's name"."""
    cut = next((at for at in range(entity.start, entity.end) if line.word(at) == "'s"), entity.end)
    return text[line.tokens[entity.start].start : line.tokens[cut - 1].end]


def _spelled(text: str, name: str) -> str:
    at = text.lower().find(name)
    return text[at : at + len(name)] if at >= 0 else name


def _sort_of(entity: Entity, line: Line, meaning: Meaning) -> str:
    if isinstance(line, GermanLine):
        return german_pronoun_sort(entity, line, meaning)
    role, head = entity.role.removeprefix("ex-"), line.word(entity.end - 1)
    called = next((at for at in range(entity.start + 1, entity.end) if line.is_in(at, "naming")), 0)
    head = line.word(called - 1) if called else head  # "a girl | called laila"
    if head in meaning.set_of("men"):
        return "male"  # "the gas man"
    if head in meaning.set_of("women"):
        return "female"
    if role in meaning.male or entity.name.split()[:1] in (["mister"], ["mr"]):
        return "male"
    if role in meaning.female or entity.name.split()[:1] in (["mrs"], ["miss"], ["ms"]):
        return "female"
    if role in meaning.animals and entity.is_person and not line.is_plural(entity.end - 1):
        return "thing" if entity.end - entity.start == 1 else "animal"  # who eats fish has none
    told = line.word(entity.start) in line.words.determiners | line.words.possessives
    one = told and not entity.name and not line.is_plural(entity.end - 1)
    if one and any(line.word(entity.end - 1) in meaning.kinds.get(each, ()) for each in meaning.animals):
        return "animal"
    if told and not entity.name and line.word(entity.start + 1) in meaning.set_of("several as one"):
        return "many"  # "the couple upstairs"
    if line.is_plural(entity.end - 1) and not entity.name:
        role = meaning.roles.get(line.table.singular(line.word(entity.end - 1)), "")
        return "many" if entity.is_person or (role and meaning.is_person(role)) else "things"
    if (
        line.form(entity.end - 1) is None
        and line.word(entity.end - 1).endswith("s")
        and line.word(entity.start) == "the"
    ):
        return "many"
    if entity.is_person or entity.name or _is_changed_role(entity, line, meaning):
        return "any"
    owned = line.word(entity.start) in line.words.possessives and entity.end - entity.start == 2
    single = owned and line.form(entity.end - 1) is None and not line.table.is_thing(line.word(entity.end - 1))
    return "unknown" if single else "thing"


def _is_changed_role(entity: Entity, line: Line, meaning: Meaning) -> bool:
    """Says whether a word before a role makes it another one: "my best friend", "my old boss"."""
    last = entity.end - 1
    role = meaning.roles.get(line.word(last), "")
    changed = last > entity.start and line.word(last - 1) in meaning.changing
    return changed and meaning.is_person(role) and line.word(entity.start) in line.words.possessives


def owner_words(words: str) -> str:
    """Returns the words of an owner: "leo's", "the bronsons'"."""
    return words + ("'" if words.endswith("s") and not words.endswith("ss") else "'s")
