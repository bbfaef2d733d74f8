"""The noun of a request says which of several facts of one person is meant."""

from __future__ import annotations

from tests.sim.assistant_talk import Talk


def test_the_fact_with_the_noun_in_another_form_is_meant(talk: Talk) -> None:
    talk.say_all(
        "my brother Mark started at the council", "Mark is getting divorced", "forget what i said about Mark's divorce"
    )
    assert talk.texts() == ["my brother Mark started at the council"]


def test_the_fact_of_its_field_of_life_is_offered_alone(talk: Talk) -> None:
    talk.say_all("Carol gave me her spare key", "Carol has parkinson's", "forget that about Carol's health")
    assert "parkinson" in talk.answer.reply
    assert "key" not in talk.answer.reply
    assert "parkinson" not in talk.say("what does Carol have?")
    assert "key" in talk.say("what did Carol give me?")


def test_where_it_fits_several_alike_all_of_them_are_offered(talk: Talk) -> None:
    talk.say_all("Carol has asthma", "Carol has parkinson's", "forget that about Carol's health")
    assert "asthma" in talk.answer.reply
    assert "parkinson" in talk.answer.reply
