"""A spoken request to forget is read by its parts: what is to go wherever it stands, what is to stay, and why."""

from __future__ import annotations

import pytest

from device.platform.language_files import load_language
from memory.text.forgetting.composed_requests import ComposedRequests

NAMED = {
    "en": {
        "an object in front": {
            "the thing about dad's overdraft you can drop he sorted it": "dad's overdraft",
            "kate's new number you may as well lose she's changed it again": "kate's new number",
            "that business with the landlord can go now": "the landlord",
            "oh and the loft ladder code could you scrap please": "the loft ladder code",
            "what the builder charged us can you wipe that": "what the builder charged us",
            "the dog's name and the cat's name you can delete": "the dog's name, the cat's name",
            "my pin for the shed you don't need to keep": "my pin for the shed",
            "the new job bin that it fell through": "the new job",
            "mine can go i don't want my height in there": "my height",
            "the surprise for gran please forget i ever mentioned it": "the surprise for gran",
        },
        "a verb with its particle around": {
            "let the whole thing with uncle ted go will you": "uncle ted",
            "take my blood pressure off your notes i'd rather not have it there": "my blood pressure",
            "leave out what i said about her drinking": "her drinking",
            "leave the cough thing out please": "the cough thing",
            "strike that about the neighbours from your memory": "the neighbours",
            "oh lose the bit about my hair falling out": "my hair falling out",
            "scrub the whole interview thing i never got it": "the whole interview thing",
            "get rid of the boiler code and the alarm code": "the boiler code, the alarm code",
            "lena'd kill me can you take that out about her": "lena",
            "can you lose the dentist appointment they've cancelled": "the dentist appointment",
        },
        "not to be kept": {
            "can you not keep that my son got suspended he's ashamed": "that my son got suspended",
            "there's no need to hang on to the vet's number the cat's gone": "the vet's number",
            "don't bother remembering the window cleaner's name": "the window cleaner's name",
            "no need to keep my shoe size on file": "my shoe size",
            "i'd rather you didn't keep what we paid for the car": "what we paid for the car",
            "you needn't remember when the meter reader comes": "when the meter reader comes",
            "the lodger's left so no need to keep his phone number": "the lodger's phone number",
            "the boat's sold so no point remembering where it's moored": "where the boat's moored",
            "please don't hold on to anything about my ex": "my ex*",
            "we had a falling out so wipe whatever i said about damian": "damian*",
        },
        "why, after it": {
            "you can forget who i voted for it's private": "who i voted for",
            "could you possibly forget where i hid the presents the kids are listening": "where i hid the presents",
            "wipe everything about the course i'm not doing it": "the course*",
            "ditch the recipe please it was rubbish": "the recipe",
            "bin what i told you about the lodger he's moved out": "lodger",
            "never mind the gardener he was only helping out you can drop him": "the gardener",
            "get rid of the old wifi name the new one's bramble": "the old wifi name",
        },
    },
}  # fmt: skip
KEPT = {
    "en": {
        "erase my sister's address but not her birthday": ("my sister's address", "her birthday"),
        "drop the name of the hotel just keep the dates": ("the name of the hotel", "the dates"),
        "leave the rash thing out please the asthma can stay": ("the rash thing", "the asthma"),
        "you needn't keep the flat number just that we're in leith": ("the flat number", "that we're in leith"),
        "keep the month if you like but lose the day": ("the day", "the month"),
        "the loan thing can go but not the pin i need the pin": ("the loan thing", "the pin"),
        "forget the garage code no hang on keep that": ("", ""),
        "drop the florist's number no wait keep it": ("", ""),
        "wipe both those names no wait just the vet's": ("the vet's", ""),
        "of my aunt you keep only the birthday drop the rest": ("my aunt", "the birthday"),
    },
}  # fmt: skip
NONE = {
    "en": (
        "the milk can go in the fridge",
        "you can chuck the rice in now",
        "don't forget the boiler service is in november",
        "i always forget my umbrella",
        "mum wants me to drop the kids off at nine",
        "leave the car keys out for ben",
        "the old sofa can go to the tip",
        "i keep the spare key under the mat",
        "the doctor told me to forget the diet",
        "we need to clear out and get rid of the old wardrobe",
        "what did you forget",
        "my brother can go on friday",
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=NAMED)
def readers(request: pytest.FixtureRequest) -> tuple[str, ComposedRequests]:
    return request.param, ComposedRequests(load_language(request.param).device)


def test_what_is_to_go_is_found_wherever_it_stands(readers: tuple[str, ComposedRequests]) -> None:
    language, reader = readers
    wrong = [
        (text, named, made)
        for cases in NAMED[language].values()
        for text, named in cases.items()
        if (made := _named(reader, text)) != named
    ]
    assert wrong == []


def test_what_is_to_stay_is_told_apart(readers: tuple[str, ComposedRequests]) -> None:
    language, reader = readers
    read = {text: (_named(reader, text), made.kept if (made := reader.read(text)) else None) for text in KEPT[language]}
    assert read == KEPT[language]


def test_other_sentences_are_no_request(readers: tuple[str, ComposedRequests]) -> None:
    language, reader = readers
    assert [text for text in NONE[language] if reader.read(text) is not None] == []


def test_what_is_told_anew_is_no_part_of_a_request(readers: tuple[str, ComposedRequests]) -> None:
    reader = ComposedRequests(load_language("en").device)
    text = "lose the old gate name the new one's bramble"
    made = reader.read(text)
    assert made is not None
    assert text[made.end :] == "the new one's bramble"


def _named(reader: ComposedRequests, text: str) -> str:
    made = reader.read(text)
    return "?" if made is None else ", ".join(f"{one.text}{'*' if one.whole else ''}" for one in made.dropped)
