"""What is asked for and is to be forgotten then is told once, and nothing of it stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

TOLD = {
    "en": ("I owe Tom forty pounds", "I owe Anna twelve pounds", "the spare key is under the gnome"),
    "de": ("ich schulde Tom vierzig Euro", "ich schulde Anna zwölf Euro", "der Ersatzschlüssel liegt unterm Zwerg"),
}
ASKED = {
    "en": {
        "Tell me what I owe Tom and then forget it": 0,
        "Tell me what I owe Tom, and forget it": 0,
        "Please tell me what I owe Anna and forget it afterwards": 1,
        "Can you tell me where the spare key is, and after that delete it": 2,
        "What do I owe Tom? Then forget it please": 0,
        "What do I owe Anna, and once you've told me, forget it": 1,
        "Where is the spare key? After that you can forget it": 2,
        "Remind me where the spare key is, and then get rid of it": 2,
        "Tell me what I owe Tom, then drop it": 0,
        "Tell me where the spare key is and wipe it straight away": 2,
    },
    "de": {
        "Sag mir, was ich Tom schulde, und vergiss es dann": 0,
        "Sag mir, was ich Tom schulde, und vergiss es": 0,
        "Sag mir bitte, was ich Anna schulde, und lösch es danach": 1,
        "Sag mir, wo der Ersatzschlüssel liegt, und danach vergiss es": 2,
        "Was schulde ich Anna? Danach kannst du es vergessen": 1,
        "Was schulde ich Tom? Dann vergiss das bitte": 0,
        "Wo liegt der Ersatzschlüssel? Anschließend vergiss es": 2,
        "Sag mir, was ich Tom schulde, und dann lösch das": 0,
        "Wo liegt der Ersatzschlüssel, und dann vergiss es wieder": 2,
        "Kannst du mir sagen, was ich Anna schulde? Hinterher vergiss es": 1,
    },
}
VALUES = {"en": ("forty", "twelve", "gnome"), "de": ("vierzig", "zwölf", "Zwerg")}
ONLY_ASKED = {
    "en": ("Tell me what I owe Tom and then remind me to forget the gym", "Who told you what I owe Tom"),
    "de": ("Sag mir, was ich Tom schulde, und dann was ich Anna schulde",),
}


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, rows in ASKED.items() for said in rows])
def test_it_is_told_and_then_gone(language: str, said: str, tmp_path: Path) -> None:
    told, at = TOLD[language], ASKED[language][said]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*told)
        reply = talk.say(said)
        assert VALUES[language][at] in reply
        assert set(talk.texts()) == set(told) - {told[at]}
        assert VALUES[language][at] not in talk.dump()


@pytest.mark.parametrize(("language", "said"), [(code, one) for code, rows in ONLY_ASKED.items() for one in rows])
def test_another_order_behind_a_question_forgets_nothing(language: str, said: str, tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(*TOLD[language], said)
        assert set(talk.texts()) >= set(TOLD[language])
