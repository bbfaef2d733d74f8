"""Pure: what a clause states or asks, in a form that can be compared: entities, words with their kin, time, place, number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from memory.core.policy import KEPT_READINGS
from memory.reading.facts.entities import SPEAKER, Entity, entities_in
from memory.reading.german.german_line import GermanLine
from memory.reading.german.keeping import states_fact
from memory.reading.german.telling import parts_of
from memory.reading.grammar.clause import Act, ActKind, Clause, Gap, Mark, Modality
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.line import Line
from memory.reading.words.meaning import Meaning, load_meaning
from memory.text.stemming import stem

Forms = frozenset[str]


@dataclass(frozen=True, slots=True)
class Statement:
    """One clause with what it says. `words` are its open words in order, each as the set of its forms."""

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
    start: int = 0
    """Where its act begins in the utterance."""
    has_time: bool = False
    has_place: bool = False
    has_number: bool = False
    has_reason: bool = False

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The subject's entities and the others."""
        return self.subject + self.others

    @property
    def keys(self) -> frozenset[str]:
        """Every key of every entity."""
        return frozenset(key for entity in self.entities for key in entity.keys)

    @property
    def changes(self) -> bool:
        """Says whether a mark or verb of change is in it, so that it may make older statements stale."""
        return bool(self.clause.marks - {Mark.CONTRAST}) or self.kind is ActKind.CORRECT

    @property
    def subject_keys(self) -> frozenset[str]:
        """Every key of its subject."""
        return frozenset(key for entity in self.subject for key in entity.keys)

    @property
    def about_speaker(self) -> bool:
        """Says whether its subject is the speaker or somebody with the speaker."""
        return SPEAKER in self.subject_keys


@lru_cache(KEPT_READINGS)
def statements(text: str, language: str = "en") -> tuple[Statement, ...]:
    """Returns the statement of each act of a text."""
    line = line_of(text, language)
    meaning = load_meaning(language)
    build = _german_statement if isinstance(line, GermanLine) else _statement
    return tuple(build(line, act, text, meaning) for act in read(text, language).acts)


def _german_statement(line: Line, act: Act, text: str, meaning: Meaning) -> Statement:
    assert isinstance(line, GermanLine)
    return Statement(
        text[act.clause.start : act.clause.end], kind=act.kind, start=act.start, **parts_of(line, act, meaning)
    )


def _statement(line: Line, act: Act, text: str, meaning: Meaning) -> Statement:
    clause = act.clause
    bounds = clause.subject if clause.subject[1] > clause.subject[0] else clause.shared
    subject = entities_in(line, *bounds, meaning)
    first = clause.rest if clause.rest >= 0 and clause.asks is None else max(clause.rest, clause.subject[1])
    others = entities_in(line, max(first, clause.first), clause.last, meaning)
    content = clause.modality in (Modality.REPORTED, Modality.HEDGED)
    beside = tuple(entity for entity in subject[1:] if line.word(entity.start - 1) in line.words.prepositions)
    subject, others = tuple(entity for entity in subject if entity not in beside), (*others, *beside)
    if clause.first < bounds[0] and bounds == clause.subject and clause.asks is None and not content:
        others = (*entities_in(line, clause.first, bounds[0], meaning), *others)
    spoken = list(dict.fromkeys((*range(*bounds), *range(clause.first, clause.last))))
    own = tuple(place for place in spoken if is_telling(line, place))
    return Statement(
        text[clause.start : clause.end],
        clause,
        act.kind,
        subject,
        others,
        tuple(forms_at(line, place, meaning) for place in own),
        tuple(forms_at(line, place, meaning) for place in range(*bounds) if is_telling(line, place)),
        tuple(_named(line, clause, subject, others, meaning)),
        act.start,
        has_time(line, clause.first, clause.last),
        has_place(line, clause, meaning),
        any(
            line.is_number(place) or line.word(place) in ("a", "an", "no", "both", "couple")
            for place in range(max(clause.rest, clause.first), clause.last)
        ),
        any(
            line.word(place) in line.words.reasons or line.word(place) in ("since", "so", "due")
            for place in range(clause.first, clause.last)
        ),
    )


def is_telling(line: Line, at: int) -> bool:
    """Says whether a word carries meaning of its own."""
    word, words = line.word(at), line.words
    if line.is_number(at) or line.is_month(at):
        return True
    return (
        line.is_open(at)
        and word not in words.questions
        and word not in words.middle | {"there"}
        and (word not in words.adverbs or word in ("home", "abroad", "upstairs", "downstairs", "online"))
    )


def forms_at(line: Line, at: int, meaning: Meaning) -> Forms:
    """Returns the forms of one word: itself, its dictionary forms, its stem."""
    word = line.word(at)
    single = line.table.singular(word)
    found = line.table.find(word)
    lemmas = {lemma for lemma, _ in found.verbs} if found else set()
    plain = {word, single, stem(word), stem(single), *lemmas}
    return frozenset(plain | {meaning.roles[each] for each in (word, single) if each in meaning.roles})


def has_time(line: Line, first: int, last: int) -> bool:
    """Says whether a day, a date, a time of day or a repetition is named."""
    words = line.words
    for at in range(first, last):
        word = line.word(at)
        if (
            word in words.days
            or line.is_month(at)
            or line.length_of(words.day_words, at)
            or word in words.ordinals - {"second", "last", "next"}
        ):
            return True
        if line.table.singular(word) in words.units and line.word(at - 1) in (
            "every",
            "each",
            "next",
            "last",
            "this",
            "in",
            "a",
            "ago",
            "per",
            "the",
            "all",
            "one",
            "few",
            "couple",
            *words.numbers,
        ):
            return True
        if line.is_number(at) and _counts_thing(line, at):
            continue
        if line.is_number(at) and line.word(at - 1) in (
            "at",
            "since",
            "until",
            "till",
            "by",
            "before",
            "after",
            "around",
            "from",
            "in",
            "about",
            "to",
            "past",
        ):
            return True
        if line.length_of(words.parts, at) and line.word(at - 1) in (
            "in",
            "the",
            "at",
            "this",
            "every",
            "on",
            "for",
            "after",
            "before",
            "each",
            "during",
            "next",
            "last",
        ):
            return True
        if (
            word
            in (
                "daily",
                "weekly",
                "monthly",
                "yearly",
                "annually",
                "soon",
                "later",
                "twice",
                "once",
                "ago",
                "when",
                "while",
                "after",
                "before",
                "during",
                "o'clock",
                "am",
                "pm",
            )
            and at > first
        ):
            return True
    return False


def _counts_thing(line: Line, at: int) -> bool:
    """Says whether a number belongs to the noun after it: "at eighteen canal street"."""
    after = at + 1
    while line.is_number(after):
        after += 1
    noun = (
        line.is_open(after)
        and line.usual(after) == "n"
        and line.word(after) not in line.words.days
        and not line.is_month(after)
    )
    timely = line.table.singular(line.word(after)) in line.words.units or line.word(after) in (
        "am",
        "pm",
        "o'clock",
        "past",
        "half",
    )
    return noun and not timely and line.form(after) is None and line.word(at - 1) == "at"


def has_place(line: Line, clause: Clause, meaning: Meaning) -> bool:
    """Says whether a place may be named: a phrase after a preposition of place that is no time."""
    words = line.words
    for at in range(clause.first, clause.last):
        word = line.word(at)
        if (
            word in ("home", "here", "there", "abroad", "upstairs", "downstairs", "online", "next door", "nearby")
            and at > clause.first
        ):
            return True
        if word in (
            "in",
            "at",
            "on",
            "under",
            "behind",
            "near",
            "from",
            "to",
            "into",
            "inside",
            "by",
            "with",
            "beside",
            "over",
            "above",
            "below",
            "outside",
            "opposite",
            "through",
            "round",
            "around",
            "off",
            "onto",
            "between",
            "underneath",
            "next",
        ):
            place = at + 1
            while line.word(place) in words.determiners | words.possessives | {"to"}:
                place += 1
            if line.is_stop(place) or place >= clause.last:
                continue
            timed = (
                line.word(place) in words.days
                or line.is_month(place)
                or (line.is_number(place) and not _counts_thing(line, place))
                or line.table.singular(line.word(place)) in words.units
            )
            if not timed and not line.length_of(words.parts, place) and not line.length_of(words.day_words, place):
                return True
    return False


def _named(
    line: Line, clause: Clause, subject: tuple[Entity, ...], others: tuple[Entity, ...], meaning: Meaning
) -> Iterator[tuple[str, str]]:
    """Returns the pairs of keys that the clause says are one: "my sister is called clara", "bruno is our dog"."""
    for entity in (*subject, *others):
        if entity.name:
            yield from ((key, entity.name) for key in sorted(entity.keys) if key != entity.name)
    if clause.verb < 0 or clause.negated or clause.asks is not None or len(subject) != 1:
        return
    head = subject[0]
    if clause.lemma in ("call", "name") or (clause.lemma == "be" and line.word(clause.rest) in ("called", "named")):
        begin = clause.rest + (line.word(clause.rest) in ("called", "named"))
        name = " ".join(line.word(at) for at in range(begin, _name_end(line, begin, clause.last)))
        yield from ((key, name) for key in sorted(head.keys) if name)
    elif clause.lemma == "be":
        yield from _copula_names(line, clause, head, others, meaning)
    married = clause.lemma == "marry" or line.word(clause.rest) in ("married", "engaged", "dating")
    if married and others and head.is_person:
        partner = next((entity for entity in others if entity.name), None)
        roles = ("husband", "wife", "partner") if partner else ()
        yield from ((f"{key}>{role}", partner.name) for key in sorted(head.keys) for role in roles if partner)


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
    if other.role and other.is_person and head.name and not other.plain:
        yield from ((key, head.name) for key in sorted(other.keys))
    elif (
        head.role
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


def keepable(text: str, one: Statement, language: str = "en") -> bool:
    """Says whether a clause states something to keep: no question, condition, passing state, or talk about the talk."""
    clause, meaning = one.clause, load_meaning(language)
    told = one.kind in (ActKind.TELL, ActKind.CORRECT) and clause.modality is not Modality.CONDITIONAL
    if not told or not 0 <= clause.verb < clause.last:
        return False
    line = line_of(text, language)
    if isinstance(line, GermanLine):
        return states_fact(
            line,
            one.kind,
            clause,
            one.words,
            meaning,
            about_speaker=one.about_speaker,
            timed=one.has_time,
            numbered=one.has_number,
        )
    spoken = [line.word(at) for at in range(clause.subject[0], clause.subject[1])]
    if not one.words or "you" in spoken or clause.lemma in line.words.unreal:
        return False
    rest = [line.word(at) for at in range(max(clause.rest, 0), clause.last) if line.word(at) not in ("not", "n't")]
    if spoken in (["it"], ["that"], ["this"], ["there"]) and clause.lemma in (
        "be",
        "rain",
        "snow",
        "get",
        "look",
        "sound",
        "seem",
        "feel",
        "matter",
        "happen",
        "work",
        "help",
        "do",
    ):
        passing = meaning.weather | meaning.passing
        return (one.has_time and clause.past) or any(word not in passing and is_known_open(line, word) for word in rest)
    if one.about_speaker and clause.lemma in ("be", "feel", "get") and not clause.past:
        first = next((word for word in rest if word not in line.words.middle), "")
        if first in meaning.passing and not one.has_time:
            return False
    told = [
        forms
        for forms in one.words
        if not forms
        & (
            meaning.soft
            | meaning.light
            | {"see", "think", "guess", "mean", "hear", "understand", "agree", "thank", "hope", "i", "care", "mind"}
        )
    ]
    return bool(told) or one.has_time or one.has_number


def is_known_open(line: Line, word: str) -> bool:
    """Says whether a word belongs to no closed class."""
    words = line.words
    return (
        word
        not in words.determiners
        | words.prepositions
        | words.adverbs
        | words.middle
        | words.objects
        | words.subjects
        | words.conjunctions
        | words.subordinators
    )


def asks(one: Statement) -> Gap | None:
    """Returns what the clause asks for; None when it does not ask."""
    return one.clause.asks


def subject_name(text: str, language: str = "en") -> str:
    """Returns the name of the person that a text is about: "bev" of "my aunt bev lives in hull"; empty without one."""
    first = next(iter(statements(text, language)), None)
    return next((entity.name for entity in first.subject if entity.name and entity.role), "") if first else ""
