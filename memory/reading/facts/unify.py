"""Pure: says whether a statement answers a question: entity, words and gap must fit. Abstains rather than guesses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from memory.reading.facts.entities import SPEAKER, Entity, all_keys
from memory.reading.facts.statements import Forms, Statement
from memory.reading.german.nouns import all_verb_forms
from memory.reading.grammar.clause import ActKind, Gap, Mark, Modality
from memory.reading.words.meaning import Meaning, load_meaning

Names = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a statement answers; higher is better."""

    matched: int
    linked: bool
    """Its subject is the one that is asked about."""
    exact: int

    holds: bool = True
    """It says what is so, not what is over."""

    @property
    def score(self) -> tuple[int, int, int, int]:
        """Orders answers to one question."""
        return self.linked, self.holds, self.matched, self.exact


class Aspect(Enum):
    """Relations that are told in many ways, so that words alone do not find them."""

    ANY = "any"
    NAME = "name"
    JOB = "job"
    AGE = "age"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a question asks for, ready to be compared."""

    question: Statement
    keys: frozenset[str]
    """The keys of the entity that it is about, with their other names."""
    people: tuple[frozenset[str], ...]
    """The keys of every other person or named thing in it."""
    words: tuple[Forms, ...]
    """Words that an answer must have."""
    light: tuple[Forms, ...]
    sort: tuple[Forms, ...]
    gap: Gap
    aspect: Aspect


def wanted(question: Statement, names: Names, language: str = "en") -> Wanted:
    """Prepares a question. `names` holds what names the same."""
    meaning = load_meaning(language)
    keys = all_keys(_owner_or_self(question.subject), names)
    spent = {word for key in keys for part in key.split(">") for word in part.split()}
    people = tuple(all_keys(entity.keys, names) for entity in question.others if _is_named(entity, names))
    spent |= {word for keys_of in people for key in keys_of for part in key.split(">") for word in part.split()}
    telling = [forms for forms in question.words if not forms & spent and not forms & _HELPERS]
    asked = question.clause.sort[1] > question.clause.sort[0]
    sort = tuple(forms for forms in telling if asked and forms & meaning.sorts.keys())
    inside = frozenset(question.subject_words)
    light = tuple(
        forms
        for forms in telling
        if forms & meaning.light and forms not in inside and forms not in sort and not forms & meaning.soft
    )
    needed = tuple(forms for forms in telling if not forms & meaning.soft and forms not in light and forms not in sort)
    gap = question.clause.asks or Gap.NONE
    if question.clause.lemma in ("call", "name") and people and (not keys or SPEAKER in keys):
        keys, people = people[0], people[1:]
    return Wanted(question, keys, people, needed, light, sort, gap, _aspect(question, telling, needed, meaning))


_HELPERS = frozenset(
    ("be", "is", "are", "was", "were", "do", "does", "did", "have", "has", "had", "can", "will", "name")
)
_JOB = frozenset(("job", "profession", "occupation", "work", "position", "career", "employ"))
_STRANDED = frozenset(("from", "with", "for", "to", "about", "in", "at", "on", "under", "of", "off", "into"))


def _is_named(entity: Entity, names: Names) -> bool:
    """Says whether an entity is somebody, or something with a name that was told; any other unknown word is a word."""
    known = bool(entity.role) or not entity.keys.isdisjoint(names) or (entity.is_person and not entity.name)
    return bool(entity.keys) and known and SPEAKER not in entity.keys and not entity.plain


def _aspect(question: Statement, telling: list[Forms], needed: tuple[Forms, ...], meaning: Meaning) -> Aspect:
    """Says what sort of relation is asked for beside its words: a name, a job, an age, or any."""
    clause, spoken = question.clause, question.text.split()
    heads = {key.rpartition(">")[2] for entity in question.subject for key in entity.keys}
    if (
        clause.asks in (Gap.WHAT, Gap.WHO, Gap.WHICH)
        and not needed
        and ("name" in heads or clause.lemma in ("call", "name") or "called" in spoken or "named" in spoken)
    ):
        return Aspect.NAME
    if clause.asks in (Gap.WHAT, Gap.WHICH) and all(forms & (_JOB | {"living"}) for forms in needed):
        if needed or (clause.lemma == "do" and not clause.past and "doing" not in spoken):
            return Aspect.JOB
    old = {"old", "age"}
    if (
        clause.asks in (Gap.DEGREE, Gap.WHAT, Gap.WHICH)
        and any(forms & old for forms in telling)
        and all(forms & old for forms in needed)
    ):
        return Aspect.AGE
    return Aspect.ANY


def _owner_or_self(subject: tuple[Entity, ...]) -> frozenset[str]:
    """Returns the person or named thing that a question is about: of "my sister's name" the sister, of "my age" me."""
    keys = frozenset(key for entity in subject for key in entity.keys)
    if not keys:
        return keys
    people = frozenset(key for entity in subject if entity.is_person or entity.name for key in entity.keys)
    if people:
        return people
    owners = frozenset(key.rpartition(">")[0] for key in keys if ">" in key)
    deeper = frozenset(owner for owner in owners if owner != SPEAKER)
    return deeper or frozenset((SPEAKER,))


def fits(want: Wanted, told: Statement, names: Names, language: str = "en") -> Fit | None:
    """Returns how well a statement answers; None when it does not."""
    meaning = load_meaning(language)
    calls = told.kind is ActKind.COMMAND and told.clause.lemma == "call"
    if (told.kind not in (ActKind.TELL, ActKind.CORRECT) and not calls) or told.clause.modality is Modality.CONDITIONAL:
        return None
    told_keys = all_keys(told.keys, names)
    subject_keys = all_keys(told.subject_keys, names)
    linked = bool(want.keys & subject_keys) or any(_owns(key, want.keys) for key in subject_keys)
    if not _right_person(want, told, subject_keys, told_keys, linked) or not _same_reality(want, told):
        return None
    if any(not keys & told_keys and not any(_owns(key, keys) for key in told_keys) for keys in want.people):
        return None
    matched = _matched(want, told, names, meaning)
    if matched is None:
        return None
    every = _all_forms(told)
    exact = sum(bool(forms & every) for forms in want.words)
    holds = want.gap is Gap.NONE or not (_is_over(told, meaning) or told.clause.negated)
    named = want.gap is Gap.WHO and _names_asked(want, told, names)
    return Fit(matched + named, linked, exact, holds)


def _same_reality(want: Wanted, told: Statement) -> bool:
    """What was once so is no answer about now, and a wish none about what was done."""
    clause, asked = told.clause, want.question.clause
    if clause.modality is Modality.PAST_ONLY:
        return asked.past or asked.modality is Modality.PAST_ONLY or want.gap is Gap.NONE
    if clause.modality in (Modality.WISH, Modality.PLAN, Modality.DUTY) and want.gap is Gap.NONE:
        return asked.modality is clause.modality or not (asked.past or _is_perfect(want.question))
    return True


def _is_perfect(question: Statement) -> bool:
    return question.text.split()[:1] in (["have"], ["has"], ["did"])


def _owned_head_fits(want: Wanted, told: Statement, names: Names) -> bool:
    """Of "my wife's sister is a judge" only the sister is a judge: what is owned must be asked for itself."""
    if want.keys & all_keys(told.subject_keys, names) or not want.keys or SPEAKER in want.keys:
        return True
    heads = {key.rpartition(">")[2] for key in all_keys(told.subject_keys, names) if _owns(key, want.keys)}
    if not heads:
        return True
    asked = {form for forms in want.question.words for form in forms}
    plain = {word for head in heads for word in head.split()}
    aspects = {Aspect.NAME: {"name"}, Aspect.AGE: {"age"}, Aspect.JOB: _JOB}.get(want.aspect, frozenset())
    named = "name" in plain and want.gap in (Gap.WHO, Gap.WHAT)
    return named or bool(plain & (asked | aspects))


def _placed(want: Wanted, told: Statement, names: Names) -> bool:
    """ "Where is the church" asks for the church's place, not for what is behind it."""
    if want.gap is not Gap.WHERE or want.question.clause.lemma != "be":
        return True
    keys = frozenset(key for entity in want.question.subject for key in entity.keys)
    direct = told.others and SPEAKER in told.subject_keys and told.others[0].start == told.clause.rest
    first = told.others[0].keys if direct else frozenset[str]()
    return bool(all_keys(keys, names) & all_keys(told.subject_keys | first, names))


def _matched(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> int | None:
    """Returns how many words of the question the statement has; None when too few, or when the gap stays open."""
    if not _owned_head_fits(want, told, names) or not _placed(want, told, names):
        return None
    if want.aspect is Aspect.NAME:
        return 1 if _names_asked(want, told, names) else None
    if (
        want.gap is Gap.WHERE
        and want.words
        and all(forms & _JOB for forms in want.words)
        and _tells_job(told, meaning)
        and told.has_place
    ):
        return len(want.words)
    if want.aspect is Aspect.JOB:
        return 1 if _tells_job(told, meaning) else None
    if want.aspect is Aspect.AGE:
        return 1 if _tells_age(told) else None
    words = sum(_held(forms, told, meaning, want) for forms in want.words)
    either = " or " in f" {want.question.text} "
    if words < len(want.words) - (1 if words and (either or _excludes_all(told)) else 0):
        return None
    lightly = sum(_held(forms, told, meaning, want) for forms in want.light)
    ends = want.gap is Gap.NONE and told.clause.lemma in meaning.ending
    if lightly < len(want.light) and not (
        words and (ends or told.clause.lemma in ("be", "have", "own", "get", "buy", "do"))
    ):
        return None
    if not want.words and not want.light and not _bare_question(want, told, names):
        return None
    if not _head_fits(want, told, meaning) or not _strands(want, told) or not _fills(want, told, meaning, names):
        return None
    return words + lightly


def _bare_question(want: Wanted, told: Statement, names: Names) -> bool:
    """ "Who is clara", "where is tom": what names it, or says what it is."""
    if want.sort or want.people:
        return True
    return _names_asked(want, told, names) or told.clause.lemma in ("be", want.question.clause.lemma)


def _strands(want: Wanted, told: Statement) -> bool:
    """A preposition at the end of the question must be in the statement: "where is robin from"."""
    last = want.question.text.rstrip(" ?.!").split()[-1:]
    if not last or last[0] not in _STRANDED or want.gap is Gap.NONE:
        return True
    return (
        last[0] in told.text.split() or last[0] not in ("from", "about") or (last[0] == "from" and "born" in told.text)
    )


def _head_fits(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """The head of "what is my job" must be a head in the statement too: "a job interview" is no job."""
    if want.question.clause.lemma != "be" or not want.words or want.gap not in (Gap.WHAT, Gap.WHEN, Gap.WHERE, Gap.WHO):
        return True
    heads = {
        key.rpartition(">")[2].split()[-1] for entity in want.question.subject for key in entity.keys if ">" in key
    }
    if not heads:
        return True
    spoken = {key.rpartition(">")[2].split()[-1] for key in told.keys}
    every = _all_forms(told)
    return not heads & every or bool(heads & spoken) or any(_near(head, meaning) & (every - {head}) for head in heads)


def _near(word: str, meaning: Meaning) -> frozenset[str]:
    return meaning.groups.get(word, frozenset()) | meaning.kinds.get(word, frozenset())


def _tells_job(told: Statement, meaning: Meaning) -> bool:
    """ "I work as a nurse", "tom is a pilot", "my job is teaching"."""
    clause = told.clause
    if clause.lemma in ("work", "teach") and "homework" not in told.text:
        return True
    if clause.lemma == "drive" and any(forms & _DRIVEN for forms in told.words):
        return True
    if clause.lemma in ("start", "begin", "get", "take") and any(forms & (_JOB - {"position"}) for forms in told.words):
        return True
    if clause.lemma != "be":
        return False
    if any(key.rpartition(">")[2] in _JOB for entity in told.subject for key in entity.keys):
        return True
    first = told.others[0] if told.others else None
    person = any(entity.is_person for entity in told.subject)
    kin = first is not None and first.role and first.role in meaning.kinds["family"] | meaning.animals | _COMPANIONS
    return (first is not None and first.plain and person and not kin) or _retired(told)


_COMPANIONS = frozenset(
    ("friend", "neighbour", "flatmate", "twin", "pet", "client", "eldest", "youngest", "baby", "child")
)


_DRIVEN = frozenset(
    ("taxi", "cab", "bus", "lorry", "truck", "van", "tram", "train", "ambulance", "minibus", "forklift")
)


def _retired(told: Statement) -> bool:
    return bool({"retired", "unemployed", "self-employed", "freelance"} & set(told.text.split()))


def _tells_age(told: Statement) -> bool:
    """ "My brother is seven", "i turned sixty": a number without a measure but years."""
    if told.clause.lemma not in ("be", "turn") or not told.has_number or told.clause.negated:
        return False
    rest = {form for forms in told.words if not any(forms & other for other in told.subject_words) for form in forms}
    known = rest & _COUNTS or any(form[:1].isdigit() for form in rest)
    return bool(known) and not rest & _MEASURES and any(entity.is_person or entity.name for entity in told.subject)


_COUNTS = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
        "thirty",
        "forty",
        "fifty",
        "sixty",
        "seventy",
        "eighty",
        "ninety",
        "hundred",
    ]
)
_MEASURES = frozenset(
    [
        "kilo",
        "kilogram",
        "pound",
        "euro",
        "dollar",
        "metre",
        "meter",
        "foot",
        "inch",
        "mile",
        "kilometre",
        "stone",
        "gram",
        "degree",
        "percent",
        "hour",
        "minute",
        "litre",
        "cm",
        "kg",
    ]
)


def _excludes_all(told: Statement) -> bool:
    """Says whether a statement denies everything of a sort: "i'm not allergic to anything"."""
    return told.clause.negated and any(
        word in told.text.split() for word in ("anything", "any", "nothing", "anyone", "anybody")
    )


def _is_over(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement only says that something ended."""
    return told.clause.lemma in meaning.ending or (told.clause.negated and Mark.OVER in told.clause.marks)


def _owns(key: str, owners: frozenset[str]) -> bool:
    """Says whether a key is of something of these owners."""
    root = key.rpartition(">")[0]
    return bool(root) and root in owners and root != SPEAKER


def _right_person(
    want: Wanted, told: Statement, subject_keys: frozenset[str], told_keys: frozenset[str], linked: bool
) -> bool:
    """A fact about somebody else is no answer about the speaker, and a fact that does not name a person none about her."""
    if not want.keys:
        return True
    if SPEAKER not in want.keys:
        return linked or bool(want.keys & told_keys) or any(_owns(key, want.keys) for key in told_keys)
    if SPEAKER in subject_keys or not told.subject:
        return True
    asked = {form for forms in (*want.words, *want.sort) for form in forms} | {
        part for keys in want.people for key in keys for part in key.split(">")
    }
    for entity in told.subject:
        if (entity.is_person or entity.name) and not {entity.role, *entity.name.split()} & asked:
            return want.gap is Gap.WHO and SPEAKER in told_keys
        owners = {part for key in entity.keys for part in key.split(">")[:-1] if part != SPEAKER}
        if owners and not owners & asked:
            return False
    return True


def _all_forms(told: Statement) -> frozenset[str]:
    return frozenset(form for forms in told.words for form in forms)


def _held(forms: Forms, told: Statement, meaning: Meaning, want: Wanted) -> bool:
    """Says whether a word of the question is in the statement, itself or by a word that stands for it."""
    every = _all_forms(told)
    if (
        forms & every
        or (forms & {"end", "finish"} and _has_end(told))
        or (told.clause.negated and told.has_time and forms & _PARTS_OF_DAY)
    ):
        return True
    if any(_near_only(form, meaning) & every for form in forms):
        return True
    below = frozenset(other for form in forms for other in meaning.kinds.get(form, ()))
    if below & every:
        return want.gap is not Gap.NONE or not told.clause.negated
    return any(forms & meaning.implies.get(form, frozenset()) for form in every)


_PARTS_OF_DAY = frozenset(("morning", "afternoon", "evening", "night"))


def _has_end(told: Statement) -> bool:
    """Says whether a statement names when something ends: "from two to three thirty", "until five"."""
    spoken = told.text.split()
    return told.has_time and (
        "until" in spoken or "till" in spoken or ("from" in spoken and "to" in spoken[spoken.index("from") :])
    )


def _near_only(word: str, meaning: Meaning) -> frozenset[str]:
    return meaning.groups.get(word, frozenset())


def _names_asked(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names whom the question is about."""
    return any(one in want.keys or other in want.keys for one, other in told.named)


def _new_words(want: Wanted, told: Statement) -> list[Forms]:
    """Returns the words of a statement that the question did not have."""
    asked = frozenset(form for forms in (*want.question.words, *want.sort) for form in forms)
    known = {word for key in want.keys for part in key.split(">") for word in part.split()}
    return [forms for forms in told.words if not forms & asked and not forms & known and not forms & {"move", "live"}]


def _fills(want: Wanted, told: Statement, meaning: Meaning, names: Names) -> bool:
    """Says whether the statement has what the question leaves open."""
    gap = want.gap
    if told.clause.negated and gap is not Gap.NONE and gap not in (Gap.WHERE, Gap.WHEN):
        return True
    if want.sort and gap in (Gap.WHICH, Gap.WHAT):
        return _has_sort(want, told, meaning)
    if gap is Gap.WHEN:
        return told.has_time
    if gap is Gap.WHERE:
        return told.has_place
    if gap is Gap.WHY:
        return told.has_reason
    if gap in (Gap.COUNT, Gap.AMOUNT, Gap.DEGREE):
        return told.has_number
    if gap is Gap.WHO:
        return _has_person(want, told, names)
    if gap is Gap.NONE:
        return True
    return bool(_new_words(want, told)) or _names_asked(want, told, names)


def _has_sort(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    every = _all_forms(told)
    for forms in want.sort:
        if forms & every:
            return bool(_new_words(want, told)) or told.has_time or told.has_number
        evidence = next((meaning.sorts[form] for form in sorted(forms) if form in meaning.sorts), "any")
        if any(meaning.kinds.get(form, frozenset()) & every for form in forms):
            return True
        if evidence == "colour":
            return bool(meaning.kinds["colour"] & every)
        if evidence == "number":
            return told.has_number
        if evidence == "time":
            return told.has_time
        if evidence == "kind":
            return (
                told.clause.lemma == "be"
                and any(entity.plain for entity in told.others)
                and bool(_new_words(want, told))
            )
    stranded = want.question.text.split()[-1:] == ["from"] and "from" in told.text.split()
    return bool(_new_words(want, told)) and (
        stranded or bool(want.words or want.light) or told.clause.lemma == want.question.clause.lemma
    )


def _has_person(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether the statement names somebody whom the question did not name."""
    if _names_asked(want, told, names):
        return True
    for entity in told.entities:
        if (
            (entity.is_person or entity.name)
            and SPEAKER not in entity.keys
            and not all_keys(entity.keys, names) & want.keys
        ):
            if not any(all_keys(entity.keys, names) & keys for keys in want.people):
                return True
    return False


def may_answer(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether a statement is about the one who is asked about, and about what was asked: now, then, wished."""
    told_keys, subject_keys = all_keys(told.keys, names), all_keys(told.subject_keys, names)
    linked = bool(want.keys & subject_keys) or any(_owns(key, want.keys) for key in subject_keys)
    right = _right_person(want, told, subject_keys, told_keys, linked) and _same_reality(want, told)
    return right and _owned_head_fits(want, told, names) and _placed(want, told, names)


def holds_words(want: Wanted, told: Statement, language: str = "en") -> bool:
    """Says whether a statement has every word that the question needs."""
    meaning = load_meaning(language)
    return all(_held(forms, told, meaning, want) for forms in want.words)


def fills_gap(want: Wanted, told: Statement, language: str = "en") -> bool:
    """Says whether a statement has what the question leaves open, whatever it is about."""
    return _fills(want, told, load_meaning(language), {})


def search_words(question: Statement, names: Names, language: str = "en") -> tuple[str, ...]:
    """Returns the words by which facts that may answer are looked up: those of the question, their kin, and names."""
    meaning = load_meaning(language)
    found: dict[str, None] = {}
    for forms in question.words:
        near = {other for form in forms for other in (*meaning.groups.get(form, ()), *meaning.kinds.get(form, ()))}
        turned = {word for word, others in meaning.implies.items() if others & forms}
        kin = near | turned
        found |= dict.fromkeys(
            (*sorted(forms), *sorted(kin if language == "en" else kin | all_verb_forms(forms | kin)))
        )
    keys = all_keys(frozenset(key for entity in question.entities for key in entity.keys), names)
    spoken = {word for key in keys for part in key.split(">") for word in part.split()}
    roles = {word for word, role in meaning.roles.items() if role in spoken}
    found |= dict.fromkeys(sorted(spoken | roles))
    return tuple(word for word in found if word and not word.startswith("?"))
