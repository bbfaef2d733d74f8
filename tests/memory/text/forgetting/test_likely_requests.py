"""The words of a turn say how likely it orders something about the memory, by weights that were learned."""

from __future__ import annotations

import pytest

from memory.core.policy import LIKELY_ORDER_MARGIN
from memory.text.forgetting.likely_requests import Likely, features_of, likely_order, order_by

ORDERS = {
    "en": {
        Likely.FORGET: (
            "that stuff about my uncle's court case has no business in your head",
            "i'd sleep easier if you didn't have her door number",
            "what i said about the loan never happened as far as you're concerned",
            "the biopsy shouldn't be on your records",
        ),
        Likely.NOT_KEPT: ("don't write this down but my flatmate's behind on the rent",),
        Likely.NEVER_KEPT: ("from now on nothing to do with my kids goes in your notes",),
        Likely.NOT_SAID: ("don't ever bring up the caravan when he's around",),
    },
    "de": {
        Likely.FORGET: (
            "das mit der klage von meinem onkel hat bei dir nichts verloren",
            "mir wär wohler wenn ihre hausnummer aus deinen notizen verschwindet",
            "der kredit sollte nicht in deinen notizen stehen",
        ),
        Likely.NOT_KEPT: ("schreib das nicht auf aber mein mitbewohner zahlt die miete nicht",),
        Likely.NEVER_KEPT: ("ab jetzt kommt nichts mehr über meine kinder in deine notizen",),
        Likely.NOT_SAID: ("erwähn den wohnwagen bitte nie wenn er dabei ist",),
    },
}
NONE = {
    "en": (
        "my uncle keeps his caravan in the back field",
        "she told the bank to take her name off the account",
        "i lost my purse at the market",
        "the biopsy is on the tenth of march",
        "remind me to bin the old leaflets",
        "what do you know about my uncle",
    ),
    "de": (
        "mein onkel hat den wohnwagen hinterm haus stehen",
        "sie hat ihren namen vom konto nehmen lassen",
        "ich hab auf dem markt mein portemonnaie verloren",
        "die biopsie ist am zehnten märz",
        "erinner mich an die alten prospekte",
        "was weißt du über meinen onkel",
    ),
}


@pytest.mark.parametrize(
    ("language", "kind", "text"),
    [(code, kind, text) for code, kinds in ORDERS.items() for kind, every in kinds.items() for text in every],
)
def test_an_order_in_own_words_is_likely(language: str, kind: Likely, text: str) -> None:
    order = likely_order(text, language)
    assert order is not None
    assert (order.kind, order.margin >= LIKELY_ORDER_MARGIN) == (kind, True)


@pytest.mark.parametrize(("language", "text"), [(code, text) for code, every in NONE.items() for text in every])
def test_what_only_has_its_words_is_none(language: str, text: str) -> None:
    order = likely_order(text, language)
    assert order is None or order.margin < LIKELY_ORDER_MARGIN


def test_a_text_is_its_words_and_those_beside_each_other() -> None:
    assert features_of("Drop it, Ann") == {
        "drop", "it", "ann", "^ drop", "drop it", "it ann", "ann $", "^ drop it", "drop it ann", "it ann $",
        "^ _ it", "drop _ ann", "it _ $", "^ __ ann", "drop __ $",
    }  # fmt: skip


def test_the_sort_with_the_greatest_sum_is_chosen_and_the_first_of_equal_ones() -> None:
    weights = {"": (0, 0, 0, 0), "drop": (40, 40, 0, 0), "note": (0, 90, 0, 0)}
    assert order_by(weights, "drop") is not None
    assert order_by(weights, "drop").kind is Likely.FORGET  # type: ignore[union-attr]
    assert order_by(weights, "drop note").kind is Likely.NOT_KEPT  # type: ignore[union-attr]
    assert order_by({}, "drop").margin == 0  # type: ignore[union-attr]


def test_a_language_without_weights_has_no_likely_order() -> None:
    order = likely_order("forget it", "xx")
    assert order is None or order.margin < LIKELY_ORDER_MARGIN
