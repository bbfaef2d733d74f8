"""Pure: says whether a statement answers a question: entity, words and gap must fit. Abstains rather than guesses."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memory.reading.facts.counted import with_members
from memory.reading.facts.entities import SPEAKER, Names, all_keys, shared_roles
from memory.reading.facts.gaps import (
    all_forms,
    excludes_all,
    fills,
    is_of_other_kind,
    is_stranded_in,
    is_trade,
    names_asked,
    strands,
    tells_age,
    tells_job,
)
from memory.reading.facts.held_words import (
    asks_of_thing,
    holds_word,
    is_asked_thing,
    is_beside,
    leaves_liking_open,
    same_things,
    says_where,
    words_near,
)
from memory.reading.facts.reality import asks_of_state, same_reality
from memory.reading.facts.same_relation import is_reversed
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement, named_roles
from memory.reading.facts.wanted import JOB_WORDS, Aspect, Wanted, asks_of_definite
from memory.reading.german.nouns import has_compound_key, is_part_of_word
from memory.reading.german_facts.answer_parts import says_what_is_asked
from memory.reading.german_facts.left_open import closeness, is_bare_age
from memory.reading.german_facts.sayings import asks_what_was_said, words_of_saying
from memory.reading.german_facts.told_things import tells_what_is_done_to
from memory.reading.grammar.clause import ActKind, Gap, Mark, Modality
from memory.reading.words.meaning import Meaning, load_meaning

_NAMING = frozenset(("call", "name"))


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


def fits(want: Wanted, told: Statement, names: Names, language: str = "en") -> Fit | None:
    """Returns how well a statement answers; None when it does not."""
    meaning = load_meaning(language)
    calls = told.kind is ActKind.COMMAND and told.clause.lemma == "call"
    if (told.kind not in (ActKind.TELL, ActKind.CORRECT) and not calls) or told.clause.modality is Modality.CONDITIONAL:
        return None
    want, told = _without_shared_roles(want, told, names), with_members(told, names, meaning)
    if language == "de" and asks_what_was_said(want.question):
        matched = words_of_saying(want.question, told, names)
        return Fit(matched, True, matched) if matched is not None else None
    told_keys = all_keys(told.keys, names)
    subject_keys = all_keys(told.subject_keys, names)
    linked = bool(want.keys & subject_keys) or any(_owns(key, want.keys) for key in subject_keys)
    own = {key for key in want.question.subject_keys if not key.endswith(">name")}
    linked = linked or not own.isdisjoint(told.subject_keys)  # "when is our anniversary"
    linked = linked or (SPEAKER in want.keys and is_asked_thing(want, told))
    linked = linked or (want.asks_names and any(one in want.keys for one, _ in named_roles(told)))
    if not _right_person(want, told, subject_keys, told_keys, linked, meaning, names) or not same_reality(
        want, told, language
    ):
        return None
    if (
        was_before(want, told)
        or leaves_person_open(want, told)
        or leaves_liking_open(want, told, meaning)
        or is_of_other_kind(want, told, meaning)
        or is_reversed(want.question, told, names, language)
    ):
        return None
    if any(
        not keys & told_keys
        and not any(_owns(key, keys) for key in told_keys)
        and not _in_compound(keys, told, language)
        for keys in want.people
    ):
        return None
    if language == "de" and not says_what_is_asked(want.question, told):
        return None
    matched = _matched(want, told, names, meaning)
    if matched is None:
        return None
    every = all_forms(told)
    exact = sum(bool(forms & every) for forms in (*want.words, *want.question.sort))
    exact += closeness(want.question, told) if language == "de" else 0
    if want.gap is Gap.WHO and want.question.clause.negated and not told.clause.negated:
        return None
    any_state = want.gap is Gap.NONE or asks_of_state(want.question, language)
    holds = any_state or not (_is_over(told, meaning) or told.clause.negated != want.question.clause.negated)
    named = want.gap is Gap.WHO and names_asked(want, told, names)
    return Fit(matched + named, linked, exact, holds)


def leaves_person_open(want: Wanted, told: Statement) -> bool:
    """Says whether a person is asked for and only "he", "she" or "they" told: "he fixed it" says not who."""
    asks_subject = want.gap is Gap.WHO and not want.question.subject and want.question.clause.lemma == told.clause.lemma
    return asks_subject and bool(told.subject) and all(one.pronoun and not one.keys for one in told.subject)


def was_before(want: Wanted, told: Statement) -> bool:
    """Says whether a deed that is over is told to who asks when it will be: "when is he coming" of "he came"."""
    asked = want.question.clause
    same = asked.lemma == told.clause.lemma != "be"
    return want.gap is Gap.WHEN and same and told.clause.past and not asked.past


def _without_shared_roles(want: Wanted, told: Statement, names: Names) -> Wanted:
    """Leaves out the role that the subject has beside others: "which of my sons" of what is told of one of them."""
    roles = frozenset(role for entity in told.subject for role in shared_roles(entity.name, names) if entity.name)
    if not roles or want.gap not in (Gap.WHICH, Gap.WHO):
        return want
    words = tuple(forms for forms in want.words if not forms & roles)
    sort = tuple(forms for forms in want.sort if not forms & roles)
    found = len(words) < len(want.words) or len(sort) < len(want.sort)
    return replace(want, words=words, sort=sort, keys=told.subject_keys) if found else want


def _in_compound(keys: frozenset[str], told: Statement, language: str) -> bool:
    """Says whether a German word of the statement is made with what is named: "chor" in "kirchenchor"."""
    heads = {key.rpartition(">")[2] for key in keys}
    return language == "de" and any(heads & forms and len(forms) > 1 for forms in told.words)


def _owned_head_fits(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> bool:
    """Of "my wife's sister is a judge" only the sister is a judge: what is owned must be asked for itself."""
    if want.keys & all_keys(told.subject_keys, names) or not want.keys or SPEAKER in want.keys:
        return True
    heads = {key.rpartition(">")[2] for key in all_keys(told.subject_keys, names) if _owns(key, want.keys)}
    if not heads:
        return True
    asked = {form for forms in want.question.words for form in forms}
    plain = {word for head in heads for word in head.split()}
    aspects = {Aspect.NAME: {"name"}, Aspect.AGE: {"age"}, Aspect.JOB: JOB_WORDS}.get(want.aspect, frozenset())
    named = "name" in plain and want.gap in (Gap.WHO, Gap.WHAT)
    near = {other for form in asked for other in meaning.groups.get(form, ())}
    parts = meaning.language == "de" and is_part_of_word(frozenset(asked), frozenset(plain))
    return named or parts or bool(plain & (asked | near | aspects))


def _placed(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> bool:
    """ "Where is the church" asks for the church's place, not for what is behind it."""
    if want.gap is not Gap.WHERE or want.question.clause.lemma != "be":
        return True
    if told.clause.lemma == "park" and any(forms & meaning.set_of("parked") for forms in want.words):
        return True
    if is_beside(want.question, told, meaning.language):
        return False
    keys = frozenset(key for entity in want.question.subject for key in entity.keys)
    heads = {key.rpartition(">")[2].split()[-1] for key in keys if ">" in key}
    if any(told.clause.lemma in words_near(head, meaning) for head in heads):
        return told.clause.past or not want.question.clause.past
    opens = (told.clause.rest, told.clause.first)  # "den koffer hab ich im keller"
    puts = told.clause.lemma != "be" and told.clause.lemma in meaning.set_of("placing")  # "tom moved the bins"
    direct = told.others and (SPEAKER in told.subject_keys or puts) and told.others[0].start in opens
    direct = direct and told.clause.lemma not in meaning.set_of("not_placing")
    first = told.others[0].keys if direct else frozenset[str]()
    asked, said = all_keys(keys | _same_keys(keys, meaning), names), all_keys(told.subject_keys | first, names)
    return bool(asked & said) or (meaning.language == "de" and has_compound_key(asked, said))


def _same_keys(keys: frozenset[str], meaning: Meaning) -> frozenset[str]:
    """Returns the keys of a thing under its other names."""
    parts = ((*key.rpartition(">")[:2], key.rpartition(">")[2]) for key in keys)
    return frozenset(f"{root}{mark}{other}" for root, mark, head in parts for other in same_things(head, meaning))


def _matched(want: Wanted, told: Statement, names: Names, meaning: Meaning) -> int | None:
    """Returns how many words of the question the statement has; None when too few, or when the gap stays open."""
    placed = _placed(want, told, names, meaning) and not _asks_if_late(want, told, meaning)
    if not placed or not _owned_head_fits(want, told, names, meaning):
        return None
    if want.aspect is Aspect.NAME:
        return 1 if names_asked(want, told, names) else None
    if (
        want.gap is Gap.WHERE
        and want.words
        and all(forms & JOB_WORDS for forms in want.words)
        and tells_job(told, meaning)
        and told.has_place
    ):
        return len(want.words)
    if want.aspect is Aspect.JOB:
        if _tells_what_is_done(want, told, meaning):
            return 1
        practised = not want.words and want.question.clause.lemma == "do" and is_trade(told, meaning)
        return 0 if practised else None
    if want.aspect is Aspect.AGE:
        return 1 if tells_age(told, meaning) or is_bare_age(want.question, told, meaning) else None
    held = [forms for forms in want.words if holds_word(forms, told, meaning, want)]
    words, either = len(held), " or " in f" {want.question.text} "
    ends = want.gap is Gap.NONE and told.clause.lemma in meaning.ending
    ends = ends and all(forms in held for forms in want.question.subject_words if forms in want.words)
    if words < len(want.words) - (1 if words and (either or ends or excludes_all(told, meaning)) else 0):
        return None
    lightly = sum(holds_word(forms, told, meaning, want) for forms in want.light)
    kept = want.gap is Gap.WHERE and want.question.clause.lemma in meaning.set_of("located") and asks_of_thing(want)
    if lightly < len(want.light) and not (
        words
        and (
            ends
            or (kept and says_where(told, meaning))
            or told.clause.lemma in ("be", "have", "own", "get", "buy", "do")
            or (want.question.clause.lemma in meaning.set_of("any_deed") and want.gap is Gap.WHAT)
            or (told.clause.lemma == "take" and want.gap is not Gap.WHEN)
        )
    ):
        return None
    if not want.words and not want.light and not _bare_question(want, told, names, meaning.language):
        return None
    if want.question.clause.lemma in _NAMING and not (told.named or told.clause.lemma in _NAMING):
        return None
    if not _head_fits(want, told, meaning) or not strands(want, told) or not fills(want, told, meaning, names):
        return None
    if _is_only_alike(want, told, meaning):
        return None
    return words + lightly


def _asks_if_late(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether it is asked if something is late, and a statement does not say: "is my train late"."""
    return want.gap is Gap.NONE and not want.question.spoken & meaning.set_of("timeliness") <= told.spoken


def _is_only_alike(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a sort or an amount is asked for and no word of the question is in the statement itself.

    Where many facts are known, one of them nearly always has a word of like meaning: "which airline are we flying with"
    of "i go to the chiropodist every six weeks", "which hotel are we in" of "i'm allergic to shellfish".
    """
    if want.gap is not Gap.AMOUNT and not (want.gap in (Gap.WHICH, Gap.WHAT) and want.sort):
        return False
    every = all_forms(told) | frozenset(told.text.casefold().split())
    if not (want.question.subject_keys - {SPEAKER}).isdisjoint(told.keys):
        return False
    if want.words or want.light:
        return not any(forms & every for forms in (*want.words, *want.light, *want.sort))
    if meaning.language == "de":  # "wie ist meine hausnummer"
        kinds = {other for forms in want.sort for form in forms for other in meaning.kinds.get(form, ())}
        return want.question.clause.lemma == "be" and every.isdisjoint(kinds.union(*want.sort))
    ending = want.question.text.casefold().rstrip(" ?.!").split()[-1]
    placed = want.question.clause.lemma == "be" and ending in meaning.set_of("left at the end")
    return placed and not (ending in every and want.question.about_speaker == told.about_speaker)


def _tells_what_is_done(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement tells a job, or what somebody does of whom that is asked: "he does the lights"."""
    done = told.clause.lemma == want.question.clause.lemma == "do" and bool(told.others)
    return done or tells_job(told, meaning)


def _bare_question(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    """ "Who is clara", "where is tom": what names it, or says what it is."""
    if want.sort or want.people or (want.gap is Gap.WHERE and is_stranded_in(want, told)):
        return True
    if want.question.clause.lemma == "do":  # "what did arthur do" is no question for his name
        return _tells_what_is_done(want, told, load_meaning(language))
    return names_asked(want, told, names) or told.clause.lemma == want.question.clause.lemma


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
    every = all_forms(told)
    return not heads & every or bool(heads & spoken) or any(_near(head, meaning) & (every - {head}) for head in heads)


def _near(word: str, meaning: Meaning) -> frozenset[str]:
    return meaning.groups.get(word, frozenset()) | meaning.kinds.get(word, frozenset())


def _is_over(told: Statement, meaning: Meaning) -> bool:
    """Says whether a statement only says that something ended."""
    return told.clause.lemma in meaning.ending or (told.clause.negated and Mark.OVER in told.clause.marks)


def _owns(key: str, owners: frozenset[str]) -> bool:
    """Says whether a key is of something of these owners."""
    root = key.rpartition(">")[0]
    return bool(root) and root in owners and root != SPEAKER


def _right_person(
    want: Wanted,
    told: Statement,
    subject_keys: frozenset[str],
    told_keys: frozenset[str],
    linked: bool,
    meaning: Meaning,
    names: Names,
) -> bool:
    """A fact about somebody else is no answer about the speaker, and one that does not name a person none about her."""
    if _has_other_name(want.question, told, names):
        return False
    if not want.keys:
        return True
    if SPEAKER not in want.keys:
        return linked or bool(want.keys & told_keys) or any(_owns(key, want.keys) for key in told_keys)
    if SPEAKER in subject_keys or not told.subject or asks_of_definite(want.question):
        return True
    if want.question.subject_keys & told.keys and meaning.language == "de" and tells_what_is_done_to(want.question):
        return True  # "wann wird die miete erhöht" of who raises it
    asked = {form for forms in (*want.words, *want.sort) for form in forms} | {
        part for keys in want.people for key in keys for part in key.split(">")
    }
    asked |= {other for word in asked for other in _near(word, meaning)}
    mine = {"my", "our", "me", "us"} & set(told.text.split())
    done_to_me = bool(mine) and want.question.clause.lemma == "be" and SPEAKER not in want.question.subject_keys
    for entity in told.subject:
        if done_to_me and entity.pronoun == "many" and not entity.keys:
            continue  # "they're operating on my knee" is anybody's doing
        if (entity.is_person or entity.name) and not {entity.role, *entity.name.split()} & asked:
            own = any(key.rpartition(">")[0] == SPEAKER and key.rpartition(">")[2] in asked for key in told_keys)
            met = own or SPEAKER in told_keys or not want.question.keys.isdisjoint(told.keys)
            asks_object = SPEAKER in want.question.subject_keys and want.question.clause.lemma == told.clause.lemma
            return want.gap is Gap.WHO and met and not (asks_object and told.clause.lemma != "be")
        owners = {part for key in entity.keys for part in key.split(">")[:-1] if part != SPEAKER}
        if owners and not owners & asked:
            return False
    return True


def _has_other_name(question: Statement, told: Statement, names: Names) -> bool:
    """Says whether the same role has another name: what is told of uncle pat is nothing of uncle tom."""
    return any(
        asked.role == other.role and other.name not in all_keys(frozenset((asked.name,)), names)
        for asked in question.subject
        if asked.role and asked.name and " " not in asked.name
        for other in told.subject
        if other.role and other.name and " " not in other.name
    )


def may_answer(want: Wanted, told: Statement, names: Names, language: str = "en") -> bool:
    """Says whether a statement is about the one who is asked about, and about what was asked: now, then, wished."""
    meaning = load_meaning(language)
    if (want.sort and not fills(want, told, meaning, names)) or is_of_other_kind(want, told, meaning):
        return False
    if is_reversed(want.question, told, names, language) or _leaves_unnamed(want, told, names):
        return False
    told_keys, subject_keys = all_keys(told.keys, names), all_keys(told.subject_keys, names)
    linked = bool(want.keys & subject_keys) or any(_owns(key, want.keys) for key in subject_keys)
    if was_before(want, told) or (language == "de" and not says_what_is_asked(want.question, told)):
        return False
    right = _right_person(want, told, subject_keys, told_keys, linked, meaning, names) and same_reality(
        want, told, language
    )
    return right and _owned_head_fits(want, told, names, meaning) and _placed(want, told, names, meaning)


def _leaves_unnamed(want: Wanted, told: Statement, names: Names) -> bool:
    """Says whether a name is asked for, and the statement calls nobody anything."""
    if want.aspect is not Aspect.NAME or SPEAKER in want.keys:
        return False
    return told.clause.lemma not in ("call", "name") and not names_asked(want, told, names)


def holds_words(want: Wanted, told: Statement, language: str = "en") -> bool:
    """Says whether a statement has every word that the question needs."""
    meaning = load_meaning(language)
    return all(holds_word(forms, told, meaning, want) for forms in want.words)


def has_word(forms: Forms, want: Wanted, told: Statement, language: str = "en") -> bool:
    """Says whether a statement has one word that a question needs, itself or by a word that stands for it."""
    return holds_word(forms, told, load_meaning(language), want)


def fills_gap(want: Wanted, told: Statement, language: str = "en") -> bool:
    """Says whether a statement has what the question leaves open, whatever it is about."""
    return fills(want, told, load_meaning(language), {})
