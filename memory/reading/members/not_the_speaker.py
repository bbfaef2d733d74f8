"""Pure: reads a correction by which what the speaker told of themselves holds of another, or the other way round: "not
me my wife", "no it's my wife who is allergic to nuts", "no that's me".

The fact is told anew of the other person, with the verb that fits; words of the speaker's own in it ("my knee") stay
unread, since they may be of either.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Entity, entity_at
from memory.reading.facts.statements import statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.grammar.verb_groups import read_verb_group
from memory.reading.references.resolution import third_person
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def told_of_other(told: str, said: str, language: str) -> str:
    """Returns the fact `told` as it holds of the person whom a correction names; empty for any other words."""
    if language != "en":
        return ""
    whom = _other_named(said)
    return _said_of(told, whom) if whom else ""


def told_of_speaker(told: str, said: str, language: str) -> str:
    """Returns the fact `told` as it holds of the speaker: "no it was me who's allergic"; empty for any other words."""
    return _said_by_speaker(told) if language == "en" and _names_speaker(said) else ""


def _names_speaker(said: str) -> bool:
    """Says whether words only say that the speaker is meant: "no it's me", "not tom me", "no that was me who rang"."""
    line = line_of(said, "en")
    at = next((place for place in range(len(line)) if line.is_in(place, "speaker_objects")), -1)
    if at < 1 or _is_denied_right_before(line, at):
        return False
    meaning = load_meaning("en")
    named = next((one for one in (entity_at(line, place, at, meaning) for place in range(at)) if _is_other(one)), None)
    spare = set(range(named.start, named.end)) if named is not None else set[int]()
    leads = all(place in spare or _leads(line, place) for place in range(at))
    denied = any(line.word(place) in line.words.negators for place in range(at))
    ends = line.is_stop(at + 1) or line.is_in(at + 1, "cleft_relatives")
    return leads and ends and (denied or any(line.is_in(place, "denials_alone") for place in range(at)))


def _is_other(one: Entity | None) -> bool:
    return one is not None and bool(one.role or one.name) and SPEAKER not in one.keys and not one.pronoun


def _is_denied_right_before(line: Line, at: int) -> bool:
    return line.word(at - 1) in line.words.negators


def _said_by_speaker(told: str) -> str:
    """Returns what was told of another as the speaker tells it: "i am allergic to nuts"."""
    line, each = line_of(told, "en"), statements(told, "en")
    one = each[0] if len(each) == 1 and each[0].kind is ActKind.TELL else None
    if one is None or len(one.subject) != 1 or not _is_other(one.subject[0]) or one.clause.subject[0] != 0:
        return ""
    if any(line.word(at) in line.words.third for at in range(one.clause.subject[1], len(line))):
        return ""
    verb = line.skip_middle(one.clause.subject[1])
    word, rest = line.word(verb), told[line.tokens[verb].end :]
    helper = line.words.be.get(word, "") or ("3" if word == "'s" else "")
    between = told[line.tokens[one.clause.subject[1] - 1].end : line.tokens[verb].start]
    if word == "'s" and read_verb_group(line, verb).lemma != "be" and not line.has_form(verb + 1, "g"):
        return f"i have{rest}"
    if helper:
        return f"i{between or ' '}{'was' if helper == 'd' else 'am'}{rest}"
    found = line.form(verb)
    plain = next((lemma for lemma, form in (found.verbs if found else ()) if form == "s"), word)
    return f"i{between}{'have' if word == 'has' else 'do' if word == 'does' else plain}{rest}"


def _other_named(said: str) -> str:
    """Returns the words for who it is: "my wife" of "not me my wife"; empty where the speaker is not denied."""
    line = line_of(said, "en")
    at, denied, pointed = 0, False, False
    while at < len(line) and _leads(line, at):
        denied = denied or (line.is_in(at, "speaker_objects") and _is_denied(line, at))
        pointed = pointed or (line.is_in(at, "it") and any(line.is_in(place, "denials_alone") for place in range(at)))
        at += 1
    found = entity_at(line, at, len(line), load_meaning("en")) if at < len(line) else None
    if found is None or not (found.role or found.name) or SPEAKER in found.keys or found.pronoun:
        return ""
    after = line.is_stop(found.end) or line.is_in(found.end, "cleft_relatives") or line.is_auxiliary(found.end)
    cleft = pointed and line.is_in(found.end, "cleft_relatives")
    if not after or not (denied or cleft):
        return ""
    return said[line.tokens[found.start].start : line.tokens[found.end - 1].end]


def _leads(line: Line, at: int) -> bool:
    word, words = line.word(at), line.words
    leading = words.negators | words.sets["denials_alone"] | words.sets["standing_for_told"] | words.sets["but"]
    helped = line.is_auxiliary(at) or word in words.clitics
    return word in leading or helped or line.is_in(at, "it") or line.is_in(at, "speaker_objects")


def _is_denied(line: Line, at: int) -> bool:
    return any(line.word(place) in line.words.negators for place in range(at))


def _said_of(told: str, whom: str) -> str:
    """Returns what the speaker told of themselves as told of another: "my wife is allergic to nuts"."""
    line, each = line_of(told, "en"), statements(told, "en")
    one = each[0] if len(each) == 1 and each[0].kind is ActKind.TELL else None
    if one is None or not line.is_in(0, "i") or one.clause.subject != (0, 1):
        return ""
    own = line.words.speaker | line.words.together
    if any(line.word(at) in own for at in range(1, len(line))):
        return ""
    verb = line.skip_middle(1)
    if line.word(verb) in ("am", "'m"):
        return f"{whom} is{told[line.tokens[verb].end :]}"
    (start, end), spoken = third_person(told, line, verb)
    between = told[line.tokens[0].end : start]
    return f"{whom}{between}{spoken or ''}{told[end:]}" if spoken or one.clause.past else ""
