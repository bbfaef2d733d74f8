"""Promise: what was talked about is a thread: resumed by its topic, pinned, and forgotten with what it alone holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from memory.continuity.kept_threads import own_threads
from memory.continuity.thread import Thread
from memory.core.policy import SOFT_CLOSE_MS
from memory.model import ids
from memory.model.atoms import Channel, Moment
from tests.device.skills.continuity.wording_table import wordings
from tests.sim.assistant_talk import Talk, talk_after, talk_in

ANA = ids.user_id("Ana")
HOUR = 3_600_000
GARDEN = {
    "en": (
        "we are redoing the garden this spring",
        "the garden needs a new fence",
        "we decided on cedar for the fence",
        "I still don't know which gate fits the garden",
        "next I will call the carpenter",
    ),
    "de": (
        "wir machen im Frühjahr den Garten neu",
        "der Garten braucht einen neuen Zaun",
        "wir haben uns für Zeder entschieden",
        "ich weiß noch nicht welches Tor zum Garten passt",
        "als nächstes muss ich den Schreiner anrufen",
    ),
}
MIA = {"en": "my cat is Mia", "de": "meine Katze heißt Mia"}
WORDINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "resume_thread": (
            "resume the thread about the garden",
            "Resume the thread about the garden.",
            "please resume our thread on the garden",
            "continue the thread about the garden",
            "pick up the thread about the garden again",
            "let's go back to the thread about the garden",
            "can we get back to the thread about the garden",
            "resume the garden thread",
            "reopen the thread about the garden",
            "I'd like to continue our thread about the garden",
            "pick up our conversation about the garden",
        ),
        "forget_thread": (
            "forget this thread",
            "Forget this thread.",
            "please forget this thread",
            "delete this thread",
            "forget the whole thread",
            "erase that thread for good",
            "I want this thread forgotten",
            "don't keep this thread",
            "forget the thread about the garden",
            "delete the garden thread",
            "forget all of this thread",
        ),
        "pin_thread": ("pin this thread", "pin the thread about the garden", "pin the garden thread"),
        "list_threads": ("what threads do we have", "list my threads", "which threads are there"),
    },
    "de": {
        "resume_thread": (
            "nimm den Faden über den Garten wieder auf",
            "Nimm den Faden zum Garten wieder auf.",
            "setz den Faden über den Garten fort",
            "greif den Faden vom Garten wieder auf",
            "nimm das Thema Garten wieder auf",
            "lass uns den Faden über den Garten fortsetzen",
            "ich möchte den Faden über den Garten wieder aufnehmen",
            "können wir den Faden über den Garten fortsetzen",
            "mach mit dem Faden über den Garten weiter",
            "öffne den Faden über den Garten",
        ),
        "forget_thread": (
            "vergiss diesen Faden",
            "Vergiss diesen Faden.",
            "lösche diesen Faden",
            "bitte vergiss den Faden",
            "vergiss den ganzen Faden",
            "vergiss den Faden über den Garten",
            "lösch diesen Gesprächsfaden",
            "dieser Faden soll weg",
            "ich will dass du diesen Faden vergisst",
            "wirf diesen Faden weg",
            "entferne diesen Faden",
        ),
        "pin_thread": ("hefte diesen Faden an", "hefte den Faden über den Garten an"),
        "list_threads": ("welche Fäden gibt es", "zeig mir alle Fäden"),
    },
}
PLACES = {"piano": "attic", "ladder": "shed", "bicycle": "cellar", "guitar": "hall", "tent": "van", "kayak": "barn"}
CASES = [
    *((code, name, said) for code, named in WORDINGS.items() for name, every in named.items() for said in every),
    *wordings({"resume_thread", "forget_thread"}),
]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English."""
    with talk_in(tmp_path / "vault", "en") as talk:
        yield talk


@pytest.fixture
def garden(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English after its turns about the garden."""
    with talk_after(tmp_path / "vault", GARDEN["en"]) as talk:
        yield talk


def threads(talk: Talk) -> tuple[Thread, ...]:
    """The threads of Ana."""
    return own_threads(talk.vault.reader, ANA)


def later(talk: Talk, hours: float = 5) -> None:
    """Begins another session, some hours later."""
    talk.new_session()
    talk.now = Moment(talk.now.at_ms + int(hours * HOUR), talk.now.utc_offset_min)


@pytest.mark.parametrize(("language", "name", "said"), CASES)
def test_a_wording_does_its_one_thing(tmp_path: Path, language: str, name: str, said: str) -> None:
    with talk_after(tmp_path / "vault", GARDEN[language], language) as talk:
        later(talk)
        talk.say_all(WORDINGS[language]["resume_thread"][0], MIA[language])
        before = len(talk.atoms())
        reply = talk.say(said)
        assert (said, talk.heard.intent, talk.heard.created) == (said, name, ())
        if name == "resume_thread":
            assert reply.count("\n- ") == 3, reply
        if name == "pin_thread":
            assert [one.pinned for one in threads(talk)] == [True]
        if name == "forget_thread":
            asked = talk.answer.question
            assert bool(asked) == (not talk.heard.forgotten)
            talk.say({"en": "yes", "de": "ja"}[language]) if asked else None
            assert threads(talk) == ()
            assert not any(word in talk.dump() for word in ("cedar", "Zeder", "carpenter", "Schreiner"))
        else:
            assert len(talk.atoms()) == before


def test_a_thread_is_told_in_three_bullets_from_what_was_said(garden: Talk) -> None:
    later(garden, 24 * 200)
    lines = garden.say("resume the thread about the garden").splitlines()
    assert lines[0] == 'Where we left off with "garden" on Monday, March 2, 2026:'
    assert lines[1:] == [
        '- decided: "we decided on cedar for the fence"',
        '- still open: "I still don\'t know which gate fits the garden"',
        '- next: "next I will call the carpenter"',
    ]
    assert "no such thread" in garden.say("resume the thread about the piano")
    assert [one.use_count for one in threads(garden)] == [1]
    aloud = garden.say("resume the thread about the fence", channel=Channel.VOICE)
    assert "\n" not in aloud
    assert "cedar" in aloud


def test_what_went_silent_while_nothing_ran_is_closed_with_the_same_thread(tmp_path: Path) -> None:
    found = []
    for restarts in (False, True):
        with talk_in(tmp_path / str(restarts), "en") as talk:
            talk.say_all(*GARDEN["en"])
            assert threads(talk) == ()
            if restarts:
                talk.restart()
                later(talk, 24)
                talk.say("hello")
            else:
                talk.assistant.close_silent(ANA, Moment(talk.now.at_ms + SOFT_CLOSE_MS - 1))
                assert threads(talk) == ()
                talk.assistant.close_silent(ANA, Moment(talk.now.at_ms + SOFT_CLOSE_MS))
            found.append(threads(talk))
    assert found[0] == found[1]
    assert len(found[0]) == 1


def test_a_conversation_is_digested_once(garden: Talk) -> None:
    for _ in range(3):
        later(garden)
        garden.say("hello")
        garden.assistant.close_silent(ANA, garden.now)
    events = [event.event for event in garden.vault.ledger_events(limit=1_000)]
    assert events.count("THREAD_DIGESTED") == 1


def test_forgetting_a_thread_asks_when_more_than_five_memories_go(talk: Talk) -> None:
    for noun, place in PLACES.items():
        talk.say(f"my {noun} is in the {place}")
    held = len(talk.atoms())
    assert held > 5
    reply = talk.say("forget this thread")
    assert (talk.answer.question, str(held) in reply, len(talk.atoms())) == (True, True, held)
    talk.say("no")
    assert len(talk.atoms()) == held
    talk.say_all("forget this thread", "yes")
    assert (talk.atoms(), "kayak" in talk.dump()) == ((), False)


def test_a_memory_told_elsewhere_too_stays(talk: Talk) -> None:
    talk.say("the garden needs a new fence")
    later(talk)
    talk.say_all("the garden needs a new fence", "my cat is called Mia", "forget this thread")
    assert talk.texts() == ["the garden needs a new fence"]


def test_only_what_belongs_to_the_resumed_thread_goes(garden: Talk) -> None:
    later(garden)
    garden.say_all("my cat is called Mia", "resume the thread about the garden", "the hose of the garden is green")
    garden.say_all("forget this thread", "yes")
    assert [atom.value for atom in garden.atoms()] == ["Mia"]


def test_without_anything_said_here_it_is_asked_which_thread_is_meant(talk: Talk) -> None:
    talk.say_all("the garden needs a new fence", "my cat is called Mia")
    later(talk)
    talk.say("forget this thread")
    assert talk.answer.question
    assert len(talk.atoms()) == 2


@pytest.mark.parametrize(
    ("order", "gone"),
    [
        ("never mention cedar", "cedar"),
        ("forget the cedar", "cedar"),
        ("forget everything about the carpenter", "carpenter"),
    ],
)
def test_a_thread_shows_nothing_that_is_hidden_or_forgotten(garden: Talk, order: str, gone: str) -> None:
    later(garden)
    garden.say_all("hello", order)
    reply = garden.say("resume the thread about the garden")
    assert gone not in reply
    assert "gate" in reply


def test_what_is_for_writing_only_is_in_no_spoken_thread(garden: Talk) -> None:
    garden.say("we agreed that my salary pays for the garden")
    later(garden)
    assert "salary" in garden.say("resume the thread about the garden")
    assert "salary" not in garden.say("resume the thread about the garden", channel=Channel.VOICE)


def test_threads_are_of_one_person_and_no_guest_hears_of_them(garden: Talk) -> None:
    later(garden)
    assert "no such thread" in garden.say("resume the thread about the garden", user="Ben")
    assert "cedar" not in garden.say("resume the thread about the garden", identified=False)


def test_forgetting_everything_takes_the_threads(garden: Talk) -> None:
    later(garden)
    garden.say_all("hello", "forget everything", "yes")
    assert threads(garden) == ()


@pytest.mark.parametrize(
    ("language", "hides", "order", "said"),
    [
        ("en", "only recall this if I ask", "forget this thread", "one memory that"),
        ("de", "sag das nur wenn ich frage", "vergiss den Faden", "eine Erinnerung, die"),
    ],
)
def test_one_memory_is_counted_in_words(tmp_path: Path, language: str, hides: str, order: str, said: str) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(MIA[language], hides)
        later(talk)
        assert said in talk.say(order)
