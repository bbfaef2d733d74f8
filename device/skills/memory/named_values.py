"""Pure: handles a correction that names its values: "her name's not marta it's magda", "i meant friday"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.core.policy import (
    CORRECTION_AHEAD_DAYS,
    CORRECTION_LOOK_BACK_TURNS,
    MAX_BARE_CORRECTION_WORDS,
    MAX_CORRECTION_ATOMS,
)
from device.nlu.intent_matcher import IntentMatch, Slot
from device.skills.memory.known_statements import known_statements, without_codes
from device.skills.memory.memory_controls import correct_mentioned, correction_outcome, says_both
from device.skills.turn_context import TurnContext, TurnOutcome
from memory.core.policy import DAY_MS
from memory.extraction.anaphora import refers_to_person
from memory.extraction.correction_rules import apply_correction
from memory.extraction.retraction import (
    BareSentence,
    strip_announcement,
)
from memory.extraction.value_types import find_replaced_words
from memory.model.atoms import Atom
from memory.reading.changes.both_times import day_and_hour_replacement
from memory.reading.changes.moved_time import day_put_right
from memory.reading.changes.raised import without_unit
from memory.reading.changes.replacement import bare_replacement, contrast_pair, predicate_replacement, replaced_by_all
from memory.reading.changes.retold import begins_with_denial, denied_and_retold
from memory.reading.facts.same_relation import among
from memory.reading.facts.statements import statements
from memory.reading.german_facts.updates.labels import chosen_instead, relabelled_pair
from memory.reading.german_facts.updates.put_right import left_out, put_right
from memory.reading.grammar.clause import Act, ActKind, Mark
from memory.reading.grammar.reader import act_text, complement, read
from memory.reading.grammar.repairs import may_repair, repaired_words
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.rules.freshness import LIVING
from memory.text.dates import has_date, spoken_to_digits
from memory.text.normalise import same_value
from memory.text.stemming import split_words

_ANNOUNCING = frozenset((Mark.FIX, Mark.NOW))


def correct_by_reading(context: TurnContext) -> TurnOutcome | None:
    """Applies a correction with one value, or with several of one sentence, to what was last mentioned."""
    if not has_reading(context.language.code):
        return None
    said = strip_announcement(context.turn.text, context.language)
    return (
        correct_as_read(context, said)
        or correct_contrast(context)
        or correct_bare_value(context, said)
        or correct_predicate(context)
    )


def correct_as_read(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies a correction whose sentence says what it corrects: its day and hour, its label, or all of it again."""
    german = context.language.code == "de"
    return (
        _correct_day(context)
        or _correct_day_and_hour(context, said)
        or (correct_contrast(context) if german else None)
        or _correct_labelled(context, said)
        or correct_repaired(context)
        or _correct_retold(context)
        or (_correct_in_other_words(context) if german else None)
    )


def _correct_retold_clause(context: TurnContext) -> TurnOutcome | None:
    """Applies "no not the baths i pick them up from gran's" to the fact with the denied words."""
    text, code = context.turn.text, context.language.code
    for atom in recently_mentioned(context)[:2] if begins_with_denial(text, code) else ():
        heard, meant = denied_and_retold(text, atom.text, code)
        if heard and meant:
            return correct_words(context, atom, heard, meant)
    return None


def correct_contrast(context: TurnContext) -> TurnOutcome | None:
    """Applies a contrast of two values to the fact that holds the wrong one."""
    heard, meant = contrast_pair(context.turn.text, context.language.code)
    heard = without_unit(heard, meant, context.language.code)
    if not split_words(heard) or not split_words(meant):
        return None
    other = _other_name(context, heard)
    if any(other in atom.text.casefold().split() for atom in recently_mentioned(context)[:2]):
        other = ""  # "aunt rita lives in bradford not in leeds" names whom the fact is about
    meant = meant if other in meant.casefold() else other  # "my sister hana she plays hockey not zara"
    if any(says_both(atom.text, heard, meant) for atom in recently_mentioned(context)[:1]):
        return None  # "jam not honey" after "i like jam not honey"
    start = max(context.turn.text.find(meant), 0)
    slots = (Slot("heard", heard, 0, 0), Slot("meant", meant, start, start + len(meant)))
    outcome = correct_mentioned(replace(context, understood=IntentMatch("correct", slots)))
    return None if "CORRECTION_UNCLEAR" in outcome.reasons else outcome


def _other_name(context: TurnContext, heard: str) -> str:
    """Returns the one other person or animal that the turn names by a role; empty without one, or with several."""
    told = statements(context.turn.text, context.language.code)
    others = {entity.name for one in told for entity in one.entities if entity.role and entity.name}
    names = others - {heard.casefold(), ""}
    return names.pop() if len(names) == 1 else ""


def correct_bare_value(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "i meant friday" to what was last mentioned, when it has one such value."""
    values = _bare_words(context, said)
    heard_slot = context.understood.slot("heard") if context.understood.intent != "not_so" else ""
    if not values or heard_slot or any(contrast_pair(context.turn.text, context.language.code)):
        return None
    for atom in recently_mentioned(context)[:2]:
        heard, meant = replaced_by_all(atom.text, values, context.language.code)
        sure = _is_announced(context, said) or _is_critical_value(context, atom, heard, meant)
        if heard and sure and not same_value(heard, meant, context.language):
            return correct_words(context, atom, heard, meant)
    return None


def _is_announced(context: TurnContext, said: BareSentence) -> bool:
    """Says whether a word or a denial shows that something is corrected."""
    acts = read(context.turn.text, context.language.code).acts
    marked = any(Mark.FIX in act.clause.marks or act.kind is not ActKind.FRAGMENT for act in acts)
    return bool(marked or said.marked or said.denies)


def _is_critical_value(context: TurnContext, atom: Atom, heard: str, meant: str) -> bool:
    """Says whether a bare value takes the place of its like: a number of a number, a day of a day, a name of a name.

    What begins with "and" is one more of something; any other bare word may be the next thing of a list, or one half of
    a sentence.
    """
    code = context.language.code
    if frozenset(context.turn.text.casefold().split()[:1]) & load_closed_words(code).conjunctions:
        return False
    told = statements(atom.text, code)
    if any(heard.casefold() == name for one in told for _, name in one.named):
        said = {word for one in statements(context.turn.text, code) for word in split_words(one.text)}
        return said <= {*split_words(meant)}.union(*(split_words(one.text) for one in told))  # not "ed's back at work"
    return all(
        has_date(value, context.language) or any(sign.isdigit() for sign in spoken_to_digits(value, context.language))
        for value in (heard, meant)
    )


def correct_predicate(context: TurnContext) -> TurnOutcome | None:
    """Applies "no it's silver" and "no it's at a hotel" to the one fact that was told last."""
    told = recently_mentioned(context)[:1]
    pair = replaced_predicate(context, told[0]) if told and has_reading(context.language.code) else None
    if pair is None or same_value(*pair, context.language):
        return None
    return correct_words(context, told[0], *pair)


def replaced_predicate(context: TurnContext, atom: Atom) -> tuple[str, str] | None:
    """Returns the phrase of a fact that a sentence with a pronoun says otherwise, and the new one."""
    code, text = context.language.code, context.turn.text
    if not has_reading(code):
        return None
    about = [any(one.about_speaker for one in statements(words, code)[-1:]) for words in (atom.text, text)]
    heard, meant = predicate_replacement(atom.text, text, code) if about[0] == about[1] else ("", "")
    return (heard, meant) if heard and meant else None


def _correct_day(context: TurnContext) -> TurnOutcome | None:
    """Applies "no the match is on wednesday" to the day of what was told of it, whose hour stays."""
    code = context.language.code
    one = next((one for one in reversed(statements(context.turn.text, code)) if one.kind is ActKind.CORRECT), None)
    return None if one is None else _first_put_right(context, lambda told: day_put_right(told, one, code))


def _first_put_right(context: TurnContext, find: Callable[[str], tuple[str, str]]) -> TurnOutcome | None:
    """Corrects the first of the two facts told last in which words are found that the turn puts right."""
    for atom in recently_mentioned(context)[:2]:
        heard, meant = find(atom.text)
        if heard and not same_value(heard, meant, context.language):
            return correct_words(context, atom, heard, meant)
    return None


def _correct_retold(context: TurnContext) -> TurnOutcome | None:
    """Applies "actually it's thirty i owe jamie" to the fact that has all words of what is told again."""
    retold = _correct_retold_clause(context)
    if retold is not None:
        return retold
    text, code = context.turn.text, context.language.code
    acts = [act for act in read(text, code).acts if act.kind is not ActKind.COURTESY]
    told = [one for one in statements(text, code) if one.kind is ActKind.TELL]
    if len(acts) != 2 or acts[0].kind is not ActKind.CORRECT or acts[0].clause.lemma != "be" or len(told) != 1:
        return None
    value, again = complement(text, acts[0], code), told[0]
    if not value or again.clause.negated or not again.words:
        return None
    for atom in known_statements(context, again)[0]:
        same = any(among(again.words, old.words) for old in statements(atom.text, code) if not old.clause.negated)
        heard, meant = _replaced_by(context, atom, value) if same else ("", "")
        if heard and not same_value(heard, meant, context.language):
            return correct_words(context, atom, heard, meant)
    return None


def correct_chosen(context: TurnContext) -> TurnOutcome | None:
    """Applies "doch lieber nudeln" and "bratsche mein ich" to the fact that was told last."""
    for atom in recently_mentioned(context)[:1] if context.language.code == "de" else ():
        heard, meant = chosen_instead(atom.text, context.turn.text)
        if heard and meant:
            return correct_words(context, atom, heard, meant)
    return None


def _correct_labelled(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "falsch die nummer ist zwei neun null" to the one fact that gives its label another value."""
    if context.language.code != "de":
        return None
    chosen = correct_chosen(context)
    if chosen is not None:
        return chosen
    told = statements(said.text, context.language.code)
    if not (said.denies or said.marked) or len(told) != 1:
        return None
    for atoms in (recently_mentioned(context)[:2], known_statements(context, told[0])[0]):
        found = [(atom, relabelled_pair(atom.text, said.text)) for atom in atoms]
        pairs = [(atom, *pair) for atom, pair in found if all(pair)]
        if pairs:
            return correct_words(context, *pairs[0]) if len(pairs) == 1 else None
    return None


def _correct_day_and_hour(context: TurnContext, said: BareSentence) -> TurnOutcome | None:
    """Applies "no it's on friday at eleven" to the one fact that has a day and an hour; None for any other turn."""
    if not (said.denies or said.marked):
        return None
    return _first_put_right(context, lambda told: day_and_hour_replacement(told, said.text, context.language.code))


def _correct_in_other_words(context: TurnContext) -> TurnOutcome | None:
    """Applies "nee sechzehn sind es" to the fact that has a value of its sort: one told last, else the only one that
    tells of what the correction names.
    """
    named = [one for one in statements(context.turn.text, "de") if one.kind is ActKind.CORRECT and one.subject_words]
    known = tuple(atom for one in named for atom in known_statements(context, one)[0])
    for atoms, most in ((recently_mentioned(context)[:2], 2), (dict.fromkeys(known), 1)):
        found = [(atom, *_put_right_in(atom, context.turn.text)) for atom in atoms]
        pairs = [each for each in found if each[1] and not same_value(each[1], each[2], context.language)]
        if 0 < len(pairs) <= most:
            return correct_words(context, *pairs[0])
    return None


def _put_right_in(atom: Atom, said: str) -> tuple[str, str]:
    """Returns the words of a fact that are put right, or of two days the one that stays."""
    heard, meant = put_right(atom.text, said)
    return (heard, meant) if heard else left_out(atom.text, said)


def _replaced_by(context: TurnContext, atom: Atom, value: str) -> tuple[str, str]:
    heard, meant = bare_replacement(atom.text, value, context.language.code)
    if heard:
        return heard, meant
    heard, meant = find_replaced_words(atom, value, context.language)
    again = frozenset(split_words(context.turn.text))
    return (heard, meant) if again.isdisjoint(split_words(heard)) else ("", "")


def correct_repaired(context: TurnContext) -> TurnOutcome | None:
    """Applies "nee das war raum vierzehn" to the fact that holds words of the same sort."""
    text, code = context.turn.text, context.language.code
    return _first_put_right(context, lambda told: repaired_words(told, text, code)) if may_repair(text, code) else None


def correct_words(context: TurnContext, atom: Atom, heard: str, meant: str) -> TurnOutcome:
    """Corrects one fact: `heard` in it becomes `meant`."""
    code, start = context.language.code, max(context.turn.text.find(meant), 0)
    if has_reading(code) and heard.casefold() in load_closed_words(code).possessives:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))  # "no not my daughter" says no other owner
    span = (start, start + len(meant))
    done = apply_correction(context.turn, atom, heard, meant, span, context.policy, context.language)
    return replace(correction_outcome(context, done), intent="correct")


def _bare_words(context: TurnContext, said: BareSentence) -> tuple[str, ...]:
    """Returns the values of a correction that has no clause of its own; none for any other turn."""
    acts = [act for act in read(context.turn.text, context.language.code).acts if act.kind is not ActKind.COURTESY]
    marked = any(Mark.FIX in act.clause.marks for act in acts)
    if acts and acts[0].kind is ActKind.FRAGMENT and Mark.FIX in acts[0].clause.marks:
        acts = [act for act in acts if act.kind is not ActKind.TELL]  # "make that thirteen i forgot the twins"
    texts = [context.turn.text[act.clause.start : act.clause.end] for act in acts]
    spoken = min(sum(_length(text, context) for text in texts), _length(said.text, context))
    if not acts or spoken > MAX_BARE_CORRECTION_WORDS + 2 * len(acts) or (len(acts) > 1 and not marked):
        return ()
    values = tuple(_bare_value(context, said, act, marked=marked) for act in acts)
    return values if all(values) else ()


def _length(text: str, context: TurnContext) -> int:
    """Returns how many words tell something: "und zwar" only joins two values."""
    code = context.language.code
    joining = load_meaning(code).set_of("namely") if has_reading(code) else frozenset[str]()
    words = split_words(text)
    return len(words) if not joining <= set(words) else sum(word not in joining for word in words)


def _bare_value(context: TurnContext, said: BareSentence, act: Act, *, marked: bool) -> str:
    code = context.language.code
    if act.clause.negated and act.kind is not ActKind.FRAGMENT:
        return ""
    spelled = " with a" in act_text(context.turn.text, act) and act.kind is not ActKind.ASK
    if (
        act.kind is ActKind.FRAGMENT
        and _follows_told(context)
        and len(split_words(said.text)) <= MAX_BARE_CORRECTION_WORDS
    ):
        return context.turn.text[act.clause.start : act.clause.end]
    announced = bool(act.clause.marks & _ANNOUNCING)  # "jetzt acht", "no, eight"
    if act.kind is ActKind.FRAGMENT and (announced or said.marked or said.denies or spelled):
        return context.turn.text[act.clause.start : act.clause.end]
    if act.kind is ActKind.CORRECT or marked or spelled or context.understood.intent == "correct":
        return complement(context.turn.text, act, code)
    return ""


def _follows_told(context: TurnContext) -> bool:
    """Says whether the last turn told a fact that Selene repeated, so that a bare value corrects what was heard."""
    user_id = context.turn.user_id
    last = context.queries.recent_turns(user_id, context.turn.session_id, 1)
    intents = context.queries.intents(last)
    told = any(intents.get(turn) in ("statement", "remember") for turn in last)
    return told and any(
        source.turn_id in last
        for turn in last
        for atom in context.queries.mentioned_in(user_id, turn)
        for source in atom.sources
    )


def recently_mentioned(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the living atoms mentioned in the last turns, the last first."""
    user_id = context.turn.user_id
    turns = context.queries.recent_turns(user_id, context.turn.session_id, CORRECTION_LOOK_BACK_TURNS)
    mentioned = context.queries.mentioned_in_each(user_id, turns)
    # What was just denied may be stated otherwise now.
    last = next((atoms for atoms in mentioned if atoms), ())
    found = {atom.atom_id: atom for atoms in (last, *map(living_atoms, mentioned)) for atom in atoms}
    meant = tuple(found.values()) or living_atoms(context.mentioned().atoms)
    return without_codes(context, meant)


def living_atoms(atoms: tuple[Atom, ...]) -> tuple[Atom, ...]:
    """Returns those that hold."""
    return tuple(atom for atom in atoms if atom.status in LIVING)


def told_last(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the living atoms of the last turn; what changes one may name it by a part of its word."""
    last = context.queries.recent_turns(context.turn.user_id, context.turn.session_id, 1)
    mentioned = (atom for turn in last for atom in context.queries.mentioned_in(context.turn.user_id, turn))
    return without_codes(context, tuple(atom for atom in mentioned if atom.status in LIVING))


def meant_by_pronoun(context: TurnContext, said: BareSentence) -> tuple[Atom, ...]:
    """Returns the atoms that "it" or "he" may be about; only those of the last turn where it told any and nothing says
    that the sentence corrects: "it's on the second" after "i've signed up for a run" moves no appointment.
    """
    told = told_last(context)
    if told and has_reading(context.language.code) and not (said.marked or said.denies or said.changed):
        return told
    others = (*without_codes(context, living_atoms(context.mentioned().maybe)), *_coming_appointments(context, said))
    return (*recently_mentioned(context), *others)


def _coming_appointments(context: TurnContext, said: BareSentence) -> tuple[Atom, ...]:
    """Returns the coming appointments, the nearest first: "it" and "the appointment" may mean them in a later session
    too.
    """
    if refers_to_person(said.text, context.language):
        return ()
    now_ms = context.turn.at.at_ms
    return context.queries.atoms_between(
        context.control, now_ms, now_ms + CORRECTION_AHEAD_DAYS * DAY_MS, MAX_CORRECTION_ATOMS
    )
