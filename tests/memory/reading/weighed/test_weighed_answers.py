"""The likeliest facts are chosen by learned weights; of what was never told none is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from memory.reading.weighed import signs, word_links
from memory.reading.weighed.signs import Known, OpenQuestion, signs_of
from memory.reading.weighed.weighed_answers import weigh, weighed_answers
from memory.text.word_caches import clear_word_caches

TOLD = {
    "en": (
        "the fella who services the boiler is called mister okonjo",
        "our Megan swims on tuesdays at half four",
        "the pharmacy shuts at half six",
        "i keep the spare key under the blue pot",
    ),
    "de": (
        "der mann der die therme wartet heißt okonjo",
        "unsere megan schwimmt dienstags um halb fünf",
        "die apotheke hat bis halb sieben offen",
        "den ersatzschlüssel hab ich unter den blauen topf gelegt",
    ),
}
ASKED = {
    "en": (
        ("who do i ring if the heating packs up", 0),
        ("which day does she swim", 1),
        ("when does the pharmacy close", 2),
        ("where's the other key", 3),
    ),
    "de": (
        ("wen ruf ich an wenn die heizung streikt", 0),
        ("an welchem tag geht megan schwimmen", 1),
        ("wann macht die apotheke zu", 2),
        ("wo liegt der andere schlüssel", 3),
    ),
}
NEVER_TOLD = {
    "en": ("how tall is the eiffel tower", "what's the capital of peru"),
    "de": ("wie hoch ist der eiffelturm", "was ist die hauptstadt von peru"),
}

NEAR_MISSES = {
    "en": (
        ("my friend nadia keeps her bike in the shed", "where does callum keep his bike"),
        ("my sister keeps her bike in the shed", "where does my brother keep his bike"),
        ("our new vet is called doctor lamb", "what was our previous vet called"),
        ("my sister lives in hull", "where does my sister work"),
        ("the baker starts at four in the morning", "when does the baker finish"),
        ("i parked the car on the top deck", "where did i leave my umbrella"),
        ("my husband's birthday is on the ninth of may", "how old is my husband"),
        ("my scan at the infirmary is on friday", "which ward is my scan on"),
    ),
    "de": (
        ("meine neue zahnärztin heißt doktor pohl", "wer war meine alte zahnärztin"),
        ("meine schwester wohnt in hamm", "wo arbeitet meine schwester"),
        ("der bohrer liegt im keller", "wo hab ich meine brille liegen lassen"),
        ("die nachbarn haben ihr haus gelb gestrichen", "welche farbe hat die garage von den nachbarn"),
        ("der karel isst am liebsten knödel", "woher kommt karel"),
        ("mein nachbar übt abends trompete", "was denkt mein nachbar über mich"),
    ),
}
"""Each was the likeliest answer before what is told of another or of something else was ruled out."""


def _known(texts: Sequence[str]) -> tuple[Known, ...]:
    return tuple(Known(f"a{at}", text, f"t{at}", text, 1_000 * at) for at, text in enumerate(texts))


@pytest.mark.parametrize(("language", "asked", "place"), [(code, *row) for code in ASKED for row in ASKED[code]])
def test_a_question_in_other_words_finds_its_fact(language: str, asked: str, place: int) -> None:
    assert f"a{place}" in weighed_answers(OpenQuestion(asked), _known(TOLD[language]), language)


@pytest.mark.parametrize(("language", "asked"), [(code, asked) for code in NEVER_TOLD for asked in NEVER_TOLD[code]])
def test_what_was_never_told_finds_none(language: str, asked: str) -> None:
    assert weighed_answers(OpenQuestion(asked), _known(TOLD[language]), language) == ()


@pytest.mark.parametrize(
    ("language", "told", "asked"), [(code, *row) for code in NEAR_MISSES for row in NEAR_MISSES[code]]
)
def test_what_comes_near_is_not_told(language: str, told: str, asked: str) -> None:
    assert weighed_answers(OpenQuestion(asked), _known((told,)), language) == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_order_of_the_facts_decides_nothing(language: str) -> None:
    known = _known(TOLD[language])
    for asked, _ in ASKED[language]:
        found = weighed_answers(OpenQuestion(asked), known, language)
        assert weighed_answers(OpenQuestion(asked), known[::-1], language) == found


def test_without_weights_or_facts_none_is_chosen() -> None:
    assert weighed_answers(OpenQuestion("when is it"), (), "en") == ()
    assert weighed_answers(OpenQuestion("quand"), _known(TOLD["en"]), "fr") == ()


def test_what_was_just_spoken_of_is_likelier() -> None:
    known = _known(("the dentist is on monday at nine", "the vet is on friday at four"))
    spoken = (replace(known[0], is_spoken_of=True), known[1])
    asked = OpenQuestion("and what time", "when's the dentist")
    assert weighed_answers(asked, spoken, "en")[0] == "a0"


def test_a_piece_behind_the_one_with_the_words_has_their_sign() -> None:
    turn = "the piano tuner rang he's coming on the eleventh"
    pieces = ("the piano tuner rang", "he's coming on the eleventh")
    known = tuple(Known(f"a{at}", text, "t0", turn, 0) for at, text in enumerate(pieces))
    each, _ = signs_of(OpenQuestion("when does the piano man come"), known, "en")
    assert (each[0].get("after its word"), each[1].get("after its word")) == (None, 1)


def test_no_word_stays_in_a_cache_once_caches_are_cleared() -> None:
    weighed_answers(OpenQuestion("who services the boiler"), _known(TOLD["en"]), "en")
    caches = (signs._stemmed, signs._roles, word_links.base_of, word_links.linked_words)
    assert all(cached.cache_info().currsize for cached in caches)
    clear_word_caches()
    assert [cached.cache_info().currsize for cached in caches] == [0, 0, 0, 0]


def test_signs_are_summed_by_their_weights() -> None:
    assert weigh({"age 0": 1, "same 3": 2, "unheard of": 4}, {"age 0": 30, "same 3": 25}) == 80
