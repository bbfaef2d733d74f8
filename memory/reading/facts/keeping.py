"""Pure: says whether a clause states something to keep, and not a mood, the weather or a condition."""

from __future__ import annotations

from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.keeping import states_fact
from memory.reading.german.left_out.verbs import with_verb
from memory.reading.german_facts.passing_talk import is_passing_talk, is_said_in_question
from memory.reading.grammar.clause import ActKind, Clause, Mark, Modality
from memory.reading.grammar.idle_talk import is_about_anybody, is_idle_talk
from memory.reading.grammar.marks import runs_out
from memory.reading.grammar.reader import line_of, read
from memory.reading.words.closed_words import has_reading
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def keepable(text: str, one: Statement, language: str = "en") -> bool:
    """Says whether a clause states something to keep: no question, condition, passing state, or talk about the talk."""
    return one.once(_keepable, text, language)


def _tells_skill(one: Statement, rest: list[str]) -> bool:
    """Says whether somebody has learned something or not, and no more is said: "i can't drive", "i don't drive"."""
    clause = one.clause
    somebody = clause.subject[1] > 0 or clause.shared[1] > 0  # "i work in leeds and don't drive"
    skilled = clause.lemma in load_meaning("en").set_of("skills") and not clause.past and somebody
    return skilled and not rest and (clause.modality is Modality.ABILITY or clause.negated)


def is_said_before_repair(text: str, one: Statement, language: str) -> bool:
    """Says whether "i said the party was friday" only tells what the next clause puts right: "it's saturday"."""
    if language != "en" or one.clause.modality is not Modality.REPORTED or one.clause.first >= one.clause.subject[0]:
        return False
    line, each = line_of(text, language), statements(text, language)
    if line.word(one.clause.first) != "i" or line.word(one.clause.first + 1) not in ("said", "told"):
        return False
    after = [other for other in each if other.start > one.start][:1]
    return any(other.subject and other.subject[0].pronoun and other.clause.lemma == "be" for other in after)


def _keepable(one: Statement, text: str, language: str) -> bool:
    clause, meaning = one.clause, load_meaning(language)
    told = one.kind in (ActKind.TELL, ActKind.CORRECT) and clause.modality is not Modality.CONDITIONAL
    if not told or not 0 <= clause.verb < clause.last or leads_to_question(text, one, language):
        return False
    line = line_of(text, language)
    if completes_question(text, one, language) or is_said_before_repair(text, one, language):
        return False
    if isinstance(line, GermanLine):
        return not is_passing_talk(line, clause) and states_fact(
            line,
            one.kind,
            clause,
            one.words,
            meaning,
            about_speaker=one.about_speaker,
            timed=one.has_time,
            numbered=one.has_number,
        )
    spoken = [line.word(at) for at in range(clause.subject[0], clause.subject[1])]
    if line.is_auxiliary(clause.verb) and clause.verb == clause.last - 1:
        return False  # "dad is" leaves out what was asked
    if line.is_in(clause.first, "that") and line.word(clause.first + 1) in line.words.nominative:
        return False  # "now that they're older" tells why
    if clause.lemma in line.words.units and clause.lemma not in ("second", "fall", "spring"):
        return False  # "six minutes" has a measure, no verb
    if not one.words or ("you" in spoken and not is_about_anybody(line, clause)) or clause.lemma in line.words.unreal:
        return False
    rest = [line.word(at) for at in range(max(clause.rest, 0), clause.last) if line.word(at) not in ("not", "n't")]
    if _tells_skill(one, rest):
        return True
    if is_idle_talk(line, clause, meaning, timed=one.has_time) or _is_idle(line, one, spoken, rest):
        return False
    if spoken in (["it"], ["that"], ["this"], ["there"]) and clause.lemma in _IMPERSONAL:
        passing = meaning.weather | meaning.passing
        return (one.has_time and clause.past) or any(word not in passing and is_known_open(line, word) for word in rest)
    if one.about_speaker and clause.lemma in ("be", "feel", "get") and _is_passing_state(line, one, rest):
        return False
    telling = [
        forms
        for forms in one.words
        if not forms
        & (
            meaning.soft
            | meaning.light
            | {"see", "think", "guess", "mean", "hear", "understand", "agree", "thank", "hope", "i", "care", "mind"}
        )
    ]
    shift = line.is_in(clause.rest, "shift_leads") and line.word(clause.rest + 1) in meaning.kinds.get("shift", ())
    return bool(telling) or one.has_time or one.has_number or shift or _is_returned(line, clause)


def news_without_verb(text: str, one: Statement, language: str) -> str:
    """Returns words without a verb that are news, German ones with the verb: "new tyres on the car", "no milk left in
    the fridge", "morgen ist zahnarzt um neun"; empty for any others.
    """
    line = line_of(text, language)
    if isinstance(line, GermanLine):
        own = one.kind is ActKind.FRAGMENT or one.clause.subject[1] <= one.clause.subject[0]
        return with_verb(line, text, one.clause.first, one.clause.last) if own and not one.clause.marks & _FIXED else ""
    return text[one.start : one.clause.end] if _tells_without_verb(line, one) else ""


_FIXED = frozenset((Mark.FIX, Mark.CONTRAST))


def _tells_without_verb(line: Line, one: Statement) -> bool:
    if one.kind is not ActKind.FRAGMENT or one.clause.last - one.clause.first < 3:
        return False
    first, last = one.clause.first, one.clause.last
    new = line.length_of(line.words.new, first) > 0 and line.is_open(first + 1)
    new = new and line.word(first) not in line.words.indefinite  # "another one for six minutes"
    placed = any(line.word(at) in line.words.prepositions for at in range(first + 2, last)) or one.has_time
    return (new and placed) or runs_out(line, first) or _is_not_for(line, first, last)


def _is_not_for(line: Line, first: int, last: int) -> bool:
    """Says whether somebody is to have no thing: "no dairy for lily", "no nuts for my son"."""
    thing = line.is_in(first, "no") and line.table.is_thing(line.table.singular(line.word(first + 1)))
    whom = first + 3
    own = line.word(whom) in line.words.possessives and line.is_open(whom + 1)
    return thing and line.is_in(first + 2, "for") and whom < last and (own or line.is_noun_only(whom))


def _is_returned(line: Line, clause: Clause) -> bool:
    """Says whether a thing named before is there again: "got it back"."""
    first = max(clause.rest, clause.verb + 1)
    after = range(first + 1, clause.last)
    return line.is_in(first, "had_things") and any(line.is_in(at, "returning") for at in after)


def asks_question(text: str, language: str = "en") -> bool:
    """Says whether a text begins as a question; a language that is not read has none."""
    first = statements(text, language)[:1] if text and has_reading(language) else ()
    return any(one.kind is ActKind.ASK for one in first)


def says_nothing(text: str, language: str = "en") -> bool:
    """Says whether a text has only words that accompany talk, "hm" or "well ok"; never where nothing is read."""
    acts = read(text, language).acts if has_reading(language) else ()
    return bool(acts) and all(act.kind is ActKind.COURTESY for act in acts)


def _is_passing_state(line: Line, one: Statement, rest: list[str]) -> bool:
    """Says whether the speaker tells how they are for now: "i'm so tired"; "i've got a bad hip" lasts."""
    clause, meaning = one.clause, load_meaning(line.words.language)
    if clause.past:
        return False
    first = next((word for word in rest if word not in line.words.middle | line.words.indefinite), "")
    of_now = all(word in meaning.passing | _NOW | line.words.indefinite for word in rest)
    placed = first in line.words.prepositions and any(
        word not in meaning.passing and is_known_open(line, word) for word in rest
    )
    of_thing = any(line.is_in(at, "of") and line.is_open(at + 1) for at in range(clause.rest, clause.last))
    had = clause.lemma == "get" and not line.words.indefinite.isdisjoint(rest)
    lasting = had and any(
        word in meaning.set_of("body parts") or (word not in meaning.passing | _THOUGHTS and is_known_open(line, word))
        for word in rest
    )
    return first in meaning.passing and not (placed or of_thing or lasting) and (of_now or not one.has_time)


def completes_question(text: str, one: Statement, language: str) -> bool:
    """Says whether the words only end a question: "is there a herb i hate", "who's coming to my party"."""
    asked = [other for other in statements(text, language) if other.kind is ActKind.ASK and other.start < one.start]
    line, clause = line_of(text, language), one.clause
    if isinstance(line, GermanLine):
        return bool(asked) and is_said_in_question(line, clause)
    if language != "en" or not asked or asked[-1].clause.last != clause.first:
        return False
    called = line.is_in(clause.last - 1, "naming") and clause.main == clause.last - 1 == clause.verb
    given = clause.rest == clause.last - 1 and line.is_in(clause.rest, "speaker_objects")
    if called or given:
        return True  # "what's the man who fixes | my boiler called", "where's the book | sarah lent me"
    open_end = clause.rest >= clause.last or line.word(clause.last - 1) in line.words.prepositions
    if line.word(clause.first) in line.words.nominative:
        return open_end
    owned = clause.rest >= clause.last or line.word(clause.verb) == "'s"
    return owned and line.word(clause.first - 1) in line.words.prepositions


def leads_to_question(text: str, one: Statement, language: str) -> bool:
    """Says whether the speaker only names what is then asked for: "i can't find my boots where are they"."""
    searching = one.about_speaker and not one.clause.past and one.kind is ActKind.TELL
    if not searching or one.clause.lemma not in load_meaning(language).set_of("searching"):
        return False
    return any(other.kind is ActKind.ASK and other.start > one.start for other in statements(text, language))


def _is_idle(line: Line, one: Statement, spoken: list[str], rest: list[str]) -> bool:
    """Says whether a clause only accompanies talk: "let's see", "I love it", "I have an idea", "I can't believe it"."""
    clause, lemma = one.clause, one.clause.lemma
    said = [line.word(at) for at in range(max(clause.subject[1], clause.first), clause.last)]
    if lemma == "let" or line.word(clause.first) in ("let", "lets", "let's"):
        return True
    if one.text.lower().startswith("i forgot what i"):
        return True
    if clause.negated and lemma in ("believe", "wait", "complain"):
        return True
    bare = [word for word in rest if word not in line.words.determiners | _NOW | _DEGREES]
    if one.about_speaker and (_is_passing_of_speaker(one, said, bare) or _points_only(lemma, rest, bare)):
        return True
    if lemma == "be" and not clause.past and not one.has_time and bare and all(word in _SHORT_STATES for word in bare):
        return True
    if lemma in ("hurt", "ache") and not bare:
        return True
    if lemma == "be" and rest[:2] in (["such", "a"], ["such", "an"]) and not (clause.past or one.has_time):
        return True  # "he's such a good boy" is praise
    if spoken in (["it"], ["this"]) and lemma == "be" and rest[:1] == ["me"]:
        return True  # "it's me joan" says who is there
    if lemma == "do" and not any(line.is_open(at) and line.word(at) not in line.words.adverbs for at in _after(clause)):
        return True  # "gordon does though" leaves out what
    if spoken == ["today"] and lemma == "be":
        return all(word in load_meaning("en").weather for word in bare)
    return spoken in (["that"], ["this"]) and (lemma == "remind" or all(word in _LENGTHS for word in bare))


def _after(clause: Clause) -> range:
    return range(max(clause.rest, clause.verb + 1), clause.last)


def _points_only(lemma: str, rest: list[str], bare: list[str]) -> bool:
    """Says whether the object names nothing: "I love it", "I hate when that happens", "I have a question"."""
    if lemma in _TAKES_OBJECT and rest and all(word in _POINTING for word in bare):
        return True
    if lemma in ("have", "get") and bare and bare[0] in _THOUGHTS and not set(bare) & {"about", "for", "at", "on"}:
        return len(bare) == 1 or "to" in bare
    return lemma in ("hate", "love", "like") and rest[:1] in (["when"], ["how"]) and bool(set(rest) & _POINTING)


def _is_passing_of_speaker(one: Statement, said: list[str], bare: list[str]) -> bool:
    """Says whether the speaker tells a need or an arrival of the moment: "I want to sleep", "I just got home"."""
    lemma = one.clause.lemma
    if lemma in ("kid", "joke") or (lemma == "run" and bare == ["late"]) or (lemma == "take" and bare == ["shower"]):
        return True
    if one.has_time or not said:
        return False
    if lemma == "get" and bare and all(word in ("home", "back", "here", "up", "in", "there") for word in bare):
        return True
    wants = [word for word in said if word not in ("not", "n't", "do", "don't", "really", "just", "now")]
    return wants[:1] in (["need"], ["want"]) and len(wants) > 1 and all(word in _NEEDS for word in wants[1:])


_NOW = frozenset(["today", "now", "again", "already", "still", "right", "tonight"])
_DEGREES = frozenset(["so", "very", "really", "such", "too", "all", "just", "quite", "much", "at"])
_POINTING = frozenset(["it", "that", "this", "them", "those", "these", "one", "something", "about", "of", "along"])
"""What an object is made of that names nothing."""

_TAKES_OBJECT = frozenset(
    ["love", "like", "hate", "get", "take", "drink", "eat", "do", "want", "need", "enjoy", "read", "play", "use", "buy"]
)
_THOUGHTS = frozenset(
    [
        "idea",
        "ideas",
        "question",
        "questions",
        "problem",
        "feeling",
        "point",
        "clue",
        "doubt",
        "thought",
        "headache",
        "cold",
        "lot",
        "nothing",
        "something",
        "suggestion",
        "request",
    ]
)
"""What somebody "has" for the length of a talk or a day."""

_NEEDS = frozenset(
    [
        "to",
        "a",
        "go",
        "home",
        "sleep",
        "eat",
        "pee",
        "leave",
        "rest",
        "nap",
        "break",
        "coffee",
        "tea",
        "drink",
        "water",
        "bed",
        "shower",
        "bathroom",
        "hug",
        "holiday",
        "minute",
        "moment",
        "think",
        "know",
        "lie",
        "down",
        "relax",
        "talk",
        "about",
        "it",
        "that",
        "this",
    ]
)
_SHORT_STATES = frozenset(
    ["tired", "hungry", "thirsty", "bored", "sleepy", "exhausted", "ready", "cold", "here", "freezing", "boring"]
)
_LENGTHS = frozenset(["long", "short", "hard", "rough", "day", "week", "night", "one", "tough", "close", "call", "was"])

_IMPERSONAL = frozenset(
    ["be", "go", "rain", "snow", "get", "look", "sound", "seem", "feel", "matter", "happen", "work", "help", "do"]
)
"""Verbs that say nothing of an "it" that stands for nothing."""


def is_known_open(line: Line, word: str) -> bool:
    """Says whether a word belongs to no closed class."""
    words = line.words
    return (
        word
        not in words.determiners
        | words.prepositions
        | words.adverbs
        | words.middle
        | words.objects
        | words.subjects
        | words.conjunctions
        | words.subordinators
    )


def subject_name(text: str, language: str = "en") -> str:
    """Returns the name of the person that a text is about: "bev" of "my aunt bev lives in hull"; empty without one."""
    first = next(iter(statements(text, language)), None)
    return next((entity.name for entity in first.subject if entity.name and entity.role), "") if first else ""
