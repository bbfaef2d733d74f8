"""Promise: what is open, was decided or comes next is told from the latest talks; what is put off stays as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from device.assistant.intent_table import CORE_SKILLS, IntentTable
from device.nlu.intent_registry import load_understanding
from device.platform.language_files import load_language
from memory.continuity.kept_threads import own_threads
from memory.continuity.work_order import own_work
from memory.core.policy import MAX_LISTED_POINTS, MemoryPolicy
from memory.model import ids
from tests.sim.assistant_talk import Talk, talk_after, talk_in

ANA, POLICY = ids.user_id("Ana"), MemoryPolicy()
WORDINGS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "en": {
        "list_open": (
            "what's still open", "what is unresolved", "what's pending", "what do we still have to decide",
            "what haven't we decided yet", "what were my open questions", "are there any open points",
            "what's still open with the garden", "any unresolved questions", "which questions are still open",
        ),
        "list_decisions": (
            "what did we decide", "what have we decided so far", "which decisions have I made", "list our decisions",
            "what are my decisions", "what has been decided", "have we decided anything yet", "what did we agree on",
            "did we decide anything about the garden", "what was the decision",
        ),
        "list_next": (
            "what's the next step", "what are the next steps", "what's next", "what comes next for the garden",
            "what do we have to do next", "what was I going to do next", "where do we go from here",
            "what should I do next", "remind me of the next step", "what's next with the garden",
        ),
        "put_off": (
            "put that on ice", "not now", "maybe later", "let's leave that for later", "I'll get back to it",
            "let's come back to that later", "park that for now", "that can wait", "leave it for now",
            "some other time",
        ),
        "ask_done": (
            "did you finish that", "have you done it yet", "did you get that done", "did you order the chairs",
            "have you booked the hotel", "did you take care of that", "what's the status of the work order",
            "is the work order done", "did you finish the work order", "have you paid the plumber",
        ),
        "take_up": (
            "resume the garden", "let's continue with the garden", "let's go back to the garden",
            "pick the garden up again", "go ahead with the garden", "can we carry on with the garden",
            "let's talk about the garden again", "continue with the garden", "I want to get back to the garden",
            "pick up the garden",
        ),
        "ask_state": (
            "where did we stop with the garden", "where are we with the garden", "how far did we get with the garden",
            "where were we on the garden", "where do we stand with the garden", "how is the garden coming along",
            "remind me where we were with the garden", "where did we leave off with the garden",
            "how far along are we with the garden", "how's the garden going",
        ),
        "leave_off": (
            "where were we", "where did we leave off", "what were we talking about", "what have we been working on",
            "remind me where we were", "what did we talk about last time", "where are we", "where did we get to",
            "what were we discussing", "tell me where we stopped",
        ),
        "go_on": (
            "resume", "continue", "carry on", "go on", "keep going", "let's continue", "let's go on", "can we carry on",
            "let's resume", "continue please", "go on from there", "carry on where you left off",
        ),
    },
    "de": {
        "list_open": (
            "was ist noch offen", "was steht noch aus", "was müssen wir noch klären", "welche Fragen sind noch offen",
            "was haben wir noch nicht entschieden", "gibt es noch offene Punkte", "was sind meine offenen Fragen",
            "was ist beim Garten noch offen", "ist noch etwas ungeklärt", "was war die offene Frage",
        ),
        "list_decisions": (
            "was haben wir entschieden", "was haben wir bisher beschlossen", "welche Entscheidungen habe ich getroffen",
            "wofür haben wir uns entschieden", "was sind unsere Entscheidungen", "was wurde schon entschieden",
            "haben wir schon etwas entschieden", "was haben wir beim Garten beschlossen", "was war die Entscheidung",
            "nenn mir meine letzten Entscheidungen",
        ),
        "list_next": (
            "was ist der nächste Schritt", "was sind die nächsten Schritte", "was kommt als nächstes",
            "was muss ich als nächstes tun", "was wollten wir als nächstes machen", "wie geht es weiter",
            "was steht als nächstes an", "wie geht es mit dem Garten weiter", "was kommt als nächstes beim Garten",
            "was soll ich jetzt als nächstes machen",
        ),
        "put_off": (
            "leg das auf Eis", "nicht jetzt", "vielleicht später", "lass das erst mal ruhen", "verschieben wir das",
            "ich komme später darauf zurück", "das kann warten", "ein andermal", "das hat noch Zeit",
            "stell das zurück",
        ),
        "ask_done": (
            "hast du das erledigt", "hast du das schon gemacht", "hast du die Stühle bestellt",
            "hast du das Hotel gebucht", "ist der Auftrag erledigt", "wie ist der Stand vom Auftrag",
            "hast du das gebucht", "hast du die Rechnung bezahlt", "ist mein Auftrag schon fertig",
            "hast du es inzwischen geregelt",
        ),
        "take_up": (
            "mach mit dem Garten weiter", "machen wir beim Garten weiter", "lass uns mit dem Garten weitermachen",
            "weiter mit dem Garten", "können wir mit dem Garten weitermachen", "zurück zum Garten",
            "ich möchte mit dem Garten weitermachen", "nehmen wir den Garten wieder auf",
            "fahren wir mit dem Garten fort", "lass uns zurück zum Garten gehen",
        ),
        "ask_state": (
            "wo waren wir beim Garten", "wo sind wir beim Garten stehen geblieben", "wie weit sind wir mit dem Garten",
            "wo stehen wir beim Garten", "wo haben wir beim Garten aufgehört", "wie läuft es mit dem Garten",
            "wie ist der Stand beim Garten", "wie weit waren wir beim Garten", "wie läuft das mit dem Garten",
            "wie weit sind wir mit dem Garten gekommen",
        ),
        "leave_off": (
            "wo waren wir", "wo waren wir stehen geblieben", "wo sind wir stehen geblieben",
            "worüber haben wir gesprochen", "woran haben wir gearbeitet", "worüber haben wir letztes Mal geredet",
            "was haben wir zuletzt besprochen", "wo haben wir aufgehört", "was war unser letztes Thema",
            "wo haben wir zuletzt aufgehört",
        ),
        "go_on": (
            "mach weiter", "weiter", "weitermachen", "lass uns weitermachen", "fahr fort", "machen wir weiter",
            "fortsetzen", "mach bitte weiter", "können wir weitermachen", "setz fort", "weiter geht's",
            "mach da weiter wo du aufgehört hast",
        ),
    },
}  # fmt: skip
GARDEN = {
    "en": ("the garden needs a new fence", "we decided on cedar for the fence",
           "I still don't know which gate fits the garden", "next I will call the carpenter"),
    "de": ("der Garten braucht einen neuen Zaun", "wir haben uns für Zeder beim Zaun entschieden",
           "ich weiß noch nicht welches Tor zum Garten passt", "als nächstes muss ich den Schreiner anrufen"),
}  # fmt: skip
HEARD = {
    "en": {
        "what's still open": "which gate fits",
        "what did we decide": "cedar",
        "what are the next steps": "carpenter",
        "what's still open with the garden": "which gate fits",
        "where did we stop with the garden": "cedar",
    },
    "de": {
        "was ist noch offen": "welches Tor",
        "was haben wir entschieden": "Zeder",
        "was sind die nächsten Schritte": "Schreiner",
        "was ist beim Garten noch offen": "welches Tor",
        "wo sind wir beim Garten stehen geblieben": "Zeder",
    },
}
NOTHING = {"en": ("what's still open", "I know of nothing"), "de": ("was ist noch offen", "Ich weiß von nichts")}
CASES = [(language, name) for language, named in WORDINGS.items() for name in named]


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Talk]:
    """A talk in English."""
    with talk_in(tmp_path / "vault", "en") as talk:
        yield talk


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_has_ten_wordings_that_mean_it(language: str) -> None:
    files = load_language(language)
    understanding = load_understanding(files, IntentTable(CORE_SKILLS).with_templates(language, files.device), POLICY)
    for name, wordings in WORDINGS[language].items():
        assert len(set(wordings)) >= 10
        assert [(said, understanding.match_intent(said).intent) for said in wordings] == [
            (said, name) for said in wordings
        ]


@pytest.mark.parametrize(("language", "name"), CASES)
def test_a_wording_changes_nothing_of_what_was_told(tmp_path: Path, language: str, name: str) -> None:
    with talk_after(tmp_path / "vault", GARDEN[language], language) as talk:
        told, pinned = [one.text for one in talk.atoms()], [one.pinned for one in own_threads(talk.vault.reader, ANA)]
        talk.new_session(1)
        for said in WORDINGS[language][name]:
            talk.say(said)
            assert (said, talk.heard.created, talk.heard.forgotten) == (said, (), ())
        assert [one.text for one in talk.atoms()] == told
        assert [one.pinned for one in own_threads(talk.vault.reader, ANA)] == pinned or not pinned


@pytest.mark.parametrize("language", ["en", "de"])
def test_it_is_told_from_an_earlier_talk_and_from_this_one(tmp_path: Path, language: str) -> None:
    for days in (0, 3):
        with talk_after(tmp_path / str(days) / "vault", GARDEN[language], language) as talk:
            if days:
                talk.new_session(days)
            for asked, words in HEARD[language].items():
                if days or "gar" not in asked.casefold():
                    assert words in talk.say(asked), (days, asked)


@pytest.mark.parametrize("language", ["en", "de"])
def test_without_anything_open_it_says_so(tmp_path: Path, language: str) -> None:
    asked, expected = NOTHING[language]
    with talk_in(tmp_path / "vault", language) as talk:
        assert talk.say(asked).startswith(expected)


def test_what_a_later_talk_decided_is_open_no_longer(talk: Talk) -> None:
    talk.say_all("we plan the garden", "I still don't know which gate fits the garden", "should we sell the piano")
    talk.new_session(1)
    talk.say("we decided on an iron gate")
    talk.new_session(1)
    reply = talk.say("what's still open")
    assert "piano" in reply
    assert "gate" not in reply
    assert [len(one.questions) for one in own_threads(talk.vault.reader, ANA)].count(1) == 1


def test_what_was_put_aside_is_settled_by_a_later_talk_too(talk: Talk) -> None:
    talk.say_all("the kitchen needs some work", "I still don't know which lamp fits the kitchen")
    talk.new_session(5)
    talk.say_all("hello", "no", "the hall needs some work", "we decided on the lamp for the kitchen")
    talk.new_session(1)
    talk.say("resume the thread about the lamp")
    assert "decided" in talk.answer.reply
    assert "still open" not in talk.say("resume the thread about the kitchen")


def test_what_selene_is_asked_is_no_thread_and_no_open_question(talk: Talk) -> None:
    talk.say_all(*GARDEN["en"])
    talk.new_session(1)
    talk.say_all("what colour is the gate of the garden", "is anything still open about the piano?")
    talk.new_session(1)
    assert "cedar" in talk.say("where did we leave off")
    assert len(own_threads(talk.vault.reader, ANA)) == 1


def test_no_answer_tells_more_than_a_few_points(talk: Talk) -> None:
    for noun in ("gate", "piano", "kitchen", "window", "carpet", "ladder", "bridge"):
        talk.say(f"I still don't know which {noun} fits")
        talk.new_session(1)
    assert talk.say("what's still open").count("I still don't know") == MAX_LISTED_POINTS


@pytest.mark.parametrize("order", ["don't mention the gate", "forget the gate"])
def test_nothing_hidden_or_forgotten_is_told(talk: Talk, order: str) -> None:
    talk.say_all(*GARDEN["en"])
    talk.new_session(1)
    talk.say(order)
    if talk.answer.question:
        talk.say("yes, all")
    talk.new_session(1)
    assert "gate" not in talk.say("what's still open")


def test_not_now_leaves_a_thread_and_a_work_order_as_they_are(talk: Talk) -> None:
    talk.say_all(*GARDEN["en"])
    talk.new_session(5)
    assert "Do you want to resume" in talk.say("hello")
    before = own_threads(talk.vault.reader, ANA)
    assert talk.say("not now").startswith("All right, not now.")
    assert own_threads(talk.vault.reader, ANA) == before
    talk.new_session(1)
    assert "Do you want to resume" in talk.say("hello")
    talk.say_all("no", "start a work order to order twenty chairs")
    talk.new_session(5)
    assert "Do you want to resume the work order" in talk.say("hello")
    talk.say("not now")
    assert [(one.status.value, one.muted) for one in own_work(talk.vault.reader, ANA)] == [("DRAFT", False)]


def test_a_timer_that_runs_is_put_on_hold_instead(talk: Talk) -> None:
    assert talk.say("put that on hold").startswith("All right, not now.")
    talk.say("set a timer for ten minutes")
    talk.say("put that on hold")
    assert talk.heard.reason_codes == ("SCHEDULE_PAUSED",)


def test_did_you_is_answered_with_how_far_the_work_is(talk: Talk) -> None:
    assert "I do nothing of that kind" in talk.say("did you order the chairs")
    talk.say("start a work order to order twenty chairs")
    assert "still pending" in talk.say("did you order the chairs")
    talk.say("that's done")
    assert [one.status.value for one in own_work(talk.vault.reader, ANA)] == ["DONE"]
    assert "was settled on" in talk.say("did you order the chairs")


def test_a_pending_work_order_is_taken_up_by_its_words(talk: Talk) -> None:
    talk.say_all("start a work order to order twenty chairs", "go ahead with the chairs")
    assert talk.answer.question
    talk.say("yes")
    assert [one.status.value for one in own_work(talk.vault.reader, ANA)] == ["DONE"]
    assert "work order" not in talk.say("go ahead with the tables")


def test_it_is_no_fact_that_something_is_open(talk: Talk) -> None:
    assert talk.say("I'm not sure yet which hotel to take") == "All right, that is still open."
    assert talk.say("I don't know which oven fits") == "I don't know that either, so it stays open."
    talk.say("the oven with the blue door fits")
    assert "blue door" in talk.say("I don't know which oven fits")


def test_the_question_before_a_thread_goes_names_it(talk: Talk) -> None:
    talk.say_all(*GARDEN["en"])
    talk.new_session(1)
    talk.say("what's still open")
    assert 'the thread "' in talk.say("forget this thread")
    assert "memories" in talk.answer.reply or "one memory" in talk.answer.reply


@pytest.mark.parametrize(
    ("language", "told", "asked", "answer"),
    [
        ("en", "we went with the band from Ulm", "when did we decide on the band", "March 2, 2026"),
        ("en", "we decided to sell the car", "when did we decide to sell the car", "March 2, 2026"),
        ("en", "who makes the cake is still up in the air", "what's still open", "makes the cake"),
        ("en", "who makes the cake is still up in the air", "what about the cake", "up in the air"),
        (
            "de",
            "wir haben uns für die Band aus Ulm entschieden",
            "wann haben wir uns für die Band entschieden",
            "2. März",
        ),
        ("de", "wer die Torte macht ist noch offen", "was ist noch offen", "Torte"),
        ("de", "die Torte ist noch offen", "womit waren wir beschäftigt", "Torte"),
    ],
)
def test_what_was_decided_or_left_open_is_asked_for_by_its_name(
    tmp_path: Path, language: str, told: str, asked: str, answer: str
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        talk.new_session(days=1)
        assert answer in talk.say(asked)


@pytest.mark.parametrize("language", ["en", "de"])
def test_going_on_alone_tells_the_last_thread_until_something_is_told_here(tmp_path: Path, language: str) -> None:
    decided = {"en": "cedar", "de": "Zeder"}[language]
    with talk_after(tmp_path / "vault", GARDEN[language], language) as talk:
        talk.new_session(40)
        for said in WORDINGS[language]["go_on"]:
            assert decided in talk.say(said), said
        assert decided not in talk.say({"en": "and", "de": "und"}[language])
        talk.say({"en": "my cat is called Mia", "de": "meine Katze heißt Mia"}[language])
        assert decided not in talk.say(WORDINGS[language]["go_on"][0])
        assert decided not in talk.say(WORDINGS[language]["go_on"][0], identified=False)
