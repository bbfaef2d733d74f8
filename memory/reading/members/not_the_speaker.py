"""Pure: reads a correction by which what was told of one person holds of another, the speaker among them: "not me my
wife", "no it's my wife who is allergic to nuts", "no that's me", "no that's my brother".

The fact is told anew of the person who is meant, with the verb that fits. What is told again behind "who" must stand in
the fact; words that may be of either person ("my knee", "her car") leave it unread.
"""

from __future__ import annotations

from memory.reading.facts.entities import SPEAKER, Entity, entity_at
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.clause import ActKind
from memory.reading.grammar.reader import line_of
from memory.reading.grammar.verb_groups import read_verb_group
from memory.reading.references.resolution import third_person
from memory.reading.words.line import Line
from memory.reading.words.meaning import load_meaning


def told_of_other(told: str, said: str, language: str) -> str:
    """Returns the fact `told` as it holds of the person whom a correction names; empty for any other words."""
    one = _only_statement(told) if language == "en" else None
    whom = _other_named(said, told) if one is not None else None
    if one is None or whom is None:
        return ""
    denied, words = whom
    if line_of(told, "en").is_in(0, "i"):
        return _said_of(told, one, words)
    return _exchanged(told, one, words) if not denied else ""


def told_of_speaker(told: str, said: str, language: str) -> str:
    """Returns the fact `told` as it holds of the speaker: "no it was me who's allergic"; empty for any other words."""
    one = _only_statement(told) if language == "en" else None
    return _said_by_speaker(told, one) if one is not None and _names_speaker(said, told) else ""


def _only_statement(told: str) -> Statement | None:
    each = statements(told, "en")
    return each[0] if len(each) == 1 and each[0].kind is ActKind.TELL else None


def _other_named(said: str, told: str) -> tuple[bool, str] | None:
    """Returns whether the speaker is denied, and the words for who it is; None for words that say anything else."""
    line = line_of(said, "en")
    at = next((place for place in range(len(line)) if not _leads(line, place)), len(line))
    denied = any(line.is_in(place, "speaker_objects") and _is_denied(line, place) for place in range(at))
    announced = any(line.is_in(place, "denials_alone") for place in range(at))
    pointed = announced and any(line.is_in(place, "pointing_at_somebody") for place in range(at))
    found = entity_at(line, at, len(line), load_meaning("en")) if at < len(line) else None
    if found is None or not _is_other(found) or not (denied or pointed) or not _ends(line, found.end, told, denied):
        return None
    sure = (
        found.role or line.is_in(found.end, "cleft_relatives") or any(line.is_in(place, "that") for place in range(at))
    )
    if not denied and not sure:
        return None  # "no it's hanna" puts a name right
    return denied, said[line.tokens[found.start].start : line.tokens[found.end - 1].end]


def _ends(line: Line, at: int, told: str, denied: bool) -> bool:
    """Says whether nothing is told behind a person but what the fact tells: "who is allergic to nuts", "loves jazz"."""
    if line.is_stop(at):
        return True
    again = line.is_in(at, "cleft_relatives") or (denied and bool(line.finite(at) or line.has_form(at, "s")))
    return again and _tells_again(line, at, told)


def _tells_again(line: Line, begin: int, told: str) -> bool:
    """Says whether the fact has every open word from a place on, in some form."""
    known = line_of(told, "en")
    forms = {form for at in range(len(known)) for form in _forms(known, at)}
    last = next((at for at in range(begin, len(line)) if line.is_stop(at)), len(line))
    return all(_forms(line, at) & forms for at in range(begin, last) if line.is_open(at) and not line.is_auxiliary(at))


def _forms(line: Line, at: int) -> frozenset[str]:
    found = line.form(at)
    return frozenset((line.word(at), *(lemma for lemma, _ in (found.verbs if found else ()))))


def _leads(line: Line, at: int) -> bool:
    """Says whether a word only leads to who is meant: "no", "it", "'s", "not", "me", "but"."""
    word, words = line.word(at), line.words
    leading = words.negators | words.sets["denials_alone"] | words.sets["standing_for_told"] | words.sets["but"]
    helped = line.is_auxiliary(at) or word in words.clitics
    return word in leading or helped or line.is_in(at, "pointing_at_somebody") or line.is_in(at, "speaker_objects")


def _is_denied(line: Line, at: int) -> bool:
    return any(line.word(place) in line.words.negators for place in range(at))


def _is_other(one: Entity | None) -> bool:
    return one is not None and bool(one.role or one.name) and SPEAKER not in one.keys and not one.pronoun


def _names_speaker(said: str, told: str) -> bool:
    """Says whether words only say that the speaker is meant: "no it's me", "not tom me", "no that was me who rang"."""
    line = line_of(said, "en")
    at = next((place for place in range(len(line)) if line.is_in(place, "speaker_objects")), -1)
    if at < 1 or line.word(at - 1) in line.words.negators:
        return False
    each = (entity_at(line, place, at, load_meaning("en")) for place in range(at))
    named = next((one for one in each if one is not None and _is_other(one)), None)
    spare = set(range(named.start, named.end)) if named is not None else set[int]()
    leads = all(place in spare or _leads(line, place) for place in range(at))
    denied = _is_denied(line, at) or any(line.is_in(place, "denials_alone") for place in range(at))
    return leads and denied and _ends(line, at + 1, told, denied=False)


def _said_of(told: str, one: Statement, whom: str) -> str:
    """Returns what the speaker told of themselves as told of another: "my wife is allergic to nuts"."""
    line = line_of(told, "en")
    own = line.words.speaker | line.words.together
    if one.clause.subject != (0, 1) or any(line.word(at) in own for at in range(1, len(line))):
        return ""
    verb = line.skip_middle(1)
    if line.word(verb) in ("am", "'m"):
        return f"{whom} is{told[line.tokens[verb].end :]}"
    (start, end), spoken = third_person(told, line, verb)
    between = told[line.tokens[0].end : start]
    return f"{whom}{between}{spoken or ''}{told[end:]}" if spoken or one.clause.past else ""


def _exchanged(told: str, one: Statement, whom: str) -> str:
    """Returns what was told of one person as told of another one; empty where it may tell of things of the first."""
    line = line_of(told, "en")
    alone = len(one.subject) == 1 and _is_other(one.subject[0]) and one.clause.subject[0] == 0
    if not alone or any(line.word(at) in line.words.third for at in range(one.clause.subject[1], len(line))):
        return ""
    end = line.tokens[one.subject[0].end - 1].end
    return f"{whom}{told[end:]}" if told[:end].casefold() != whom.casefold() else ""


def _said_by_speaker(told: str, one: Statement) -> str:
    """Returns what was told of another as the speaker tells it: "i am allergic to nuts"."""
    line = line_of(told, "en")
    if not _exchanged(told, one, "-"):
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
