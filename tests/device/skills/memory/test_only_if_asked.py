"""What is only to be told when asked is in no summary, also of a kind of thing, and is told to the question for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.sim.assistant_talk import talk_in

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
        assert talk.heard.reason_codes == ("NOTHING_MEANT",)
        assert "Milo" in talk.say(SUMMARY["en"])


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
