"""A request for one detail of a fact takes the detail, and keeps the rest in its own words."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

MEETING = "the meeting is on Friday at ten in room Quarzit"
CUT = {
    "en": [
        (MEETING, "forget the room", "the meeting is on Friday at ten", "quarzit"),
        (MEETING, "forget the meeting room", "the meeting is on Friday at ten", "quarzit"),
        (MEETING, "forget the room of the meeting", "the meeting is on Friday at ten", "quarzit"),
        (MEETING, "forget which room the meeting is in", "the meeting is on Friday at ten", "quarzit"),
        (MEETING, "forget the time of the meeting", "the meeting is on Friday in room Quarzit", "ten"),
        (MEETING, "forget the time", "the meeting is on Friday in room Quarzit", "ten"),
        (MEETING, "forget when the meeting is", "the meeting is in room Quarzit", "friday"),
        (
            "the meeting is on Friday at ten in room Quarzit with Ben",
            "forget where the meeting is and when it is",
            "the meeting is with Ben",
            "quarzit",
        ),
        (
            "the flight to Oslo leaves at 7:05 from gate K1277",
            "forget the gate",
            "the flight to Oslo leaves at 7:05",
            "k1277",
        ),
        (
            "the party is at Quirin's house on Saturday",
            "forget where the party is",
            "the party is on Saturday",
            "quirin",
        ),
        (
            "Anna is coming on Friday with her two quokkas",
            "forget just the quokkas",
            "Anna is coming on Friday",
            "quokka",
        ),
        (
            "the van comes on Monday at seven, plate KX 447183",
            "forget the plate",
            "the van comes on Monday at seven",
            "447183",
        ),
    ],
    "de": [
        (
            "der Ausflug geht am Freitag in den Tierpark, Treffpunkt am Quarzittor",
            "vergiss den Treffpunkt",
            "der Ausflug geht am Freitag in den Tierpark",
            "quarzit",
        ),
        (
            "das Meeting ist am Freitag um zehn in Raum Quarzit",
            "vergiss den Raum",
            "das Meeting ist am Freitag um zehn",
            "quarzit",
        ),
        (
            "der Flug nach Oslo geht um 7:05 von Gate K1277",
            "vergiss das Gate",
            "der Flug nach Oslo geht um 7:05",
            "k1277",
        ),
        (
            "die Party ist am Samstag um acht bei Quirin",
            "vergiss, wo die Party ist",
            "die Party ist am Samstag um acht",
            "quirin",
        ),
    ],
}
WHOLE = [
    (MEETING, "forget the meeting"),
    (MEETING, "forget the meeting on Friday"),
    ("the meeting is in room Quarzit", "forget the room"),
    (MEETING, "forget the room and the meeting"),
    (MEETING, "forget where the meeting is and when it is"),
    ("I saw a therapist about my panic attacks in room 5", "forget the panic attacks"),
    ("Anna is coming on Friday with her two quokkas", "forget the quokkas"),
]


@pytest.mark.parametrize(
    ("language", "told", "wanted", "left", "gone"), [(code, *row) for code in CUT for row in CUT[code]]
)
def test_the_detail_goes_and_the_rest_stays(
    language: str, told: str, wanted: str, left: str, gone: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        talk.say(wanted)
        assert talk.heard.reason_codes == ("FORGOTTEN_BY_USER",)
        assert talk.texts() == ([left] if left else [])
        assert gone not in " ".join(talk.texts()).casefold()
        assert gone in ("ten", "friday") or gone not in talk.dump().casefold()
        assert talk.vault.verify().ok


@pytest.mark.parametrize(("told", "wanted"), WHOLE)
def test_what_is_no_detail_takes_the_fact(talk: Talk, told: str, wanted: str) -> None:
    talk.say_all(told, wanted)
    assert talk.texts() == []


def test_it_asks_which_detail_is_meant_and_keeps_the_rest(talk: Talk) -> None:
    talk.say_all(MEETING, "the party is on Saturday in room 5", "forget the room")
    assert talk.heard.reason_codes == ("AMBIGUOUS",)
    talk.say("the first one")
    assert sorted(talk.texts()) == ["the meeting is on Friday at ten", "the party is on Saturday in room 5"]


def test_a_detail_is_told_apart_from_a_guess_at_it(talk: Talk) -> None:
    talk.say_all(MEETING, "forget the room")
    for guess in ("is the meeting in room Quarzit?", "is the meeting in room 12?"):
        talk.say(guess)
        assert talk.heard.reason_codes == ("FORGOTTEN_BEFORE",)
    assert "Friday" in talk.say("when is the meeting?")


def test_what_stays_is_as_it_was(talk: Talk) -> None:
    talk.say_all(MEETING, "only mention the meeting if I ask", "forget the room")
    assert "Friday" not in talk.say("what do you know about me?")
    assert "Friday" in talk.say("when is the meeting?")
