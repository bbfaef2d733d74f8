"""Pure: reads a German utterance into acts: the words of each clause, what it does, what is asked or told inside it."""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_ACTS
from memory.reading.german.beginnings import (
    GAPPED,
    MODAL,
    NOTHING,
    ORDER,
    SHARED,
    is_subordinate,
    last_verb,
    leading_end,
    opens_order,
    opens_question,
    question_verb,
    second_verb,
)
from memory.reading.german.change_marks import closers_length, is_negated, marks_before, marks_inside
from memory.reading.german.clause_ends import Scan, scan_clause
from memory.reading.german.german_line import GermanLine
from memory.reading.german.joined_acts import joined_acts
from memory.reading.german.keeping import tells_what_recurs
from memory.reading.german.left_out.objects import shared_subject
from memory.reading.german.left_out.owners import owner_alone
from memory.reading.german.noun_phrases import actor_after, closes_alone, is_gapped_object, nouns_end, subject_after
from memory.reading.german.questions import german_gap, inner_act, verb_last_alone, verb_last_clause
from memory.reading.german.verbs import bids_next, closing_lemma, german_lemma, is_past, modality_of, opens_with_closing
from memory.reading.grammar.clause import Act, ActKind, Clause, Gap, Mark, Modality, Span
from memory.reading.words.closed_words import Phrases
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty

Found = tuple[Act | None, int, int, Clause | None]
"""An act, where the next begins, what that is, and the clause whose subject or verb it may share."""

_BELIEVED = Phrases((("glaube", "ich"), ("glaub", "ich"), ("denke", "ich")))


def read_german(line: GermanLine) -> tuple[tuple[Act, ...], int]:
    """Reads at most `MAX_ACTS` acts. Returns them, and the first token that was not read."""
    acts: list[Act] = []
    at, kind = 0, NOTHING
    before: Clause | None = None
    while at < len(line) and len(acts) < MAX_ACTS:
        act, following, kind, before = _read_act(line, at, kind, before)
        at = max(following, at + 1)
        if act is not None:
            joined = joined_acts(line, acts[-1], act) if acts else None
            acts[-1:] = [joined] if joined is not None else [*acts[-1:], act]
    return tuple(acts), at


def _read_act(line: GermanLine, begin: int, kind: int, before: Clause | None) -> Found:
    marks, first = marks_before(line, begin)
    if first >= len(line):
        return (_courtesy(line, begin, first) if first > begin else None), first, NOTHING, before
    if line.is_stop(first):
        return None, first + 1, NOTHING, before
    if kind == GAPPED and before is not None and before.verb >= 0:
        return _gapped(line, begin, first, marks, before)
    if kind == MODAL and before is not None and before.verb >= 0:
        return _modal_shared(line, begin, first, marks, before)
    if kind == SHARED and first == begin and line.finite(first) == Certainty.SURE and before is not None:
        return _without_subject(line, begin, first, first, marks, before, kind)
    if opens_question(line, first):
        return _question(line, begin, first, marks, before)
    main = leading_end(line, first)
    if main:
        return _verb_first(line, begin, first, main, marks)
    if is_subordinate(line, first) or _is_embedded_alone(line, first):
        return _verb_last(line, begin, first, marks)
    if opens_order(line, first) or (kind == ORDER and bids_next(line, first)):
        return _command(line, begin, first, marks)
    hedged = line.length_of(line.words.hedges, first)
    start = first + hedged + (line.word(first + hedged) == ",") if hedged else first
    if hedged and line.word(start) == "dass":
        return _verb_last(line, begin, start, marks, first)
    verb = second_verb(line, start)
    if verb < 0 and hedged == 1:
        start, verb = first, second_verb(line, first)  # "vielleicht fahren wir nach bern"
    if verb >= 0:
        return _verb_second(line, begin, first, start, verb, marks)
    place = line.skip_middle(start)
    if line.finite(place) == Certainty.SURE:
        return _without_subject(line, begin, first, place, marks, before, kind)
    alone = verb_last_alone(line, first) if begin == 0 else None
    if alone is not None:
        ended = Scan(alone.verb, alone.main, alone.lemma, alone.last, alone.last, NOTHING)
        return _finished(line, ActKind.TELL, begin, alone, ended, marks)
    return _fragment(line, begin, first, marks, before)


def _verb_second(line: GermanLine, begin: int, first: int, start: int, verb: int, marks: frozenset[Mark]) -> Found:
    subject, rest = _subject_of(line, start, verb)
    noun = nouns_end(line, start)
    if line.is_stop(verb + 1) and start < noun < verb and line.word(noun) in line.words.prepositions:
        subject, rest = (start, noun), noun  # what "dass" left: "der schlüssel unterm topf liegt"
    scan = scan_clause(line, verb, max(rest, verb + 1), gapping=True)
    if scan.main == scan.verb and start + 1 == verb and opens_with_closing(line, start):
        scan.main, scan.lemma = start, closing_lemma(line, start, "nb")  # "abholen muss man ihn"
    clause = _clause(line, first, scan, subject, rest)
    return _finished(line, ActKind.TELL, begin, clause, scan, marks)


def _subject_of(line: GermanLine, start: int, verb: int) -> tuple[Span, int]:
    """Returns the subject of a clause with its verb second, and the first word after verb and subject."""
    words, after = line.words, line.word(verb + 1)
    done = line.is_auxiliary(verb) or german_lemma(line, verb) in words.sets["done_to_things"]
    actor = actor_after(line, start, verb) if line.word(start) == "das" and verb == start + 1 and done else None
    if actor is not None:
        return actor, actor[1]  # "das hat die oma mitgenommen"
    if line.word(start) in words.nominative or (
        line.word(start) in words.subjects and verb == start + 1 and after not in words.nominative
    ):
        return (start, verb), verb + 1
    alone = closes_alone(line, verb + 2) and line.is_number(start)  # "neunzig euro hat der gekostet"
    if after in ("der", "die") and (alone or line.word(verb + 2) in words.indefinite):
        return (verb + 1, verb + 2), verb + 2  # "vor katzen hat der keine angst"
    if _counts_object(line, start, verb):
        return (verb + 1, nouns_end(line, verb + 1)), nouns_end(line, verb + 1)
    told_inside = not line.is_auxiliary(verb) and line.finite(verb + 2) == Certainty.SURE
    told_inside = told_inside and _is_subject_like(line, start, verb)
    if (after in words.nominative and line.agrees_with(verb, after) and not told_inside) or (
        after in ("sie", "es", "'s") and line.agrees_with(verb, after) and not _is_subject_like(line, start, verb)
    ):
        return (verb + 1, verb + 2), verb + 2
    actor = actor_after(line, start, verb)
    if actor is not None:
        return actor, actor[1]
    if _is_subject_like(line, start, verb):
        return (start, verb), verb + 1
    found = subject_after(line, verb + 1)
    pronoun = line.word(found[0]) if found[1] > found[0] else ""
    if pronoun in words.nominative and not line.agrees_with(verb, pronoun):
        return (start, verb), verb + 1  # "mittwoch passt uns nicht | wir kommen am freitag"
    return found, max(found[1], verb + 1)


def _counts_object(line: GermanLine, start: int, verb: int) -> bool:
    """Says whether a number before a singular verb counts what is had or paid: "zwei hunde hat mein bruder"."""
    several = line.is_number(start) and not line.word(start).startswith("ein") and "p" not in line.persons(verb)
    articled = line.word(verb + 1) in line.extra.nominative_articles and nouns_end(line, verb + 1) > verb + 2
    return several and (articled or is_given_name(line.word(verb + 1)))  # "20 hat sven zurückgegeben"


def _is_subject_like(line: GermanLine, start: int, verb: int) -> bool:
    """Says whether what is before the verb can be its subject: no prepositional phrase, adverb, day or accusative."""
    word, words = line.word(start), line.words
    if (
        word in words.prepositions - {"wie", "als"}
        or word in line.extra.vorfeld_adverbs
        or word in words.adverbs | words.middle
    ):
        return False
    if word in words.objects - {"sie", "es", "ihr"} or word in words.sets["before_no_subject"]:
        return False
    if line.word(start + 1) in words.units and word in ("diese", "dieses", "jede"):
        return False
    return word not in words.days


def _question(line: GermanLine, begin: int, first: int, marks: frozenset[Mark], before: Clause | None) -> Found:
    words = line.words
    at = first + 1 if line.word(first) in words.prepositions and line.word(first) not in ("wie", "als") else first
    if line.word(at) not in words.questions:
        subject = subject_after(line, first + 1)
        scan = scan_clause(line, first, max(subject[1], first + 1))
        clause = replace(_clause(line, first, scan, subject, max(subject[1], first + 1)), asks=Gap.NONE)
        return _finished(line, ActKind.ASK, begin, clause, scan, marks, before)
    verb = question_verb(line, at)
    sort = (at + 1, verb)
    gap = german_gap(line, first, at, sort)
    subject = subject_after(line, verb + 1) if not (line.word(at) == "wer" and verb == at + 1) else (verb + 1, verb + 1)
    if line.word(at) == "wer" and german_lemma(line, verb) == "sein":
        subject = subject_after(line, verb + 1)
    bare = line.is_open(verb + 1) and line.word(verb + 1) not in line.words.subjects
    one_of = line.word(at + 1) == "von" and verb > at + 2 and bare  # "welche von den nichten macht judo"
    if one_of or (gap in (Gap.WHICH, Gap.COUNT) and subject[1] == subject[0] and sort[1] > sort[0]):
        subject = (verb + 1, verb + 1)
    rest = max(subject[1], verb + 1)
    scan = scan_clause(line, verb, rest)
    clause = replace(_clause(line, first, scan, subject, rest), asks=gap, sort=sort)
    return _finished(line, ActKind.ASK, begin, clause, scan, marks, before)


def _verb_first(line: GermanLine, begin: int, first: int, verb: int, marks: frozenset[Mark]) -> Found:
    """Reads a main clause after a subordinate one: "wenn es regnet bleibe ich zu hause"."""
    subject = subject_after(line, verb + 1)
    rest = max(subject[1], verb + 1)
    scan = scan_clause(line, verb, rest)
    clause = _clause(line, first, scan, subject, rest)
    if line.word(first) in line.words.conditions and not _is_habit(line, first, clause.last):
        clause = replace(clause, modality=Modality.CONDITIONAL)
    return _finished(line, ActKind.TELL, begin, clause, scan, marks)


def _is_habit(line: GermanLine, first: int, last: int) -> bool:
    """Says whether a clause with "wenn" tells what is always so: "wenn ich kopfweh hab nehm ich immer aspirin"."""
    spoken = {line.word(at) for at in range(first, last)}
    only = first > 0 and line.word(first - 1) in line.words.sets["only_when"]
    return (only or bool(spoken & line.words.sets["habits"])) and not spoken & line.words.sets["imagined_verbs"]


def _is_embedded_alone(line: GermanLine, first: int) -> bool:
    return line.word(_asking_at(line, first)) in line.words.questions and last_verb(line, first + 1) > first


def _asking_at(line: GermanLine, first: int) -> int:
    """Returns the position of the word that may ask: after a preposition, "bei wem er arbeitet"."""
    leads = line.word(first) in line.words.prepositions - {"als", "wie"}
    return first + (leads and line.word(first + 1) in line.words.questions)


def _verb_last(line: GermanLine, begin: int, first: int, marks: frozenset[Mark], whole: int = -1) -> Found:
    """Reads a subordinate clause that stands alone, or after "ich glaube"; a question word makes it a question."""
    at = _asking_at(line, first)
    verb = last_verb(line, at + 1)
    if verb < 0:
        return _fragment(line, begin, first, marks, None)
    asks = line.word(at) in line.words.questions or line.word(first) == "ob"
    clause, end = verb_last_clause(line, first if whole < 0 else whole, at + 1, verb)
    scan = Scan(verb, clause.main, clause.lemma, end, end, NOTHING)
    tail = scan_clause(line, verb, verb + 1)
    scan.end, scan.following, scan.kind = tail.end, tail.following, tail.kind
    clause = replace(clause, last=scan.end, end=line.tokens[scan.end - 1].end)
    if asks:
        sort = (at + 1, clause.subject[0])
        gap = german_gap(line, first, at, sort) if line.word(first) != "ob" else Gap.NONE
        sort = (at + 1, max(clause.subject[0], at + 1)) if gap is not Gap.NONE else (0, 0)
        return _finished(line, ActKind.ASK, begin, replace(clause, asks=gap, sort=sort), scan, marks)
    if line.word(first) in line.words.conditions:
        clause = replace(clause, modality=Modality.CONDITIONAL)
    if whole >= 0:
        clause = replace(clause, modality=Modality.HEDGED)
    return _finished(line, ActKind.TELL, begin, clause, scan, marks)


def _command(line: GermanLine, begin: int, first: int, marks: frozenset[Mark]) -> Found:
    scan = scan_clause(line, first, first + 1, ordered=True)
    lemma = next((each.replace("|", "") for each in line.lemmas(first, "if")), scan.lemma)
    scan.lemma = scan.lemma if scan.main != first else lemma
    clause = _clause(line, first, scan, (0, 0), first + 1)
    return _finished(line, ActKind.COMMAND, begin, clause, scan, marks)


def _without_subject(
    line: GermanLine, begin: int, first: int, verb: int, marks: frozenset[Mark], before: Clause | None, kind: int
) -> Found:
    """Reads a verb that shares the subject of the clause before, or whose "ich" was left out."""
    scan = scan_clause(line, verb, verb + 1, gapping=True)
    shared = shared_subject(line, before, verb) if kind == SHARED and before is not None else (0, 0)
    clause = replace(_clause(line, first, scan, (0, 0), verb + 1), shared=shared)
    return _finished(line, ActKind.TELL, begin, clause, scan, marks)


def _gapped(line: GermanLine, begin: int, first: int, marks: frozenset[Mark], before: Clause) -> Found:
    """Reads "und mein hund rex" with the verb of the clause before it."""
    scan = scan_clause(line, before.verb, first + 1, gapping=True)
    end = max(scan.end, first + 1)
    opens = line.word(first) in line.words.determiners | line.words.possessives
    described = opens and line.word(first + 1).endswith("e")  # "und der andere nachbar einen papagei"
    placed = opens and line.word(first + 1) in line.words.prepositions  # "und der über uns koslowski"
    after = nouns_end(line, first) if described else first + 1 + (2 if placed else opens)
    rest = min(max(owner_alone(line, first), after), end)
    clause = Clause(
        line.tokens[first].start,
        line.tokens[end - 1].end,
        first,
        end,
        (first, rest),
        before.verb,
        before.main,
        rest,
        before.lemma,
        before.negated,
        before.past,
        before.modality,
    )
    if is_gapped_object(line, before.subject, before.verb, before.main, first, end):
        clause = replace(clause, subject=(0, 0), shared=before.subject, rest=first)
    return _act(line, ActKind.TELL, begin, clause, end, marks), scan.following, scan.kind, clause


def _modal_shared(line: GermanLine, begin: int, first: int, marks: frozenset[Mark], before: Clause) -> Found:
    """Reads "und geld abheben" with the subject and the modal verb of the clause before it."""
    scan = scan_clause(line, before.verb, first, gapping=True)
    scan.end = max(scan.end, first + 1)
    shared = before.subject if before.subject[1] > before.subject[0] else before.shared
    clause = replace(_clause(line, first, replace(scan, verb=before.verb), (0, 0), first), shared=shared, last=scan.end)
    clause = replace(clause, end=line.tokens[scan.end - 1].end)
    return _act(line, ActKind.TELL, begin, clause, scan.end, marks), scan.following, scan.kind, clause


def _fragment(line: GermanLine, begin: int, first: int, marks: frozenset[Mark], before: Clause | None) -> Found:
    scan = scan_clause(line, first, first + 1)
    scan.end = max(scan.end, first + 1)
    clause = Clause(line.tokens[first].start, line.tokens[scan.end - 1].end, first, scan.end, rest=first)
    return _act(line, ActKind.FRAGMENT, begin, clause, scan.end, marks), scan.following, scan.kind, before


def _courtesy(line: GermanLine, begin: int, end: int) -> Act:
    clause = Clause(line.tokens[begin].start, line.tokens[end - 1].end, begin, end)
    return Act(ActKind.COURTESY, clause.start, clause.end, clause)


def _clause(line: GermanLine, first: int, scan: Scan, subject: Span, rest: int) -> Clause:
    end = max(scan.end, scan.verb + 1, first + 1)
    negated = is_negated(line, first, scan.verb, end)
    modality = modality_of(line, scan.verb, scan.main)
    if line.length_of(line.words.hedges, first) or any(
        line.word(at)
        in ("vielleicht", "wahrscheinlich", "vermutlich", "glaub", "angeblich", "möglicherweise", "anscheinend")
        or line.length_of(_BELIEVED, at)
        for at in range(first, end)
    ):
        modality = Modality.HEDGED
    elif is_past(line, scan.verb, scan.main) and any(
        line.word(at) in line.words.sets["once"] for at in range(first, end)
    ):
        modality = Modality.PAST_ONLY
    elif any(is_subordinate(line, at) and line.word(at) in ("wenn", "falls") for at in range(rest, end)) and not (
        _is_habit(line, first, end)
    ):
        recurs = tells_what_recurs(line, first, subject, scan, end)
        modality = Modality.GENERAL if recurs else Modality.CONDITIONAL
    elif (
        scan.lemma in line.words.reporting
        and subject[1] > subject[0]
        and line.word(subject[0]) not in ("ich", "wir")
        and scan.lemma != "fragen"
    ):
        modality = Modality.REPORTED
    return Clause(
        line.tokens[first].start,
        line.tokens[end - 1].end,
        first,
        end,
        subject,
        scan.verb,
        scan.main,
        rest,
        scan.lemma,
        negated,
        is_past(line, scan.verb, scan.main),
        modality,
    )


def _finished(
    line: GermanLine,
    kind: ActKind,
    begin: int,
    clause: Clause,
    scan: Scan,
    marks: frozenset[Mark],
    before: Clause | None = None,
) -> Found:
    act = _act(line, kind, begin, clause, max(scan.end, clause.last), marks)
    carried = clause if kind is ActKind.TELL else before
    return act, scan.following, scan.kind, carried


def _act(line: GermanLine, kind: ActKind, begin: int, clause: Clause, end: int, marks: frozenset[Mark]) -> Act:
    last = max(end - closers_length(line, clause.first, end), clause.first + 1)
    clause = replace(
        clause,
        last=last,
        end=line.tokens[last - 1].end,
        marks=clause.marks | marks | marks_inside(line, clause.first, last),
    )
    kind, clause = inner_act(line, kind, clause)
    if kind is ActKind.TELL and Mark.FIX in clause.marks:
        kind = ActKind.CORRECT
    return Act(kind, line.tokens[begin].start, line.tokens[end - 1].end, clause)
