"""Pure: what a clause states or asks, in a form that can be compared: entities, words, time, place, number."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from memory.core.policy import KEPT_READINGS
from memory.reading.facts.entities import BETWEEN, SPEAKER, Entity, entities_in
from memory.reading.facts.statement_words import Forms, forms_at, has_new_time, has_place, has_time, is_telling
from memory.reading.german.german_line import GermanLine
from memory.reading.german.telling import parts_of
from memory.reading.grammar.clause import Act, ActKind, Clause, Mark, Modality
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.word_caches import cache_for_words

_Found = TypeVar("_Found")


@dataclass(frozen=True)
class Statement:
    """One clause with what it says. `words` are its open words in order, each as the set of its forms.

    What follows from its fields is made once: every rule of change asks for it, of each pair of statements.
    """

    text: str
    clause: Clause
    kind: ActKind
    subject: tuple[Entity, ...]
    others: tuple[Entity, ...]
    """What else it names, in order."""
    words: tuple[Forms, ...]
    subject_words: tuple[Forms, ...]
    named: tuple[tuple[str, str], ...] = ()
    """Pairs of keys that name the same: a role and its name."""
    sort_words: tuple[Forms, ...] = ()
    """The words that say of what sort the answer is to be: "which herb"."""
    start: int = 0
    """Where its act begins in the utterance."""
    has_time: bool = False
    has_place: bool = False
    has_number: bool = False
    has_reason: bool = False
    sort: tuple[Forms, ...] = ()
    """The words of a question that name the sort of thing asked for: "which herb"."""

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The subject's entities and the others."""
        return self.subject + self.others

    @cached_property
    def keys(self) -> frozenset[str]:
        """Every key of every entity."""
        return frozenset(key for entity in self.entities for key in entity.keys)

    @property
    def changes(self) -> bool:
        """Says whether a mark or verb of change is in it, so that it may make older statements stale."""
        return bool(self.clause.marks - {Mark.CONTRAST}) or self.kind is ActKind.CORRECT

    @cached_property
    def subject_keys(self) -> frozenset[str]:
        """Every key of its subject."""
        return frozenset(key for entity in self.subject for key in entity.keys)

    @cached_property
    def spoken(self) -> frozenset[str]:
        """Its words as they were said."""
        return frozenset(self.text.lower().replace("'", " '").replace(",", " ").split())

    @property
    def tells_span(self) -> bool:
        """Says whether a stretch of time is told by its beginning or its end: "since i left school", "till may"."""
        return "since" in self.spoken or (self.has_time and not self.spoken.isdisjoint(("till", "until")))

    @cached_property
    def rest_words(self) -> tuple[Forms, ...]:
        """Its words beside the subject."""
        return tuple(forms for forms in self.words if not any(forms & other for other in self.subject_words))

    @cached_property
    def _noted(self) -> dict[tuple[object, ...], Any]:
        return {}

    def once(self, find: Callable[..., _Found], *given: object) -> _Found:
        """Returns what a function finds in the statement alone, with what else it is given, and finds it only once."""
        key = (find, *given)
        if key not in self._noted:
            self._noted[key] = find(self, *given)
        found: _Found = self._noted[key]
        return found

    @property
    def about_speaker(self) -> bool:
        """Says whether its subject is the speaker or somebody with the speaker."""
        return SPEAKER in self.subject_keys


@cache_for_words(KEPT_READINGS)
def statements(text: str, language: str = "en") -> tuple[Statement, ...]:
    """Returns the statement of each act of a text."""
    line = line_of(text, language)
    meaning = load_meaning(language)
    build = _german_statement if isinstance(line, GermanLine) else _statement
    return tuple(build(line, act, text, meaning) for act in read(text, language).acts)


def statement_of(line: Line, act: Act, text: str) -> Statement:
    """Returns the statement of one English act of a text."""
    return _statement(line, act, text, load_meaning(line.words.language))


def _german_statement(line: Line, act: Act, text: str, meaning: Meaning) -> Statement:
    assert isinstance(line, GermanLine)
    return Statement(
        text[act.clause.start : act.clause.end], kind=act.kind, start=act.start, **parts_of(line, act, meaning)
    )


def _statement(line: Line, act: Act, text: str, meaning: Meaning) -> Statement:
    clause = act.clause
    bounds = clause.subject if clause.subject[1] > clause.subject[0] else clause.shared
    subject = entities_in(line, *bounds, meaning) or _unspoken_speaker(line, act)
    first = clause.rest if clause.rest >= 0 and clause.asks is None else max(clause.rest, clause.subject[1])
    others = entities_in(line, max(first, clause.first), clause.last, meaning)
    content = clause.modality in (Modality.REPORTED, Modality.HEDGED)
    teller = _teller_meant(line, clause, subject, meaning)
    subject = (teller,) if teller is not None else subject
    named = (teller.start, teller.end) if teller is not None else bounds
    near = line.words.prepositions | line.words.sets["beside"]  # "the lady next | door"
    beside = tuple(entity for entity in subject[1:] if line.word(entity.start - 1) in near)
    subject, others = tuple(entity for entity in subject if entity not in beside), (*others, *beside)
    if clause.first < bounds[0] and bounds == clause.subject and clause.asks is None and not content:
        others = (*entities_in(line, clause.first, bounds[0], meaning), *others)
    if clause.lemma in meaning.sets["having"] and not content:
        others = tuple(
            _owned_by(subject, entity, counted=_is_counted(line, entity) or _is_one_named(line, entity))
            for entity in others
        )
    spoken = list(dict.fromkeys((*range(*bounds), *range(clause.first, clause.last))))
    own = tuple(place for place in spoken if is_telling(line, place))
    return Statement(
        text[clause.start : clause.end],
        clause,
        act.kind,
        subject,
        others,
        tuple(forms_at(line, place, meaning) for place in own),
        tuple(forms_at(line, place, meaning) for place in range(*named) if is_telling(line, place)),
        tuple(_named(line, clause, subject, others, meaning)),
        tuple(forms_at(line, place, meaning) for place in range(*clause.sort) if is_telling(line, place)),
        act.start,
        has_time(line, clause.first, clause.last) or has_new_time(line, clause, meaning),
        has_place(line, clause, meaning),
        any(
            line.is_number(place) or line.word(place) in ("a", "an", "no", "both", "couple")
            for place in range(max(clause.rest, clause.first), clause.last)
        ),
        any(
            line.word(place) in line.words.reasons or line.word(place) in ("since", "so", "due")
            for place in range(clause.first, clause.last)
        ),
        tuple(forms_at(line, place, meaning) for place in range(*clause.sort)),
    )


def _teller_meant(line: Line, clause: Clause, subject: tuple[Entity, ...], meaning: Meaning) -> Entity | None:
    """Returns who tells it of themselves: the plumber of "the plumber said he'll come"; None for anybody else."""
    reported = clause.modality is Modality.REPORTED and clause.first < clause.subject[0]
    if not reported or len(subject) != 1 or subject[0].pronoun not in ("male", "female", "many"):
        return None
    tellers = entities_in(line, clause.first, clause.subject[0], meaning)
    teller = tellers[0] if tellers and tellers[0].start == clause.first else None
    if teller is None or teller.pronoun or SPEAKER in teller.keys:
        return None
    known = "male" if teller.role in meaning.male else "female" if teller.role in meaning.female else ""
    if subject[0].pronoun == "many":
        return None if teller.name else teller  # "anna says they're selling up" is told of others too
    other = known not in ("", subject[0].pronoun)
    return None if other else teller


def _unspoken_speaker(line: Line, act: Act) -> tuple[Entity, ...]:
    """Returns the speaker as the subject of what begins with a past form or "don't": "finished the book"."""
    clause = act.clause
    dropped = act.kind is ActKind.TELL and clause.verb == clause.first and clause.past
    dropped = dropped and not line.is_auxiliary(clause.verb)
    denied = (
        act.kind is ActKind.TELL and clause.verb == clause.first and line.words.do.get(line.word(clause.verb)) == "b"
    )
    alone = (dropped or denied) and clause.shared == clause.subject == (0, 0)
    return (Entity(frozenset((SPEAKER,)), clause.first, clause.first, is_person=True),) if alone else ()


def _is_counted(line: Line, entity: Entity) -> bool:
    """Says whether a number says how many there are: "two brothers", and no rank."""
    numbered = any(line.is_number(place) for place in range(entity.start, entity.end - 1))
    return numbered and line.word(entity.end - 1) not in line.words.ordinals


def _is_one_named(line: Line, entity: Entity) -> bool:
    """Says whether something new is told with its name: "a spaniel called biscuit"."""
    named = any(line.is_in(place, "naming") for place in range(entity.start, entity.end))
    return named and line.word(entity.start) in line.words.indefinite


def _owned_by(subject: tuple[Entity, ...], thing: Entity, *, counted: bool = False) -> Entity:
    """Returns what somebody has as theirs: of "my uncle has a dog" the dog is no dog of the speaker."""
    owners = frozenset(key for entity in subject for key in entity.keys)
    if not (thing.plain or thing.role or counted) or not owners or SPEAKER in owners:
        return thing
    first = f"{SPEAKER}{BETWEEN}"
    mine = {key for key in thing.keys if key.startswith(first) and BETWEEN not in key.removeprefix(first)}
    theirs = {f"{owner}{BETWEEN}{key.removeprefix(first)}" for owner in owners for key in mine}
    return replace(thing, keys=thing.keys - mine | theirs)


def is_introduced(entity: Entity) -> bool:
    """Says whether somebody is told of by a noun and by name: "a locksmith called hugo"."""
    heads = {key.rpartition(BETWEEN)[2] for key in entity.keys} - {entity.name}
    return bool(entity.name and heads) and all(entity.name not in head for head in heads)


def named_roles(told: Statement) -> tuple[tuple[str, str], ...]:
    """Returns the pairs in which a name stands for something else than itself: somebody called tom is no tomcat.

    Who is called "meine ältere schwester" is "meine schwester" too, where both are keys of the subject.
    """
    plainer = (key for key in sorted(told.subject_keys) if told.clause.lemma == "call" and " " not in key)
    pairs = (*told.named, *((key, name) for key in plainer for one, name in told.named if " " in one and key != name))
    return tuple((one, other) for one, other in pairs if one.rpartition(">")[2] != other)


def _named(
    line: Line, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the pairs of keys that the clause says are one: "my sister is called clara", "bruno is our dog"."""
    for entity in (*subject, *others):
        if entity.name:
            yield from ((key, entity.name) for key in sorted(entity.keys) if key != entity.name)
    if clause.verb >= 0 and not clause.negated and clause.asks is None:
        yield from _listed_names(line, clause, subject, others, meaning)
    if clause.verb < 0 or clause.negated or clause.asks is not None or len(subject) != 1:
        return
    head = subject[0]
    called = clause.lemma in ("be", "go") and line.word(clause.rest) in ("called", "named")  # "he goes by alf"
    calls = line.word(clause.main) not in ("called", "named") or clause.main == clause.verb
    if line.words.language == "en" and clause.lemma in ("call", "name") and calls:
        return  # "i call tom every day" says no name of mine
    if clause.lemma in ("call", "name") or called:
        begin = clause.rest + (line.word(clause.rest) in ("called", "named"))
        begin += clause.main > clause.verb and line.word(begin) == "the"  # "the boat is called the salty dog"
        name = " ".join(line.word(at) for at in range(begin, _name_end(line, begin, clause.last)))
        yield from ((key, name) for key in sorted(head.keys) if name)
    elif clause.lemma == "be":
        yield from _copula_names(line, clause, head, others, meaning)
    married = clause.lemma == "marry" or line.word(clause.rest) in ("married", "engaged", "dating")
    if married and others and head.is_person:
        partner = next((entity for entity in others if entity.name), None)
        roles = ("husband", "wife", "partner") if partner else ()
        yield from ((f"{key}>{role}", partner.name) for key in sorted(head.keys) for role in roles if partner)


def _listed_names(
    line: Line, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the names after what is counted: "i've two sons callum and rory", "my two sisters are called .."."""
    for listed, names in _counted(line, subject, others):
        head = _head_of_counted(line, listed)
        role = meaning.roles.get(head, head)
        owners = {key.rpartition(BETWEEN)[0] for key in listed.keys if BETWEEN in key} or {SPEAKER}
        if len(names) > 1:
            yield from ((f"{owner}{BETWEEN}{role}", name) for owner in sorted(owners) for name in names)


def _head_of_counted(line: Line, entity: Entity) -> str:
    """Returns the noun that is counted, in the singular: of "three cats called mog" the cat."""
    naming = next((at for at in range(entity.start, entity.end) if line.is_in(at, "naming")), entity.end)
    return line.table.singular(line.word(naming - 1))


def _counted(
    line: Line, subject: tuple[Entity, ...], others: tuple[Entity, ...]
) -> Iterator[tuple[Entity, tuple[str, ...]]]:
    """Returns what is counted or told of in the plural, with the names that follow."""
    for at, entity in enumerate(others):
        after = others[at + 1 :]
        if not _is_counted(line, entity) or not after:
            continue
        if any(line.is_in(place, "naming") for place in range(entity.start, entity.end)) and entity.name:
            yield entity, (*entity.name.split(), *_single_names(line, after))
        elif after[0].start == entity.end:
            yield entity, _single_names(line, after)
    if len(subject) == 1 and line.is_plural(subject[0].end - 1) and others and others[0].name:
        yield subject[0], _single_names(line, others)


def _single_names(line: Line, after: tuple[Entity, ...]) -> tuple[str, ...]:
    """Returns the names of one word among the entities that follow."""
    single = [entity for entity in after if entity.end - entity.start == 1]
    return tuple(entity.name or line.word(entity.start) for entity in single if entity.name or single[-1].name)


def _copula_names(
    line: Line, clause: Clause, head: Entity, others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    begin = clause.rest
    name = " ".join(line.word(at) for at in range(begin, _name_end(line, begin, clause.last)))
    named = [key.removesuffix(">name") for key in sorted(head.keys) if key.endswith(">name")]
    if named and name:
        yield from ((key, name) for key in named)
        return
    other = others[0] if others and others[0].start == begin else None
    if other is None:
        return
    called = any(line.word(at) in ("called", "named") for at in range(other.start, other.end))
    called = called or line.is_titled_name(other.start + 1, other.end)
    if called and other.name and line.word(begin) in line.words.indefinite:
        yield from ((key, other.name) for key in sorted(head.keys) if key != other.name)
        return
    # "The couple upstairs are the novaks."
    family = line.is_in(begin, "definite_article") and other.end == begin + 2 == clause.last
    if family and line.form(begin + 1) is None and line.word(begin + 1).endswith("s"):
        yield from ((key, one) for key in sorted(head.keys) for one in sorted(other.keys))
        return
    person = other.role and other.is_person
    known = line.is_in(head.start, "titles") or head.name in meaning.set_of("first_names")
    owned = line.word(begin) in line.words.possessives  # "sister okafor is my mentor"
    if head.name and not other.plain and (person or (known and owned)):
        yield from ((key, head.name) for key in sorted(other.keys))
    elif (
        (head.role or head.is_person)
        and name
        and not other.role
        and line.word(begin) not in line.words.determiners
        and (line.form(begin) is None or line.word(begin) in meaning.titles)
        and not line.is_number(begin)
    ):
        yield from ((key, name) for key in sorted(head.keys))


def _name_end(line: Line, begin: int, last: int) -> int:
    place = begin
    while (
        place < last
        and (line.is_open(place) or (line.word(place) in ("the", "of") and place > begin))
        and line.word(place) not in line.words.adverbs
    ):
        place += 1
    return place
