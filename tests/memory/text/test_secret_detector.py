"""Promise: a number, code or word that is named as a secret is one, whatever its form; talk about one is not."""

from __future__ import annotations

import time

import pytest

from memory.text.language_rules import Language
from memory.text.secret_detector import MASK, find_secrets, mask_secrets
from tests.memory.atom_builders import ENGLISH, GERMAN

ENGLISH_SECRETS = [
    ("my bank account number is 12345678", f"my bank account number is {MASK}"),
    ("12345678 is my bank account number", f"{MASK} is my bank account number"),
    ("my passport number is X1234567 and it expires in june", f"my passport number is {MASK} and it expires in june"),
    ("my social security number is 078-05-1120", f"my social security number is {MASK}"),
    ("my account number is one two three four five six", f"my account number is {MASK}"),
    ("use hunter2 to log in", f"use {MASK} to log in"),
    ("you can log in to the router with hunter2", f"you can log in to the router with {MASK}"),
    ("my visa ends 4242 cvv 123", f"my visa ends {MASK} cvv {MASK}"),
    ("remember my safe combination 12-34-56", f"remember my safe combination {MASK}"),
    ("the alarm code is 4711", f"the alarm code is {MASK}"),
    ("alarm code four seven one one", f"alarm code {MASK}"),
    ("4711 is the alarm code", f"{MASK} is the alarm code"),
    ("the combination of my bike lock is 4711", f"the combination of my bike lock is {MASK}"),
    ("my password was changed to sunflower", f"my password was {MASK}"),
    ("my wifi password is sunflower", f"my wifi password is {MASK}"),
    ("i set my pin to 4711", f"i set my pin to {MASK}"),
    ("my driver's license number is D1234567", f"my driver's license number is {MASK}"),
    ("one two three four " * 12 + "is my account number", f"{MASK} is my account number"),
    ("a one two three four is my account number", f"{MASK} is my account number"),
]
GERMAN_SECRETS = [
    ("meine Kontonummer ist 12345678", f"meine Kontonummer ist {MASK}"),
    ("meine Passnummer ist X1234567", f"meine Passnummer ist {MASK}"),
    ("mein WLAN-Passwort ist sonnenblume", f"mein WLAN-Passwort ist {MASK}"),
    ("nimm hunter2 zum Einloggen", f"nimm {MASK} zum Einloggen"),
    ("merk dir meine Safekombination 12-34-56", f"merk dir meine Safekombination {MASK}"),
    ("der Code für die Alarmanlage ist 4711", f"der Code für die Alarmanlage ist {MASK}"),
    ("meine Visa endet auf 4242 cvv 123", f"meine Visa endet auf {MASK} cvv {MASK}"),
]
NO_SECRETS = [
    "I forgot my password yesterday",
    "the museum pass number one is lovely",
    "my phone number is 0176 1234567",
    "my door number is 12",
    "my gate number is B12",
    "my flight number is LH1234",
    "my order number is 1234567",
    "1234 is the area code",
    "the zip code is 12345",
    "my passport number is in the drawer",
    "i renewed my passport in 2024",
    "my visa expires in may 2027",
    "my password's been changed",
    "the password has been reset so please forget the old one",
    "use the app to log in",
    "i opened an account in 2019",
    "the door code changed in 2023",
    "what is my bank account number",
    "two people know the door code",
]
GERMAN_NO_SECRETS = [
    "ich habe gestern mein Passwort vergessen",
    "meine Telefonnummer ist 0176 1234567",
    "der Museumspass Nummer eins ist schön",
    "mein Reisepass läuft 2030 ab",
    "wie ist meine Kontonummer",
]


@pytest.mark.parametrize(("said", "left"), ENGLISH_SECRETS)
def test_what_is_named_a_secret_is_taken_out(said: str, left: str) -> None:
    assert mask_secrets(said, find_secrets(said, ENGLISH)) == left


@pytest.mark.parametrize(("said", "left"), GERMAN_SECRETS)
def test_in_german_too(said: str, left: str) -> None:
    assert mask_secrets(said, find_secrets(said, GERMAN)) == left


@pytest.mark.parametrize("said", NO_SECRETS)
def test_talk_about_secrets_and_other_numbers_stays(said: str) -> None:
    assert find_secrets(said, ENGLISH) == ()


@pytest.mark.parametrize("said", GERMAN_NO_SECRETS)
def test_and_in_german(said: str) -> None:
    assert find_secrets(said, GERMAN) == ()


@pytest.mark.parametrize("said", ["use ", "a1", "my card number is ", "1 ", "code for the ", "one ", "password "])
def test_no_text_is_slow(said: str) -> None:
    find_secrets("my pin is 1234", ENGLISH)
    began = time.process_time()
    find_secrets((said * 25_000)[:25_000], ENGLISH)
    assert time.process_time() - began < 1.5


@pytest.mark.parametrize("language", [ENGLISH, GERMAN], ids=["en", "de"])
@pytest.mark.parametrize("piece", ["1-", "one ", "eins ", "1 ", "a1 ", "DE12 "])
def test_a_long_text_of_numbers_is_searched_in_seconds(language: Language, piece: str) -> None:
    said = (piece * 40_000)[:40_000]
    began = time.process_time()
    find_secrets(said, language)
    assert time.process_time() - began < 0.8
