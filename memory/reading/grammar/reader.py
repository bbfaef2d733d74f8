"""Pure: reads an utterance into acts, each bounded by its clause. It only proposes; the rules of section 2 dispose.

The closed classes give the structure, the word table says what an open word may be; nothing is looked up in a memory.
"""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import KEPT_READINGS, MAX_ACTS, MAX_WORDS_TO_AUXILIARY
from memory.reading.german.acts import read_german
from memory.reading.german.german_line import GermanLine, without_ordinal_points
from memory.reading.grammar.boundaries import clause_end
from memory.reading.grammar.clause import Act, ActKind, Clause, Gap, Mark, Modality, Reading, Span
from memory.reading.grammar.clause_starts import (
    NOTHING,
    SHARED,
    after_greeting,
    after_name_called,
    bare_value_end,
    drops_subject,
    drops_third_person,
    fronted_place,
    insisted_from,
    restated_from,
    skip_leading_time,
    starts_statement,
    value_now_end,
)
from memory.reading.grammar.embedded import as_meant, bare_cleft, is_general_condition, joined_to, unwrapped
from memory.reading.grammar.marks import closing_length, marks_in, opening_marks
from memory.reading.grammar.question_starts import after_topic, asked_by_mark, had_done, starts_question
from memory.reading.grammar.questions import question_at_end, read_question
from memory.reading.grammar.quotes import quoted_words
from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.grammar.verb_groups import VerbGroup, forbids, read_verb_group
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.line import Certainty, Line
from memory.reading.words.spoken_english import without_fillers
from memory.reading.words.spoken_forms import as_written, without_talk_of_talk
from memory.reading.words.tokens import tokenise
from memory.reading.words.word_table import load_word_table
from memory.text.word_caches import cache_for_words


@cache_for_words(KEPT_READINGS)
def line_of(text: str, language: str) -> Line:
    """Returns the tokens of a text with the tables of its language."""
    words, table = load_closed_words(language), load_word_table(language)
    tokens = tokenise(text, words)
    if language == "de":
        tokens = without_talk_of_talk(as_written(without_ordinal_points(tokens, text, words)))
    else:
        tokens = without_fillers(tokens, words, table)
    kind = GermanLine if language == "de" else Line
    return kind(tokens, words, table, tuple(table.find(token.text) for token in tokens))


@cache_for_words(KEPT_READINGS)
def read(text: str, language: str = "en") -> Reading:
    """Reads at most `MAX_ACTS` acts from `text`. The same text gives the same reading."""
    line = line_of(text, language)
    if isinstance(line, GermanLine):
        found, at = read_german(line)
        found = asked_by_mark(found, line)
        return Reading(text, found, ((line.tokens[at].start, len(text)),) if at < len(line) else ())
    acts: list[Act] = []
    at, kind, subject = 0, NOTHING, (0, 0)
    while at < len(line) and len(acts) < MAX_ACTS:
        act, at, kind, subject = _read_act(line, at, kind, subject)
        joined = joined_to(acts[-1], act, line) if acts and act is not None else None
        if joined is not None:
            acts[-1:] = joined
        elif act is not None:
            acts[-1:] = _corrected_by(acts[-1:], act, line)
            if _is_bare_denial(acts[-1:], act, line):
                act = replace(act, kind=ActKind.CORRECT, start=acts[-1].start, clause=_with_fix(act.clause))
                acts.pop()
            acts.append(as_meant(act, acts, line))
    unread = ((line.tokens[at].start, len(text)),) if at < len(line) else ()
    return Reading(text, tuple(acts), unread)


def _is_bare_denial(before: list[Act], act: Act, line: Line) -> bool:
    """Says whether a statement follows a denial that says no more than no: "no it isn't | it's in my bag"."""
    if act.kind is not ActKind.TELL or not before or before[0].kind is not ActKind.CORRECT:
        return False
    last = before[0].clause
    return last.negated and last.rest >= last.last and line.is_auxiliary(last.verb)


def _with_fix(clause: Clause) -> Clause:
    return replace(clause, marks=clause.marks | {Mark.FIX})


def _corrected_by(before: list[Act], act: Act, line: Line) -> list[Act]:
    """Makes a correction of what "i read that wrong" or "my mistake" stands behind."""
    said = act.kind is ActKind.COURTESY and line.length_of(line.words.fixes, act.clause.first) > 1
    if not said or not before or before[-1].kind is not ActKind.TELL:
        return before
    last = before[-1]
    return [replace(last, kind=ActKind.CORRECT, clause=_with_fix(last.clause))]


def act_text(text: str, act: Act) -> str:
    """Returns the words of an act."""
    return text[act.start : act.end]


def complement(text: str, act: Act, language: str) -> str:
    """Returns what a short sentence says of "it": "friday" of "it's on friday"; empty when its subject is another."""
    line, clause = line_of(text, language), act.clause
    subject = [line.word(at) for at in range(*clause.subject)]
    pointing = len(subject) < 2 and frozenset(subject) <= line.words.sets["pointing_subjects"]
    if not pointing or clause.verb < 0 or not 0 <= clause.rest < clause.last:
        return ""
    saying = "meaning" if subject and line.is_in(clause.subject[0], "i") else "being"
    if clause.lemma not in line.words.sets[saying]:
        return ""
    return text[line.tokens[insisted_from(line, clause.rest, clause.last)].start : clause.end]


def _read_act(line: Line, begin: int, kind: int, subject: Span) -> tuple[Act | None, int, int, Span]:
    """Reads one act. Returns it, where the next begins, what that is, and the subject that it may share."""
    marks, first = opening_marks(line, begin)
    if first >= len(line):
        return (
            (_courtesy(line, begin, first), first, NOTHING, subject)
            if first > begin
            else (None, first, NOTHING, subject)
        )
    if line.is_stop(first):
        return None, first + 1, NOTHING, subject
    first = after_topic(line, after_greeting(line, begin, after_name_called(line, first)))
    if Mark.FIX in marks:
        first = restated_from(line, first)
    if kind != SHARED and starts_question(line, first):
        clause, end, following, after = read_question(line, first)
        return _act(line, ActKind.ASK, begin, clause, end, marks), following, after, subject
    if line.is_in(first, "how") and line.is_in(first + 1, "how_come") and starts_statement(line, first + 2):
        return _reason_asked(line, begin, first, marks, subject)
    place = line.skip_middle(first)
    if kind == SHARED and line.finite(place):
        return _shared(line, begin, first, place, marks, (0, 0) if forbids(line, place) else subject)
    called = line.is_in(first, "called_upon") and line.is_in(first + 1, "called_to")
    if called and not line.is_auxiliary(first + 1):
        return _command(line, begin, first, first + 1, marks)
    if _orders(line, place) and not _begins_thing(line, place):
        return _command(line, begin, first, place, marks)
    if drops_third_person(line, place):
        return _shared(line, begin, first, place, marks, (0, 0))
    start = fronted_place(line, first) or _leading_clause(line, first) or first
    if (stop := (bare_value_end if Mark.FIX in marks else value_now_end)(line, first)) > first:
        value = Clause(line.tokens[first].start, line.tokens[stop - 1].end, first, stop, rest=first)
        marks |= frozenset() if line.is_in(stop - 1, "now_opening") else {Mark.FIX}
        return _act(line, ActKind.FRAGMENT, begin, value, stop, marks), stop, NOTHING, (0, 0)
    denies = line.is_auxiliary(place) and line.word(place + 1) in line.words.negators
    if denies or had_done(line, place):  # "don't care for beetroot"
        return _shared(line, begin, first, place, marks, (0, 0))
    verb = find_verb(line, start)
    if verb >= 0:
        return _statement(line, begin, first, start, verb, marks, subject)
    place = line.skip_middle(start)
    if (
        line.has_form(place, "b")
        and not _is_past_alone(line, place)
        and (line.finite(place) == Certainty.SURE or line.is_in(place, "bare_orders"))
    ):
        return _command(line, begin, first, place, marks)
    if drops_subject(line, place):
        return _shared(line, begin, first, place, marks, (0, 0))
    return _fragment(line, begin, first, marks, subject)


def _begins_thing(line: Line, at: int) -> bool:
    """Says whether a verb begins a thing that something is said of: "swim class is at seven", "print shop shuts".

    An order has a word before its thing: "book a class".
    """
    noun, verb = at + 1, at + 2
    if line.word(at) in line.words.thinking | line.words.sets["asking"] or not line.is_open(noun):
        return False
    if line.word(verb) in line.words.prepositions:  # "order number for the sofa is"
        verb = next((at for at in range(verb + 2, verb + 2 + MAX_WORDS_TO_AUXILIARY) if not line.is_open(at)), verb)
    thing = line.usual(noun) == "n"
    acts = line.usual(verb) == "v" and line.has_form(verb, "sd")
    return thing and (line.word(verb) in line.words.be or is_verbal_s(line, verb) or acts)


def _reason_asked(
    line: Line, begin: int, first: int, marks: frozenset[Mark], subject: Span
) -> tuple[Act, int, int, Span]:
    """Reads "how come" with a statement behind it as the question for a reason."""
    start = first + 2
    told, following, kind, _ = _statement(line, begin, start, start, find_verb(line, start), marks, subject)
    clause = replace(told.clause, start=line.tokens[first].start, asks=Gap.WHY)
    return replace(told, kind=ActKind.ASK, clause=clause), following, kind, subject


def _statement(
    line: Line, begin: int, first: int, start: int, verb: int, marks: frozenset[Mark], _: Span
) -> tuple[Act, int, int, Span]:
    group = read_verb_group(line, verb)
    said = start
    start, verb, group = _cleft(line, start, verb, group, fixes=Mark.FIX in marks)
    end, following, kind = clause_end(line, group.rest, group.lemma, ordered=False)
    if group.lemma in line.words.sets["mean"] and line.is_in(start, "i") and first < start and end <= group.rest:
        spoken = Clause(line.tokens[first].start, line.tokens[start - 1].end, first, start, rest=first)
        return _act(line, ActKind.FRAGMENT, begin, spoken, start, marks | {Mark.FIX}), following, kind, (0, 0)
    subject = (start, _before_middle(line, start, verb))
    if start > said and line.is_in(subject[1] - 1, "cleft_relatives"):
        subject = (start, subject[1] - 1)
    quote = quoted_words(line, start, group)
    if quote is not None:
        end = following = quote[0]
        kind, group = NOTHING, replace(group, modality=quote[1])
    clause = _clause(line, first, end, group, subject)
    return _told_or_asked(line, begin, clause, end, marks), following, kind, subject


def _told_or_asked(line: Line, begin: int, clause: Clause, end: int, marks: frozenset[Mark]) -> Act:
    """Reads a clause in the order of a statement, which may ask at its end."""
    found = question_at_end(line, clause, end)
    if found is None or (found.asks is Gap.NONE and Mark.FIX in marks):
        return _act(line, ActKind.TELL, begin, clause, end, marks)
    asked = _act(line, ActKind.ASK, begin, found, end, marks)
    return replace(asked, end=line.tokens[end].end) if found.asks is Gap.NONE else asked


def _cleft(line: Line, start: int, verb: int, group: VerbGroup, *, fixes: bool) -> tuple[int, int, VerbGroup]:
    """Returns subject, verb and group of what sets somebody apart: "it's maureen that does the flowers"."""
    if not line.is_in(start, "it") or group.lemma != "be" or group.negated:
        return start, verb, group
    for place in range(group.rest + 1, group.rest + MAX_WORDS_TO_AUXILIARY):
        told = line.skip_middle(place + 1)
        acts = line.finite(told) or line.is_in(told, "is")
        if line.is_in(place, "cleft_relatives") and acts and not line.is_time(place - 1):
            return group.rest, told, read_verb_group(line, told)
        if not (line.is_open(place) or line.is_in(place, "is") or line.is_in(place, "and")):
            break
    return (None if fixes else bare_cleft(line, group)) or (start, verb, group)


def _shared(
    line: Line, begin: int, first: int, verb: int, marks: frozenset[Mark], subject: Span
) -> tuple[Act, int, int, Span]:
    group = read_verb_group(line, verb)
    end, following, kind = clause_end(line, group.rest, group.lemma, ordered=False)
    clause = replace(_clause(line, first, end, group, (0, 0)), shared=subject)
    return _told_or_asked(line, begin, clause, end, marks), following, kind, subject


def _command(line: Line, begin: int, first: int, verb: int, marks: frozenset[Mark]) -> tuple[Act, int, int, Span]:
    group = read_verb_group(line, verb)
    end, following, kind = clause_end(line, group.rest, group.lemma, ordered=True, held=True)
    clause = _clause(line, first, end, group, (0, 0))
    return _act(line, ActKind.COMMAND, begin, clause, end, marks), following, kind, (0, 0)


def _fragment(line: Line, begin: int, first: int, marks: frozenset[Mark], subject: Span) -> tuple[Act, int, int, Span]:
    """Reads what has no verb of its own: "tuesday", "clara with a c", "if it rains"; it ends where a clause begins."""
    if line.word(first) in line.words.conditions and starts_statement(line, first + 1):
        return _statement(line, begin, first, first + 1, find_verb(line, first + 1), marks, subject)
    end, following, kind = clause_end(line, first + 1, "", ordered=False)
    clause = Clause(line.tokens[first].start, line.tokens[end - 1].end, first, end, rest=first)
    return _act(line, ActKind.FRAGMENT, begin, clause, end, marks), following, kind, subject


def _courtesy(line: Line, begin: int, end: int) -> Act:
    clause = Clause(line.tokens[begin].start, line.tokens[end - 1].end, begin, end)
    return Act(ActKind.COURTESY, clause.start, clause.end, clause)


def _act(line: Line, kind: ActKind, begin: int, clause: Clause, end: int, marks: frozenset[Mark]) -> Act:
    """Adds marks and modality; a clause that corrects becomes an act of its own kind."""
    last = end - closing_length(line, clause.first, end)
    clause = replace(
        clause,
        last=last,
        end=line.tokens[last - 1].end,
        marks=clause.marks | marks | marks_in(line, clause.first, last),
    )
    kind, clause = unwrapped(line, kind, clause)
    if kind is ActKind.TELL and Mark.FIX in clause.marks:
        kind = ActKind.CORRECT
    return Act(kind, line.tokens[begin].start, line.tokens[end - 1].end, clause)


def _clause(line: Line, first: int, end: int, group: VerbGroup, subject: Span) -> Clause:
    end = max(end, first + 1)
    return Clause(
        line.tokens[first].start,
        line.tokens[end - 1].end,
        first,
        end,
        subject,
        group.verb,
        group.main,
        group.rest,
        group.lemma,
        group.negated,
        group.past,
        _modality(line, first, group),
    )


def _modality(line: Line, first: int, group: VerbGroup) -> Modality:
    """Says how a clause is meant: conditional, hedged, wished, or as a fact."""
    if line.word(first) in line.words.conditions:
        return Modality.GENERAL if is_general_condition(line, first, group) else Modality.CONDITIONAL
    if any(
        line.is_in(place, "if") for place in range(group.rest, min(group.rest + 25, len(line)))
    ) and group.modality in (
        Modality.FACT,
        Modality.PLAN,
        Modality.WISH,
        Modality.CONDITIONAL,
    ):
        return Modality.GENERAL if is_general_condition(line, first, group) else Modality.CONDITIONAL
    if line.length_of(line.words.hedges, first):
        mused = group.modality is Modality.DUTY and line.is_in(group.verb, "mused")  # "maybe i should quit"
        return Modality.CONDITIONAL if mused else Modality.HEDGED
    return group.modality


def _leading_clause(line: Line, first: int) -> int:
    """Returns where the main clause begins after "when i was a kid" or "in three days"; 0 without such a beginning."""
    words, word = line.words, line.word(first)
    if _is_past_alone(line, first):
        return 0
    if word in words.subordinators and word not in words.sets["never_leading"] and starts_statement(line, first + 1):
        inner = read_verb_group(line, find_verb(line, first + 1))
        place = inner.rest
        while place < len(line) and not line.is_stop(place):
            if starts_statement(line, place, run_on=True) or (place > inner.rest and starts_question(line, place)):
                return place
            place += 1
        return place + 1 if line.word(place) == "," and starts_statement(line, place + 1) else 0
    if find_verb(line, first) >= 0 and word not in words.prepositions:
        return _after_day(line, first)
    for place in range(first + 1, min(first + 7, len(line))):
        if line.is_stop(place) and line.word(place) != ",":
            return 0
        begins = (
            line.word(place) in words.subjects
            or line.word(place) in words.possessives
            or (line.word(place) in words.determiners and line.word(place - 1) not in words.prepositions)
        )
        if begins and place > first + 1 - (word not in words.prepositions) and starts_statement(line, place):
            return place
    return 0


def _after_day(line: Line, first: int) -> int:
    """Skips a day before the subject: "next friday i have a meeting"."""
    place = skip_leading_time(line, first)
    began = place > first and line.word(place) not in line.words.clitics  # "tuesday | 's my day off"
    return place if began and starts_statement(line, place) else 0


def _orders(line: Line, place: int) -> bool:
    """Says whether a base verb without a subject begins a command: "remember that", "call me dee"."""
    if line.word(place) in line.words.do and line.word(place + 1) in line.words.negators:
        return not line.is_in(line.skip_middle(place + 2), "never_bidden")  # "don't care for beetroot"
    if line.is_in(place, "forms_of_address") and line.is_open(place + 1):
        return False  # "miss quist wants a balcony"
    if line.word(place + 1) in line.words.clitics and not line.is_in(place, "exhorts"):
        return False  # "pip's on drums"
    addressed = line.word(place + 1) in line.words.possessives or line.is_in(place + 1, "ordered_people")
    counted = line.is_in(place + 1, "counted")
    if line.word(place) in line.words.orders and line.has_form(place, "b") and (addressed or counted):
        return True
    if (
        not line.has_form(place, "b")
        or line.has_form(place, "d")
        or line.is_auxiliary(place)
        or line.finite(place) != Certainty.SURE
    ):
        return False
    after = line.skip_middle(place + 1)
    return not (line.finite(after) == Certainty.SURE and not line.is_in(after, "do") and not line.has_form(after, "b"))


def _before_middle(line: Line, start: int, verb: int) -> int:
    """Returns the end of the subject: adverbs before the verb are no part of it."""
    end = verb
    while end - 1 > start and line.word(end - 1) in line.words.middle:
        end -= 1
    return end


def _is_past_alone(line: Line, place: int) -> bool:
    """Says whether a past form without its subject begins: "finished the book now i'm reading another"."""
    only = not line.has_form(place, "b") or (
        line.is_in(place, "sure_pasts") and line.names_thing(place + 1)
    )  # "found my glasses"
    past = line.has_form(place, "d") and line.finite(place) == Certainty.SURE and only
    return past and line.usual(place) == "v" and not line.is_auxiliary(place)
