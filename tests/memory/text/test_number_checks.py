"""Promise: cards, IBANs and national ids are told from other numbers as python-stdnum tells them, without a clock.

For each kind thousands of numbers are made from a seed: any body with every ending, and the right ones with one digit
changed. Where python-stdnum reads today's date, what it takes is taken here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from importlib import import_module

import pytest
from stdnum import iban, luhn, numdb
from stdnum.iso7064 import mod_11_10

from memory.text.national_ids import NATIONAL_IDS
from memory.text.number_checks import is_iban, is_luhn, is_mod_11_10

DIGITS = "0123456789"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
BODIES = 100
MUTATED = 20
EACH_IBAN = 4


def _ten_with_repeats(seed: int) -> str:
    """Ten digits of which, for most seeds, one is there twice or three times."""
    chance = random.Random(seed)
    digits = list(DIGITS)
    for _ in range(seed % 3):
        digits[chance.randrange(10)] = digits[chance.randrange(10)]
    chance.shuffle(digits)
    return "".join(digits)


PARTS: dict[str, list[str]] = {
    "d": list(DIGITS),
    "L": list(LETTERS),
    "Z": list("XYZ"),
    "C": list("-+A"),  # the century of a hetu
    "s": list("-+"),
    "Y": ["00", "18", "19", "20", "21"],
    "M": [f"{month:02}" for month in range(14)],
    "D": ["00", "01", "15", "28", "29", "30", "31", "32"],
    "F": list("AABBCDEHLMPRSTXF"),  # the month of a codice fiscale, and letters that are none
    "K": ["00", "01", "15", "28", "29", "30", "31", "32", "40", "41", "69", "70", "71", "72"],
    "P": [f"{month:02}" for month in range(100)],
    "R": [_ten_with_repeats(seed) for seed in range(200)],
}
TEMPLATES = [
    ("us.ssn", "US_SSN", "ddd-dd-dddd"),
    ("us.ssn", "US_SSN", "ddddddddd"),
    ("it.codicefiscale", "IT_CODICE_FISCALE", "LLLLLLddFKLdddL"),
    ("es.dni", "ES_DNI", "dddddddd-L"),
    ("es.nie", "ES_NIE", "Z-dddddddL"),
    ("fi.hetu", "FI_HETU", "DMddCdddL"),
    ("se.personnummer", "SE_PERSONNUMMER", "YddMDsdddd"),
    ("se.personnummer", "SE_PERSONNUMMER", "ddMDsdddd"),
    ("se.personnummer", "SE_PERSONNUMMER", "000229sdddd"),
    ("dk.cpr", "DK_CPR", "DMdd-dddd"),
    ("ch.ssn", "CH_SSN", "756.dddd.dddd.dd"),
    ("br.cpf", "BR_CPF", "ddd.ddd.ddd-dd"),
    ("br.cpf", "BR_CPF", "ddddddddddd"),
    ("br.cpf", "BR_CPF", "000.000.000-00"),
    ("fr.nir", "FR_NIR", "1 dd dd dd ddd ddd dd"),
    ("be.nn", "BE_NN", "dd.M.D-ddd.dd"),
    ("be.nn", "BE_NN", "1d.M.D-ddd.dd"),
    ("de.idnr", "DE_IDNR", "Rd"),
    ("gb.nhs", "GB_NHS", "ddd ddd dddd"),
    ("nl.bsn", "NL_BSN", "ddddddddd"),
    ("nl.bsn", "NL_BSN", "000000000"),
    ("pl.pesel", "PL_PESEL", "ddPDddddd"),
    ("at.vnr", "AT_VNR", "dddd DMdd"),
    ("ca.sin", "CA_SIN", "ddd-ddd-ddd"),
]


@pytest.mark.parametrize(("oracle", "name", "template"), TEMPLATES)
def test_a_national_id_is_what_stdnum_takes_for_one(oracle: str, name: str, template: str) -> None:
    taken = import_module(f"stdnum.{oracle}").is_valid
    chance = random.Random(template)
    bodies = ["".join(chance.choice(PARTS.get(part, [part])) for part in template) for _ in range(BODIES)]
    numbers = {number for body in bodies for number in (body, *_endings(name, body))}
    right = sorted(number for number in numbers if taken(number))
    numbers.update(changed for number in right[:: max(1, len(right) // MUTATED)] for changed in _one_digit_off(number))
    for number in sorted(numbers):
        if taken(number) or not _reads_the_clock(name, number):
            assert _is_id(name, number) == taken(number), number
    assert len(right) > BODIES // 5 or "000" in template


def _is_id(name: str, number: str) -> bool:
    """The number is found, as a whole, by one of the id's forms."""
    text = f"it is {number}, I think"
    return any((6, 6 + len(number)) in kind.find(text) for kind in NATIONAL_IDS if kind.name == name)


def _endings(name: str, number: str) -> Iterator[str]:
    if name in ("BR_CPF", "FR_NIR", "BE_NN"):
        yield from (number[:-2] + f"{ending:02}" for ending in range(100))
    elif name == "AT_VNR":
        yield from (number[:3] + digit + number[4:] for digit in DIGITS)
    else:
        yield from (number[:-1] + ending for ending in (DIGITS if number[-1].isdigit() else LETTERS))
        if name == "FI_HETU":
            yield from (number[:-1] + ending for ending in DIGITS)


def _one_digit_off(number: str) -> Iterator[str]:
    fixed = 3 if number.startswith("756.") else 1 if number.startswith("1 ") else 0
    for at in range(fixed, len(number)):
        if number[at].isdigit():
            yield from (number[:at] + digit + number[at + 1 :] for digit in DIGITS if digit != number[at])


def _reads_the_clock(name: str, number: str) -> bool:
    """The numbers of which python-stdnum looks at today's date.

    A Swedish number with a two-digit year gets the century that makes it past, and only 1900 had no 29 February. A
    Danish birthday to come is refused. Belgian check digits of those born from 2000 on need a year that has begun.
    """
    if name == "SE_PERSONNUMMER":
        return len(number) == 11 and number.startswith("000229")
    if name == "DK_CPR":
        return 20 < int(number[4:6]) < 58
    return name == "BE_NN" and int(number[:2]) > 20


@pytest.mark.parametrize(
    ("name", "number"),
    [("DK_CPR", "010157-4000"), ("SE_PERSONNUMMER", "20990101-0018"), ("BE_NN", "99.01.01-001.47")],
)
def test_an_id_with_a_date_to_come_is_an_id(name: str, number: str) -> None:
    assert _is_id(name, number)


def test_an_id_that_a_word_names_may_have_spaces() -> None:
    assert _is_id("US_SSN", "123 45 6789")
    assert not _is_id("US_SSN", "123 45 0000")


def _iban_structures() -> dict[str, str]:
    """By country, python-stdnum's form of what follows the check digits."""
    codes = (first + second for first in LETTERS for second in LETTERS)
    known = {code: numdb.get("iban").info(code + "0" * 30)[0][1] for code in codes}
    return {code: str(found["bban"]) for code, found in known.items() if found}


def _ibans(code: str, structure: str) -> Iterator[str]:
    chance = random.Random(code)
    for _ in range(EACH_IBAN):
        body = ""
        for part in structure.replace("!", "").replace("n", "n ").replace("a", "a ").replace("c", "c ").split():
            signs = {"n": DIGITS, "a": LETTERS, "c": DIGITS + LETTERS}[part[-1]]
            body += "".join(chance.choice(signs) for _ in range(int(part[:-1])))
        yield code + iban.calc_check_digits(code + "00" + body) + body


def test_an_iban_is_what_stdnum_takes_for_one_by_iso() -> None:
    structures = _iban_structures()
    assert len(structures) > 80
    for code, structure in structures.items():
        for number in _ibans(code, structure):
            assert is_iban(number), number
            changed = [*_one_digit_off(number), number[:-1], number + "0", f"{number[:8]}Q{number[9:]}"]
            for other in (number.lower(), " ".join((number[:4], number[4:8], number[8:])), *changed):
                assert is_iban(other) == iban.is_valid(other, check_country=False), other


def test_a_country_that_has_no_iban_has_none() -> None:
    known = _iban_structures()
    for code in (first + second for first in LETTERS for second in LETTERS):
        number = code + iban.calc_check_digits(code + "001234567890123456") + "1234567890123456"
        if code not in known:
            assert not is_iban(number), number


def test_the_check_digits_of_cards_and_tax_numbers_are_those_of_stdnum() -> None:
    chance = random.Random(7)
    for _ in range(5000):
        number = "".join(chance.choice(DIGITS) for _ in range(chance.randint(2, 19)))
        assert is_luhn(number) == luhn.is_valid(number), number
        assert is_mod_11_10(number) == mod_11_10.is_valid(number), number
        assert is_luhn(number + luhn.calc_check_digit(number))
        assert is_mod_11_10(number + mod_11_10.calc_check_digit(number))
    assert not is_luhn("")
    assert not is_luhn("٤٢٤٢")
