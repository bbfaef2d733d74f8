"""Pure: says whether words that no skill claims bid something be done in the world, which Selene cannot do.

It reads the grammar of a bid and no list of what may be bidden: an imperative, a thing that is asked for with "please",
"I need you to" with a verb. Verbs of saying, thinking and waiting bid nothing.
"""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Act, ActKind, Mark
from memory.reading.grammar.marks import opening_marks
from memory.reading.grammar.reader import line_of, read
from memory.reading.sought_things import where_sought
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import Meaning, load_meaning

_KEPT = frozenset({Mark.NOW, Mark.FIX, Mark.INSTEAD})
"""Marks of a bid that is kept as an instruction, or that corrects."""


def asks_for_action(text: str, language: str) -> bool:
    """Says whether the one clause bids something be done: "turn the big light off", "feed the cat", "music please"."""
    acts = [act for act in read(text, language).acts if act.kind is not ActKind.COURTESY]
    while len(acts) > 1 and _only_begs(text[acts[-1].start : acts[-1].end], language):
        acts.pop()  # "put the oven on | will you"
    if len(acts) != 1:
        return False
    line, meaning = line_of(text, language), load_meaning(language)
    if acts[0].clause.marks & _KEPT or line.word(acts[0].clause.first) in meaning.set_of("each time"):
        return False  # "from now on greet me in latin", "actually put oat milk"
    if acts[0].kind is ActKind.COMMAND:
        return _is_done_in_the_world(line, acts[0], meaning)
    if acts[0].kind is ActKind.FRAGMENT:
        return _is_noun_asked_for(line, meaning) or _is_unread_imperative(line, acts[0], meaning)
    return _wants_the_listener_to_act(text[acts[0].clause.start :], meaning) or (
        isinstance(line, GermanLine) and _is_errand_in_e(line, acts[0], meaning)
    )


def asks_for_any(text: str, language: str) -> bool:
    """Says whether words ask without the form of a question: "anything new in the post", "i can't find my keys"."""
    if where_sought(text, language) is not None:
        return True
    acts, line = read(text, language).acts, line_of(text, language)
    if len(acts) != 1 or len(line) < 2 or line.word(0) not in load_meaning(language).set_of("any at all"):
        return False
    clause = acts[0].clause  # a last word that may be a verb is a noun here
    return acts[0].kind is ActKind.FRAGMENT or clause.verb == clause.last - 1


def _is_done_in_the_world(line: Line, act: Act, meaning: Meaning) -> bool:
    """Says whether an imperative is of a verb of doing: "bark like a dog", and not "imagine that"."""
    lemma, following = act.clause.lemma, line.word(act.clause.verb + 1)
    if lemma in meaning.set_of("bids by saying") and following not in meaning.set_of("oneself"):
        return True  # "tell the robot to stop"
    if _tells_later(line, act):
        return False
    return lemma not in meaning.set_of("no_errands") or _is_unread_imperative(line, act, meaning)


def _tells_later(line: Line, act: Act) -> bool:
    """Says whether the first word is only the first part of a subject: "open day at the school is on monday"."""
    first, last = act.clause.verb + 1, act.clause.last
    closed = line.words.determiners | line.words.subjects | line.words.possessives
    if isinstance(line, GermanLine):
        return line.finite(first) == Certainty.SURE
    if line.word(first) in closed:
        return False
    told = next((at for at in range(first + 1, last) if line.finite(at) == Certainty.SURE), last)
    leading = line.words.subordinators | frozenset(line.words.questions)
    return told < last and not any(line.word(at) in leading for at in range(first, told))


def _is_unread_imperative(line: Line, act: Act, meaning: Meaning) -> bool:
    """Says whether words that are no clause begin with a verb and its object: "empty the dishwasher", "warm it up"."""
    if isinstance(line, GermanLine):
        return _is_unread_german(line, act, meaning)
    bids = meaning.set_of("bidden_on")
    at, end = opening_marks(line, act.clause.first)[1], _bid_end(line, act.clause.last, meaning)
    verb = line.word(at)
    unknown = line.form(at) is None  # "descale the kettle"
    if not (line.has_form(at, "b") or unknown) or end - at < 3:
        return False
    first = at + 2 if line.word(at + 1) in bids else at + 1
    pointed = line.word(first) in line.words.determiners or line.word(first) in meaning.set_of("bidden_things")
    shown = line.word(first) in meaning.set_of("demonstratives") | line.words.possessives
    verbal = line.usual(at) != "r" or first > at + 1 or shown  # "back the day after", but "forward that email"
    if verb not in meaning.set_of("no_errands") and pointed and verbal:
        return True
    on = line.word(end - 1) in bids
    return on and verb not in meaning.set_of("no_bids") and not line.is_auxiliary(end - 2)


def _is_unread_german(line: Line, act: Act, meaning: Meaning) -> bool:
    """Says whether words begin with the stem of a verb and its object: "schleif die Messer", "bügel mir das Hemd"."""
    at = act.clause.first
    stem, following = line.word(at), line.word(at + 1)
    bidden = following in meaning.set_of("bidden_things") | meaning.set_of("oneself")
    pointed = following in line.words.determiners | line.words.possessives | meaning.set_of("bidden_on")
    if act.clause.last - at < 2 or not (bidden or pointed):
        return False
    if following in meaning.set_of("oneself") and line.form(at) is None:
        return True  # "flecht mir die Haare"
    lemmas = {f"{stem}{ending}" for ending in ("en", "n", "e")}
    verbs = {lemma for form in lemmas if (found := line.table.find(form)) for lemma, _ in found.verbs} & lemmas
    return bool(verbs) and not verbs & meaning.set_of("no_errands")


def _is_noun_asked_for(line: Line, meaning: Meaning) -> bool:
    """Says whether a thing is asked for politely, without a verb: "some music please", and not "two minutes please"."""
    words = [line.word(at) for at in range(len(line)) if not line.is_stop(at)]
    counted = any(word[:1].isdigit() or word in line.words.numbers for word in words)
    return len(words) > 1 and not counted and bool({words[0], words[-1]} & meaning.set_of("pleading"))


def _wants_the_listener_to_act(text: str, meaning: Meaning) -> bool:
    """Says whether somebody wants that the listener does something: "I need you to call a cab", "ich will, dass du"."""
    said = f" {' '.join(text.casefold().replace(',', ' ').split())} "
    return any(f" {frame} " in said for frame in meaning.set_of("bids by wishing"))


def _is_errand_in_e(line: GermanLine, act: Act, meaning: Meaning) -> bool:
    """Says whether a German verb in -e without a subject bids: "füttere die Katze", which is no "ich" left out."""
    clause = act.clause
    words = {line.word(at) for at in range(clause.first, clause.last)}
    pointing = line.words.determiners | line.words.possessives | meaning.set_of("oneself")
    following, thing = line.word(clause.first + 1), line.word(clause.first + 2)
    begs = following in meaning.set_of("pleading") or (following in meaning.set_of("bid_tails") and thing in pointing)
    first = clause.verb == clause.first and (begs or line.word(clause.first).endswith("e"))
    bare = first and clause.subject[0] == clause.subject[1] and not line.is_auxiliary(clause.verb)
    own = {lemma.replace("|", "") for lemma in line.lemmas(clause.verb, "fi")}  # "gehe" of "gehe einkaufen"
    errand = clause.lemma in meaning.set_of("errands") and not own.isdisjoint(meaning.set_of("errands"))
    return bare and (begs or errand or bool(words & meaning.set_of("listener")))


def _only_begs(said: str, language: str) -> bool:
    """Says whether words only beg for what was bidden before them: "will you", "could you please"."""
    words = said.casefold().strip(" .,!?").split()
    return bool(words) and load_meaning(language).set_of("bid_tails").issuperset(words)


def _bid_end(line: Line, end: int, meaning: Meaning) -> int:
    """Returns where a bid ends without "would you", "for me" or "a bit" behind it."""
    while end > 0 and (line.is_stop(end - 1) or line.word(end - 1) in meaning.set_of("bid_tails")):
        end -= 1
    return end
