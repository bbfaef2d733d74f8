"""Pure: says in full what a German turn takes up from the one before: "donnerstags macht das die fenja".

"Das macht jetzt lena" is of what was told to be done, "am montag auch" of what is so on another day, "hat sich
verschoben" of the thing that was just told of, and "und das rezept abholen" of what the speaker has to do. Nothing is
taken up from a question, nor where the words name what they are about.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.reading.answering.question_words import words_between
from memory.reading.facts.entities import SPEAKER
from memory.reading.facts.statements import Statement, statements
from memory.reading.german.german_line import GermanLine
from memory.reading.german.nouns import role_of
from memory.reading.german.phrases import german_entity
from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import line_of
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty
from memory.reading.words.meaning import load_meaning

_LANGUAGE = "de"


def taken_up(text: str, before: Sequence[str], language: str) -> str:
    """Returns the whole sentence that a turn tells after the turns `before`, the latest last; empty where it tells
    nothing of them.
    """
    told = _last_told(before) if language == _LANGUAGE else None
    each = statements(text, _LANGUAGE) if told is not None else ()
    line = line_of(text, _LANGUAGE)
    if told is None or len(each) != 1 or not isinstance(line, GermanLine):
        return ""
    said, last = each[0], line_of(told.text, _LANGUAGE)
    assert isinstance(last, GermanLine)
    return (
        _same_done_by(line, said, last, told)
        or _same_at_other_time(line, said, last, told)
        or _otherwise_then(line, said, last, told)
        or _another_too(line, said, last, told)
        or _of_same_thing(line, text, said, last, told)
        or _one_more_duty(line, text, said, last, told)
    )


def _last_told(before: Sequence[str]) -> Statement | None:
    """Returns the last clause of the last turn, where it tells what is so."""
    told = statements(before[-1], _LANGUAGE) if before else ()
    plain = told and told[-1].kind in (ActKind.TELL, ActKind.CORRECT) and not told[-1].clause.modality.is_conditional
    return told[-1] if plain and told[-1].clause.verb >= 0 else None


def _places(one: Statement) -> tuple[int, int, int, int, int]:
    """Returns verb, main verb, start and end of the subject, and end of a clause, counted from its first word."""
    clause, first = one.clause, one.clause.first
    begin, end = clause.subject
    return clause.verb - first, clause.main - first, begin - first, end - first, clause.last - first


def _same_done_by(line: GermanLine, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "donnerstags bringt die fenja den müll raus" for "donnerstags macht das die fenja"."""
    clause, verb = said.clause, _places(told)[0]
    of_other = bool(told.subject) and SPEAKER not in told.subject_keys and "3" in last.persons(verb)
    told_so = of_other and told.clause.modality is Modality.FACT and not (told.clause.past or last.is_auxiliary(verb))
    same = clause.lemma in load_meaning(_LANGUAGE).set_of("doing the same") and clause.main == clause.verb
    if not told_so or not same or clause.asks or SPEAKER in said.keys or clause.negated:
        return ""
    words = [at for at in range(clause.first, clause.last) if at != clause.verb and not line.is_stop(at)]
    when = [at for at in words if _is_when(line, at)]
    rest = [at for at in words if at not in when]
    doer = [at for at in rest if line.word(at) != "das"]
    if len(rest) != len(doer) + 1 or not _is_somebody(line, doer):
        return ""
    timed = any(not line.length_of(line.words.now, at) and line.word(at) not in line.words.middle for at in when)
    deed = _deed(last, told, timed=timed)
    subject, spoken = " ".join(map(line.word, doer)), " ".join(map(line.word, when))
    ahead = bool(when) and when[0] < clause.verb
    parts = (spoken, last.word(verb), subject, deed) if ahead else (subject, last.word(verb), spoken, deed)
    return " ".join(filter(None, parts))


def _is_somebody(line: GermanLine, places: list[int]) -> bool:
    """Says whether the words are one phrase that names who does something: "die fenja", "mein sohn"."""
    if not places or places != list(range(places[0], places[-1] + 1)):
        return False
    entity = german_entity(line, places[0], places[-1] + 1, load_meaning(_LANGUAGE))
    whole = entity is not None and entity.end == places[-1] + 1 and not entity.pronoun
    accusative = line.word(places[0]) in line.extra.nominative_articles or line.is_open(places[0])
    somebody = entity is not None and (entity.is_person or bool(entity.role))
    return whole and somebody and accusative


def _deed(last: GermanLine, told: Statement, *, timed: bool) -> str:
    """Returns what is done, without who does it: "den müll raus"; and without when, where another time is told."""
    verb, _, begin, end, size = _places(told)
    kept = [at for at in range(size) if at != verb and not begin <= at < end]
    return " ".join(last.word(at) for at in kept if not (timed and _is_when(last, at)))


def _is_when(line: GermanLine, at: int) -> bool:
    """Says whether a word is a day or a time of day, leads to one, or says how often or from when on."""
    words = line.words
    if line.word(at) in words.adverbs | words.middle or _is_time(line, at) or line.length_of(words.now, at):
        return True
    leads = line.word(at) in words.prepositions | words.determiners | line.extra.time_prepositions
    return leads and (_is_time(line, at + 1) or (_is_time(line, at + 2) and not line.is_open(at + 1)))


def _is_time(line: GermanLine, at: int) -> bool:
    return line.word(at) in line.words.days or line.is_month(at) or bool(line.length_of(line.words.parts, at))


def _same_at_other_time(line: GermanLine, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "die kita hat am montag auch zu" for "am montag auch"."""
    clause, also = said.clause, load_meaning(_LANGUAGE).set_of("also")
    words = [at for at in range(clause.first, clause.last) if not line.is_stop(at)]
    timed = [at for at in words if line.word(at) not in also]
    if said.kind is not ActKind.FRAGMENT or not timed or len(timed) == len(words):
        return ""
    if not all(_is_when(line, at) or line.is_number(at) for at in timed) or not told.has_time:
        return ""
    size = _places(told)[4]
    own = [at for at in range(size) if _is_when(last, at) and last.word(at) not in last.words.adverbs]
    run = [at for at in range(size) if at in own or (last.is_number(at) and {at - 1, at + 1} & set(own))]
    if not run or run != list(range(run[0], run[-1] + 1)):
        return ""
    when = " ".join(line.word(at) for at in timed)
    ahead, behind = (" ".join(last.word(at) for at in part) for part in (range(run[0]), range(run[-1] + 1, size)))
    return " ".join(filter(None, (ahead, when, "auch" if ahead else "", behind)))


def _otherwise_then(line: GermanLine, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "bei uns wird sonntags erst um eins gegessen" for "sonntags erst um eins", which another value holds."""
    clause, scopes = said.clause, load_meaning(_LANGUAGE).set_of("only sometimes")
    words = [at for at in range(clause.first, clause.last) if not line.is_stop(at)]
    again = any(line.word(at) in scopes or (_is_time(line, at) and line.word(at).endswith("s")) for at in words)
    counted = any(last.is_number(at) or last.word(at + 1) in last.words.units for at in range(len(last)))
    valued = counted and any(line.is_number(at) for at in words)
    small = line.words.prepositions | line.words.determiners | line.words.sets["hour_words"] | scopes
    only = all(_is_when(line, at) or line.is_number(at) or line.word(at) in small for at in words)
    known = {last.word(at) for at in range(len(last))} & {
        line.word(at) for at in words if line.is_open(at) and not line.is_number(at)
    }
    told_so = told.clause.modality in (Modality.FACT, Modality.ABILITY, Modality.DUTY) and not told.clause.past
    if said.kind is not ActKind.FRAGMENT or not (again and valued and only and told_so) or known:
        return ""
    verb, main, begin, end, size = _places(told)
    ahead = range(begin, end) if end > begin else [at for at in range(verb) if not _is_when(last, at)]
    parted = last.word(size - 1) in last.words.particles and size - 1 > verb
    tail = range(main, size) if main > verb else range(size - parted, size)
    fragment = (line.word(at) for at in words)
    if not ahead:
        return ""
    return " ".join((*map(last.word, ahead), last.word(verb), *fragment, *map(last.word, tail)))


def _another_too(line: GermanLine, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "der hund verträgt getreide auch nicht" for "und getreide auch nicht", "lena mag auch keine pilze" for
    "lena auch nicht".
    """
    clause, (verb, main, begin, end, size) = said.clause, _places(told)
    words = [at for at in range(clause.first, clause.last) if not line.is_stop(at)]
    also = load_meaning(_LANGUAGE).set_of("also")
    denied = bool(words) and line.word(words[-1]) == "nicht"
    thing = words[: -1 - denied]
    whole = len(words) > 1 + denied and line.word(words[-1 - denied]) in also and denied == told.clause.negated
    entity = german_entity(line, thing[0], thing[-1] + 1, load_meaning(_LANGUAGE)) if whole and thing else None
    if said.kind is not ActKind.FRAGMENT or entity is None or entity.end != thing[-1] + 1 or entity.pronoun:
        return ""
    spoken, subject = " ".join(map(line.word, thing)), [last.word(at) for at in range(begin, end)]
    if not subject or begin > verb or told.clause.past or told.clause.modality is not Modality.FACT:
        return ""
    bare = len(thing) == 1 and not (is_given_name(spoken) or role_of(spoken))  # "getreide" may be read as a name
    if not bare and _is_somebody(line, thing):
        same = SPEAKER not in told.subject_keys and "3" in last.persons(verb)
        rest = (last.word(at) for at in range(verb + 1, size))
        return " ".join((spoken, last.word(verb), "auch", *rest)) if same else ""
    closing = (last.word(at) for at in range(main, size) if main > verb)
    return " ".join((*subject, last.word(verb), spoken, "auch", *(["nicht"] if denied else []), *closing))


def _of_same_thing(line: GermanLine, text: str, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "der umzug hat sich verschoben" for "hat sich verschoben" after "der umzug ist am ersten mai"."""
    clause, (_, _, begin, end, _) = said.clause, _places(told)
    alone = clause.verb == clause.first and clause.subject[1] == clause.subject[0] == clause.shared[1]
    third = line.persons(clause.verb) == "3" or line.word(clause.verb) in ("ist", "hat", "wird", "wurde")
    moved = {clause.lemma} & load_meaning(_LANGUAGE).set_of("retiming")
    thing = told.subject and end > begin and not any(one.is_person or one.pronoun for one in told.subject)
    if not (alone and third and moved and thing) or said.kind is not ActKind.TELL or SPEAKER in told.subject_keys:
        return ""
    return f"{words_between(last, told.text, begin, end)} {text.strip()}"


def _one_more_duty(line: GermanLine, text: str, said: Statement, last: GermanLine, told: Statement) -> str:
    """Returns "ich muss das rezept abholen" for "und das rezept abholen" after "ich muss die bücher abgeben"."""
    verb, main, begin, end, _ = _places(told)
    own = last.word(verb) in last.words.modals and main > verb and SPEAKER in told.subject_keys and end > begin
    closes = line.lemmas(said.clause.last - 1, "b") and not line.is_number(said.clause.last - 2)
    begun = line.word(0) in line.words.conjunctions and not any(
        line.finite(at) == Certainty.SURE and at < said.clause.last - 1 for at in range(said.clause.first, len(line))
    )
    if not own or not begun or not closes or said.clause.last - said.clause.first < 2:
        return ""
    if any(entity.is_person for entity in said.entities):
        return ""  # "und meine eltern kommen"
    return f"{last.word(begin)} {last.word(verb)} {words_between(line, text, said.clause.first, said.clause.last)}"
