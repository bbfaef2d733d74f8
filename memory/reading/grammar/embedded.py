"""Pure: takes the question or statement out of the words around it ("do you know what"), and says how it is meant."""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_WORDS_TO_AUXILIARY
from memory.reading.grammar.clause import Act, ActKind, Clause, Gap, Modality
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.question_starts import is_tag, starts_question
from memory.reading.grammar.questions import gap_of, read_question
from memory.reading.grammar.quotes import leads_to_quote
from memory.reading.grammar.subjects import find_verb
from memory.reading.grammar.verb_groups import VerbGroup, read_verb_group, with_verb_group
from memory.reading.words.line import Line


def joined_to(before: Act, act: Act, line: Line) -> tuple[Act, ...] | None:
    """Returns the acts that two neighbours are where one alone would be false; None where both stand alone.

    "You have to lift it or it won't shut" is one statement; after an order such a clause only warns. "How do I hold it
    so the lid shuts" is one question, and so is "we live in bath, don't we?".
    """
    if act.clause.asks is Gap.NONE and before.kind is ActKind.TELL and is_tag(line, act.clause):
        return (_with_tag(before, act, line),)
    if before.kind is ActKind.TELL and _only_names_teller(line, act):
        return (_through(before, act, before.clause.modality),)
    spoken_to = line.is_in(act.clause.subject[0], "you") and not line.is_in(before.clause.subject[0], "you")
    if act.kind is not ActKind.TELL or line.is_stop(act.clause.first - 1) or spoken_to:
        return None
    if line.is_in(act.clause.first - 1, "or_else"):
        if before.kind is ActKind.COMMAND:
            return before, replace(act, clause=replace(act.clause, modality=Modality.CONDITIONAL))
        return (_through(before, act),) if before.kind is ActKind.TELL else None
    purpose = line.is_in(act.clause.first - 1, "so") and not act.clause.past
    how = before.kind is ActKind.ASK and before.clause.asks in (Gap.HOW, Gap.WHAT)
    return (_through(before, act),) if purpose and how else None


def _only_names_teller(line: Line, act: Act) -> bool:
    """Says whether a clause only adds who says so: "i'm to drink two litres a day | the nurse said"."""
    clause = act.clause
    said = clause.lemma in line.words.reporting and clause.rest >= clause.last and not clause.negated
    return act.kind is ActKind.TELL and said and clause.subject[1] > clause.subject[0]


def _with_tag(told: Act, tag: Act, line: Line) -> Act:
    """Returns a statement with its tag: it asks where the turn ends with the mark of a question, else it tells."""
    asked = line.word(tag.clause.last) == "?" and tag.clause.last == len(line) - 1
    if not asked:
        return replace(told, end=tag.end)
    end = line.tokens[tag.clause.last].end
    return replace(told, kind=ActKind.ASK, end=end, clause=replace(told.clause, asks=Gap.NONE))


def _through(act: Act, to: Act, modality: Modality | None = None) -> Act:
    """Returns an act with the words up to the end of the next; what is told so holds always, or as `modality` says."""
    general = Modality.GENERAL if act.kind is ActKind.TELL else act.clause.modality
    clause = replace(act.clause, last=to.clause.last, end=to.clause.end, modality=modality or general)
    return replace(act, end=to.end, clause=clause)


def is_general_condition(line: Line, first: int, group: VerbGroup) -> bool:
    """Says whether a statement with "if" before or after it holds each time: "the lid sticks if it is cold"."""
    place = first
    if not line.is_in(first, "if"):
        place = next((at for at in range(group.rest, len(line)) if line.is_in(at, "if")), -1)
    if place < 0 or line.is_in(place - 1, "before_whether") or not starts_statement(line, place + 1):
        return False
    inner = read_verb_group(line, find_verb(line, place + 1))
    if inner.lemma in line.words.sets["before_no_condition"]:
        return False
    follows = place != first or group.verb > inner.verb or _may_have_statement(line, inner.rest)
    return follows and _holds_always(line, inner) and _holds_always(line, group)


def _holds_always(line: Line, group: VerbGroup) -> bool:
    return group.modality is Modality.FACT and not group.past and not line.has_form(group.main, "g")


def _may_have_statement(line: Line, at: int) -> bool:
    """Says whether a thing stands there with a word behind it that may be its verb: "the cellar floods"."""
    for place in range(at, len(line) - 2):
        if line.word(place) in line.words.possessives | line.words.determiners:
            return any(line.has_form(verb, "s") for verb in range(place + 2, min(place + 4, len(line))))
    return False


def unwrapped(line: Line, kind: ActKind, clause: Clause) -> tuple[ActKind, Clause]:
    """Returns the kind and the clause of what is asked or told inside; the same where nothing is."""
    wanted = _requested(line, kind, clause)
    if wanted is not None:
        return ActKind.ASK, wanted
    if kind is ActKind.TELL and (start := _said_to_be_so(line, clause)):
        told = _with_content(line, clause, start)
        return kind, replace(told, modality=read_verb_group(line, told.verb).modality)
    if kind is ActKind.TELL and clause.lemma in line.words.thinking and clause.lemma not in line.words.sets["asking"]:
        return kind, _with_content(line, clause, clause.rest)
    if clause.lemma not in line.words.sets["asking"] or kind not in (ActKind.ASK, ActKind.COMMAND, ActKind.TELL):
        return kind, clause
    place = clause.rest
    while line.is_in(place, "before_asked") and place < clause.last:
        place += 1
    if kind is ActKind.COMMAND and _bids_remember(line, clause):
        start = next((at for at in range(clause.rest, clause.last) if starts_statement(line, at)), -1)
        if start >= 0 and not line.is_in(start, "you"):
            return ActKind.TELL, replace(_turned(line, clause, start, Gap.NONE, (0, 0)), asks=None)
    if kind is ActKind.TELL and not _wants_to_know(line, clause):
        return kind, _with_content(line, clause, place)
    if line.is_in(place, "whether") and starts_statement(line, place + 1):
        return ActKind.ASK, _turned(line, clause, place + 1, Gap.NONE, (0, 0))
    if line.word(place) in line.words.questions:
        inner = _inner_question(line, clause, place)
        return (ActKind.ASK, inner) if inner is not None else (kind, clause)
    start = _told_by_asking(line, clause, place) if kind is ActKind.ASK else 0
    if start:
        return ActKind.TELL, replace(_turned(line, clause, start, Gap.NONE, (0, 0)), asks=None)
    return kind, clause


def _told_by_asking(line: Line, clause: Clause, place: int) -> int:
    """Returns where the news begin in "did i tell you that stella's moved" and "did i forget to mention we've sold the
    car"; 0 for a question that asks.
    """
    forgot = clause.lemma in line.words.sets["forgetting"]
    if not forgot and line.words.have.get(line.word(clause.first)):
        return 0  # "have i told you we've got a boat" asks
    if not line.is_in(clause.subject[0], "i") or not (forgot or clause.lemma in line.words.sets["telling"]):
        return 0
    while forgot and place < clause.last and not line.is_in(place - 1, "before_told"):
        place += 1
    place += forgot and line.is_in(place, "you")
    start = place + line.is_in(place, "that")
    return start if starts_statement(line, start) and line.is_in(place - 1, "before_told") else 0


def _said_to_be_so(line: Line, clause: Clause) -> int:
    """Returns where "that" stands after "it's a secret" or "it's true": what follows is told; 0 for other words."""
    if not line.is_in(clause.subject[0], "it") or clause.lemma != "be" or clause.negated:
        return 0
    places = range(clause.rest, min(clause.rest + 3, clause.last))
    that = next((at for at in places if line.is_in(at, "that") and line.is_in(at - 1, "said_to_be_so")), 0)
    return that if that and starts_statement(line, that + 1) else 0


def _requested(line: Line, kind: ActKind, clause: Clause) -> Clause | None:
    """Returns the question for what somebody says that they need to be told: "i need my landlord's number".

    Only what is said in a few words is needed in that sense: a number, a name, an address. A plumber that somebody
    needs, or a number that they want to be changed, is none.
    """
    sets = line.words.sets
    if "told_on_request" not in sets or clause.rest < 0 or not _requests(line, kind, clause):
        return None
    place, last = clause.rest, clause.last
    while place < last and line.is_in(place, "before_requested"):
        place += 1
    while last > place and line.is_in(last - 1, "after_requested"):
        last -= 1
    head = _head_of_phrase(line, place, last)
    if head not in sets["told_on_request"] or (clause.past and head in sets["missed_days"]):
        return None
    start, end = line.tokens[place].start, line.tokens[last - 1].end
    return Clause(start, end, place, last, (place, last), rest=last, lemma="be", marks=clause.marks, asks=Gap.WHAT)


def _requests(line: Line, kind: ActKind, clause: Clause) -> bool:
    """Says whether a clause tells of a need, asks to have something, or orders to give it."""
    sets = line.words.sets
    if kind is ActKind.COMMAND:
        return clause.lemma in sets["giving"] and line.is_in(clause.rest, "before_requested")
    if kind is ActKind.ASK and line.is_in(clause.subject[0], "you"):
        return clause.lemma in sets["giving"] | sets["recalling"] and not clause.past
    if not line.is_in(clause.subject[0], "i"):
        return False
    if kind is ActKind.ASK:
        return clause.asks is Gap.NONE and clause.lemma in sets["receiving"]
    if kind is not ActKind.TELL:
        return False
    if clause.lemma in sets["recalling"]:
        return clause.negated or clause.modality in (Modality.DUTY, Modality.WISH)
    if clause.negated or clause.past:
        return not clause.negated and clause.lemma in sets["forgetting"]
    wished = clause.modality in (Modality.WISH, Modality.ABILITY)
    led = clause.lemma in sets["requesting_with"] and line.is_in(clause.rest, "led_by")
    return clause.lemma in sets["requesting"] or led or (wished and clause.lemma in sets["liking"])


def _head_of_phrase(line: Line, first: int, last: int) -> str:
    """Returns the noun of a span that is one definite noun phrase: "the address of the dentist"; empty for others."""
    words = line.words
    beside = words.possessives | words.determiners | words.sets["part_of"] | {"'s"}
    if not all(line.is_open(at) or line.word(at) in beside for at in range(first, last)):
        return ""
    head = next((at for at in range(first, last) if line.is_in(at, "part_of")), last) - 1
    definite = line.word(first) in words.possessives | words.determiners - words.indefinite
    return line.word(head) if head > first and (definite or line.word(head - 1) == "'s") else ""


def _with_content(line: Line, clause: Clause, place: int) -> Clause:
    """Returns a statement with the subject and verb of its content clause: "i heard that my boss speaks dutch"."""
    near = range(place, min(place + 4, clause.last))
    after_that = (at + 1 for at in near if line.is_in(at, "that") and starts_statement(line, at + 1))
    plain = (
        at
        for at in near
        if not (line.is_in(at, "that") or line.is_in(at - 1, "having_done")) and starts_statement(line, at)
    )
    start = next(after_that, next(plain, -1))
    verb = find_verb(line, start) if start >= 0 else -1
    if verb < 0 or verb >= clause.last or clause.lemma in line.words.sets["liking"]:
        return clause
    unknown = line.words.indefinite | line.words.sets["run_on_subjects"]
    if line.is_in(verb, "naming") and {line.word(start), line.word(start - 1)} & unknown:
        return clause  # "i see a podiatrist called mr banerjee"
    group = read_verb_group(line, verb)
    modality = Modality.HEDGED
    if clause.modality is Modality.CONDITIONAL or clause.lemma in line.words.sets["unreal_content"]:
        modality = Modality.CONDITIONAL
    elif clause.lemma in line.words.reporting or clause.lemma in line.words.sets["hearing"]:
        modality = Modality.REPORTED
    if clause.lemma in line.words.sets["knowing"] and not clause.negated:
        modality = group.modality
    return replace(with_verb_group(clause, group), subject=(start, verb), modality=modality, shared=(0, 0))


def _bids_remember(line: Line, clause: Clause) -> bool:
    """Says whether a command asks to remember a clause: "don't let me forget my passport is in the drawer"."""
    spoken = [line.word(place) for place in range(clause.first, clause.last)]
    return clause.lemma in line.words.sets["remembering"] or (
        clause.negated and bool(line.words.sets["forgetting"] & set(spoken[:6]))
    )


def _wants_to_know(line: Line, clause: Clause) -> bool:
    """Says whether "i want to know", "i can't remember" or "i forgot" leads to a question."""
    spoken = {line.word(place) for place in range(clause.first, max(clause.rest, clause.first))}
    sets = line.words.sets
    return (
        bool(spoken)
        and line.is_in(clause.first, "i")
        and (clause.negated or bool(spoken & sets["needing"]))
        and not spoken & sets["think"]
    )


def _inner_question(line: Line, clause: Clause, place: int) -> Clause | None:
    if starts_question(line, place) and line.word(place) in line.words.questions:
        inner, *_ = read_question(line, place)
        if inner.subject[1] > inner.subject[0] or inner.verb >= 0:
            return replace(inner, marks=clause.marks)
    for start in range(place + 1, min(place + 5, clause.last)):
        if line.is_in(place, "how") and start == place + 1 and line.usual(start) in ("a", "r") and line.is_open(start):
            continue
        verb = find_verb(line, start)
        if verb >= 0 and verb < clause.last:
            sort = (place + 1, start)
            return _turned(line, clause, start, gap_of(line, place, sort), sort, place)
    return None


def _turned(line: Line, clause: Clause, start: int, gap: Gap, sort: tuple[int, int], first: int = -1) -> Clause:
    """Returns the clause that begins at `start` in statement order, as a question for `gap`."""
    verb = find_verb(line, start)
    group = read_verb_group(line, verb)
    begin = first if first >= 0 else start
    return replace(
        with_verb_group(clause, group),
        start=line.tokens[begin].start,
        first=begin,
        subject=(start, verb),
        asks=gap,
        sort=sort,
        shared=(0, 0),
    )


def as_meant(act: Act, before: list[Act], line: Line) -> Act:
    """Marks what follows "imagine" or "what if" in one utterance: it is no fact either."""
    if before and _goes_on(act, before[-1], line):
        return replace(act, clause=replace(act.clause, modality=before[-1].clause.modality))
    if any(line.length_of(line.words.imagined, place) for place in _beginnings(line, act)) or _follows_condition(
        act, before, line
    ):
        return replace(act, clause=replace(act.clause, modality=Modality.CONDITIONAL))
    if leads_to_quote(line, act.clause.first):
        return replace(act, clause=replace(act.clause, modality=Modality.CONDITIONAL))
    dreamt = any(one.clause.lemma in line.words.unreal and one.kind is ActKind.COMMAND for one in before)
    dreamt = dreamt or any(_carries_on(line, one.clause.first) for one in before)
    return replace(act, clause=replace(act.clause, modality=Modality.CONDITIONAL)) if dreamt else act


def _carries_on(line: Line, at: int) -> bool:
    """Says whether words begin here after which all is dreamt, assumed or read out: "i dreamt", "it says here"."""
    said = (" ".join(line.word(place) for place in range(at, at + size)) for size in (1, 2, 3))
    return any(phrase in line.words.sets["carrying"] for phrase in said)


def _goes_on(act: Act, last: Act, line: Line) -> bool:
    """Says whether a verb is meant as the one before it, whose subject it shares: "i should quit and open a shop"."""
    clause, before = act.clause, last.clause
    if clause.shared[1] <= clause.shared[0] or clause.modality is not Modality.FACT:
        return False
    base = clause.verb == clause.main and line.has_form(clause.main, "b") and not line.is_auxiliary(clause.main)
    meant = before.modality in _MEANT and before.main > before.verb and base and not before.past
    return before.modality is Modality.CONDITIONAL or meant


_MEANT = (Modality.HEDGED, Modality.WISH, Modality.PLAN, Modality.DUTY, Modality.ABILITY)


def _beginnings(line: Line, act: Act) -> tuple[int, ...]:
    """Returns where the clause begins, and the word before it, which may be read as an opener."""
    return act.clause.first, max(act.clause.first - 1, 0), max(act.clause.first - 2, 0)


def _follows_condition(act: Act, before: list[Act], line: Line) -> bool:
    """Says whether "i would", "i could" or "i'll" follows a clause with "if" in one sentence."""
    if not before or before[-1].clause.modality is not Modality.CONDITIONAL:
        return False
    last = before[-1].clause
    if any(line.is_stop(place) and line.word(place) != "," for place in range(last.last, act.clause.first)):
        return False
    return line.word(act.clause.verb) in line.words.modalities


def bare_cleft(line: Line, group: VerbGroup) -> tuple[int, int, VerbGroup] | None:
    """Returns subject, verb and group of what is told of the words behind "it's": "it's kiwi she can't have", "it's
    wednesdays the bins go out"; None of two clauses, such as "it's a cold flat she moans".
    """
    place = group.rest + (line.word(group.rest) in line.words.prepositions)
    while place < group.rest + MAX_WORDS_TO_AUXILIARY and (line.is_open(place) or line.is_number(place)):
        if place > group.rest and starts_statement(line, place, run_on=True):
            break
        place += 1
    if not group.rest < place < len(line) or line.is_in(place, "it") or not starts_statement(line, place, run_on=True):
        return None
    verb = find_verb(line, place)
    told = read_verb_group(line, verb)
    end = told.rest
    while not line.is_stop(end) and end < len(line):
        end += 1
    timed = line.word(place - 1) in line.words.days
    named = line.form(place - 1) is None or line.usual(place - 1) == "n"
    lacks = told.lemma not in line.words.thinking | {"be"}
    lacks = lacks and (end == told.rest or (end == told.rest + 1 and line.word(told.rest) in line.words.prepositions))
    stranded = end > told.rest + 1 and line.word(end - 1) in line.words.prepositions
    return (place, verb, told) if timed or (named and (lacks or stranded)) else None
