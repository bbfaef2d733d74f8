"""Pure: goes through a German clause from its finite verb: its subject, what closes its bracket, and its end."""

from __future__ import annotations

from dataclasses import dataclass

from memory.core.policy import MAX_GAPPED_TOKENS
from memory.reading.german.beginnings import (
    GAPPED,
    MODAL,
    NOTHING,
    ORDER,
    QUESTION,
    SHARED,
    STATEMENT,
    after_openers,
    is_relative,
    is_subordinate,
    last_verb,
    opens_question,
    opens_with_verb,
    question_verb,
    second_verb,
    what_opens,
)
from memory.reading.german.change_marks import begins_correction
from memory.reading.german.german_line import GermanLine
from memory.reading.german.left_out.brackets import (
    closes_later,
    ends_with_name,
    modal_goes_on,
    modal_lists,
    repeats_closing,
    still_lists,
)
from memory.reading.german.left_out.objects import tells_of_object, tells_of_speaker
from memory.reading.german.left_out.owners import opens_next_owner, tells_of_another
from memory.reading.german.left_out.subjects import goes_on_of_same, judges
from memory.reading.german.noun_phrases import (
    aside_length,
    counts_next,
    has_object,
    is_indefinite_was,
    is_infinitive_inside,
    may_end,
    nouns_end,
    phrase_start,
)
from memory.reading.german.nouns import role_of
from memory.reading.german.time_and_place import joins_between, joins_times
from memory.reading.german.verbs import (
    bids_next,
    closing_lemma,
    describes_noun,
    extends_bracket,
    german_lemma,
    is_taken,
    leads_to_participle,
    leads_to_place,
    opens_with_closing,
    tells_of_next,
    wanted_form,
)
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty


@dataclass(slots=True)
class Scan:
    """What was found in a clause so far."""

    verb: int
    main: int
    lemma: str
    end: int = 0
    following: int = 0
    kind: int = NOTHING


def scan_clause(line: GermanLine, verb: int, at: int, *, ordered: bool = False, gapping: bool = False) -> Scan:
    """Reads from `at`, after finite verb and subject, to the end of the clause of the verb at `verb`."""
    lemma = german_lemma(line, verb)
    scan = Scan(verb, verb, lemma)
    wants, place = wanted_form(lemma, line), at
    while place < len(line):
        place, done = _step(line, scan, place, at, wants, ordered, gapping)
        if done:
            return scan
    scan.end, scan.following = place, place
    return scan


def _close(scan: Scan, end: int, following: int, kind: int) -> tuple[int, bool]:
    scan.end, scan.following, scan.kind = end, following, kind
    return end, True


def _step(
    line: GermanLine, scan: Scan, place: int, at: int, wants: str, ordered: bool, gapping: bool
) -> tuple[int, bool]:
    """Reads one word, or one clause inside. Returns the next position, and whether the clause has ended."""
    words, word = line.words, line.word(place)
    if line.is_stop(place):
        return _at_stop(line, scan, place, ordered)
    if aside := aside_length(line, place):
        return place + aside, False
    if word in words.conjunctions or (word == "denn" and second_verb(line, place + 1) >= 0):
        return _at_conjunction(line, scan, place, ordered, gapping)
    if place > at and begins_correction(line, place):
        return _close(scan, place, place, STATEMENT)
    led = line.length_of(words.openers, place) if place > at else 0
    if led > 1 and opens_question(line, place + led):
        return _close(scan, place, place + led, QUESTION)  # "ich hab ein rad gekauft | sag mal wie heißt der händler"
    if place > at and scan.lemma not in words.reporting and bids_next(line, place):
        return _close(scan, place, place, ORDER)  # "ich mag das nicht | nenn mich kathi"
    if is_subordinate(line, place):
        inner = last_verb(line, place + 1)
        turned = inner > 0 and bool(line.finite(inner + 1)) and line.word(inner + 2) in words.nominative
        if turned and line.word(place - 1) in words.sets["only_when"]:
            return _close(scan, place - 1, place, STATEMENT)  # "ich fahr rad nur | wenns glatt ist nehm ich den bus"
        return (inner + 1 if inner > 0 else place + 1), False
    if word in words.questions or (word in words.prepositions and line.word(place + 1) in words.questions):
        if opens_question(line, place) and not (is_indefinite_was(line, place) or _asks_inside(line, place)):
            return _close(scan, place, place, QUESTION)
        inner = last_verb(line, place + 1)
        return (inner + 1 if inner > 0 else place + 1), False
    if place > at and line.is_open(place - 1) and is_relative(line, place) and not second_verb(line, place) >= 0:
        return last_verb(line, place + 1) + 1, False
    if gapping and (counts_next(line, place) or (place > at and tells_of_another(line, scan.verb, place))):
        return _close(scan, place, place, STATEMENT if opens_next_owner(line, place) else GAPPED)
    if gapping and modal_lists(line, scan.verb, scan.main, place):
        return _close(scan, place, place, MODAL)
    if _closes(line, scan, place, wants):
        return place + 1, False
    if line.finite(place) and place > at - 1:
        return _at_verb(line, scan, place, at)
    return place + 1, False


def _asks_inside(line: GermanLine, place: int) -> bool:
    """Says whether the verb of a "wer" is the last word: "wir müssen ausmachen wer am sonntag die oma abholt"."""
    verb = question_verb(line, place) if line.word(place) == "wer" and place > 0 else -1
    return verb > place + 2 and line.is_stop(verb + 1)


def _at_stop(line: GermanLine, scan: Scan, place: int, ordered: bool) -> tuple[int, bool]:
    if line.word(place) != ",":
        return _close(scan, place, place + 1, STATEMENT)
    after = place + 1
    if (
        is_subordinate(line, after)
        or is_relative(line, after)
        or (line.word(after) in line.words.questions and not opens_question(line, after))
    ):
        inner = last_verb(line, after + 1)
        if inner > 0:
            return inner + 1, False
    after = _after_conjunctions(line, after)
    after += line.word(after) == "denn"
    kind = what_opens(line, after, ordered=ordered)
    return _close(scan, place, after, kind) if kind else (place + 1, False)


def _at_conjunction(line: GermanLine, scan: Scan, place: int, ordered: bool, gapping: bool) -> tuple[int, bool]:
    after = place + 1 if line.word(place) == "denn" else _after_conjunctions(line, place)
    if (
        _closes(line, scan, line.skip_middle(after), wanted_form(german_lemma(line, scan.verb), line))
        and what_opens(line, after) != STATEMENT
    ):
        return after, False
    if joins_between(line, place) or ends_with_name(line, after):
        return after + 1, False  # "zwischen zwei und fünf den alten nehmen die mit"
    both = scan.verb < scan.main and all(line.lemmas(at, "n") for at in (scan.main, after)) and may_end(line, after + 1)
    if both and line.is_auxiliary(scan.verb):
        return after + 1, False  # "wir haben den zaun repariert und lackiert"
    open_ = scan.main == scan.verb
    later = (
        after if open_ and closes_later(line, scan.verb, scan.lemma, after) else repeats_closing(line, scan.verb, after)
    )
    if line.word(place) in ("und", "oder") and later:
        return later, False
    if gapping and line.word(place) == "und" and modal_goes_on(line, scan.verb, scan.main, after):
        return _close(scan, place, after, MODAL)
    listed = still_lists(line, after) or joins_times(line, place, after)
    kind = what_opens(line, after, ordered=ordered)
    if kind and not listed:
        return _close(scan, place, after, kind)
    if gapping and not listed and line.word(place) == "und" and _is_gapped(line, after, scan.lemma):
        return _close(scan, place, after, GAPPED)
    return after, False


def _is_gapped(line: GermanLine, at: int, lemma: str) -> bool:
    """Says whether subject and rest follow without a verb: "und mein hund rex"."""
    words = line.words
    if _names_another(line, at):
        return True
    if line.word(at) not in line.extra.nominative_articles or line.word(at) not in words.possessives | {
        "der",
        "die",
        "das",
    }:
        return False
    place = at + 1
    while place < len(line) and not line.is_stop(place):
        if line.finite(place) == Certainty.SURE or line.word(place) in words.conjunctions:
            return False
        place += 1
    return place - at >= 3 and (nouns_end(line, at) < place or lemma in ("heißen", "sein"))


def _names_another(line: GermanLine, at: int) -> bool:
    """Says whether another person and what they have follow: "anna mag tee und ben kaffee"; not two names in a row."""
    before, end = line.word(at - 2), at
    while not line.is_stop(end):
        end += 1
    person = is_given_name(line.word(at)) or bool(role_of(line.word(at)))
    in_list = is_given_name(before) or bool(role_of(before)) or not (line.is_open(at - 2) or line.is_number(at - 2))
    told = any(line.finite(place) == Certainty.SURE or line.word(place) in line.words.conjunctions
               for place in range(at + 1, end))  # fmt: skip
    first = next((place for place in range(at - 1) if is_given_name(line.word(place)) or role_of(line.word(place))), -1)
    opened = first >= 0 and bool(line.finite(first + 1)) and (line.usual(end - 1) in "na" or line.is_number(end - 1))
    return person and opened and not in_list and not told and 1 < end - at <= MAX_GAPPED_TOKENS


def _after_conjunctions(line: GermanLine, at: int) -> int:
    while line.word(at) in line.words.conjunctions or (
        line.word(at) == "," and line.word(at + 1) in line.words.conjunctions
    ):
        at += 1
    return at


def _closes(line: GermanLine, scan: Scan, place: int, wants: str) -> bool:
    """Takes the word as what closes the bracket, where it fits: participle, infinitive or separable prefix."""
    if scan.main != scan.verb:
        return extends_bracket(line, scan.main, place) and not opens_with_closing(line, place)
    owns = line.word(place) in line.words.possessives and line.is_open(place + 1)  # "kann ich meinen pass abholen"
    if wants and not line.is_blocked(place) and not line.is_number(place) and not owns:
        passive = "n" if line.word(place + 1) == "werden" and may_end(line, place + 2) else ""
        lemma = closing_lemma(line, place, wants + passive)
        found, before = line.form(place), line.word(place - 1)
        pronoun = before in line.words.nominative and line.agrees_with(place, before) and place - 1 > scan.verb + 1
        being = line.word(place) in ("sein", "gewesen")
        usual = being or (found is not None and (found.usual in "vx" or _at_end(line, place)))
        adjective = found is not None and found.usual == "a" and scan.lemma == "sein"
        plain = usual and not pronoun and not adjective and not _is_object_of_next(line, place)
        if lemma and plain and not has_object(line, place) and not opens_with_closing(line, place):
            scan.main, scan.lemma = place, lemma
            return True
    word = line.word(place)
    phrase = leads_to_participle(line, place, wants) or leads_to_place(line, place)
    particle = word in line.words.particles and not phrase
    if particle and line.separable(word, scan.lemma) and _at_end(line, place):
        scan.main, scan.lemma = place, word + scan.lemma
        return True
    return False


def _is_object_of_next(line: GermanLine, at: int) -> bool:
    """Says whether a noun like an infinitive stands before the infinitive: "muss tropfen nehmen", not "essen gehen"."""
    both = bool(line.lemmas(at, "b")) and bool(line.lemmas(at + 1, "b")) and line.word(at + 1).endswith("n")
    helpers = line.extra.infinitive_helpers | line.words.be.keys() | line.words.have.keys()
    found = line.form(at)
    noun = line.is_in(at - 1, "articles") or (found is not None and (found.usual == "n" or "n" in found.other))
    other = noun and not any(lemma.replace("|", "") in helpers for lemma in line.lemmas(at + 1, "b"))
    return both and other and line.word(at + 1) not in helpers and _at_end(line, at + 1)


def _at_end(line: GermanLine, at: int) -> bool:
    """Says whether a clause may end after this word."""
    after, words = at + 1, line.words
    word = line.word(after)
    return (
        line.is_stop(after)
        or word in words.conjunctions
        or word in words.nominative
        or word in words.questions
        or word in words.subordinators
        or line.length_of(words.closers, after) > 0
        or line.length_of(words.fixes, after) > 0
        or bool(line.finite(after))
        or second_verb(line, after) >= 0
        or word in ("wieder", "denn", "da", "dann", "danach", "um")
    )


def _at_verb(line: GermanLine, scan: Scan, place: int, at: int) -> tuple[int, bool]:
    """Decides what a further finite verb means: a new clause before it, or nothing."""
    words = line.words
    described = line.persons(place) == "1" and line.is_quality(place)  # "später gleiche uhrzeit"
    unsure = (line.finite(place) != Certainty.SURE or described) and not line.agrees(place)
    unsure = unsure or (scan.main == scan.verb and describes_noun(line, scan.lemma, place))
    if unsure or is_infinitive_inside(line, place):
        return place + 1, False
    if scan.lemma == "haben" and line.word(place) in line.words.sets["kept_standing"] and may_end(line, place + 1):
        return place + 1, False
    if _goes_on(line, scan, place):
        return _close(scan, place, place, SHARED)
    next_opens = tells_of_next(line, place, scan.verb, scan.lemma) or opens_with_closing(line, place - 1)
    if place - 1 > scan.verb and next_opens:  # a number, a name, what closes a bracket
        return _close(scan, place - 1, place - 1, STATEMENT)
    if judges(line, scan.verb, scan.lemma, place):
        return _close(scan, place, place, STATEMENT)
    if at == scan.verb + 1 and scan.main == scan.verb and goes_on_of_same(line, scan.verb, scan.lemma, place):
        return _close(scan, place, place, SHARED)
    start = _subject_start(line, scan, place, at)
    begins = _with_openers(line, start, at)
    if place > start >= at and line.word(start) in line.extra.vorfeld_adverbs and line.is_stop(place + 1):
        return place + 1, False  # "mache jetzt bouldern": no clause without a subject
    told = start == place - 1 and _tells_of_another(line, scan, place)
    if start == at and _thinks(line, scan) and not told:
        return place + 1, False
    closed = scan.verb < scan.main == place - 1  # "die oma hat angerufen ist wieder gesund"
    more = tells_of_object(line, scan.verb, place) or tells_of_speaker(line, scan.verb, place)
    if closed and (start == scan.main or more):
        goes_on = line.word(scan.verb - 1) != "ich" or line.agrees_with(place, "ich")
        return _close(scan, place, place, SHARED) if goes_on or more else (place + 1, False)
    if start == place:
        question = line.word(place + 1) in ("du", "ich", "wir", "er", "sie") and opens_with_verb(line, place)
        return _close(scan, place, place, QUESTION) if question and place > at - 1 else (place + 1, False)
    taken = not told and is_taken(line, scan.verb, scan.lemma, place)
    taken = taken or (
        start == place - 1 and line.usual(start) == "a" and bool(line.lemmas(place, "b"))
    )  # "neue reifen"
    if taken or start <= scan.verb or (start < at and line.word(start) not in words.nominative):
        return place + 1, False
    if _starts_none(line, scan, start, place, at):
        return place + 1, False
    return _close(scan, begins, begins, STATEMENT)


def _starts_none(line: GermanLine, scan: Scan, start: int, verb: int, at: int) -> bool:
    """Says whether what stands from `start` to a verb is no beginning of a clause."""
    word, words = line.word(start), line.words
    if start == at and word in ("es", "sie", "das", "ihr") and not line.agrees_with(verb, word):
        return True
    if second_verb(line, start) != verb and word not in line.extra.vorfeld_adverbs | words.prepositions:
        return True
    if word in words.prepositions and line.is_stop(verb + 1) and line.lemmas(verb, "b"):
        return True  # "am dienstag und am donnerstag turnen"
    linked = scan.lemma in ("sein", "heißen", "haben")
    return word in words.days or (start == at and word not in words.nominative and linked)


def _subject_start(line: GermanLine, scan: Scan, place: int, at: int) -> int:
    """Returns where the words before a finite verb begin that may be its subject, or another first part."""
    lowest = max(at, scan.verb + 1)
    if scan.verb < scan.main < place - 1:
        lowest = max(lowest, scan.main + 1)  # "ich habe gekocht | tim ist da"
    closed = _after_particle(line, scan, place)
    return phrase_start(line, place, lowest if closed >= place else max(lowest, closed))


def _tells_of_another(line: GermanLine, scan: Scan, place: int) -> bool:
    """Says whether somebody else says what the finite verb tells: "mama sagt | papa ist im krankenhaus"."""
    said = scan.lemma in line.words.reporting and line.finite(place) == Certainty.SURE
    return said and line.word(scan.verb - 1) not in ("ich", "wir", "")


def _thinks(line: GermanLine, scan: Scan) -> bool:
    """Says whether the verb before is one of thinking, so that what follows is thought: "ich glaube tom kommt"."""
    return scan.lemma in line.words.thinking - line.words.sets["noticing"] and scan.main == scan.verb


def _after_particle(line: GermanLine, scan: Scan, place: int) -> int:
    """Returns where a next clause may begin after a particle: "wir ziehen um die wohnung ist groß"; 0 for none.

    A verb that may be an infinitive begins none: "dienstags geh ich nach der arbeit klettern".
    """
    word, words = line.word(place), line.words
    helper = word in words.be or word in words.have or word in words.modals
    closed = scan.main > scan.verb and line.word(scan.main) in words.particles
    return scan.main + 1 if closed and (helper or not line.lemmas(place, "b")) else 0


def _goes_on(line: GermanLine, scan: Scan, place: int) -> bool:
    """Says whether a second verb goes on with the "ich" before: "ich arbeite nicht mehr im lager bin jetzt im büro"."""
    told = "ich" in (line.word(scan.verb - 1), line.word(scan.verb + 1))
    alone = "ich" not in (line.word(place - 1), line.word(place + 1)) and not line.is_stop(place + 1)
    light = line.word(place + 1) in line.words.adverbs | line.words.middle | {"jetzt", "nun", "inzwischen"}
    described = line.is_blocked(place) or (line.is_open(place + 1) and not light)  # "trink ich gern heiße milch"
    return told and alone and not described and line.persons(place) == "1" and place > scan.verb + 2


def _with_openers(line: GermanLine, start: int, at: int) -> int:
    """Takes openers of several words before a clause as part of what comes next."""
    for back in range(min(6, start - at), 0, -1):
        if after_openers(line, start - back) == start and line.length_of(line.words.openers, start - back) >= back:
            return start - back
    return start
