"""Promise: a pronoun stands for the one whom it means, and for nobody where two fit alike."""

from __future__ import annotations

import pytest

from memory.reading.facts.statements import statements
from memory.reading.references.resolution import antecedents_of, resolve


def spoken_in_full(said: str) -> list[str]:
    """Returns the clauses of the last of several turns, with their pronouns named."""
    *before, last = said.split(" / ")
    found: list[str] = []
    told: list[str] = []
    for one in statements(last):
        found.append(resolve(last, one, antecedents_of(last, one, lambda: (*before, *told))))
        told.append(one.text)
    return found


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("my wife has a cat and she's called mog", "my wife's cat is called mog"),
        ("my husband's got a new boss he's called derek", "my husband's new boss is called derek"),
        ("my niece had her baby she's called elsie", "my niece's baby is called elsie"),
        ("my sister's got a boyfriend he's a plumber", "my sister's boyfriend is a plumber"),
        ("my uncle lives in paris he's a chef", "my uncle is a chef"),
        ("i've got a brother he lives in leeds", "my brother lives in leeds"),
        ("there's a lad at the club called idris / he plays in goal", "idris plays in goal"),
        ("a boy omar and a girl hana live upstairs / she's nine", "hana is nine"),
        ("my oma is from bonn / and she bakes a good stollen", "my oma bakes a good stollen"),
        ("my dad's in a care home it's called oakfield", "the care home is called oakfield"),
        ("my dad's in a care home it's called oakfield / his friend there is ron", "my dad's friend there is ron"),
        ("leo's exam is on monday and mia's is on friday / hers is at ten", "mia's exam is at ten"),
        ("leo's exam is on monday and mia's is on friday / she passed hers", "mia passed mia's exam"),
        ("my car is red and lisa's is blue / mine is a polo", "my car is a polo"),
        ("my haircut is on monday / the salon rang and they moved it to tuesday", "they moved my haircut to tuesday"),
        ("my dog is called rex / his coat is brown", "my dog's coat is brown"),
        ("the lodger's from split originally / he works nights", "the lodger works nights"),
        ("we adopted a whippet she's called juno she's two", "the whippet is two"),
        ("my godson has a van / lives in hull", "my godson lives in hull"),
        ("we've got a tortoise / sleeps in the shed", "my tortoise sleeps in the shed"),
        ("we've got a tortoise older than my nan / he sleeps in the shed", "my tortoise sleeps in the shed"),
        ("my sons are twins / plays the banjo", "plays the banjo"),
        ("the new fridge's dark blue it was six hundred euros", "the new fridge was six hundred euros"),
    ],
)
def test_a_pronoun_stands_for_whom_it_means(said: str, meant: str) -> None:
    assert meant in spoken_in_full(said)


@pytest.mark.parametrize(
    "said",
    [
        "my mum has a carer she comes on mondays",
        "my aunt's got a lodger she's from spain",
        "tom and dave are my brothers / he lives in hull",
        "anna met julia / she gave her a book",
        "my mum rang my sister / she's coming at six",
    ],
)
def test_where_two_fit_the_pronoun_stays(said: str) -> None:
    last = spoken_in_full(said)[-1]
    assert last.split()[0].removesuffix("'s") in ("she", "he")


@pytest.mark.parametrize(
    "said", ["my aunt lives in oslo", "i take a size six and my son is nine", "the big shed leaks"]
)
def test_a_clause_that_names_everything_asks_for_nothing_before_it(said: str) -> None:
    def before() -> tuple[str, ...]:
        raise AssertionError

    assert [antecedents_of(said, one, before) for one in statements(said)] == [()] * len(statements(said))
