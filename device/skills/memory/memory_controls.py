"""Pure: applies the person's commands to their memory (2.11.11). When several memories fit, it asks one question.

The target is pointed at ("that": the last mention) or named ("my dentist appointment": the memories with all its
words). Nothing is changed on a guess. Forgetting is in `device/skills/memory/forgetting/forget_commands.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.core.policy import MAX_FOUND_ATOMS
from device.skills.memory.correcting.meant_value import is_sentence
from device.skills.memory.fact_storage import make_word_atoms
from device.skills.turn_context import Span, TurnContext, TurnOutcome
from memory.extraction.correction_rules import (
    CorrectionOutcome,
    apply_correction,
    atom_contains_words,
    correct_atom,
    is_critical,
    propose_correction,
)
from memory.extraction.extract import atom_from_fact, contains_question, statement_fact
from memory.extraction.paraphrase import telling_words
from memory.extraction.value_types import find_replaced_words, is_only_match, may_replace
from memory.model.atoms import Atom, Exposure
from memory.model.changes import Rule, RuleKind
from memory.reading.facts.statements import Statement, statements
from memory.reading.grammar.reader import line_of
from memory.reading.words.closed_words import has_reading, load_closed_words
from memory.reading.words.meaning import load_meaning
from memory.reading.words.word_table import load_word_table
from memory.rules.clarification import new_question
from memory.rules.conflict import make_outdated
from memory.rules.controls import (
    atoms_about_topic,
    is_barred,
    new_rule,
    restrict_recall,
    set_exposure,
    set_pinned,
    topics_meant,
)
from memory.rules.freshness import LIVING
from memory.rules.life_areas import topic_cover
from memory.rules.mention_target import TELLING
from memory.text.normalise import subject_words
from memory.text.stemming import split_words, stems

AtomMarking = Callable[[Atom], Atom | None]

_EFFECTS: dict[str, AtomMarking] = {
    "only_if_asked": restrict_recall,
    "pin": lambda atom: set_pinned(atom, pin=True),
    "unpin": lambda atom: set_pinned(atom, pin=False),
    "may_say": lambda atom: set_exposure(atom, Exposure.SAFE_TO_SPEAK),
    "keep_to_text": lambda atom: set_exposure(atom, Exposure.SAFE_TO_TEXT),
    "keep_inside": lambda atom: set_exposure(atom, Exposure.INTERNAL_ONLY),
}


def mark_memory(context: TurnContext) -> TurnOutcome:
    """Handles pin, unpin, only if asked, may say, keep to text, keep inside."""
    found = target_atoms(context)
    field = () if found or context.points("topic") else atoms_covered(context)
    if not (found or field):
        return _mark_word_atoms(context)
    if len({atom.key for atom in found}) > 1:
        return ask_which_atom(context, found)
    return apply_marking(context, context.understood.intent, found or field)


def atoms_covered(context: TurnContext, *, surely: bool = True) -> tuple[Atom, ...]:
    """Returns the living atoms that belong to what a topic is called: "my debts" of "I owe Barclays 400"."""
    named = context.requests.scope.kind_in(context.understood.slot("topic"))
    cover = topic_cover(subject_words(named, context.language))
    every = context.reader.atoms_by_id(context.control, context.queries.all_atom_ids(context.turn.user_id))
    return tuple(atom for atom in every if atom.status in LIVING and cover.covers(atom.text, surely=surely))


def _mark_word_atoms(context: TurnContext) -> TurnOutcome:
    """Makes an atom of the last words, marked, when no stored one is meant."""
    made = make_word_atoms(context) if context.points("topic") else ()
    marked = tuple(replace(_EFFECTS[context.understood.intent](atom) or atom, version=1) for atom in made)
    if not marked:
        return TurnOutcome(context.understood.intent, ("NOTHING_MEANT",))
    reasons = tuple(dict.fromkeys(atom.reason_code for atom in marked))
    return TurnOutcome(context.understood.intent, reasons, new=marked, focus=tuple(atom.atom_id for atom in marked))


def mark_told_facts(
    context: TurnContext, telling: TurnContext, told: TurnOutcome
) -> tuple[TurnOutcome, TurnOutcome | None] | None:
    """Handles "My salary is 4000, keep that to text": marks the fact before it is stored. Returns both outcomes anew,
    the second None when nothing is left to do; None when something else is meant, or nothing was stated.
    """
    intent = context.understood.intent
    if intent == "remember" and context.points("statement") and (told.new or told.changed):
        return replace(told, intent="remember", reasons=("USER_ASKED",)), None
    if intent not in _EFFECTS or not context.points("topic") or telling.understood.intent not in TELLING:
        return None
    wordless = told.reasons == ("NOTHING_TO_KEEP",)
    new = _word_atoms(telling) if wordless else told.new
    marked = apply_marking(context, intent, (*new, *told.changed))
    if not new and not told.changed:
        return None
    after = {atom.atom_id: atom for atom in marked.changed}
    told = replace(
        told,
        reasons=("USER_STATED",) if wordless else told.reasons,
        new=tuple(replace(after.get(atom.atom_id, atom), version=1) for atom in new),
        changed=tuple(replace(after.get(atom.atom_id, atom), version=atom.version) for atom in told.changed),
        focus=told.focus or tuple(atom.atom_id for atom in new),
    )
    # A fact that is private by its words, such as a salary, needs no sentence about it.
    return told, TurnOutcome(
        intent, tuple(reason for reason in marked.reasons if reason != "ALREADY_SO"), focus=told.focus
    )


def _word_atoms(telling: TurnContext) -> tuple[Atom, ...]:
    """Returns an atom of the words themselves, when they match no fact pattern."""
    if is_barred(telling.turn.text, telling.rules) or contains_question(telling.turn.text, telling.language):
        return ()
    fact = statement_fact(telling.turn, telling.language, telling.policy)
    return (atom_from_fact(replace(fact, reason_code="USER_ASKED"), telling.turn, 0, telling.policy),)


def apply_marking(context: TurnContext, intent: str, atoms: tuple[Atom, ...]) -> TurnOutcome:
    """Applies a command to these atoms, at most as many as a turn may change."""
    marked = (_EFFECTS[intent](atom) for atom in atoms)
    changed = tuple(atom for atom in marked if atom is not None)[: context.policy.max_changed_atoms_per_turn]
    reasons = tuple(dict.fromkeys(atom.reason_code for atom in changed)) or ("ALREADY_SO",)
    return TurnOutcome(intent, reasons, changed=changed, focus=tuple(atom.atom_id for atom in atoms))


def correct_mentioned(context: TurnContext) -> TurnOutcome:
    """Handles "No, it's Ana, not Anna": one pair, one atom; or one question when only a critical word was said."""
    heard, meant_word = context.understood.slot("heard"), context.understood.slot("meant")
    targets = context.mentioned().atoms
    if heard:
        found = (*targets, *_atoms_holding_stems(context, heard), *_atoms_holding_stems(context, meant_word))
        # "I think in miles not kilometers" is no correction of "use miles instead of kilometers".
        put_wrong = (atom for atom in found if not atom.key.startswith("instruction:"))
        targets = tuple(atom for atom in put_wrong if not says_both(atom.text, heard, meant_word))
    elif len({atom.key for atom in targets}) > 1:
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))
    start, end = context.understood.span("meant")
    value = value_alone(meant_word, targets, context.language.code)
    if not heard and is_sentence(value, context.language.code):
        return TurnOutcome("correct", ("CORRECTION_UNCLEAR",))  # "before it's leeds" is no place
    span = (start + len(meant_word) - len(value), end)
    return correction_outcome(
        context, correct_atom(context.turn, heard, value, span, targets, context.policy, context.language)
    )


def says_both(told: str, heard: str, meant: str) -> bool:
    """Says whether a fact has the denied words and those said instead: "jam not honey" of "i like jam not honey"."""
    wrong, right = {*split_words(heard)}, {*split_words(meant)}
    return wrong != right and wrong | right <= {*split_words(told)}  # "Zoë, not Zoe" differs in its accents


def value_alone(meant: str, targets: tuple[Atom, ...], language: str) -> str:
    """Returns "41" of "the number is 41", where the memory has the number; other words as they are."""
    told = statements(meant, language) if has_reading(language) else ()
    clause = told[0].clause if len(told) == 1 else None
    if clause is None or clause.lemma != "be" or clause.negated or not 0 < clause.rest < clause.last:
        return meant
    line = line_of(meant, language)
    thing = line.word(clause.subject[1] - 1)
    known = clause.subject[1] - clause.subject[0] > 1 and any(thing in split_words(atom.text) for atom in targets)
    return meant[line.tokens[clause.rest].start :] if known else meant


def replace_word(context: TurnContext) -> TurnOutcome:
    """Handles "Change Marc to Mark"; a critical word that is not in the atom costs one question."""
    heard, meant_word = context.understood.slot("heard"), context.understood.slot("meant")
    target = next(
        (
            atom
            for atom in (*context.mentioned().atoms, *_atoms_holding_stems(context, heard))
            if atom_contains_words(atom, heard)
        ),
        None,
    )
    critical = target is not None and is_critical(target, meant_word, context.language)
    if target is not None and critical and not is_only_match(target, heard, context.language):
        return replace(correction_outcome(context, propose_correction(target, heard, meant_word)), intent="correct")
    return replace(correct_mentioned(context), intent="correct")


def reject_mentioned(context: TurnContext) -> TurnOutcome:
    """Handles "That's wrong", "no, it's not green": makes the last mention outdated."""
    heard = context.understood.slot("heard")
    targets = tuple(atom for atom in context.mentioned().atoms if not heard or atom_contains_words(atom, heard))
    if len(targets) != 1:
        return TurnOutcome("not_so", ("CORRECTION_UNCLEAR",))
    outdated = make_outdated(targets[0], context.policy)
    return TurnOutcome("not_so", (outdated.reason_code,), changed=(outdated,), focus=(outdated.atom_id,))


def change_key_value(context: TurnContext) -> TurnOutcome:
    """Handles "Change my name to Anna": sets one key, with a question when the value has another type."""
    keys = context.fact_keys.keys(context.understood.slot("about"))
    found = next((known for key in keys if (known := context.known(key))), ())
    if len(found) != 1:
        return TurnOutcome("change", ("CORRECTION_UNCLEAR",))
    meant_word, span = context.understood.slot("meant"), context.understood.span("meant")
    heard, then = find_replaced_words(found[0], meant_word, context.language)
    if not heard or not may_replace(heard, then, found[0].kind, context.language):
        return correction_outcome(context, propose_correction(found[0], heard or found[0].value, meant_word))
    return correction_outcome(
        context, apply_correction(context.turn, found[0], heard, then, span, context.policy, context.language)
    )


def correction_outcome(context: TurnContext, done: CorrectionOutcome) -> TurnOutcome:
    """Returns the outcome of a correction that was applied, refused, or must be asked about."""
    intent = context.understood.intent
    if done.ask is not None:
        question = new_question(context.turn, done.ask.key, done.reason_code, (done.ask,), done.proposal)
        return TurnOutcome(intent, (done.reason_code,), focus=(done.ask.atom_id,)).with_question(question)
    if done.atom is None or done.pair is None:
        return TurnOutcome(intent, (done.reason_code,))
    return TurnOutcome(
        intent, (done.reason_code,), changed=(done.atom,), corrections=(done.pair,), focus=(done.atom.atom_id,)
    )


def target_atoms(context: TurnContext) -> tuple[Atom, ...]:
    """Returns the atoms of a command: pointed at, or named."""
    return context.mentioned().atoms if context.points("topic") else atoms_of_topic(context)


def atoms_of_topic(context: TurnContext, topic: str = "") -> tuple[Atom, ...]:
    """Returns the atoms of a topic: by a fixed key, by all its words, else by those that are about something."""
    topic = topic or context.understood.slot("topic")
    by_key = context.known(context.fact_keys.fixed_key(topic)) if context.fact_keys.fixed_key(topic) else ()
    names = (topic, context.fact_keys.topic(topic), " ".join(telling_words(topic)))
    named = by_key or next((found for name in names if (found := _same_topic(context, name))), ())
    return named or _told_in_other_words(context, topic)


def _told_in_other_words(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    """Returns what the person told about themselves with a near word: "ich wiege 89 kilo" for "mein gewicht"."""
    code = context.language.code
    words = split_words(topic)
    if len(words) != 2 or not has_reading(code) or words[0] not in load_closed_words(code).speaker:
        return ()
    near = load_meaning(code).groups.get(words[1], frozenset())
    spoken = {each for form in near for each in (form, *load_word_table(code).forms_of(form))}
    terms = frozenset(stem for word in spoken for stem in stems(word))
    held = (atom for stem in sorted(terms) for atom in _atoms_holding(context, stem))
    return tuple(
        atom
        for atom in dict.fromkeys(held)
        if atom.status in LIVING
        and any(one.about_speaker and _is_said_of(one, near) for one in statements(atom.text, code))
    )


def _atoms_holding(context: TurnContext, stem: str) -> tuple[Atom, ...]:
    return context.queries.atoms_holding(context.turn.user_id, (stem,), MAX_FOUND_ATOMS)


def _is_said_of(one: Statement, near: frozenset[str]) -> bool:
    """Says whether the verb of a statement is a near word, so that it is what the statement tells."""
    return any(one.clause.lemma in forms and forms & near for forms in one.words)


def _atoms_holding_stems(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    meant = topics_meant(topic, context.language)
    held = (context.queries.atoms_holding(context.turn.user_id, each, MAX_FOUND_ATOMS) for each in meant)
    return tuple(dict.fromkeys(atom for atoms in held for atom in atoms))


def _same_topic(context: TurnContext, topic: str) -> tuple[Atom, ...]:
    return atoms_about_topic(topic, _atoms_holding_stems(context, topic), context.language)


def ask_which_atom(context: TurnContext, found: tuple[Atom, ...]) -> TurnOutcome:
    """Asks which of several atoms is meant, offering a few; the question's reason stores the command."""
    offered = found[: context.policy.max_forget_choices]
    intent = context.understood.intent
    question = new_question(context.turn, f"which:{intent}", f"WHICH_{intent.upper()}", offered)
    focus = tuple(atom.atom_id for atom in offered)
    hidden = topic_span(context) if intent.startswith("forget") else ()
    return TurnOutcome(intent, ("AMBIGUOUS",), focus=focus, hide=hidden).with_question(question)


def topic_span(context: TurnContext) -> tuple[Span, ...]:
    """Returns the words of the topic, which are forgotten with what they name."""
    asked = tuple((slot.start, slot.end) for slot in context.understood.slots if slot.name == "request")
    return asked or (() if context.points("topic") else (context.understood.span("topic"),))


def build_rules(context: TurnContext, kind: RuleKind, topic: str) -> tuple[Rule, ...]:
    """Builds a rule for the topic, if it has a word in it."""
    rule = new_rule(context.turn, kind, topic, context.language)
    return (rule,) if rule else ()


def without_existing_rules(context: TurnContext, rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """Returns each rule once, without existing ones."""
    standing = {rule.rule_id for rule in context.rules}
    return tuple({rule.rule_id: rule for rule in rules if rule.rule_id not in standing}.values())
