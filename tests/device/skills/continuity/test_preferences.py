"""Promise: what a person prefers about retention and recall is stored, synced and honoured, whatever words are used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from device.skills.continuity.preferences import PREFERENCES
from memory.continuity.preferences import Preferences, RecallMode, RetentionMode, preference_setting, read_preferences
from memory.model import ids
from tests.device.skills.continuity.wording_table import wordings
from tests.sim.assistant_talk import Talk, talk_in

WORDINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "remember_everything": (
            "remember everything going forward",
            "Remember everything from now on.",
            "please remember everything I tell you",
            "from now on remember everything",
            "keep everything I say from now on",
            "I want you to remember everything",
            "don't forget anything I tell you from now on",
            "hold on to everything going forward",
            "remember absolutely everything",
            "turn on remember everything",
        ),
        "remember_as_usual": (
            "you don't have to remember everything any more",
            "no need to remember everything anymore",
            "go back to remembering things as usual",
            "remember things the usual way again",
            "set your memory back to default",
            "switch the retention mode to normal",
            "back to normal memory",
            "turn off remember everything",
            "keep things as before from now on",
            "you no longer need to keep everything I say",
        ),
        "recall_only_if_asked": (
            "only recall if I ask",
            "Only recall if I ask.",
            "only recall things when I ask",
            "only bring things up if I ask you",
            "recall only when asked",
            "don't bring anything up unless I ask",
            "from now on only mention what you know if I ask",
            "don't mention memories unprompted",
            "don't bring up anything until I ask",
            "keep what you know to yourself unless I ask",
            "wait until I ask before bringing up anything",
        ),
        "resume_only_if_asked": (
            "don't resume automatically",
            "only resume if I ask",
            "Only resume if I ask.",
            "please don't resume by yourself",
            "don't resume anything unless I ask",
            "never resume conversations unasked",
            "only resume threads when I ask you",
            "turn off auto resume",
            "don't tell me where we left off unless I ask",
            "stop resuming things automatically",
            "don't ask me whether I want to resume something",
            "resume things only if I ask",
        ),
        "resume_automatically": (
            "you may resume automatically again",
            "you can resume things by yourself again",
            "resume automatically",
            "turn on auto resume",
            "you may resume threads again",
            "you may tell me where we left off without being asked",
            "resume conversations on your own again",
            "you can ask me again whether I want to resume something",
            "resume things as usual",
            "enable automatic resuming",
        ),
        "recall_as_needed": (
            "you may bring things up again without being asked",
            "you can mention things unasked again",
            "recall things as usual",
            "you don't have to wait until I ask",
            "you needn't wait for me to ask any more",
            "go back to bringing up things by yourself",
            "you may recall things again",
            "bring up memories on your own again",
            "you can recall freely again",
            "mention things even if I don't ask",
        ),
    },
    "de": {
        "remember_everything": (
            "merk dir ab jetzt alles",
            "Merke dir von jetzt an alles.",
            "merk dir alles was ich dir erzähle",
            "ab sofort merk dir alles",
            "behalte ab jetzt alles was ich sage",
            "speichere alles was ich dir sage",
            "vergiss ab jetzt nichts mehr",
            "du sollst dir ab jetzt alles merken",
            "ich will dass du dir alles merkst",
            "merk dir einfach alles",
        ),
        "remember_as_usual": (
            "du musst dir nicht mehr alles merken",
            "du brauchst dir nicht mehr alles zu merken",
            "merk dir Sachen wieder wie üblich",
            "merk dir Dinge wieder ganz normal",
            "merke dir was ich sage wie sonst",
            "du musst nicht mehr alles behalten",
            "stell dein Gedächtnis wieder auf Standard",
            "setz das Gedächtnis auf normal zurück",
            "ab jetzt brauchst du dir nicht mehr alles zu merken",
            "zurück zum normalen Gedächtnis",
        ),
        "recall_only_if_asked": (
            "erinnere dich nur wenn ich frage",
            "erinnere dich ab jetzt nur wenn ich danach frage",
            "erwähne ab jetzt nichts von dir aus",
            "erwähne Sachen nur wenn ich danach frage",
            "sag nichts ungefragt aus deinem Gedächtnis",
            "bring nichts von selbst zur Sprache",
            "erwähne nichts außer wenn ich frage",
            "komm mir nicht ungefragt mit Erinnerungen",
            "behalte was du weißt für dich bis ich frage",
            "ruf Erinnerungen nur ab wenn ich dich darum bitte",
        ),
        "resume_only_if_asked": (
            "setz nichts von selbst fort",
            "setz ab jetzt nichts automatisch fort",
            "führe keine Fäden von dir aus weiter",
            "setz Gespräche nur fort wenn ich frage",
            "mach nicht von selbst weiter",
            "mach nur weiter wenn ich frage",
            "sag mir nicht jedes Mal wo wir stehen geblieben sind",
            "frag mich nicht mehr ob ich etwas fortsetzen will",
            "schalte das automatische Fortsetzen aus",
            "kein automatisches Fortsetzen mehr",
            "nimm einen Faden nur wieder auf wenn ich danach frage",
        ),
        "resume_automatically": (
            "du darfst wieder von selbst fortsetzen",
            "du darfst jetzt wieder automatisch weitermachen",
            "du darfst Gespräche wieder fortsetzen",
            "du darfst Fäden wieder von selbst fortsetzen",
            "setz Gespräche wieder von selbst fort",
            "setze unsere Gespräche wieder wie üblich fort",
            "schalte das automatische Fortsetzen wieder ein",
            "stell das automatische Fortsetzen an",
            "sag mir wieder von dir aus wo wir stehen geblieben sind",
            "du darfst wieder ungefragt sagen wo wir waren",
        ),
        "recall_as_needed": (
            "du darfst wieder von dir aus etwas erwähnen",
            "du darfst Sachen wieder ungefragt erwähnen",
            "erwähne Dinge wieder von dir aus",
            "erinnere dich wieder von selbst",
            "du musst nicht mehr warten bis ich frage",
            "du brauchst nicht zu warten bis ich danach frage",
            "warte nicht mehr bis ich frage",
            "bring Sachen wieder von dir aus zur Sprache",
            "erinnere dich wieder wie gewohnt",
            "erwähne Sachen auch wenn ich nicht frage",
        ),
    },
}
NEARBY = {
    "en": (
        ("only recall this if I ask", "only_if_asked"),
        ("only mention my salary if I ask", "only_if_asked"),
        ("you may mention coffee again", "mention_again"),
        ("you can listen again", "keep_again"),
        ("stop remembering everything", "keep_nothing_more"),
        ("my sister remembers everything", "statement"),
        ("i only ask if i need to", "statement"),
    ),
    "de": (
        ("nur wenn ich danach frage", "only_if_asked"),
        ("erwähne mein Gehalt nur wenn ich frage", "only_if_asked"),
        ("du darfst Kaffee wieder erwähnen", "mention_again"),
        ("merk dir wieder alles", "keep_again"),
        ("meine Schwester merkt sich alles", "statement"),
    ),
}
"""Words that sound alike and mean something else."""
TOLD = {"en": "my aunt is called Zelda", "de": "meine Tante heißt Zelda"}
CASES = [
    *((code, name, said) for code, named in WORDINGS.items() for name, all_said in named.items() for said in all_said),
    *wordings(PREFERENCES),
]


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Talk]]:
    """One vault a language."""
    folder = tmp_path_factory.mktemp("preferences")
    with talk_in(folder / "en", "en") as english, talk_in(folder / "de", "de") as german:
        yield {"en": english, "de": german}


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English."""
    with talk_in(tmp_path / "vault", "en") as talk:
        yield talk


def preferred(talk: Talk, user: str = "Ana") -> Preferences:
    """What a person prefers, as the vault has it."""
    return read_preferences(talk.queries.current_state(), ids.user_id(user))


def test_every_command_has_ten_wordings_in_each_language() -> None:
    for named in WORDINGS.values():
        assert set(named) == set(PREFERENCES)
        assert all(len(set(said)) >= 10 for said in named.values())


@pytest.mark.parametrize(("language", "name", "said"), CASES)
def test_a_wording_sets_its_preference_and_does_nothing_else(
    talks: dict[str, Talk], language: str, name: str, said: str
) -> None:
    talk = talks[language]
    talk.new_session()
    before = talk.atoms()
    talk.say(said)
    assert (said, talk.heard.intent, talk.heard.created, talk.heard.forgotten) == (said, name, (), ())
    held = preferred(talk)
    set_now = {type(one): one for one in (held.retention, held.recall, held.resume)}
    assert set_now[type(PREFERENCES[name])] is PREFERENCES[name]
    assert talk.atoms() == before
    assert talk.vault.reader.rules(ids.user_id("Ana")) == ()


@pytest.mark.parametrize(("language", "said", "name"), [(code, *case) for code in NEARBY for case in NEARBY[code]])
def test_words_that_sound_alike_set_nothing(tmp_path: Path, language: str, said: str, name: str) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(TOLD[language])
        talk.say(said)
        assert (said, talk.heard.intent) == (said, name)
        assert preferred(talk) == Preferences()


def test_a_preference_is_of_one_person_and_survives_a_restart(talk: Talk) -> None:
    talk.say_all("remember everything going forward", "only recall if I ask")
    talk.restart()
    assert preferred(talk) == Preferences(RetentionMode.REMEMBER_EVERYTHING, RecallMode.ONLY_IF_ASKED)
    assert preferred(talk, "Ben") == Preferences()
    talk.say_all("remember things as usual", "you may recall things again")
    assert preferred(talk) == Preferences()


def test_a_preference_set_twice_is_written_once(talk: Talk) -> None:
    talk.say("only recall if I ask")
    talk.say("only recall if I ask")
    assert talk.heard.reason_codes == ("ALREADY_SO",)
    assert len([event for event in talk.vault.ledger_events() if event.event == "SETTING_CHANGED"]) == 1


def test_nothing_comes_unasked_and_everything_comes_when_asked(talk: Talk) -> None:
    talk.say_all("my name is Ana", "i am working on the garden shed")
    talk.say("the garden shed needs a roof")
    assert {item.text for item in talk.answer.bundle.atoms} >= {"my name is Ana", "i am working on the garden shed"}
    talk.say("only recall if I ask")
    assert (talk.answer.bundle.atoms, talk.answer.bundle.excerpts) == ((), ())
    for unasked in ("the garden shed needs a door", "hello", "thank you", "set a timer for five minutes", "pin that"):
        talk.say(unasked)
        assert (unasked, talk.answer.bundle.atoms, talk.answer.bundle.excerpts) == (unasked, (), ())
    reply = talk.say("what do you know about the garden shed")
    assert "shed" in reply
    assert "i am working on the garden shed" in [item.text for item in talk.answer.bundle.atoms]
    talk.say_all("you may recall things again", "the garden shed needs a window")
    assert "i am working on the garden shed" in [item.text for item in talk.answer.bundle.atoms]


@pytest.mark.parametrize(
    ("told", "again"),
    [
        ("i live in Ulm", "i live in Ulm"),
        ("i live in Ulm", "i moved to Bern"),
        ("my doctor is Dr Weiss", "my doctor is Dr Haller"),
        ("my aunt is called Zelda", "remember that my aunt is called Zelda"),
    ],
)
def test_what_is_told_is_answered_without_what_was_told_before(talk: Talk, told: str, again: str) -> None:
    talk.say_all(told, "only recall if I ask")
    talk.new_session()
    reply = talk.say(again)
    assert told.split()[-1] not in reply, reply
    assert told.split()[-1] in str(talk.atoms())


def test_what_was_just_told_is_still_said_back(talk: Talk) -> None:
    talk.say("only recall if I ask")
    assert "Zelda" in talk.say("my aunt is called Zelda")


def test_a_command_about_a_memory_still_names_it(talk: Talk) -> None:
    talk.say_all("my appointment with Bob is on friday", "my appointment with Tom is on monday")
    talk.say("only recall if I ask")
    reply = talk.say("forget my appointment")
    assert "Bob" in reply
    assert "Tom" in reply


def test_entries_that_are_no_code_prefer_nothing() -> None:
    person = ids.user_id("Ana")
    named = {preference_setting(person, mode).key: "NONSENSE" for mode in PREFERENCES.values()}
    assert len(named) == 3
    assert read_preferences(named, person) == Preferences()
