"""Pure: puts the words for a person or thing in the place of a pronoun: "he likes fish" becomes "leo likes fish".

What was said before is read, the latest first; a pronoun without a clear antecedent stays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from memory.reading.facts.entities import SPEAKER, Entity
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.named_pronouns import german_pronoun_sort, is_bare_noun, named_text, owned_by_speaker
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.words.line import Line
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


def antecedents(texts: Iterable[str], language: str = "en") -> tuple[Antecedent, ...]:
    """Returns what the texts name, the latest first. `texts` are in the order in which they were said."""
    found: list[Antecedent] = []
    for text in texts:
        for one in statements(text, language):
            named = list(_named_in(one, text, language))
            found = [replace(each, is_last=False, is_object=False) for each in found] if named or one.words else found
            found += reversed([replace(each, is_last=at == 0) for at, each in enumerate(named)])
    return tuple(reversed(found))


def _named_in(one: Statement, text: str, language: str) -> Iterator[Antecedent]:
    """Returns the antecedents of one clause, the subject first."""
    line, meaning = line_of(text, language), load_meaning(language)
    people = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    if len(people) > 1 and len(people) == len(one.subject) and not isinstance(line, GermanLine):
        whole = text[line.tokens[people[0].start].start : line.tokens[people[-1].end - 1].end]
        if all(SPEAKER not in entity.keys for entity in people):
            yield Antecedent(whole, "many", frozenset(key for entity in people for key in entity.keys))
    for entity in one.entities:
        if entity.pronoun or SPEAKER in entity.keys or not entity.keys or (entity.plain and one.clause.lemma == "be"):
            continue
        if isinstance(line, GermanLine) and entity in one.others and is_bare_noun(entity, one.clause):
            continue
        if not isinstance(line, GermanLine) and _is_no_thing(line, entity):
            continue
        owner = next((name for key, name in one.named if f"{key}>name" in entity.keys), "")
        words = _words_of(line, text, entity)
        if owner and entity.end - entity.start > 1:
            words = _words_before_name(line, text, entity)
        elif entity.name and line.word(entity.start) in line.words.indefinite:
            words = _spelled(text, entity.name)
        elif isinstance(line, GermanLine) and one.clause.lemma == "have" and SPEAKER in one.subject_keys:
            words = owned_by_speaker(words, together=line.word(one.clause.subject[0]) == "wir")
        if not isinstance(line, GermanLine):
            words = _owned_by_subject(_definite(words, line, one), line, text, one)
        direct = entity in one.subject or _is_object(entity, one, line)
        sort = (
            "place" if _is_place(entity, line, meaning) else _sort_of(_with_role(entity, one, meaning), line, meaning)
        )
        yield Antecedent(words, sort, entity.keys, is_object=direct)
        owner_role = _owner_role(entity, meaning)
        if owner_role:
            yield Antecedent(_words_before_name(line, text, entity), owner_role)


def _is_no_thing(line: Line, entity: Entity) -> bool:
    """Says whether a day, or what somebody is doing, is named: no pronoun stands for "tuesday" or "training"."""
    last, single = entity.end - 1, entity.end - entity.start == 1
    if line.is_time(last) or line.length_of(line.words.day_words, last):
        return line.word(entity.start) not in line.words.possessives
    return single and line.has_form(last, "g")


def _is_place(entity: Entity, line: Line, meaning: Meaning) -> bool:
    """Says whether an unknown name stands for a place: "near skipton" is nobody whom "she" may mean."""
    unknown = bool(entity.name) and not entity.role and entity.name not in meaning.set_of("first_names")
    return unknown and not isinstance(line, GermanLine) and line.word(entity.start - 1) in meaning.set_of("inside")


def _is_object(entity: Entity, one: Statement, line: Line) -> bool:
    """Says whether the verb acts on it: "the guitar" of "i gave up the guitar", "a plant" of "she gave me a plant"."""
    rest = one.clause.rest
    beside = line.word(rest) in line.words.objects | line.words.particles
    return entity.start == rest or (entity.start == rest + 1 and beside)


def _definite(words: str, line: Line, one: Statement) -> str:
    """Returns "the boat" for "a boat", and for what the speaker has "my boat"."""
    first, _, rest = words.partition(" ")
    if first.casefold() not in ("a", "an") or not rest:
        return words
    own = one.clause.lemma in line.words.have.values() or one.clause.lemma == "have"
    return f"{'my' if own and SPEAKER in one.subject_keys else 'the'} {rest}"


def _owned_by_subject(words: str, line: Line, text: str, one: Statement) -> str:
    """Returns "the plumber's number" for "his number", of which "the plumber gave me his number" tells."""
    first, _, rest = words.partition(" ")
    people = [entity for entity in one.subject if entity.is_person and not entity.pronoun]
    if line.words.third.get(first.casefold(), "thing") == "thing" or len(people) != 1 or len(one.subject) != 1:
        return words
    owner = "" if SPEAKER in people[0].keys else _words_of(line, text, people[0])
    return f"{_owner(owner)} {rest}" if owner and rest else words


def _with_role(entity: Entity, one: Statement, meaning: Meaning) -> Entity:
    """Returns the entity with the role that the clause says it has: Ana is female in "my sister is called Ana"."""
    roles = [key.split(">")[-1] for key, name in one.named if name == entity.name and not entity.role]
    role = next((each for each in roles if each in meaning.male | meaning.female), "")
    return replace(entity, role=role) if role else entity


def _words_of(line: Line, text: str, entity: Entity) -> str:
    return text[line.tokens[entity.start].start : line.tokens[entity.end - 1].end]


def _owner_role(entity: Entity, meaning: Meaning) -> str:
    """Returns the sort of the person who owns a thing: of "my grandson's birthday" male; empty without one."""
    if entity.is_person:
        return ""
    roles = {key.split(">")[-2] for key in entity.keys if key.count(">") >= 2}
    for role in sorted(roles):
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
    role = entity.role.removeprefix("ex-")
    if role in meaning.male or entity.name.split()[:1] in (["mister"], ["mr"]):
        return "male"
    if role in meaning.female or entity.name.split()[:1] in (["mrs"], ["miss"], ["ms"]):
        return "female"
    if role in meaning.animals and entity.is_person and not line.is_plural(entity.end - 1):
        return "animal"
    one = not entity.name and not line.is_plural(entity.end - 1)
    if one and any(line.word(entity.end - 1) in meaning.kinds.get(each, ()) for each in meaning.animals):
        return "animal"
    if line.is_plural(entity.end - 1) and not entity.name:
        return "many" if entity.is_person else "things"
    if (
        line.form(entity.end - 1) is None
        and line.word(entity.end - 1).endswith("s")
        and line.word(entity.start) == "the"
    ):
        return "many"
    return "any" if entity.is_person or entity.name else "thing"


def resolve(text: str, one: Statement, before: tuple[Antecedent, ...], language: str = "en") -> str:
    """Returns the clause's words with its subject, and the first pronoun of each sort, named."""
    line = line_of(text, language)
    clause = one.clause
    if isinstance(line, GermanLine):
        return named_text(
            text, line, clause, one.subject_keys, tuple((each.words, each.sort, each.keys) for each in before)
        )
    pieces: list[str] = []
    if clause.subject[0] == clause.subject[1] and clause.shared[1] > clause.shared[0]:
        shared = line.tokens[clause.shared[0]].start, line.tokens[clause.shared[1] - 1].end
        pieces.append(_resolved_span(text, line, (clause.shared[0], clause.shared[1]), shared, before, one) + " ")
    span = line.tokens[clause.first].start, line.tokens[clause.last - 1].end
    pieces.append(_resolved_span(text, line, (clause.first, clause.last), span, before, one))
    return "".join(pieces)


def _resolved_span(
    text: str,
    line: Line,
    bounds: tuple[int, int],
    span: tuple[int, int],
    before: tuple[Antecedent, ...],
    one: Statement,
) -> str:
    made, at, done = [], span[0], set[str]()
    for place in range(*bounds):
        word, token = line.word(place), line.tokens[place]
        sort = line.words.third.get(word, "")
        if not sort or sort in done or token.start < at or _is_empty(line, place, one):
            continue
        if sort == "thing":
            found = _thing_meant(line, place, bounds, before, one)
        else:
            found = next(
                (each for each in before if _agrees(each.sort, sort) and not _is_inside(each, bounds, one)), None
            )
        single = found is None and sort == "many" and place == bounds[0] and word == "they" and not _is_placed(one)
        found = next((each for each in before if each.is_last and each.sort == "any"), None) if single else found
        if found is None and sort == "many" and (one.clause.asks is not None or _is_placed(one)):
            found = next((each for each in before if each.sort == "things" and (each.is_last or each.is_object)), None)
        if found is None or (place > bounds[0] and _names_same(one, found)):
            continue
        owning = word in line.words.possessives and (
            word != "her" or (line.is_open(place + 1) and line.usual(place + 1) in "nad")
        )
        done.add(sort)
        made += [text[at : token.start], _owner(found.words) if owning else found.words]
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


def _is_placed(one: Statement) -> bool:
    """Says whether a clause only says where something is: "they're in the porch" is of things as well as persons."""
    return one.clause.lemma == "be" and one.has_place and not one.has_time


def _is_empty(line: Line, place: int, one: Statement) -> bool:
    """Says whether "it" only sets somebody apart: "it's maureen that does the flowers"."""
    return line.word(place) == "it" and place == one.clause.first and one.clause.subject[0] == place + 2


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


def _thing_meant(
    line: Line, place: int, bounds: tuple[int, int], before: tuple[Antecedent, ...], one: Statement
) -> Antecedent | None:
    """Returns the thing that "it" means: the topic of the clause said last, else the one thing that it is about."""
    last = next((each for each in before if _agrees(each.sort, "thing") and each.is_last), None)
    if place == bounds[0] or one.clause.asks is not None:
        if last is not None:
            return last
        things = [each for each in before if _agrees(each.sort, "thing") and each.is_object]
        named = one.clause.lemma == "be" and line.word(one.clause.rest) in line.words.possessives
        return things[0] if len(things) == 1 and not named else None
    acted = (
        place == one.clause.main + 1
        and line.word(place) == "it"
        and one.clause.lemma not in ("be", "do", "make", "call")
    )
    things = [each for each in before if each.sort in ("thing", "animal") and each.is_object]
    return things[0] if acted and len(things) == 1 else None


def _is_inside(found: Antecedent, bounds: tuple[int, int], one: Statement) -> bool:
    """Says whether a shared subject would be taken for what its own clause names by it: "his nephew"."""
    return bounds == one.clause.shared and found.words.split()[0].casefold() in ("his", "her", "their", "its")


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


def _names_same(one: Statement, found: Antecedent) -> bool:
    """Says whether the clause names the antecedent itself: "tom lost his keys"."""
    return bool(found.keys & one.subject_keys)


def _owner(words: str) -> str:
    return words + ("'" if words.endswith("s") and not words.endswith("ss") else "'s")


def _agrees(sort: str, pronoun: str) -> bool:
    if pronoun in ("male", "female"):
        return sort in (pronoun, "any", "animal")
    if pronoun == "thing":
        return sort in ("thing", "animal")
    return sort == pronoun


def is_telling_kind(one: Statement) -> bool:
    """Says whether the clause tells something."""
    return one.kind in (ActKind.TELL, ActKind.CORRECT)
