"""Promise: clauses that follow each other without a word or a pause are cut, and a clause inside another is not."""

from __future__ import annotations

import pytest

from memory.reading.grammar.clause import ActKind, Modality
from memory.reading.grammar.reader import read

CUT = [
    "i live in leeds | my sister lives in york",
    "i work at a bakery | i start at five | i finish at one",
    "rosa has a job at a bank | uncle henrik gets up at six",
    "i speak fluent finnish | omar studies biology",
    "my back hurts | my brother tom plays the piano",
    "i'm a nurse | my husband is a cook",
    "dinner is at eight | my train leaves at six",
    "my sister's married to a welsh bloke called gethin | he's a fireman",
    "i drive my kids to school every morning | my husband picks them up",
    "the boiler makes a funny noise | where's my torch",
    "my sister sold the boat | is the shop open on sunday",
    "i own eleven goldfish | did i lock the door",
    "what am i learning | what food do i hate",
    "who do i work for | is the shop open on sunday",
    "how old am i | have they got a key",
    "where do i live | the pharmacy doesn't open before five",
    "i don't like marzipan | dinner is at eight",
    "it costs twelve euros a month | there's a spare key under the mat",
]
WHOLE = [
    "i hate it when tom is late",
    "i like the music tom plays",
    "i love the cake my sister made for me",
    "the hotel we stayed at was called the grand",
    "i know my brother is coming on friday",
    "i'm glad my sister is coming",
    "it's the best film i have ever seen",
    "i had my hair cut on monday",
    "i want the job done by friday",
    "she sells phone covers at the market",
    "my son likes the way i make pancakes",
    "i was in hospital the day my son was born",
    "make sure the door is locked",
    "i saw a film called the piano last night",
    "what does my boss's husband do",
    "where does my mum's best friend live",
    "we had a lovely meal made by my gran",
    "i take my pills at eight am every day",
    "there's a spare key at my mum's",
    "it was me who broke the vase",
    "i don't know who has my keys",
]


@pytest.mark.parametrize("text", CUT)
def test_a_new_clause_begins_without_a_word(text: str) -> None:
    said = text.replace(" | ", " ")
    acts = read(said).acts
    assert [said[act.clause.start : act.clause.end] for act in acts] == text.split(" | ")


@pytest.mark.parametrize("text", WHOLE)
def test_a_clause_inside_another_is_no_new_one(text: str) -> None:
    assert len(read(text).acts) == 1


def test_a_verb_that_shares_its_subject_is_its_own_clause() -> None:
    acts = read("tom and his wife run a cafe and have two dogs").acts
    assert [act.clause.lemma for act in acts] == ["run", "have"]
    assert acts[1].clause.shared == acts[0].clause.subject


def test_going_somewhere_is_no_plan() -> None:
    (act,) = read("he goes to school in ely").acts
    assert (act.clause.lemma, act.clause.modality) == ("go", Modality.FACT)


@pytest.mark.parametrize(
    "text", ["swim class is at seven on mondays", "wash day is monday", "play group was in the church hall"]
)
def test_a_thing_whose_name_begins_with_a_verb_is_no_order(text: str) -> None:
    (act,) = read(text).acts
    assert (act.kind, act.clause.lemma, act.clause.subject) == (ActKind.TELL, "be", (0, 2))


@pytest.mark.parametrize("text", ["call mum she is ill", "tell dad is coming", "book a class"])
def test_an_order_stays_one(text: str) -> None:
    assert read(text).acts[0].kind is ActKind.COMMAND
