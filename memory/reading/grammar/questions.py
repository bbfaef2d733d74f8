"""Pure: reads a question: what it leaves open, about whom, and with which words."""

from __future__ import annotations

from dataclasses import replace

from memory.core.policy import MAX_SORT_WORDS
from memory.reading.grammar.boundaries import clause_end
from memory.reading.grammar.clause import Clause, Gap, Modality
from memory.reading.grammar.clause_starts import starts_statement
from memory.reading.grammar.question_starts import auxiliary_follows, gap_at_end, starts_question
from memory.reading.grammar.run_ons import run_on
from memory.reading.grammar.subjects import find_verb
from memory.reading.grammar.verb_groups import VerbGroup, lemma_of, read_verb_group
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning

_ASKED_FOR = (Modality.PAST_ONLY, Modality.DUTY)
"""What a verb before "to" makes of the question for the other verb."""
_MAIN_FORMS = {"be": "gn", "have": "n"}
"""The forms of a main verb after its auxiliary; the base form after every other."""


def read_question(line: Line, first: int) -> tuple[Clause, int, int, int]:
    """Reads the question that begins at `first`. Returns it, its end, where the next clause begins and what that is."""
    at = first + 1 if line.word(first) in line.words.prepositions else first
    if line.word(at) in line.words.questions:
        return _open_question(line, first, at)
    return _yes_no(line, first, at, Gap.NONE, (0, 0))


def _open_question(line: Line, first: int, at: int) -> tuple[Clause, int, int, int]:
    gap, verb = Gap(line.words.gaps[line.word(at)]), at + 1
    while verb < len(line) and not (line.is_auxiliary(verb) or line.word(verb) in line.words.clitics):
        if (
            gap in (Gap.WHO, Gap.WHAT, Gap.WHICH)
            and verb > at + line.is_in(at, "whose")
            and line.finite(verb)
            and line.has_form(verb, "sd")
            and not auxiliary_follows(line, verb)
        ):
            break
        verb += 1
    sort = (at + 1, verb)
    gap = _refined(line, gap, sort)
    cleft = _cleft_start(line, verb)
    if cleft >= 0:
        told = find_verb(line, cleft)
        return _made(line, first, read_verb_group(line, told), (cleft, told), gap, sort)
    doer = _cleft_verb(line, verb) if gap in (Gap.WHO, Gap.WHICH, Gap.WHAT) else -1
    if doer >= 0:
        return _made(line, first, read_verb_group(line, doer), (0, 0), gap, sort)
    after = line.skip_middle(verb + 1)
    if _counts_subject(line, at, verb):
        return _made(line, first, read_verb_group(line, verb), (0, 0), gap, sort)
    doing = (
        gap in (Gap.WHO, Gap.WHICH)
        and line.is_in(verb, "is_doing")
        and line.has_form(after, "gn")
        and line.usual(after) == "v"
    )
    if doing or (line.finite(verb) and not line.is_auxiliary(verb)) or (gap is Gap.WHO and _asks_doer(line, verb)):
        return _made(line, first, read_verb_group(line, verb), (0, 0), gap, sort)
    return _yes_no(line, first, verb, gap, sort)


def _counts_subject(line: Line, at: int, verb: int) -> bool:
    """Says whether the subject itself is counted: "how many of the boys are away"."""
    after = line.word(verb + 1)
    asks_of_another = line.word(verb) in line.words.do and any(
        line.has_form(place, "b") for place in range(verb + 2, verb + MAX_SORT_WORDS)
    )  # "what make of piano does mrs aldous have"
    return line.is_in(at + 2, "of") and at + 3 < verb and not asks_of_another and after not in line.words.nominative


def _cleft_start(line: Line, verb: int) -> int:
    """Returns where the clause begins in which a part is asked for: "what is it | i have for breakfast"; -1 without."""
    if not (line.is_in(verb, "is") or line.word(verb) in line.words.be) or not line.is_in(verb + 1, "it"):
        return -1
    place = verb + 2 + line.is_in(verb + 2, "that")
    return place if starts_statement(line, place) and find_verb(line, place) > place else -1


def _cleft_verb(line: Line, verb: int) -> int:
    """Returns the verb whose subject is asked for: "who was it that | has a glass eye"; -1 without one."""
    if not (line.is_in(verb, "is") or line.word(verb) in line.words.be) or not line.is_in(verb + 1, "it"):
        return -1
    relative = line.is_in(verb + 2, "that") or line.is_in(verb + 2, "cleft_relatives")
    place = verb + 2 + relative
    bare = line.finite(place) == Certainty.SURE and line.has_form(place, "sd") and not line.is_stop(place + 1)
    return place if (relative and (line.finite(place) or line.is_auxiliary(place))) or bare else -1


def _asks_doer(line: Line, verb: int) -> bool:
    """Says whether "who" is the subject itself: "who can swim", "who doesn't like fish", "who has my drill"."""
    after = line.skip_middle(verb + 1)
    if line.word(verb) in line.words.have:
        owned = line.word(after) in line.words.determiners or line.word(after) in line.words.possessives
        place = after
        while owned and not line.is_stop(place):
            owned = not (line.has_form(place, "n") and line.usual(place) == "v")
            place += 1
        return owned
    if line.word(verb) in line.words.do and _is_thing_done(line, after):
        return True  # "who does the cooking"
    if not line.has_form(after, "b") or not (line.word(verb) in line.words.do or line.word(verb) in line.words.modals):
        return False
    leads = line.word(after + 1) in line.words.determiners or line.word(after + 1) in line.words.possessives
    return leads or line.usual(after) == "v" or line.word(after) in line.words.wishes


def _is_thing_done(line: Line, at: int) -> bool:
    """Says whether a thing stands here and no verb behind it, so that "does" is the verb itself."""
    if line.word(at) not in line.words.determiners and line.word(at) not in line.words.possessives:
        return False
    end = next((place for place in range(at + 1, len(line)) if line.is_stop(place)), len(line))
    verbs = (place for place in range(at + 2, end) if line.has_form(place, "b"))
    return not any(line.usual(place) in "vx" or place == end - 1 for place in verbs)


def question_at_end(line: Line, clause: Clause, end: int) -> Clause | None:
    """Returns a clause in the order of a statement with what it asks at its end: "my exam is when", "the rent is how
    much"; None of one that tells.
    """
    gap, at = gap_at_end(line, clause, end), clause.rest
    if gap is not None:
        return replace(clause, asks=gap)
    sort = (at + 1, clause.last)
    asks = line.is_in(at, "how") or line.words.gaps.get(line.word(at)) in (Gap.WHAT.value, Gap.WHICH.value)
    if not asks or clause.lemma != "be" or sort[0] >= sort[1] or not line.is_stop(clause.last):
        return None
    for place in range(*sort):
        word = line.word(place)
        named = line.is_open(place) and line.finite(place) != Certainty.SURE
        if not (named or word in line.words.degrees or word in line.words.indefinite):
            return None
    return replace(clause, asks=gap_of(line, at, sort), sort=sort)


def gap_of(line: Line, at: int, sort: tuple[int, int]) -> Gap:
    """Returns what the question word at a position leaves open, with its sort."""
    return _refined(line, Gap(line.words.gaps[line.word(at)]), sort)


def _refined(line: Line, gap: Gap, sort: tuple[int, int]) -> Gap:
    word = line.word(sort[0])
    if gap is Gap.HOW and sort[1] > sort[0]:
        return Gap(line.words.degrees.get(word, Gap.DEGREE.value))
    if gap in (Gap.WHAT, Gap.WHICH):
        nouns = {line.table.singular(line.word(place)) for place in range(*sort)}
        if nouns & line.words.sets["time_sorts"] or line.is_in(sort[1] - 1, "parts asked for"):
            return Gap.WHEN
        return Gap.WHICH if nouns else gap
    return gap


def _yes_no(line: Line, first: int, auxiliary: int, gap: Gap, sort: tuple[int, int]) -> tuple[Clause, int, int, int]:
    """Reads auxiliary, subject and verb: "does tom like fish", "is my sister a vet"."""
    start = auxiliary + 1
    negated = False
    while line.word(start) in line.words.negators:
        start, negated = start + 1, True
    helper = lemma_of(line, auxiliary)
    stop, main = _subject_end(line, start, helper, asks=gap is not Gap.NONE)
    group = VerbGroup(
        auxiliary,
        main if main >= 0 else auxiliary,
        (main + 1) if main >= 0 else stop,
        lemma_of(line, main) if main >= 0 else helper,
        negated or any(line.word(place) in line.words.negators for place in range(start, stop + 1)),
        line.is_in(auxiliary, "past_auxiliaries"),
    )
    return _made(line, first, _of_infinitive(line, group), (start, stop), gap, sort)


def _of_infinitive(line: Line, group: VerbGroup) -> VerbGroup:
    """Reads "did i use to live" as a question for what was once so, and "do i have to call" as one for a duty."""
    to, leading = group.rest, Modality(line.words.leading_verbs.get(group.lemma, Modality.FACT.value))
    if leading not in _ASKED_FOR or not line.is_in(to, "to") or not line.has_form(to + 1, "b"):
        return group
    if group.lemma == "get" and not line.has_form(group.main, "n"):
        return group  # "how does she get to work"
    return replace(group, main=to + 1, rest=to + 2, lemma=lemma_of(line, to + 1), modality=leading)


def _subject_end(line: Line, start: int, helper: str, *, asks: bool) -> tuple[int, int]:
    """Returns the end of the subject of an inverted question, and its main verb; -1 without one."""
    words = line.words
    if line.word(start) in words.subjects and not (
        line.word(start) in words.determiners
        and line.is_open(start + 1)
        and (helper != "be" or (line.has_form(start + 2, "g") and line.usual(start + 2) in "vx"))
    ):
        return start + 1, _verb_after_subject(line, start + 1, helper)
    named = _naming_end(line, start) if asks and helper == "be" else -1
    if named > start:
        return named, named
    wanted = _MAIN_FORMS.get(helper, "b")
    place = start
    while place < len(line) and not line.is_stop(place):
        if place > start and line.word(place) in words.conjunctions and starts_question(line, place + 1):
            return place, -1
        if place > start and line.word(place) in words.questions and starts_question(line, place):
            return place, -1
        fits = (line.has_form(place, wanted) and line.usual(place) in "vx") or (
            helper == "do" and line.is_in(place, "auxiliary_bases")
        )
        fits = fits and not (_is_thing_in_ing(line, start, place) or line.word(place) in words.particles)
        if fits and place > start and not _belongs_to_noun(line, place - 1) and not _is_practice(line, place, helper):
            end = place
            while end - 1 > start and line.word(end - 1) in words.middle:
                end -= 1
            return end, place
        if helper == "be" and place > start and _opens_complement(line, place):
            return place, -1
        if place > start and line.word(place) in words.nominative:
            return place, -1
        named = start + line.is_in(start, "titles")
        if place > named and helper in _MAIN_FORMS and run_on(line, place, start, asks=asks):
            return place, -1
        place += 1
    last = _last_verb(line, start, place) if helper not in _MAIN_FORMS else -1
    return (last, last) if last > start else (place, -1)


def _is_thing_in_ing(line: Line, start: int, at: int) -> bool:
    """Says whether a word in "ing" is the last noun of the subject: "what is the meter reading"."""
    person = line.word(at - 1) in load_meaning(line.words.language).roles
    owned = line.word(start) in line.words.determiners | line.words.possessives
    return line.is_in(at, "nouns_in_ing") and owned and not person and line.find_noun(at - 1)


def _is_practice(line: Line, at: int, helper: str) -> bool:
    """Says whether the word is the subject's last noun, since the verb stands behind it: "does band practice start"."""
    found = line.form(at)
    noun = found is not None and "n" in found.other and not line.is_in(at, "verbs_with_verbs")
    verb = line.has_form(at + 1, "b") and line.usual(at + 1) == "v" and line.finite(at + 1) == Certainty.SURE
    return helper == "do" and noun and verb


def _last_verb(line: Line, start: int, end: int) -> int:
    """Returns the last word that may be a verb, where none is mostly one: "where did my mentor | train"; else -1."""
    places = range(end - 1, start, -1)
    verbs = (at for at in places if line.has_form(at, "b") and line.word(at) not in line.words.particles)
    return next((at for at in verbs if not _belongs_to_noun(line, at - 1)), -1)  # not the "up" of "the washing up"


def _naming_end(line: Line, start: int) -> int:
    """Returns where "called" ends a question for a name: "what are | the neighbours on the left | called"; else -1."""
    place = start
    while not line.is_stop(place) and line.word(place) not in line.words.conjunctions:
        place += 1
    alone = line.is_stop(place) and not any(line.word(at) in line.words.questions for at in range(start, place))
    return place - 1 if alone and line.is_in(place - 1, "naming") else -1


def _verb_after_subject(line: Line, at: int, helper: str) -> int:
    """Returns the main verb after a pronoun and its adverbs; -1 without one."""
    place = line.skip_middle(at)
    if helper == "do" and line.is_in(place, "last_time") and line.has_form(place + 1, "b"):
        place += 1  # "when did i last see her"
    fits = (
        line.has_form(place, _MAIN_FORMS.get(helper, "b"))
        and (line.usual(place) in "vx" or helper not in ("be", "have"))
    ) or line.is_in(place, f"mains_of_{helper}" if helper in _MAIN_FORMS else "auxiliary_bases")
    noun = helper == "be" and line.usual(place) in "na" and not line.is_in(place, "mains_of_be")
    return place if fits and not noun else -1


def _belongs_to_noun(line: Line, at: int) -> bool:
    """Says whether the word leads to a noun: a determiner, an owner or a preposition."""
    word, words = line.word(at), line.words
    return word in words.determiners or word in words.possessives or word in words.prepositions


def _opens_complement(line: Line, at: int) -> bool:
    """Says whether what the subject is, or where, begins here: "is my sister | a vet", "is tom | in ulm"."""
    word, words = line.word(at), line.words
    person = word in load_meaning(words.language).roles  # "is our window cleaner ..."
    begins = word in words.determiners or word in words.prepositions or (line.usual(at) == "a" and not person)
    begins = begins or (
        line.is_in(at, "nouns_of_states") and line.is_in(at + 1, "states_of_nouns")
    )  # "is max | gluten free"
    counted = word in words.numbers and line.is_stop(at + 1)  # "is ellie eight"
    begins = begins or counted or (line.is_in(at, "said_of_subject") and (line.is_stop(at + 1) or line.is_time(at + 1)))
    return begins and not line.is_in(at, "of") and line.is_open(at - 1) and line.usual(at - 1) != "a"


def _made(
    line: Line, first: int, group: VerbGroup, subject: tuple[int, int], gap: Gap, sort: tuple[int, int]
) -> tuple[Clause, int, int, int]:
    end, following, kind = clause_end(
        line, max(group.rest, subject[1]), group.lemma, ordered=False, asks=gap is not Gap.NONE, either=True
    )
    end = min(max(end, first + 1), len(line))
    clause = Clause(
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
        group.modality,
        asks=gap,
        sort=sort,
    )
    return clause, end, following, kind
