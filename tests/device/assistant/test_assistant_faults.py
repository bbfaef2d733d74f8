"""Promise: no promise holds by chance. Each rule, broken on purpose, makes the check that guards it fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memory.core.policy import MemoryPolicy
from memory.model.atoms import Tag
from tests.device.assistant.assistant_faults import FAULTS, switched_on
from tests.sim.assistant_talk import Talk, talk_in


def _atom_cap(talk: Talk) -> bool:
    talk.say_all(*(f"remember that box number {n} holds paper" for n in range(25)))
    talk.say("what do you know about paper in which box")
    return len(talk.answer.bundle.atoms) <= 20


def _byte_cap(talk: Talk) -> bool:
    talk.say_all(*(f"remember that box number {n} holds {'paper ' * 300}" for n in range(20)))
    talk.say("which box holds paper")
    return talk.answer.bundle.size_bytes <= 32 * 1024


def _excerpt_cap(talk: Talk) -> bool:
    for number in range(6):
        talk.new_session()
        talk.say(f"lovely weather in Porto on trip {number}")
    talk.say("where was the weather lovely")
    return len(talk.answer.bundle.excerpts) <= 2


def _new_cap(talk: Talk) -> bool:
    talk.say("my name is Ana. my dog is called Rex. i live in Rome. i work at Acme. my car is red. i like tea.")
    return len(talk.heard.created) <= 4 and not talk.heard.failure and len(talk.heard.reason_codes) < 6


def _tags(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "my name is Anna")
    return [found.tag for found in talk.answer.bundle.atoms] == [Tag.CONFLICT, Tag.CONFLICT]


def _stale(talk: Talk) -> bool:
    talk.say("my favorite color is green")
    talk.new_session(days=400)
    talk.say("what is my favorite color")
    return talk.answer.question


def _unasked(talk: Talk) -> bool:
    """The store's gate keeps it out as well: the last gate alone is asked here."""
    from memory.model.atoms import Exposure
    from memory.retrieval.context_bundle import BundleCandidates, compose_bundle
    from tests.memory.atom_builders import ENGLISH, NOW, POLICY, atom

    inside = atom(exposure=Exposure.INTERNAL_ONLY)
    gate = talk.gate()
    owned = atom(user_id=gate.user_id, exposure=inside.exposure)
    return not compose_bundle(gate, BundleCandidates(ranked=[owned]), NOW.at_ms, POLICY, ENGLISH).items


def _not_overwritten(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "my name is Anna")
    return "my name is Ana" in talk.texts()


def _not_asked_twice(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "my name is Anna", "hello", "my name is Anna")
    return not talk.answer.question


def _recall_not_asked_twice(talk: Talk) -> bool:
    talk.say_all(
        "I think my favorite color is green", "what is my favorite color", "hello", "what is my favorite color"
    )
    return not talk.answer.question


def _asked_once(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "my name is Anna")
    return talk.answer.question


def _fixed_delta(talk: Talk) -> bool:
    talk.say_all("my sister's name is Anna", "no, it's Ana, not Anna")
    return [atom.confidence_bp for atom in talk.atoms()] == [9_500]


def _critical(talk: Talk) -> bool:
    talk.say_all("my sister's name is Anna", "it's Eva")
    return talk.texts() == ["my sister's name is Anna"]


def _right_atom(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "no, it's Zoe, not Chloe")
    return talk.texts() == ["my name is Ana"] and not talk.answer.question


def _flag_limit(talk: Talk) -> bool:
    things = ["garden", "boat", "shed", "novel", "thesis", "bridge", "kitchen", "album", "fence", "roof"]
    talk.say_all(*(f"i am working on the {thing}" for thing in things))
    return len(talk.queries.flags(talk.gate().user_id)) <= 8


def _flagged(talk: Talk) -> bool:
    talk.say("my name is Ana")
    return talk.vault.reader.flag(talk.gate().user_id, "name") is not None


def _barred(talk: Talk) -> bool:
    talk.say_all("don't remember my weight", "remember that my weight is 80 kilos")
    return talk.atoms() == ()


def _secret(talk: Talk) -> bool:
    talk.say("my pin is 1234")
    return "my pin is 1234" not in talk.dump()


def _command_words(talk: Talk) -> bool:
    talk.say_all("remember that heliotrope is nice", "forget heliotrope")
    return "heliotrope" not in talk.dump()


def _summary(talk: Talk) -> bool:
    talk.say_all(*(f"remember that box number {n} holds paper" for n in range(15)))
    return len(talk.say("what do you remember about me").encode()) <= 1_024 and len(talk.answer.used) <= 10


def _pointed(talk: Talk) -> bool:
    talk.say_all("my dog is called Rex", "my cat is called Tom", "who is my dog", "forget that")
    return talk.texts() == ["my cat is called Tom"]


def _measured(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "what is my name")
    rows = talk.queries.measurements(talk.gate().user_id)
    return len(rows) == 2 and rows[0]["atoms_created_count"] == 1 and rows[1]["recall_answered_count"] == 1


def _order(talk: Talk) -> bool:
    talk.say_all("my name is Ana", "i like tea", "do i like tea")
    return [found.text for found in talk.answer.bundle.atoms] == ["my name is Ana", "i like tea"]


def _own_facts(talk: Talk) -> bool:
    talk.say("my sister is allergic to nuts")
    return talk.say("am I allergic to nuts").startswith("I don't know that of you.")


def _very_thing(talk: Talk) -> bool:
    talk.say("I parked near the nut shop")
    return "shop" not in talk.say("did I visit the nut museum")


def _other_words(talk: Talk) -> bool:
    talk.say("i have two kids, Ben and Mia")
    return "Mia" in talk.say("am I a parent")


def _stretch(talk: Talk) -> bool:
    talk.say_all("I like tea", "I like jam", "I like bread", "I like milk")
    return talk.say("forget everything I said today").startswith("That is 4 memories.")


def _counted(talk: Talk) -> bool:
    talk.say_all("my dog is called Rex", "forget that")
    return "lines of our talks" in talk.say("what did you forget")


CHECKS: dict[str, Callable[[Talk], bool]] = {
    "bundle_no_atom_cap": _atom_cap,
    "bundle_no_byte_cap": _byte_cap,
    "bundle_no_excerpt_cap": _excerpt_cap,
    "no_new_atom_cap": _new_cap,
    "tag_all_confirmed": _tags,
    "never_stale": _stale,
    "last_gate_open": _unasked,
    "overwrite_silently": _not_overwritten,
    "ask_twice": _not_asked_twice,
    "ask_twice_on_recall": _recall_not_asked_twice,
    "never_ask": _asked_once,
    "confidence_by_clock": _fixed_delta,
    "critical_is_never": _critical,
    "correct_the_wrong_atom": _right_atom,
    "flags_without_limit": _flag_limit,
    "never_flagged": _flagged,
    "anyone_is_the_speaker": _own_facts,
    "any_part_will_do": _very_thing,
    "no_other_words": _other_words,
    "forget_unasked": _stretch,
    "only_atoms_counted": _counted,
    "dns_ignored": _barred,
    "secrets_kept": _secret,
    "command_words_archived": _command_words,
    "summary_unbounded": _summary,
    "pointed_at_nothing": _pointed,
    "metrics_missing": _measured,
    "metrics_uncounted": _measured,
    "order_reversed": _order,
}


def test_every_fault_has_its_check() -> None:
    assert CHECKS.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_the_check_holds_and_the_fault_breaks_it(tmp_path: Path, name: str) -> None:
    policy = MemoryPolicy(max_do_not_repeat_keys=8, max_new_atoms_per_turn=4)
    with talk_in(tmp_path / "sound", policy=policy) as talk:
        assert CHECKS[name](talk)
    with talk_in(tmp_path / "broken", policy=policy) as talk, switched_on(name):
        assert not CHECKS[name](talk)
