"""Pure: finds the fact that most likely answers a question, where none is about all that the question names.

People ask in other words than they tell: "the hip operation" of "they're doing my hip". So words of a question may be
missing from the fact, if what is left points at one fact alone, whoever the question names is in it, and the part that
is asked for says itself what it is. A fact about a sibling of what is missing, the shed for the fence, is no answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from memory.core.policy import ENOUGH_SHARE, WHOLE_SHARE
from memory.reading.answers import Told
from memory.reading.facts.entities import BETWEEN, SPEAKER, Names
from memory.reading.facts.gaps import tells_age, tells_job
from memory.reading.facts.reality import same_reality
from memory.reading.facts.same_relation import is_reversed, without_time
from memory.reading.facts.statement_words import Forms
from memory.reading.facts.statements import Statement
from memory.reading.facts.unify import has_word, leaves_person_open, was_before
from memory.reading.facts.wanted import Aspect, Wanted
from memory.reading.grammar.clause import ActKind, Gap, Modality
from memory.reading.nearest.asked_part import Evidence, evidence_for
from memory.reading.nearest.topic import missing_words, names_everybody
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.meaning import Meaning, load_meaning


def likely_facts(want: Wanted, told: Sequence[Told], names: Names, language: str = "en") -> tuple[Told, ...]:
    """Returns the fact that has most of what is asked, if no other has as much; empty where none has enough."""
    if language != "en" or want.gap in (Gap.NONE, Gap.WHY, Gap.HOW):
        return ()
    scored = [(share, each) for each in told if (share := _share(want, each.statement, names, language))]
    if not scored:
        return ()
    most = max(share for share, _ in scored)
    best = {
        each.ref: each for share, each in sorted(scored, key=lambda one: (one[1].at_ms, one[1].ref)) if share == most
    }
    return tuple(best.values()) if len(best) == 1 else ()


def _share(want: Wanted, told: Statement, names: Names, language: str) -> int:
    """Returns how much of the question's words a fact has, in thousandths; 0 where it cannot be the answer."""
    meaning = load_meaning(language)
    chooses = _chooses_somebody(want, meaning)
    anybody = chooses or want.gap is Gap.WHO or _asks_of_thing_alone(want, language)
    if not is_comparable(want, told, names, language):
        return 0
    if not names_everybody(want.question, told, names, language, anybody=anybody):
        return 0
    if any(forms <= meaning.set_of("liking asked") and not has_word(forms, want, told) for forms in want.words):
        return 0  # "what's he into" of what he is
    evidence = (Evidence(2 * _names_subject(told)) or None) if chooses else _evidence(want, told, names, language)
    verb = _verb_agrees(want, told, meaning)
    if evidence is None or not (verb or _may_differ(want, told, evidence, meaning, anybody=anybody)):
        return 0
    present, missing = missing_words(want.question, told, names, language)
    if chooses:
        present, missing = _without_sort(present, want), _without_sort(missing, want)
    missing = [forms for forms in missing if not _goes_without_saying(forms, present, want, meaning)]
    if not present:
        return int(not missing and evidence is Evidence.SURE and _is_of_speaker(want, told, meaning, verb=verb))
    if missing and evidence is not Evidence.SURE and all(_names_somebody(each) for each in present):
        return 0  # that somebody is named tells nothing of what they do
    if missing and not without_time(tuple(present), meaning):
        return 0  # "next week's lecture" of anything next week
    if want.gap is Gap.WHO and not chooses and missing and missing[-1] == want.question.words[-1]:
        return 0  # "who's got a bad shoulder"
    apart = any(_has_sibling(forms, told, meaning) or tells_apart(forms, present, want, meaning) for forms in missing)
    if apart or (chooses and missing):
        return 0
    share = (2 * len(present) + verb) * WHOLE_SHARE // (2 * (len(present) + len(missing)) + 1)
    enough = chooses or share >= (WHOLE_SHARE if evidence is Evidence.NONE else ENOUGH_SHARE)
    return share if enough else 0


def _names_somebody(forms: Forms) -> bool:
    """Says whether these are the keys of a person, and no word."""
    return any(BETWEEN in form for form in forms)


def is_comparable(want: Wanted, told: Statement, names: Names, language: str) -> bool:
    """Says whether a fact tells of what is, as the question does, and of no opposite."""
    meaning = load_meaning(language)
    if told.kind not in (ActKind.TELL, ActKind.CORRECT) or told.clause.modality is Modality.CONDITIONAL:
        return False
    said, negated = _sense(told, meaning)
    decides = want.question.clause.lemma in meaning.set_of("agreed")  # what is decided may be not to do it
    if (negated != want.question.clause.negated and not decides) or not same_reality(want, told, language):
        return False
    if (
        was_before(want, told)
        or leaves_person_open(want, told)
        or meaning.set_of("undecided").intersection(told.text.split())
    ):
        return False
    asked = want.question.clause.lemma
    if said in meaning.set_of(f"opposite {asked}") or asked in meaning.set_of(f"opposite {said}"):
        return False
    return not is_reversed(want.question, told, names, language)


def _verb_agrees(want: Wanted, told: Statement, meaning: Meaning) -> bool:
    asked, (said, _) = want.question.clause.lemma, _sense(told, meaning)
    return asked == said or said in meaning.groups.get(asked, ()) or asked in meaning.implies.get(said, ())


def may_tell_place(want: Wanted, told: Statement, language: str) -> bool:
    """Says whether the verbs may be of one place: where somebody trained is not where they worked in stone."""
    meaning = load_meaning(language)
    general = meaning.set_of("general verbs") | meaning.sets["placing"] | meaning.sets["homes"] | {"be", ""}
    return not {want.question.clause.lemma, told.clause.lemma}.isdisjoint(general) or _verb_agrees(want, told, meaning)


def _sense(told: Statement, meaning: Meaning) -> tuple[str, bool]:
    """Returns the verb of a fact and whether it is denied: who can't abide cauliflower hates it."""
    hates = told.clause.negated and told.clause.lemma in meaning.set_of("bearing")
    return ("hate", False) if hates else (told.clause.lemma, told.clause.negated)


def _may_differ(want: Wanted, told: Statement, evidence: Evidence, meaning: Meaning, *, anybody: bool) -> bool:
    """Says whether the verbs need not agree: not living and working, and not whoever does something else there."""
    asked, said, own = want.question.clause.lemma, told.clause.lemma, meaning.set_of("own relation")
    if want.gap is Gap.WHERE and not may_tell_place(want, told, meaning.language):
        return False
    if evidence is Evidence.SURE:
        if {asked, said} <= own:
            return False
    elif asked in own or said in own or told.clause.past != want.question.clause.past:
        return False
    return asked in meaning.set_of("general verbs") or not anybody


def _chooses_somebody(want: Wanted, meaning: Meaning) -> bool:
    """ "Which of my boys", "which one of our cats", "which fish": the answer is one of them."""
    if want.gap is not Gap.WHICH:
        return False
    spoken = want.question.text.split()
    forms = frozenset(form for each in want.question.sort for form in each)
    beings = frozenset(meaning.roles.values()) | meaning.animals | meaning.kinds.get("animal", frozenset())
    return bool(forms & beings - meaning.bodies) or spoken[1:2] == ["of"] or spoken[1:3] == ["one", "of"]


def _asks_of_thing_alone(want: Wanted, language: str) -> bool:
    """ "When is football": whoever has it, if the question says nothing of whose it is."""
    words = load_closed_words(language)
    named = any(entity.is_person or entity.role or entity.name for entity in want.question.entities)
    owned = words.possessives.intersection(want.question.text.split())
    return want.gap in (Gap.WHEN, Gap.WHERE) and not named and not owned and want.question.clause.lemma == "be"


def _without_sort(words: Sequence[Forms], want: Wanted) -> list[Forms]:
    sort = frozenset(form for each in want.question.sort for form in each)
    return [forms for forms in words if not forms & sort]


def _names_subject(told: Statement) -> bool:
    return any(SPEAKER not in entity.keys and entity.name for entity in told.subject)


def _goes_without_saying(forms: Forms, present: Sequence[Forms], want: Wanted, meaning: Meaning) -> bool:
    """Says whether a word adds nothing to those that are present: the operation of "the hip operation"."""
    if forms & meaning.set_of("qualifying"):
        return True
    events = want.gap in (Gap.WHEN, Gap.WHERE, Gap.WHO) or _asks_time(want, meaning)
    return bool(present) and events and bool(forms & meaning.set_of("events"))


def tells_apart(missing: Forms, present: Sequence[Forms], want: Wanted, meaning: Meaning) -> bool:
    """Says whether a missing word tells which of several a present one is: "the window guy" is no boiler engineer."""
    if missing & meaning.set_of("phones"):
        return False
    words = want.question.words
    return any(one == missing and following in present for one, following in pairwise(words))


def _is_of_speaker(want: Wanted, told: Statement, meaning: Meaning, *, verb: bool) -> bool:
    """Says whether the speaker asks of herself, and is told so, or of something of hers that is nobody."""
    if SPEAKER not in want.question.subject_keys:
        return False
    if not verb and want.question.clause.lemma not in meaning.set_of("general verbs"):
        return False
    return told.about_speaker or any(
        not (entity.is_person or entity.name) and any(key.startswith(SPEAKER + BETWEEN) for key in entity.keys)
        for entity in told.subject
    )


def _asks_time(want: Wanted, meaning: Meaning) -> bool:
    return any(forms & meaning.set_of("asks time") for forms in want.question.sort)


def _evidence(want: Wanted, told: Statement, names: Names, language: str) -> Evidence | None:
    """Returns how surely the part that is asked for is told; None where it is of a sort that says itself, and not."""
    meaning = load_meaning(language)
    if want.aspect is Aspect.JOB:
        return Evidence.SURE if tells_job(told, meaning) else None
    if want.aspect is Aspect.AGE:
        return Evidence.SURE if tells_age(told, meaning) else None
    found = evidence_for(want, told, names, language)
    if want.gap is Gap.WHERE and {want.question.clause.lemma, told.clause.lemma} <= meaning.sets["working"]:
        found = max(found, Evidence(bool(told.others)))
    if want.aspect is Aspect.NAME or want.gap in (Gap.WHERE, Gap.WHEN, Gap.WHO, Gap.COUNT, Gap.AMOUNT, Gap.DEGREE):
        return found or None
    asked = meaning.set_of("asked nouns")
    labelled = want.question.sort or any(forms & asked for forms in want.question.words)
    return found or (None if labelled else found)


def _has_sibling(forms: Forms, told: Statement, meaning: Meaning) -> bool:
    """Says whether the fact has another thing of the same kind as a missing word."""
    return any(forms & members and any(other & members for other in told.words) for members in meaning.kinds.values())
