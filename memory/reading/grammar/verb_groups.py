"""Pure: reads a verb group: auxiliaries, negation, the main verb, "going to", "used to", "have to"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memory.reading.grammar.clause import Clause, Modality
from memory.reading.grammar.subjects import is_verbal_s
from memory.reading.words.line import Line


@dataclass(frozen=True, slots=True)
class VerbGroup:
    """A verb with its auxiliaries: token positions, the main verb's lemma, polarity and modality."""

    verb: int
    main: int
    rest: int
    lemma: str
    negated: bool = False
    past: bool = False
    modality: Modality = Modality.FACT


def with_verb_group(clause: Clause, group: VerbGroup) -> Clause:
    """Returns the clause with another verb group."""
    return replace(
        clause,
        verb=group.verb,
        main=group.main,
        rest=group.rest,
        lemma=group.lemma,
        negated=group.negated,
        past=group.past,
        modality=group.modality,
    )


def read_verb_group(line: Line, verb: int) -> VerbGroup:
    """Reads the group that begins with a finite verb at `verb`."""
    main, negated = verb, _negated_before(line, verb)
    past = (
        line.words.be.get(line.word(verb)) == "d"
        or line.words.have.get(line.word(verb)) == "d"
        or line.words.do.get(line.word(verb)) == "d"
    )
    modality = Modality(line.words.modalities.get(line.word(verb), Modality.FACT.value))
    while True:
        place = line.skip_middle(main + 1)
        negated = negated or any(_denies(line, at) for at in range(main + 1, place))
        if not _is_helper(line, main) or not _completes(line, main, place):
            break
        main = place
    rest = main + 1
    while line.word(rest) in line.words.negators:
        negated, rest = True, rest + 1
    lemma = lemma_of(line, main)
    past = past or (main == verb and _is_past(line, main))
    if line.is_in(verb, "unreal_modals") and main > verb + 1 and _has_perfect(line, verb, main):
        modality = Modality.CONDITIONAL
    leading = line.words.leading_verbs.get(lemma)
    if lemma in line.words.sets["plans_in_progress"] and not line.has_form(main, "g"):
        leading = None  # "she goes to school"
    if leading is not None and line.is_in(rest, "to") and line.has_form(rest + 1, "b"):
        return _with_infinitive(line, verb, rest, negated, past, Modality(leading))
    return VerbGroup(verb, main, rest, lemma, negated, past, modality)


def _is_past(line: Line, at: int) -> bool:
    """Says whether the form is of the past; "saw" is of "see", not of "to saw"."""
    return line.has_form(at, "d") and (not line.has_form(at, "b") or line.is_in(at, "sure_pasts"))


def _has_perfect(line: Line, verb: int, main: int) -> bool:
    """Says whether "have" stands inside the group: "i could have been a dancer"."""
    return any(line.words.have.get(line.word(place)) == "b" for place in range(verb + 1, main))


def _with_infinitive(line: Line, verb: int, to: int, negated: bool, past: bool, modality: Modality) -> VerbGroup:
    main = to + 1
    while line.words.be.get(line.word(main)) == "b" and line.has_form(line.skip_middle(main + 1), "gn"):
        main = line.skip_middle(main + 1)
    if modality is Modality.DUTY and line.words.have.get(line.word(to - 1)) == "d" and not negated:
        modality, past = Modality.FACT, True  # "i've had to give up tennis" tells what was done
    return VerbGroup(verb, main, main + 1, lemma_of(line, main), negated, past, modality)


def lemma_of(line: Line, at: int) -> str:
    """Returns the dictionary form of the verb here."""
    word, words = line.word(at), line.words
    if word in words.be or is_verbal_s(line, at):
        return "be"
    if word in words.have:
        return "have"
    if word in words.do or word in words.sets["doing"]:
        return "do"
    if word in words.modals:
        return word
    found = line.form(at)
    if found is None or not found.verbs:
        return word
    return found.verbs[0][0]


def _negated_before(line: Line, verb: int) -> bool:
    """Says whether "never", "not" or "no longer" stands among the adverbs right before the verb."""
    at = verb - 1
    if at > 0 and line.length_of(line.words.over, at - 1) == 2 and line.is_in(at - 1, "no"):
        return True  # and not "we don't have it any more | gave it away"
    while at >= 0 and line.word(at) in line.words.middle:
        if line.word(at) in line.words.negators:
            return True
        at -= 1
    return False


def _denies(line: Line, at: int) -> bool:
    return line.word(at) in line.words.negators or line.length_of(line.words.over, at) > 1


def _is_helper(line: Line, at: int) -> bool:
    word, words = line.word(at), line.words
    return word in words.be or word in words.have or word in words.do or word in words.modals or word in words.clitics


def _completes(line: Line, helper: int, at: int) -> bool:
    """Says whether the word continues the group of its auxiliary."""
    word, words = line.word(helper), line.words
    if line.is_stop(at):
        return False
    if word in words.modals:
        return line.has_form(at, "b") or line.is_in(at, "auxiliary_bases")
    if word in words.do:
        return (line.has_form(at, "b") and line.usual(at) in "vx") or line.is_in(at, "auxiliary_bases")
    if word in words.have:
        return line.is_in(at, "perfects") or (line.has_form(at, "n") and line.usual(at) == "v")
    done = line.has_form(at, "n") and (line.usual(at) == "v" or not line.has_form(at, "b"))
    return line.is_in(at, "participles") or ((line.has_form(at, "g") or done) and line.usual(at) in "vx")


def forbids(line: Line, at: int) -> bool:
    """Says whether a verb forbids the listener something: "so don't ring me before two" after "i work nights"."""
    verb = at + 2
    told = line.is_auxiliary(at) and line.word(at + 1) in line.words.negators and line.has_form(verb, "b")
    return told and any(line.is_in(place, "object_speakers") for place in (verb + 1, verb + 2))
