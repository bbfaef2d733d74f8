"""Pure: says whether another clause begins without a word or a pause before it, as in speech."""

from __future__ import annotations

from memory.core.policy import MAX_SORT_WORDS
from memory.reading.grammar.clause_starts import (
    NOTHING,
    ORDER,
    QUESTION,
    SHARED,
    STATEMENT,
    echo_start,
    only_describes,
    starts_statement,
    what_starts,
)
from memory.reading.grammar.question_starts import has_only_object, starts_question
from memory.reading.grammar.run_on_clauses.begun_anew import begins_with_next_day, takes_up_again
from memory.reading.grammar.run_on_clauses.described import describes_object, is_bare_relative
from memory.reading.grammar.subjects import find_verb, is_verbal_s
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning


def run_on(line: Line, place: int, at: int, *, asks: bool) -> int:
    """Returns what begins at `place`, in a clause whose verb group ends at `at`.

    `asks`: the last preposition of that clause may govern what it asks for.
    """
    if line.word(place - 1) in line.words.ordinals and line.is_time(place):
        return NOTHING  # "had a fall last month broke my wrist"
    if at < MAX_SORT_WORDS and _left_out_before(line, at):
        if _did_next(line, place, at):
            return SHARED
        if place == at and any(_did_next(line, later, at) for later in range(at + 1, at + MAX_SORT_WORDS)):
            return NOTHING
    if _tells_of_one(line, place):
        return STATEMENT
    if _tells_what_followed(line, place) or _goes_on_having(line, place) or _goes_on_doing(line, place, at):
        return SHARED
    if place == at + 1 and line.is_in(at - 1, "naming") and _goes_on_of_named(line, place):
        return SHARED
    if _continues(line, place, asks=asks) or any(echo_start(line, before) for before in (place - 1, place)):
        return NOTHING
    if begins_with_next_day(line, place):
        return STATEMENT
    if line.is_in(place, "setting_apart") and starts_statement(line, place + 1, run_on=True):
        return STATEMENT  # "tuesday's my day off this week | normally it's wednesday"
    if _begins_with_now(line, place, at) or (place > at and takes_up_again(line, place)):
        return STATEMENT
    if place == at:
        return _after_group(line, place, asks=asks)
    if orders_beside(line, place):
        return ORDER
    if line.length_of(line.words.openers, place) > 1:
        opened = what_starts(line, place, ordered=False)
        if opened in (STATEMENT, QUESTION):
            return opened
    closing = line.length_of(line.words.closers, place)
    if closing and line.is_stop(place + closing):
        return NOTHING
    if _opens_correction(line, place):
        return STATEMENT
    if starts_question(line, place) and _may_open_question(line, place):
        return QUESTION
    return STATEMENT if _opens_statement(line, place) else NOTHING


def _begins_with_now(line: Line, place: int, at: int) -> bool:
    """Says whether "now" opens the next clause: "finished the book at last | now i'm reading another".

    What is so now keeps it: "she works at the bakery now | i'm at the mill".
    """
    if not (line.is_in(place, "now_opening") and line.word(place + 1) in line.words.nominative):
        return False
    past = line.has_form(at - 1, "d") and not line.has_form(at - 1, "b") and not line.is_auxiliary(at - 1)
    linked = line.word(at - 2) in line.words.be or line.word(at - 2) in line.words.clitics
    over = line.is_in(at - 2, "to") and line.is_in(at - 3, "once_did")  # "i used to sing | now i paint"
    return (over or (past and not linked)) and starts_statement(line, place + 1, run_on=True)


def _opens_statement(line: Line, place: int) -> bool:
    """Says whether a statement begins, and neither a relative clause nor a question after a noun."""
    if not starts_statement(line, place, run_on=True) or is_bare_relative(line, place) or only_describes(line, place):
        return False
    verb = find_verb(line, place)
    if _has_other_clause(line, place, verb) or _is_kind_of_thing(line, place, verb):
        return False
    bare = line.is_open(place) and not has_only_object(line, verb)
    return not (bare and _asks_strongly(line, verb))


def _is_kind_of_thing(line: Line, place: int, verb: int) -> bool:
    """Says whether what seems a verb is the noun of one thing: "i bought max | a lego set"."""
    one = line.word(place) in line.words.determiners and line.is_in(place, "one_of_a_kind")
    return one and line.has_form(verb, "b") and line.is_stop(verb + 1) and not line.is_auxiliary(verb)


def _has_other_clause(line: Line, place: int, verb: int, *, bare: bool = False) -> bool:
    """Says whether what seems a subject ends in another clause: "a funny noise | where's my key".

    `bare`: also in one whose subject has no determiner: "a job at the harbour | rosa has".
    """
    inside = range(place + 1, verb)
    singular = line.is_in(verb, "singular_verbs") or (line.has_form(verb, "s") and not line.has_form(verb, "b"))
    if singular and any(line.is_in(at, "and") for at in inside):
        return True  # "she is in senior | infants and tom is in third class": two would be plural
    if any(line.length_of(line.words.over, at) for at in inside):
        return True  # "we don't have | the piano any more gave it to the scouts"
    return any(line.is_in(at, "fillers") or _begins_inside(line, at, bare=bare) for at in inside)


def _left_out_before(line: Line, at: int) -> bool:
    """Says whether the clause whose verb group ends at `at` has left out "I" before a past verb: "sold | the corsa"."""
    verb = at - 1
    past = line.finite(verb) == Certainty.SURE and line.has_form(verb, "d") and not line.has_form(verb, "b")
    return past and (verb == 0 or line.word(verb - 1) in line.words.conjunctions | line.words.middle)


def _did_next(line: Line, at: int, rest: int) -> bool:
    """Says whether the next thing that was done begins with its verb: "sold the corsa | got a red polo".

    What may be a participle, as in "found a wallet left on the bus", must have a thing behind it.
    """
    past = at > rest and line.has_form(at, "d") and not line.has_form(at, "b") and line.word(at) not in line.words.be
    if not past or line.finite(at) != Certainty.SURE or not (line.is_open(at - 1) or line.is_time(at - 1)):
        return False
    words, after = line.words, line.word(at + 1)
    taking = after in words.determiners or after in words.possessives
    return taking or (not line.has_form(at, "n") and after in words.prepositions)


def _tells_of_one(line: Line, at: int) -> bool:
    """Says whether one of several is told of right behind them: "two brothers | one's called neil"."""
    linked = is_verbal_s(line, at + 1) or line.word(at + 1) in line.words.be
    return line.is_in(at, "one") and linked and line.is_plural(at - 1) and line.is_open(at - 1)


def _tells_what_followed(line: Line, at: int) -> bool:
    """Says whether a past verb without a subject follows the end of something: "no piano any more | gave it away"."""
    ended = any(line.length_of(line.words.over, at - back) == back for back in (1, 2))
    return ended and line.finite(at) == Certainty.SURE and line.has_form(at, "d") and not line.is_auxiliary(at)


def _goes_on_having(line: Line, at: int) -> bool:
    """Says whether "had it" goes on about what was named: "i've got a bad back | had it since the army"."""
    had = line.word(at) in line.words.have and line.has_form(at, "d") and not line.is_stop(at - 1)
    if not had or line.is_in(at - 1, "is"):
        return False  # "the boiler's had it"
    after = line.skip_middle(at + 2)
    return line.is_in(at + 1, "had_things") and not (line.has_form(after, "n") and line.usual(after) == "v")


def _goes_on_doing(line: Line, at: int, rest: int) -> bool:
    """Says whether a verb tells more of somebody who is something: "she's a midwife | works at st thomas's".

    `rest` is where the verb group of the clause before ends.
    """
    linked = line.word(rest - 1) in line.words.be or line.word(rest - 1) in line.words.clitics
    if not linked or at <= rest + 1:
        return False
    somebody = line.is_in(rest - 2, "single_people") or line.word(rest - 2) in load_meaning(line.words.language).roles
    sure = line.finite(at) == Certainty.SURE or line.word(at + 1) in line.words.prepositions
    does = sure and line.has_form(at, "s") and not line.is_auxiliary(at)
    named = line.word(rest) in line.words.determiners and all(line.is_open(place) for place in range(rest + 1, at))
    return somebody and does and named


def _goes_on_of_named(line: Line, at: int) -> bool:
    """Says whether a verb tells more of somebody whose name was just told: "she's called millie | seems nice"."""
    return line.finite(at) == Certainty.SURE and line.has_form(at, "s") and not line.is_auxiliary(at)


def _begins_inside(line: Line, at: int, *, bare: bool) -> bool:
    if _continues(line, at, asks=False) or line.word(at - 1) in line.words.conjunctions:
        return False
    if starts_question(line, at):
        return _may_open_question(line, at)
    if line.is_open(at) and (not bare or line.is_in(at - 1, "before_noun") or line.usual(at - 1) == "a"):
        return False
    return starts_statement(line, at, run_on=True) and not is_bare_relative(line, at)


def _has_object(line: Line, verb: int) -> bool:
    """Says whether a noun phrase with its determiner, or a pronoun, follows the verb."""
    word, words = line.word(verb + 1), line.words
    return word in words.determiners or word in words.possessives or word in words.objects or line.is_number(verb + 1)


def _continues(line: Line, place: int, *, asks: bool) -> bool:
    """Says whether the word before needs this one: "my", "the", "in", "saint"."""
    words, before, word = line.words, line.word(place - 1), line.word(place)
    told = line.is_in(place, "it") and line.word(place + 1) in words.clitics  # "they've put it up | it's dear"
    pronoun, asking = word in words.nominative or told, word in words.questions
    if before in words.possessives or (before in words.determiners and not pronoun):
        return True
    if before in words.sets["before_proper"]:
        return True
    if before not in words.prepositions:
        return False
    if asks and (asking or line.is_auxiliary(place) or line.is_in(place - 1, "stranded")):
        return False
    return not ((pronoun or asking) and before in words.particles)


def _after_group(line: Line, place: int, *, asks: bool) -> int:
    """Returns what begins right after a verb, where its object may stand."""
    words, word = line.words, line.word(place)
    if word in words.nominative | words.questions | words.sets["after_verb"] or line.is_auxiliary(place):
        if starts_question(line, place) and _may_open_question(line, place):
            return QUESTION
        return (
            STATEMENT if starts_statement(line, place, run_on=True) and not is_bare_relative(line, place) else NOTHING
        )
    if line.is_in(place - 1, "naming"):
        return NOTHING  # "the black one's called | soot and the grey one's called ash"
    done = line.word(place - 1) in words.do and not line.is_auxiliary(find_verb(line, place))  # "i do | my eye drops"
    if line.is_in(place - 1, "messaging") and not line.is_in(place - 2, "to") and _tells_news(line, place):
        return STATEMENT  # "school just emailed | parents evening's been pushed back"
    lacks_rest = (
        done or line.word(place - 1) in words.be or line.word(place - 1) in words.clitics
    )  # "i'm | a cook at anna's"
    if lacks_rest or not starts_statement(line, place, run_on=True):
        return NOTHING
    verb = find_verb(line, place)
    if describes_object(line, place, verb):
        return NOTHING
    if _has_other_clause(line, place, verb, bare=not asks) or line.is_in(verb - 1, "now_opening"):
        return NOTHING  # "i've rung | the council now took me an hour"
    if any(line.is_in(at, "it") and line.word(at - 1) in words.particles for at in range(place + 1, verb)):
        return NOTHING  # "they've put the gym up | it's dear now"
    if any(line.word(at) in words.conjunctions and starts_statement(line, at + 1) for at in range(place, verb)):
        return NOTHING
    if not line.is_auxiliary(verb) and not (line.is_in(verb, "is") or line.has_form(verb, "sd")):
        return NOTHING  # "a meeting and a call"
    if (
        line.is_in(verb, "is")
        and line.has_form(verb + 1, "g")
        and line.is_stop(verb + 2)
        and line.has_form(place - 1, "g")
    ):
        return NOTHING  # "who's getting | joan's shopping"
    if asks and line.word(verb) == "'s" and _is_one_phrase(line, verb + 1):
        return NOTHING  # "where would i find the boat's spare key"
    found = line.form(verb)
    if asks and line.is_stop(verb + 1) and found is not None and "n" in found.other:
        return NOTHING  # "where did i put the tacho rolls"
    if line.word(verb) == "got" and line.has_form(verb + 1, "n") and line.usual(verb + 1) == "v":
        return STATEMENT  # "they just rang | the plumber got held up"
    caused = line.is_in(place - 1, "causing") and line.usual(verb) == "v"
    if line.has_form(verb, "n") and not (line.is_auxiliary(verb) or (not caused and (asks or _has_object(line, verb)))):
        return NOTHING  # "i had my hair cut", "when did we have the chimney swept"
    return NOTHING if _asks_strongly(line, verb) else STATEMENT


def _tells_news(line: Line, place: int) -> bool:
    """Says whether what follows "rang" or "emailed" is a clause with "is", "has" or another helper."""
    verb = find_verb(line, place)
    linked = verb > place and (line.is_auxiliary(verb) or is_verbal_s(line, verb))
    return linked and not any(line.word(at) in line.words.prepositions for at in range(place, verb))


def _is_one_phrase(line: Line, at: int) -> bool:
    """Says whether only nouns and their adjectives stand to the end, the last a noun."""
    end = at
    while not line.is_stop(end) and line.is_open(end):
        end += 1
    return end > at and line.is_stop(end) and line.usual(end - 1) == "n"


def orders_beside(line: Line, at: int) -> bool:
    """Says whether a command begins without a word between: "we've got butter take that off the list"."""
    bids = line.word(at) == "do" and line.word(at + 1) in line.words.negators and line.is_in(at + 2, "bidden_not")
    if bids and line.word(at - 1) not in line.words.subjects and not line.is_plural(at - 1):
        return True
    return (
        line.word(at) in line.words.orders
        and line.word(at + 1) in line.words.objects | line.words.possessives | line.words.sets["ordered"]
        and line.word(at - 1) not in line.words.subjects | line.words.middle | line.words.sets["before_verb"]
        and not line.is_auxiliary(at - 1)
        and line.word(at - 1) not in line.words.clitics
    )


def _opens_correction(line: Line, at: int) -> bool:
    """Says whether a correction of several words, or "no" before a clause, begins here."""
    length = line.length_of(line.words.fixes, at)
    pointed = line.is_in(at, "no") and line.word(at + 1) in line.words.third and not line.is_auxiliary(at - 1)
    if length == 1 and pointed and line.word(at + 1) in line.words.nominative | {"it"} and line.is_open(at - 1):
        return starts_statement(line, at + 1)  # "let me look again | no it was six"
    return length > 1 and what_starts(line, at + length, ordered=False) != NOTHING


def _may_open_question(line: Line, at: int) -> bool:
    """Says whether the word is no relative pronoun, and an auxiliary has its subject after it."""
    words, word = line.words, line.word(at)
    if word in words.questions and _asks_inside(line, at):
        return False  # "we need to sort out who's having mum"
    if word in words.prepositions:
        return not line.is_in(at + 1, "whose")
    if line.is_in(at, "cleft_relatives") and line.is_in(at - 1, "before_relative") and line.is_number(at - 1):
        return line.word(at - 2) not in words.determiners  # "june's the one who lives in perth"
    tells = line.is_in(at, "which") and line.has_form(at + 1, "s") and line.usual(at + 1) == "v"
    if _describes(line, at) or (tells and line.is_open(at - 1)):
        return False  # "our bed which drives my wife mad"
    if word in words.questions:
        return (
            word not in words.sets["relative_questions"]
            or line.is_auxiliary(at + 1)
            or line.is_in(at + 1, "is")
            or line.is_in(at, "which")
            or not (line.is_open(at - 1) or line.word(at - 1) in words.objects)
            or line.is_number(at - 1)
            or line.word(at - 1) in words.adverbs
        )
    return _asks_strongly(line, at)


def _asks_inside(line: Line, at: int) -> bool:
    """Says whether a question belongs to the verb before it, behind "to": "we need to find out | when it opens"."""
    verb = at - 1 - (line.word(at - 1) in line.words.particles)
    return line.is_in(verb, "leading_to_question") and line.is_in(verb - 1, "to")


def _describes(line: Line, at: int) -> bool:
    """Says whether "who's" tells of the one before it: "rosie who's six", "my brother who's a vet"."""
    if not line.is_in(at, "cleft_relatives") or not line.is_open(at - 1):
        return False
    main = at + 2 + line.is_auxiliary(at + 2)
    helped = line.is_auxiliary(at + 1) or line.is_in(at + 1, "is")
    done = helped and line.has_form(main, "n") and line.usual(main) == "v"
    if done and line.is_noun_only(at - 1):
        return not line.is_time(at - 1)  # "baby george who was born in october"
    if not line.is_in(at + 1, "is"):
        return False
    told = line.is_number(at + 2) or line.word(at + 2) in line.words.indefinite or line.usual(at + 2) == "a"
    told = told or (line.has_form(at + 2, "g") and line.form(at - 1) is None)  # "kayla who's studying law"
    return told and not (line.is_time(at - 1) or line.is_number(at - 1))


def _asks_strongly(line: Line, at: int) -> bool:
    """Says whether an auxiliary stands before its subject: "is the", "does tom like", "has my"."""
    words, follower = line.words, line.word(at + 1)
    if line.is_auxiliary(at - 1) or line.word(at - 1) in words.negators or line.word(at - 1) in words.clitics:
        return False
    if not line.is_auxiliary(at) or not starts_question(line, at) or line.is_in(at - 1, "before_inversion"):
        return False
    if follower in words.nominative or line.is_in(at + 1, "you_it_there"):
        return True
    if follower in words.possessives or line.is_in(at + 1, "asked_about"):
        return True
    if line.word(at) in words.do or line.word(at) in words.modals:
        return True
    titled = line.is_in(at + 1, "titles")
    return any(_completes_question(line, at, place) for place in range(at + 2, at + 4 + titled))


def _completes_question(line: Line, at: int, place: int) -> bool:
    """Says whether "got" of "has tom got", or "coming" of "is tom coming", is here."""
    wanted = "n" if line.word(at) in line.words.have else "g"
    return line.is_open(place - 1) and line.has_form(place, wanted) and line.usual(place) == "v"
