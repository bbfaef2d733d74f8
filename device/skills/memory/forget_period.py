"""Rules: forgetting a stretch of time: "forget what I told you yesterday", "forget the last five minutes", and of it
only what is about a topic: "forget what I said about tea yesterday" (2.11.11).

What was told in it goes, and the record of the talk in it. What was told before or again after it stays. More than a
few memories cost one question.
"""

from __future__ import annotations

from device.nlu.time_ranges import Stretch
from device.skills.memory.forget import forgetting
from device.skills.memory.memory_controls import which
from device.skills.turn_context import Outcome, Scene
from memory.model.atoms import Atom
from memory.model.changes import Question
from memory.rules.clarification import new_question
from memory.rules.controls import atoms_about_topic, topic_stems

INTENT = "forget_time"
_MOST_FOUND = 200


def forget_time(scene: Scene, stretch: Stretch) -> Outcome:
    """Forget what was told in it; asked back once when that is much."""
    turns = _turns(scene, stretch)
    atoms = _told_within(scene, turns)
    if not turns:
        return Outcome(INTENT, ("NOTHING_SAID_THEN",))
    if len(atoms) <= scene.policy.max_forget_unasked:
        return _forgotten(scene, atoms, turns)
    proposal = f"{stretch.from_ms} {stretch.until_ms}" if not stretch.whole_session else ""
    question = new_question(scene.turn, INTENT, "FORGET_TIME", atoms, proposal)
    return Outcome(INTENT, ("FORGET_TIME",)).asking(question)


def forget_about_then(scene: Scene, topic: str, stretch: Stretch) -> Outcome | None:
    """Forget what was told about a topic in a stretch of time; None when nothing was."""
    wanted, turns = topic_stems(topic, scene.language), _turns(scene, stretch)
    then, user_id = frozenset(turns), scene.turn.user_id
    atoms = atoms_about_topic(topic, _told_within(scene, turns), scene.language)
    said = tuple(turn for turn in scene.oversight.turns_holding(user_id, wanted, _MOST_FOUND) if turn in then)
    if not atoms and not said:
        return None
    return which(scene, atoms) if len(atoms) > scene.policy.max_forget_unasked else forgetting(scene, atoms, said)


def forget_asked_time(scene: Scene, question: Question) -> Outcome | None:
    """They answered the question about a stretch of time."""
    if scene.understood.intent in ("deny", "choose_none"):
        return Outcome("deny", ("KEPT_BY_USER",))
    if scene.understood.intent not in ("confirm", "choose_all", "forget_them_all", "forget"):
        return None
    begin, _, end = question.proposal.partition(" ")
    stretch = Stretch(int(begin), int(end)) if end else Stretch(until_ms=question.asked_at_ms, whole_session=True)
    turns = _turns(scene, stretch)
    return _forgotten(scene, _told_within(scene, turns), turns)


def _forgotten(scene: Scene, atoms: tuple[Atom, ...], turns: tuple[str, ...]) -> Outcome:
    outcome = forgetting(scene, atoms, turns)
    return Outcome(INTENT, ("FORGOTTEN_BY_USER",), outcome.new, outcome.changed, outcome.forget, turns)


def _turns(scene: Scene, stretch: Stretch) -> tuple[str, ...]:
    user_id = scene.turn.user_id
    if stretch.whole_session:
        return scene.oversight.turns_of(user_id, scene.turn.session_id)
    return scene.oversight.turns_between(user_id, stretch.from_ms, stretch.until_ms)


def _told_within(scene: Scene, turns: tuple[str, ...]) -> tuple[Atom, ...]:
    return scene.oversight.told_only_in(scene.turn.user_id, turns)
