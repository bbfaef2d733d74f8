"""What a speaker puts right within one utterance takes the place of the words of its sort, and of no others."""

from __future__ import annotations

import pytest

from memory.reading.grammar.repairs import mend

REPAIRED = [
    ("the choir rehearsal it's on monday no tuesday", "the choir rehearsal it's on tuesday"),
    ("my flight's at six i mean seven", "my flight's at seven"),
    ("her name's clara no wait claire", "her name's claire"),
    ("my neighbour's name is clara no wait claire", "my neighbour's name is claire"),
    ("my cousin lives in bath no sorry bristol", "my cousin lives in bristol"),
    ("we need four chairs scrap that make it six", "we need six chairs"),
    ("the rent's nine hundred no a thousand", "the rent's a thousand"),
    ("i was born in eighty four sorry eighty five", "i was born in eighty five"),
    ("my appointment is on wednesday no sorry not wednesday thursday", "my appointment is on thursday"),
    ("i park on level three no hang on level four", "i park on level four"),
    ("the meeting's in room two uh no room five", "the meeting's in room five"),
    ("my sister's getting married in june i mean july", "my sister's getting married in july"),
    ("we're flying from gatwick no wait stansted", "we're flying from stansted"),
    ("i take ten milligrams no twenty milligrams", "i take twenty milligrams"),
    ("the vet's called doctor moss sorry doctor ross", "the vet's called doctor ross"),
    ("i've got two brothers no three", "i've got three brothers"),
    ("the party is at eight actually half past eight", "the party is at half past eight"),
    ("my locker code ends in a letter b or rather d", "my locker code ends in a letter d"),
    ("my bus is the forty two no the forty three", "my bus is the forty three"),
    ("my aunt's birthday is the third of may no the fourth", "my aunt's birthday is the fourth of may"),
    ("the car's blue no it's green", "the car's green"),
    ("gran lives at number twelve no i tell a lie number fourteen", "gran lives at number fourteen"),
    ("my coach is called henrik i mean hendrik", "my coach is called hendrik"),
    ("my gran is ninety no she's ninety one", "my gran is ninety one"),
    ("we live in flat two no flat three", "we live in flat three"),
    ("my brother no my sister lives in ghent", "my sister lives in ghent"),
    ("i work mondays no sorry tuesdays and fridays", "i work tuesdays and fridays"),
    ("the dog's called rex no sorry max", "the dog's called max"),
    ("my salary is forty thousand i mean forty two thousand", "my salary is forty two thousand"),
    ("dinner's at seven or rather half past seven", "dinner's at half past seven"),
    ("it was in two thousand and nine no two thousand and ten", "it was in two thousand and ten"),
    ("she's from poland no sorry lithuania", "she's from lithuania"),
    ("the code is four four one no four four two", "the code is four four two"),
    ("i paid twelve pounds no sorry fifteen", "i paid fifteen pounds"),
    ("her birthday's the ninth i mean the nineteenth of august", "her birthday's the nineteenth of august"),
]
LEFT_ALONE = [
    "my train is at six thirty",
    "oh sorry it's six forty i read that wrong",
    "the quote was a hundred and twenty",
    "no that's not right it was a hundred and thirty",
    "my appointment is on wednesday",
    "no sorry not wednesday thursday",
    "my son is six well nearly seven",
    "i have no brothers no sisters",
    "there's no milk no eggs and no bread",
    "i said sorry to her",
    "i'm tired i mean i've been up all night",
    "she has no children",
    "i can't wait for it",
    "it's no use",
    "i've got two brothers no sisters",
    "i told ben no and he cried",
    "the answer is no",
    "no sorry i don't know",
    "he's nice i mean really nice",
    "i actually live in leeds",
    "my son is actually six",
    "i was sorry to hear about ann",
    "hold on to the rail",
    "i'll make that cake on sunday",
    "my sister's no good at maths",
    "oh sorry it's six forty i read that wrong",
    "my dog is called rex no forget that",
    "remember the milk no wait stop",
]


@pytest.mark.parametrize(("said", "meant"), REPAIRED)
def test_what_was_meant_is_read(said: str, meant: str) -> None:
    mended = mend(said)
    assert mended is not None
    assert mended.text == meant


@pytest.mark.parametrize("said", LEFT_ALONE)
def test_what_is_no_repair_stays(said: str) -> None:
    assert mend(said) is None


@pytest.mark.parametrize(("said", "_"), REPAIRED)
def test_no_letter_is_written_anew(said: str, _: str) -> None:
    mended = mend(said)
    assert mended is not None
    assert mended.text == "".join(said[start:end] for start, end in mended.pieces)
    for start, end in ((0, 2), (2, len(mended.text))):
        first, last = mended.original(start, end)
        assert 0 <= first < last <= len(said)
