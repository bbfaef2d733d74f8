"""What is only to be told when asked is in no summary, also of a kind of thing, and is told to the question for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.model import ids
from tests.sim.assistant_talk import Talk, talk_in

ORDERS = {
    "en": (
        ("I owe Barclays 4000 pounds", "Only mention my debts if I ask", "do I owe anybody money?", "Barclays"),
        ("I owe Barclays 4000 pounds", "Only bring up my money if I ask you to", "how much do I owe?", "4000"),
        ("I owe Barclays 4000 pounds", "Talk about my debts only when I bring them up", "what do I owe?", "4000"),
        ("I have a hernia", "Keep quiet about my health unless I ask", "what is wrong with me?", "hernia"),
        ("my hearing is in Ely", "Don't bring up the hearing unless I ask", "where is my hearing?", "Ely"),
        ("my hearing is in Ely", "Never bring the hearing up unless I ask", "where is my hearing?", "Ely"),
        ("my hearing is in Ely", "Don't mention the hearing unprompted", "where is my hearing?", "Ely"),
    ),
    "de": (
        (
            "ich schulde Ute 400 Euro",
            "Erwähne meine Schulden nur, wenn ich danach frage",
            "was schulde ich Ute?",
            "400",
        ),
        ("ich schulde Ute 400 Euro", "Sprich mein Geld nur an, wenn ich davon anfange", "was schulde ich Ute?", "400"),
        ("mein Termin ist in Kiel", "Erwähne den Termin nicht, außer ich frage danach", "wo ist mein Termin?", "Kiel"),
        ("mein Termin ist in Kiel", "Rede nur über den Termin, wenn ich frage", "wo ist mein Termin?", "Kiel"),
    ),
}
SUMMARY = {"en": "what do you know about me?", "de": "was weißt du über mich?"}
AHEAD = {
    "en": (
        ("Never bring up anything about my faith", "I go to church every Sunday", "church"),
        ("Don't bring up work at the weekend", "my boss shouted at me", "boss"),
        ("Don't talk about my health during dinner", "I have a hernia", "hernia"),
    ),
    "de": (
        ("Erwähne nichts über meine Gesundheit mehr", "ich nehme Sertralin", "Sertralin"),
        ("Sprich am Wochenende nicht über die Arbeit", "mein Chef hat mich angeschrien", "Chef"),
        ("Rede beim Essen nicht über meine Ex", "meine Ex wohnt in Kiel", "Kiel"),
    ),
}


@pytest.mark.parametrize(
    ("language", "told", "order", "asked", "word"), [(code, *row) for code in ORDERS for row in ORDERS[code]]
)
def test_it_is_told_only_to_the_question_for_it(
    language: str, told: str, order: str, asked: str, word: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(told)
        assert word in talk.say(SUMMARY[language])
        talk.say(order)
        assert talk.heard.reason_codes == ("ONLY_IF_ASKED",)
        assert word not in talk.say(SUMMARY[language])
        assert word in talk.say(asked)
        assert talk.texts() == [] or order not in " ".join(talk.texts())


def test_it_marks_nothing_of_another_kind(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say_all("my cat is Milo", "Only mention my debts if I ask")
        assert talk.heard.reason_codes == ("ONLY_IF_ASKED",)
        assert "Milo" in talk.say(SUMMARY["en"])


SAID_AHEAD = {
    "en": (
        ("Only mention my weight if I ask", "I weigh 82 kilos", "how much do I weigh?", "82"),
        (
            "only bring up my back pain when I ask",
            "my back pain is worse in the evening",
            "how is my back pain?",
            "worse",
        ),
        ("Don't bring up the boat unless I ask", "the boat leaks at the stern", "where does the boat leak?", "stern"),
        ("Talk about Quirin only when I bring him up", "Quirin lent me a drill", "what did Quirin lend me?", "drill"),
        ("Keep quiet about my debts unless I ask", "I owe Barclays 4000 pounds", "what do I owe Barclays?", "4000"),
    ),
    "de": (
        ("Erwähne mein Gewicht nur, wenn ich danach frage", "ich wiege 82 Kilo", "wie viel wiege ich?", "82"),
        (
            "Sprich meine Rückenschmerzen nur an, wenn ich danach frage",
            "meine Rückenschmerzen sind abends schlimmer",
            "wie sind meine Rückenschmerzen?",
            "schlimmer",
        ),
        ("Erwähne das Boot nur auf Nachfrage", "das Boot liegt in Husum", "wo liegt das Boot?", "Husum"),
        ("Rede nur über Quirin, wenn ich frage", "Quirin wohnt in Kiel", "wo wohnt Quirin?", "Kiel"),
    ),
}
AHEAD_WORDINGS = {
    "en": (
        "Only bring my weight up if I ask",
        "Unless I ask, don't mention my weight",
        "I only want to hear about my weight when I ask",
        "Wait until I ask before you mention my weight",
        "Don't bring up my weight on your own",
        "If I don't ask, say nothing about my weight",
        "Keep my weight to yourself unless I ask",
        "Please don't mention my weight unless I bring it up myself",
        "Never volunteer anything about my weight",
        "Only talk about my weight if I mention it first",
    ),
    "de": (
        "Mein Gewicht bitte nur erwähnen, wenn ich frage",
        "Sprich nur von meinem Gewicht, wenn ich davon anfange",
        "Solange ich nicht frage, sag nichts über mein Gewicht",
        "Wenn ich nicht frage, erwähne mein Gewicht nicht",
        "Von meinem Gewicht will ich nur hören, wenn ich frage",
        "Bring mein Gewicht nicht von dir aus zur Sprache",
        "Erwähne mein Gewicht nicht von selbst",
        "Über mein Gewicht redest du nur, wenn ich davon anfange",
        "Nenn mein Gewicht nur, wenn ich dich darum bitte",
        "Komm nicht von allein auf mein Gewicht zu sprechen",
    ),
}
LIFTED = {
    "en": ("Only mention the boat if I ask", "the boat leaks at the stern", "You may mention the boat again", "stern"),
    "de": (
        "Erwähne das Boot nur auf Nachfrage",
        "das Boot liegt in Husum",
        "Du darfst das Boot wieder erwähnen",
        "Husum",
    ),
}


@pytest.mark.parametrize(
    ("language", "order", "told", "asked", "word"), [(code, *row) for code in SAID_AHEAD for row in SAID_AHEAD[code]]
)
def test_what_is_told_later_is_told_only_to_the_question_for_it(
    language: str, order: str, told: str, asked: str, word: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(order)
        assert talk.heard.reason_codes == ("ONLY_IF_ASKED",)
        assert talk.texts() == []
        assert word not in talk.say(told)
        assert word not in talk.say(SUMMARY[language])
        assert word in talk.say(asked)


@pytest.mark.parametrize(
    ("language", "order"), [(code, order) for code in AHEAD_WORDINGS for order in AHEAD_WORDINGS[code]]
)
def test_it_is_said_ahead_in_many_wordings(language: str, order: str, tmp_path: Path) -> None:
    told = {"en": "I weigh 82 kilos", "de": "ich wiege 82 Kilo"}[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(order)
        assert talk.heard.reason_codes == ("ONLY_IF_ASKED",)
        talk.say(told)
        assert "82" not in talk.say(SUMMARY[language])
        assert talk.texts() == [told]


@pytest.mark.parametrize("language", LIFTED)
def test_the_rule_is_lifted_with_what_it_held_back(language: str, tmp_path: Path) -> None:
    order, told, lifting, word = LIFTED[language]
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say_all(order, told, lifting)
        assert word in talk.say(SUMMARY[language])
        assert talk.vault.reader.rules(ids.user_id("Ana")) == ()


def test_a_new_value_stays_told_only_when_asked(talk: Talk) -> None:
    talk.say_all("my weight is 82 kilos", "Only mention my weight if I ask", "my weight is 84 kilos now")
    assert "84" not in talk.say(SUMMARY["en"])
    assert "84" in talk.say("what is my weight?")


@pytest.mark.parametrize(("language", "order", "told", "word"), [(code, *row) for code in AHEAD for row in AHEAD[code]])
def test_what_is_told_later_of_a_kind_is_not_mentioned(
    language: str, order: str, told: str, word: str, tmp_path: Path
) -> None:
    with talk_in(tmp_path / "vault", language) as talk:
        talk.say(order)
        assert talk.texts() == []
        assert word not in talk.say(told)
        assert word not in talk.say(SUMMARY[language])


@pytest.mark.parametrize(
    "said",
    [
        ("i hate tea, only tell me that if i ask",),
        ("only tell me the next thing if i ask", "i hate tea"),
        ("i hate tea, keep that to text",),
        ("i hate tea, stop mentioning that",),
    ],
)
def test_what_is_known_is_marked_when_it_is_told_again(said: tuple[str, ...], tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        talk.say("i hate tea")
        for text in said:
            talk.say(text)
            assert not talk.heard.failure
        assert talk.vault.counts().atoms == 1
        assert talk.heard.updated
