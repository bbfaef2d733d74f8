"""Promise: no name and no number of the memory leaves the device, and what comes back has them again."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.core.messages import MindRequest
from device.mind.pseudonyms import with_pseudonyms
from device.session.minds.mind_desk import MindDesk
from tests.sim.assistant_talk import Talk, talk_in
from tests.sim.scripted_mind import ScriptedMind

FACTS = {
    "en": [
        "my sister anna lives in kiel",
        "my dentist appointment is on the third of march at 14:30",
        "i work at Siemens with o'brien",
        "anna's cat is called mimi",
        "my locker is number 47",
    ],
    "de": [
        "meine schwester anna wohnt in kiel",
        "mein zahnarzttermin ist am 3. märz um 14:30",
        "ich arbeite bei Siemens",
    ],
}
ASKED = {
    "en": [
        "what is the weather at the dentist in kiel",
        "what is the weather with anna and o'brien at siemens",
        "what is the weather at my locker",
    ],
    "de": ["warum ist der himmel blau", "anna kiel zahnarzttermin asdf", "warum ist der himmel in kiel blau"],
}
PRIVATE = ("anna", "Anna", "kiel", "14:30", "third", "Siemens", "siemens", "o'brien", "brien", "mimi", "47")


def _left(language: str, folder: Path) -> tuple[ScriptedMind, list[str], list[tuple[MindRequest, str]]]:
    mind = ScriptedMind(otherwise=[{"fact": 1}, {"say": "Name1 it is."}], place="example.org:443")
    left: list[tuple[MindRequest, str]] = []
    with talk_in(folder, language, mind=mind) as talk:
        _desk(talk).leaving = lambda request, place: left.append((request, place))
        for fact in FACTS[language]:
            talk.say(fact)
        replies = [talk.say(words) for words in ASKED[language]]
    return mind, replies, left


def _desk(talk: Talk) -> MindDesk:
    assert talk.desk is not None
    return talk.desk


@pytest.mark.parametrize("language", ["en", "de"])
def test_names_and_numbers_leave_as_pseudonyms(language: str, tmp_path: Path) -> None:
    mind, replies, left = _left(language, tmp_path / "talk")
    assert len(left) == len(mind.asked) >= 2
    assert {place for _, place in left} == {"example.org:443"}
    assert "Name1" in mind.saw
    assert [word for word in PRIVATE if word in mind.saw.replace("Number", "")] == []
    assert not any("Name1" in reply for reply in replies)


def test_what_comes_back_has_the_words_of_the_memory(tmp_path: Path) -> None:
    _, replies, _ = _left("en", tmp_path / "talk")
    assert any("lives in kiel" in reply or "Siemens" in reply for reply in replies)


def test_the_same_word_has_one_pseudonym_in_the_whole_prompt(tmp_path: Path) -> None:
    with talk_in(tmp_path / "talk", mind=ScriptedMind()) as talk:
        talk.say("my sister anna lives in kiel")
        talk.say("what is the weather in kiel")
        request = talk.answer.request
    assert request is not None
    sent, hidden = with_pseudonyms(request)
    kiel = hidden.by_word["kiel"]
    assert f"weather in {kiel}" in sent.prompt.words
    assert f"lives in {kiel}" in sent.prompt.memory
    assert hidden.show(f"{kiel} it is") == "kiel it is"
    assert hidden.show(f"{kiel} and Name99") == ""


def test_in_a_language_without_a_reading_nothing_of_the_memory_leaves(tmp_path: Path) -> None:
    with talk_in(tmp_path / "talk", mind=ScriptedMind()) as talk:
        talk.say("my sister anna lives in kiel")
        talk.say("what is the weather in kiel")
        request = talk.answer.request
    assert request is not None
    sent, _ = with_pseudonyms(MindRequest(request.prompt, "nl", request.turn, request.bundle, request.facts))
    assert (sent.facts, sent.prompt.talk, sent.prompt.facts) == ((), (), 0)
    assert "kiel" not in sent.prompt.memory


def test_where_nothing_notes_it_nothing_leaves(tmp_path: Path) -> None:
    mind = ScriptedMind(place="example.org:443")
    with talk_in(tmp_path / "talk", mind=mind) as talk:
        talk.say("who wrote the odyssey")
    assert not mind.asked


@pytest.mark.parametrize(
    ("told", "asked", "private"),
    [
        (["my sister anna lives in kiel"], "what is the weather in <kiel>", "kiel"),
        (["my sister anna lives in kiel"], "what is the weather in kiel\nkiel for anna", "kiel"),
        (["my sister anna lives in kiel"], "what is the weather in kiel-hamburg for anna", "kiel"),
        (["my sister anna lives in kiel"], "what is the weather in kiel for annas dog", "anna"),
        (["my user name is anna_mueller"], "what is the weather with my user name", "mueller"),
        (["my doctor is dr weißkopf"], "what is the weather at my doctor", "weißkopf"),
        (["my ex boyfriend is called tvrtko", "keep that to yourself"], "asdf tvrtko", "tvrtko"),
        (["my ex boyfriend is called paul", "stop mentioning paul"], "what is the news about paul", "paul"),
    ],
)
def test_no_name_of_a_memory_leaves_in_any_form(told: list[str], asked: str, private: str, tmp_path: Path) -> None:
    mind = ScriptedMind(otherwise=[{"say": "Hm."}], place="example.org:443")
    with talk_in(tmp_path / "talk", mind=mind) as talk:
        _desk(talk).leaving = lambda request, place: None
        for words in told:
            talk.say(words)
        talk.say(asked)
        talk.say("who wrote the odyssey")
    assert len(mind.asked) == 2
    assert private not in mind.saw.lower()
