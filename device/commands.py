"""Rules: the person's commands over their memory (2.11.11). Deterministic effects; when several memories fit, one question.

What is meant is either pointed at ("that": what was mentioned last) or named ("my dentist appointment": the memories
that hold all its words). Nothing is forgotten or changed on a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from device.scene import Outcome, Scene, Span
from memory.changes import Rule, RuleKind
from memory.controls import (
    about,
    exposed,
    new_rule,
    only_if_asked,
    pinned,
    rule_topic,
    rules_about,
    topic_stems,
)
from memory.correct import Corrected, apply, correct
from memory.questions import new_question
from memory.records import Atom, Exposure

Effect = Callable[[Atom], Atom | None]

_MOST_FOUND = 200
_EFFECTS: dict[str, Effect] = {
    "only_if_asked": only_if_asked,
    "pin": lambda atom: pinned(atom, pin=True),
    "unpin": lambda atom: pinned(atom, pin=False),
    "may_say": lambda atom: exposed(atom, Exposure.SAFE_TO_SPEAK),
    "keep_to_text": lambda atom: exposed(atom, Exposure.SAFE_TO_TEXT),
    "keep_inside": lambda atom: exposed(atom, Exposure.INTERNAL_ONLY),
}


def forget(scene: Scene) -> Outcome:
    """ "Forget that", "forget my dentist appointment". Several: which one?"""
    found = meant(scene)
    hidden = _named_span(scene)
    if len({atom.key for atom in found}) > 1 and scene.understood.intent != "forget_all_about":
        return _which(scene, found, hidden)
    return forgetting(scene, found, hidden)


def forgetting(scene: Scene, atoms: tuple[Atom, ...], hide: tuple[Span, ...] = ()) -> Outcome:
    """Forget these; the ledger notes it, the words go everywhere."""
    if not atoms:
        return Outcome(scene.understood.intent, ("NOTHING_TO_FORGET",))
    return Outcome(
        scene.understood.intent,
        ("FORGOTTEN_BY_USER",),
        forget=tuple(atom.atom_id for atom in atoms),
        hide=hide,
    )


def forget_everything(scene: Scene) -> Outcome:
    """Everything about the person: asked back once."""
    found = scene.oversight.all_atom_ids(scene.turn.user_id)
    if not found:
        return Outcome(scene.understood.intent, ("NOTHING_TO_FORGET",))
    question = new_question(scene.turn, "forget_everything", "FORGET_EVERYTHING", ())
    return Outcome(scene.understood.intent, ("FORGET_EVERYTHING",)).asking(question)


def dont_remember(scene: Scene) -> Outcome:
    """A do-not-store rule for the topic; what is stored about it goes."""
    found = meant(scene)
    if not scene.points("topic"):
        rules = _rules(scene, RuleKind.DO_NOT_STORE, scene.understood.slot("topic"))
        found = tuple(atom for atom in found)
    else:
        rules = tuple(
            rule for atom in found for rule in _rules(scene, RuleKind.DO_NOT_STORE, rule_topic(atom, scene.language))
        )
    if not rules:
        return Outcome(scene.understood.intent, ("NOTHING_MEANT",))
    outcome = forgetting(scene, found, _named_span(scene)) if found else Outcome(scene.understood.intent)
    return replace(outcome, new_rules=_unique(rules), hide=_named_span(scene)).because("DO_NOT_STORE")


def stop_mentioning(scene: Scene) -> Outcome:
    """A do-not-mention rule for the topic; nothing about it surfaces any more."""
    if not scene.points("topic"):
        rules = _rules(scene, RuleKind.DO_NOT_MENTION, scene.understood.slot("topic"))
    else:
        topics = (rule_topic(atom, scene.language) for atom in meant(scene))
        rules = tuple(rule for topic in topics for rule in _rules(scene, RuleKind.DO_NOT_MENTION, topic))
    if not rules:
        return Outcome(scene.understood.intent, ("NOTHING_MEANT",))
    return Outcome(scene.understood.intent, ("DO_NOT_MENTION",), new_rules=_unique(rules))


def allow_again(scene: Scene) -> Outcome:
    """ "You may mention ... again", "you may remember ... again": the rules for the topic are dropped."""
    kind = RuleKind.DO_NOT_MENTION if scene.understood.intent == "mention_again" else RuleKind.DO_NOT_STORE
    dropped = rules_about(scene.understood.slot("topic"), kind, scene.rules, scene.language)
    if not dropped:
        return Outcome(scene.understood.intent, ("NOTHING_MEANT",))
    return Outcome(
        scene.understood.intent, ("RULE_DROPPED",), drop_rules=tuple(rule.rule_id for rule in dropped)
    )


def mark(scene: Scene) -> Outcome:
    """Pin, unpin, only if asked, may say, keep to text, keep inside."""
    found = meant(scene)
    if not found:
        return Outcome(scene.understood.intent, ("NOTHING_MEANT",))
    if len({atom.key for atom in found}) > 1:
        return _which(scene, found, ())
    return marking(scene, scene.understood.intent, found)


def marking(scene: Scene, intent: str, atoms: tuple[Atom, ...]) -> Outcome:
    """Apply the effect of a command to these atoms, at most as many as a turn may change."""
    marked = (_EFFECTS[intent](atom) for atom in atoms)
    changed = tuple(atom for atom in marked if atom is not None)[: scene.policy.max_changed_atoms_per_turn]
    reasons = tuple(dict.fromkeys(atom.reason_code for atom in changed)) or ("ALREADY_SO",)
    return Outcome(intent, reasons, changed=changed, focus=tuple(atom.atom_id for atom in atoms))


def correction(scene: Scene) -> Outcome:
    """ "No, it's Ana, not Anna": one pair, one atom; or one question when only a critical word was said anew."""
    heard, meant_word = scene.understood.slot("heard"), scene.understood.slot("meant")
    targets = scene.oversight.last_mentioned(scene.turn.user_id, scene.turn.session_id)
    if heard:
        targets = (*targets, *_holding(scene, heard), *_holding(scene, meant_word))
    elif len({atom.key for atom in targets}) > 1:
        return Outcome("correct", ("CORRECTION_UNCLEAR",))
    span = scene.understood.span("meant")
    return corrected(
        scene, correct(scene.turn, heard, meant_word, span, targets, scene.policy, scene.language), meant_word
    )


def change(scene: Scene) -> Outcome:
    """ "Change my name to Anna": an explicit order for one key."""
    name = " ".join(topic_stems(scene.understood.slot("about"), scene.language))
    found = _same_topic(scene, name)
    if len(found) != 1:
        return Outcome("change", ("CORRECTION_UNCLEAR",))
    meant_word, span = scene.understood.slot("meant"), scene.understood.span("meant")
    done = apply(scene.turn, found[0], found[0].value, meant_word, span, scene.policy, scene.language)
    return corrected(scene, done, meant_word)


def corrected(scene: Scene, done: Corrected, meant_word: str) -> Outcome:
    """The outcome of a correction that was applied, refused, or must be asked about."""
    intent = scene.understood.intent
    if done.ask is not None:
        question = new_question(scene.turn, done.ask.key, done.reason_code, (done.ask,), meant_word)
        return Outcome(intent, (done.reason_code,), focus=(done.ask.atom_id,)).asking(question)
    if done.atom is None or done.pair is None:
        return Outcome(intent, (done.reason_code,))
    return Outcome(
        intent, (done.reason_code,), changed=(done.atom,), corrections=(done.pair,), focus=(done.atom.atom_id,)
    )


def meant(scene: Scene) -> tuple[Atom, ...]:
    """The atoms that a command is about: pointed at, or named."""
    if scene.points("topic"):
        return scene.oversight.last_mentioned(scene.turn.user_id, scene.turn.session_id)
    return about(scene.understood.slot("topic"), _holding(scene, scene.understood.slot("topic")), scene.language)


def _holding(scene: Scene, topic: str) -> tuple[Atom, ...]:
    return scene.oversight.atoms_holding(scene.turn.user_id, topic_stems(topic, scene.language), _MOST_FOUND)


def _same_topic(scene: Scene, topic: str) -> tuple[Atom, ...]:
    return about(topic, _holding(scene, topic), scene.language)


def _which(scene: Scene, found: tuple[Atom, ...], hide: tuple[Span, ...]) -> Outcome:
    """Several fit: one question, offering a few; the command waits in the question's reason."""
    offered = found[: scene.policy.max_forget_choices]
    intent = scene.understood.intent
    question = new_question(scene.turn, f"which:{intent}", f"WHICH_{intent.upper()}", offered)
    focus = tuple(atom.atom_id for atom in offered)
    return replace(Outcome(intent, ("AMBIGUOUS",), focus=focus, hide=hide).asking(question))


def _named_span(scene: Scene) -> tuple[Span, ...]:
    """The words of the topic, which leave with what they name."""
    return () if scene.points("topic") else (scene.understood.span("topic"),)


def _rules(scene: Scene, kind: RuleKind, topic: str) -> tuple[Rule, ...]:
    rule = new_rule(scene.turn, kind, topic, scene.language)
    return (rule,) if rule else ()


def _unique(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    return tuple({rule.rule_id: rule for rule in rules}.values())
