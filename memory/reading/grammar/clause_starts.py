"""Pure: says what begins at a word: a clause with its own subject, a verb that shares one, a question, a command."""

from __future__ import annotations

from memory.core.policy import MAX_ADDRESS_WORDS, MAX_SUBJECT_TOKENS
from memory.reading.grammar.clause import Span
from memory.reading.grammar.question_starts import starts_question
from memory.reading.grammar.run_on_clauses.begun_anew import takes_up_again
from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning

NOTHING, STATEMENT, QUESTION, SHARED, ORDER = range(5)
"""What begins here: nothing, a clause with a subject, a question, a verb that shares the subject, a command."""


def starts_statement(line: Line, at: int, *, run_on: bool = False) -> bool:
    """Says whether a clause with its own subject and finite verb begins here.

    Without a conjunction before it (`run_on`), only what can hardly be an object counts.
    """
    words, word = line.words, line.word(at)
    if line.is_stop(at) or word in words.conjunctions:
        return False
    verb = find_verb(line, at)
    if verb < 0:
        return False
    if run_on and line.is_auxiliary(verb) and line.is_stop(verb + 1) and line.is_in(verb - 1, "tagging"):
        return False  # "i can't bear | mushrooms never could"
    if run_on and line.is_in(at - 1, "having_done") and line.has_form(verb, "n") and not line.is_auxiliary(verb):
        return False  # "we agreed to get | the kitchen painted yellow"
    if run_on and _shares_object(line, at, verb):
        return False
    if verb - 1 > at and takes_up_again(line, verb - 1):
        return False  # "smudge and | pickle pickle's the fat one"
    if not run_on or word in words.nominative:
        return True
    if word in words.subjects and not (line.is_in(at, "this") and verb > at + 1):
        return (
            line.is_auxiliary(verb)
            or is_verbal_s(line, verb)
            or line.word(verb) in words.clitics
            or (word in words.sets["run_on_subjects"] and _agrees_surely(line, at, verb) and verb <= at + 2)
            or (line.is_in(at, "it") and verb == at + 1 and _acts_on_thing(line, verb))
        )
    sure = line.finite(verb) == Certainty.SURE or is_verbal_s(line, verb)
    owned = line.is_in(verb, "is") and line.is_stop(verb + 1)  # "at my mum's"
    if owned or any(line.is_stop(place) or _joins_clause(line, place) for place in range(at, verb)):
        return False
    if word in words.possessives or word in words.sets["run_on_determiners"]:  # not "a cold | tom has a cough"
        return sure and not (word in words.indefinite and verb > at + 2 and is_given_name(line.word(verb - 1), "en"))
    return sure and _is_bare_subject(line, at, verb)


def _shares_object(line: Line, at: int, verb: int) -> bool:
    """Says whether what stands before "and i" is the object of the verb before it: "ring | the bank and i've got to
    post a parcel".
    """
    joined = any(line.is_in(place, "and") and _begins_alone(line, place + 1, verb) for place in range(at + 1, verb))
    acts = line.has_form(at - 1, "b") or line.word(at - 1) in line.words.prepositions
    return joined and (acts or line.is_in(at, "definite_article"))


def _begins_alone(line: Line, at: int, verb: int) -> bool:
    """Says whether "i", or one person of the family, is the subject of the verb right behind: "mum said"."""
    alone = at == verb - 1 and line.word(at) in load_meaning(line.words.language).roles
    return line.is_in(at, "i") or (alone and line.finite(verb) == Certainty.SURE and find_verb(line, at) == verb)


def _agrees_surely(line: Line, at: int, verb: int) -> bool:
    """Says whether a sure verb fits its subject: not in "been doing | it like six years"."""
    fits = not line.is_in(at, "it") or line.has_form(verb, "sd") or line.is_auxiliary(verb)
    return fits and line.finite(verb) == Certainty.SURE


def _acts_on_thing(line: Line, verb: int) -> bool:
    """Says whether a verb of the third person has an object: "a red one | it matches the toaster"."""
    after = line.word(verb + 1)
    return line.has_form(verb, "s") and (after in line.words.determiners or after in line.words.possessives)


def _is_bare_subject(line: Line, at: int, verb: int) -> bool:
    """Says whether the words before a verb are a subject without a determiner, and no part of what stands before.

    That is one noun or name, one after a title, one's thing, or two that are joined: "tom", "uncle henrik", "rosa's
    boss", "tom and clara".
    """
    words, end = line.words, verb
    if line.is_number(at - 1) and line.is_plural(at):
        return False  # "i've got thirty | pounds left"
    while end - 1 > at and line.word(end - 1) in words.middle:
        end -= 1
    if _is_placed_name(line, at, end):
        return True
    first = at + 1 if line.is_in(at, "titles") and end > at + 1 else at
    if not _is_noun(line, first) or line.is_in(at - 1, "is") or line.is_in(verb, "naming"):
        return False
    if line.usual(at - 1) == "a" and line.has_form(verb, "n") and not line.is_auxiliary(verb):
        return False  # "a small house built of wood"
    if end == first + 1:
        return line.is_auxiliary(verb) or line.is_in(verb, "is") or first > at or not _may_be_compound(line, at, verb)
    joined, owned = line.is_in(first + 1, "and"), line.is_in(first + 1, "is")
    if joined:
        return not line.is_noun_only(at - 1) and end == first + 3 and _is_noun(line, first + 2)
    after = range(first + 2, end)
    return owned and first + 2 < end and all(_is_noun(line, at) or line.is_in(at, "is") for at in after)


def _is_placed_name(line: Line, at: int, end: int) -> bool:
    """Says whether a given name and where somebody is are the subject: "mike at the shop", "jo from the bank"."""
    placed = line.is_in(at + 1, "placing_people") and at + 2 < end and not line.is_time(end - 1)
    inner = all(line.is_open(place) or line.word(place) in line.words.determiners for place in range(at + 2, end))
    return placed and inner and is_given_name(line.word(at), "en")


def _may_be_compound(line: Line, at: int, verb: int) -> bool:
    """Says whether the verb may be the last noun of what stands before: "she sells phone covers"."""
    found, after = line.form(verb), line.word(verb + 1)
    if line.is_stop(verb + 1):
        return True
    if found is None or "n" not in found.other:
        return False
    if after in line.words.determiners or after in line.words.possessives or line.is_number(verb + 1):
        return False
    object_before = line.has_form(at - 1, "bsd") and line.usual(at - 1) == "v"
    return object_before or (line.is_noun_only(at - 1) and after not in line.words.prepositions)


def _joins_clause(line: Line, at: int) -> bool:
    """Says whether a conjunction is here that belongs to no subject: after a time, or before a pronoun."""
    return line.word(at) in line.words.conjunctions and (
        line.word(at + 1) in line.words.subjects or line.is_time(at - 1)
    )


def _is_noun(line: Line, at: int) -> bool:
    """Says whether the word is open and may be a noun or a name."""
    return (
        line.is_open(at) and not line.is_number(at) and line.find_noun(at) and line.word(at) not in line.words.adverbs
    )


def skip_leading_time(line: Line, at: int) -> int:
    """Returns the position after a day or another time before a subject: "next friday i have", "on mondays i go"."""
    if line.word(at) in line.words.prepositions:
        after = _skip_times(line, at + 1)
        return after if after > at + 1 and line.word(after) in line.words.nominative else at
    return _skip_times(line, at)


def _skip_times(line: Line, at: int) -> int:
    """Returns the position after days, units and other words of time."""
    while line.word(at) in line.words.days or line.word(at) in line.words.units or line.is_in(at, "leading_times"):
        at += 1
    return at


def what_starts(line: Line, at: int, *, ordered: bool) -> int:
    """Returns what begins after a conjunction or a comma. `ordered`: the clause before is a command."""
    if any(echo_start(line, each) for each in (at - 1, at)):
        return NOTHING
    place = skip_openers(line, at)
    if starts_question(line, place):
        return QUESTION
    if only_describes(line, place):
        return NOTHING
    starts = any(starts_statement(line, start) for start in (place, skip_leading_time(line, place)))
    if starts or _starts_fronted(line, place):
        return STATEMENT
    verb = line.skip_middle(place)
    if line.word(verb) in line.words.clitics:
        return NOTHING
    if line.finite(verb) and (
        line.is_auxiliary(verb) or line.has_form(verb, "sd") or (line.usual(verb) == "v" and line.has_form(verb, "b"))
    ):
        if ordered and line.has_form(verb, "b") and line.finite(verb) == Certainty.SURE:
            return ORDER
        if line.is_auxiliary(verb) or line.finite(verb) == Certainty.SURE:
            return SHARED
    return NOTHING


def _starts_fronted(line: Line, at: int) -> bool:
    """Says whether a place or thing stands before its clause: "... but | in boots i'm an eight"."""
    if line.word(at) not in line.words.prepositions or line.is_in(at, "to"):
        return False
    place = at + 1 + (line.word(at + 1) in line.words.possessives | line.words.determiners)
    while place < at + MAX_ADDRESS_WORDS and line.is_open(place) and line.finite(place) != Certainty.SURE:
        place += 1
    told = line.word(place) in line.words.nominative or line.is_in(place, "it")
    return told and line.is_open(place - 1) and starts_statement(line, place)


def echo_start(line: Line, at: int) -> Span | None:
    """Returns the span of those of whom the same is told: "so is | my son", "| my son | is too"; None without."""
    if line.is_in(at, "echoing") and line.is_auxiliary(at + 1):
        end = _noun_end(line, at + 2)
        return (at + 2, end) if end > at + 2 and line.is_stop(end) else None
    if line.word(at - 1) not in line.words.conjunctions:
        return None
    end = _noun_end(line, at)
    done = end + line.is_auxiliary(end)
    if end == at or not line.is_stop(done + 1):
        return None
    return (at, end) if line.is_in(done, "likewise") else None


def _noun_end(line: Line, at: int) -> int:
    """Returns the end of a short noun phrase or pronoun."""
    place = at
    while place < at + 4 and not line.is_stop(place) and not line.is_auxiliary(place):
        word, words = line.word(place), line.words
        told = word in words.possessives or word in words.determiners or word in words.nominative
        if not (line.is_open(place) or told):
            break
        if line.is_in(place, "likewise"):
            break
        verb = line.finite(place) == Certainty.SURE and line.is_open(place - 1)
        if place > at and (verb or line.word(place - 1) in line.words.nominative):
            break  # "so can my boss | swim", "so did i | lock the door"
        place += 1
    return place


def only_describes(line: Line, at: int) -> bool:
    """Says whether a noun is only described by "who" and its verb: "bea who's four and | nell who's seven"."""
    verb = find_verb(line, at)
    return verb > at + 1 and line.is_in(verb - 1, "cleft_relatives") and line.is_open(verb - 2)


def skip_openers(line: Line, at: int) -> int:
    """Returns the position after words before a clause that are no part of it."""
    after = skip_opener(line, at)
    return skip_openers(line, after) if after > at else at


def skip_opener(line: Line, at: int) -> int:
    """Returns the position after one of these words, or a stop."""
    length = 1 if line.is_stop(at) and at < len(line) else line.length_of(line.words.openers, at)
    return at if not length or _is_needed(line, at, length) else at + length


def _is_needed(line: Line, at: int, length: int) -> bool:
    """Says whether the word here is no opener: "like" of "like tea", "right" of "right foot", "that's" of nothing."""
    word = line.word(at)
    after = line.word(at + length)
    if line.length_of(line.words.openers, at + length) > 1:
        return False  # "right | hang on | the vet's at two"
    if line.is_in(at, "echoing") and echo_start(line, at):
        return True
    if line.is_in(at, "calling_openers"):
        return after not in line.words.nominative | line.words.questions
    if word in line.words.sets["open_openers"]:
        return not (
            line.is_auxiliary(at + length)
            or after in line.words.subjects
            or after in line.words.possessives
            or after in line.words.questions
            or line.is_stop(at + length)
            or after in line.words.sets["after_opener"]
        )
    return False


def restated_from(line: Line, first: int) -> int:
    """Returns where a clause begins that says the corrected words again: "i meant york | he lives in york"."""
    for place in range(first + 1, min(first + MAX_ADDRESS_WORDS, len(line))):
        if line.is_stop(place) or line.finite(place) == Certainty.SURE:
            return first
        if line.word(place) in line.words.subjects and starts_statement(line, place):
            again = (line.word(at) == line.word(place - 1) for at in range(place + 1, len(line)))
            return place if line.is_open(place - 1) and any(again) else first
    return first


def insisted_from(line: Line, at: int, last: int) -> int:
    """Returns where a value begins behind words that insist on it: "hull" of "always hull"."""
    while at + 1 < last and line.is_in(at, "insisting"):
        at += 1
    return at


def bare_value_end(line: Line, first: int) -> int:
    """Returns where a number or day ends that a clause with a pronoun follows: "make that thirteen | i forgot the
    twins"; `first` where none does. Before "and" any bare value may stand: "no saint agnes | and she's in year two".
    """
    joint = first
    while joint < first + MAX_ADDRESS_WORDS and line.is_open(joint) and line.finite(joint) != Certainty.SURE:
        joint += 1
    if joint > first and line.is_in(joint, "and") and _is_persons_clause(line, joint + 1):
        return joint
    place = first
    while line.in_number(place) or line.is_time(place):
        place += 1
    return place if line.word(place) in line.words.nominative and line.finite(place + 1) else first


def value_now_end(line: Line, first: int) -> int:
    """Returns where a bare value ends that "now" or "sorry" behind it says to be another: "wednesday now | they rang",
    "army sorry"; else `first`.
    """
    place = first
    while line.in_number(place) or line.is_time(place):
        place += 1
    while place < first + MAX_ADDRESS_WORDS and line.is_open(place) and line.finite(place) != Certainty.SURE:
        if line.is_in(place, "fixing_behind") or line.is_in(place, "now_opening"):
            break
        place += 1
    if line.is_in(place, "fixing_behind"):
        return _fixed_value_end(line, first, place)
    timed = line.in_number(place - 1) or line.is_time(place - 1)
    if place == first or not timed or not line.is_in(place, "now_opening"):
        return first
    words, after = line.words, line.word(place + 1)
    opens = after in words.nominative or after in words.possessives or after in words.indefinite
    return place + 1 if opens or after in words.reasons else first


def _fixed_value_end(line: Line, first: int, place: int) -> int:
    """Returns where "thirty nine sorry | i keep forgetting" has told its value and that it corrects; else `first`."""
    length, words = line.length_of(line.words.fixes, place), line.words
    after = place + length
    alone = line.is_stop(after) or (
        line.word(after) in words.nominative and bool(line.finite(line.skip_middle(after + 1)))
    )
    beside = length == 1 and line.in_number(place - 1) and line.word(after) in words.prepositions
    return after if first < place and length and (alone or beside) else first


def _is_persons_clause(line: Line, at: int) -> bool:
    """Says whether a pronoun with its verb begins here, and no second subject of a verb that both have."""
    single = line.word(at) in line.words.nominative and line.words.third.get(line.word(at)) != "many"
    return single and (is_verbal_s(line, at + 1) or line.has_form(line.skip_middle(at + 1), "sd"))


def after_greeting(line: Line, begin: int, first: int) -> int:
    """Returns where a question begins after a greeting: "alright mate where's my bag"."""
    opened = begin + line.is_in(begin, "good")
    if begin or not line.is_in(opened, "greetings"):
        return first
    closed = line.words.nominative | line.words.possessives | line.words.sets["definite"]
    for place in range(max(first, 1), min(first + MAX_ADDRESS_WORDS, len(line))):
        if line.word(place) in closed or line.is_auxiliary(place) or line.is_stop(place):
            return first
        if line.word(place) in line.words.questions and starts_question(line, place):
            return first if line.word(place + 2) in line.words.third else place
    return first


def after_name_called(line: Line, first: int) -> int:
    """Returns where a question to somebody else begins: "mum can you help", "tom have you seen it"."""
    called = line.is_open(first) and line.is_auxiliary(first + 1) and line.is_in(first + 2, "you")
    return first + 1 if called and not line.is_auxiliary(first) else first


def drops_subject(line: Line, place: int) -> bool:
    """Says whether the speaker left out "I": "can't wait", "forgot my keys", "going to bed"."""
    if line.is_auxiliary(place) and line.word(place + 1) in line.words.negators:
        return True
    return (line.has_form(place, "d") and line.finite(place) == Certainty.SURE) or (
        line.has_form(place, "g") and line.usual(place) == "v"
    )


def drops_third_person(line: Line, place: int) -> bool:
    """Says whether somebody told of before is the subject and left out: "plays the banjo at wakes", "has a van"."""
    if line.is_stop(place + 1) or line.word(place + 1) in line.words.conjunctions | line.words.nominative:
        return False
    if line.is_auxiliary(place):
        return line.is_in(place, "left_with_subject") and not line.is_in(place + 1, "there_be")
    if not line.has_form(place, "s") or line.has_form(place, "bd") or line.is_in(place, "left_with_it"):
        return False
    if line.finite(place) == Certainty.SURE:
        return not line.is_auxiliary(place + 1) and not line.is_in(place + 1, "is") and not _finite_soon(line, place)
    words, after = line.words, line.word(place + 1)
    return after in words.determiners | words.possessives | words.conditions or line.is_in(place + 1, "fronting")


def _finite_soon(line: Line, place: int) -> bool:
    """Says whether the word is the subject of a verb that follows: "works vans park here"."""
    after = line.skip_middle(place + 1)
    found = line.finite(after) == Certainty.SURE and not line.has_form(after, "gn")
    return found and line.usual(place) == "v" and line.has_form(after, "bd") and not line.is_open(place + 1)


def fronted_place(line: Line, first: int) -> int:
    """Returns where "i keep the keys" begins in "in the blue tin is where i keep the keys"; 0 without such a place."""
    if line.word(first) not in line.words.prepositions:
        return 0
    for place in range(first + 2, min(first + MAX_SUBJECT_TOKENS, len(line))):
        if line.is_stop(place):
            return 0
        linked = line.is_in(place, "is") or line.words.be.get(line.word(place), "") in ("3", "d")
        if linked and line.is_in(place + 1, "fronting") and starts_statement(line, place + 2):
            return place + 2
    return 0
