"""Pure: finds national ids in a text: each has a form, and check digits or a date that must be right.

A date in an id must exist in the calendar. Whether it lies in the future is not asked, and of a year with two digits
the century is not: a number that may be an id counts as one. Whether the id was ever given to a person is not known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from memory.text.number_checks import is_luhn, is_mod_11_10, is_number, weighted_sum

_ADVERTISED_SSNS = frozenset({"078051120", "457555462", "219099999"})
_DNI_LETTERS = "TRWAGMYFPDXBNJZSQVHLCKE"
_HETU_LETTERS = "0123456789ABCDEFHJKLMNPRSTUVWXY"
_HETU_CENTURIES = {"+": 1800, "-": 1900, "A": 2000}
_FISCAL_MONTHS = "ABCDEHLMPRST"
_FISCAL_ODD_VALUES = (1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23)
"""What the letters A to Z, and the digits like the first ten, count at the odd places of an Italian code."""
_PESEL_CENTURIES = (1900, 2000, 2100, 2200, 1800)


@dataclass(frozen=True, slots=True)
class NationalId:
    """One written form of an id; `needs_word` when a word must name it, since its digits alone could be chance."""

    name: str
    form: re.Pattern[str]
    needs_word: bool
    check: Callable[[str], bool]
    separators: str = " .-"

    def find(self, text: str) -> Iterator[tuple[int, int]]:
        """Returns where in a text such an id stands."""
        for found in self.form.finditer(text):
            if self.is_valid(found[0]):
                yield found.span()

    def is_valid(self, text: str) -> bool:
        """Says whether a text in the id's form is an id."""
        number = "".join(character for character in text if character not in self.separators).upper()
        return number.isascii() and self.check(number)


def _is_date(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _is_us_ssn(number: str) -> bool:
    area, group, serial = number[:3], number[3:5], number[5:]
    unused = area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000"
    return not unused and number not in _ADVERTISED_SSNS


def _is_italian_code(number: str) -> bool:
    values = [int(character, 36) - (0 if character.isdigit() else 10) for character in number[:15]]
    total = sum(value if at % 2 else _FISCAL_ODD_VALUES[value] for at, value in enumerate(values))
    if number[8] not in _FISCAL_MONTHS or ord(number[15]) - ord("A") != total % 26:
        return False
    return _is_date(2000 + int(number[6:8]), _FISCAL_MONTHS.index(number[8]) + 1, int(number[9:11]) % 40)


def _is_spanish_dni(number: str) -> bool:
    return _DNI_LETTERS[int(number[:8]) % 23] == number[8]


def _is_spanish_nie(number: str) -> bool:
    return _is_spanish_dni(str("XYZ".index(number[0])) + number[1:])


def _is_finnish_hetu(number: str) -> bool:
    born, individual = number[:6], number[7:10]
    if not 2 <= int(individual) < 900 or _HETU_LETTERS[int(born + individual) % 31] != number[10]:
        return False
    return _is_date(_HETU_CENTURIES[number[6]] + int(born[4:]), int(born[2:4]), int(born[:2]))


def _is_swedish_number(number: str) -> bool:
    born = number[:-4] if len(number) == 12 else "20" + number[:-4]
    return is_luhn(number[-10:]) and _is_date(int(born[:4]), int(born[4:6]), int(born[6:]))


def _is_danish_cpr(number: str) -> bool:
    year, century_digit = int(number[4:6]), number[6]
    if century_digit in "5678" and year >= 58:
        century = 1800
    elif century_digit in "0123" or (century_digit in "49" and year >= 37):
        century = 1900
    else:
        century = 2000
    return _is_date(century + year, int(number[2:4]), int(number[:2]))


def _is_swiss_ahv(number: str) -> bool:
    return weighted_sum(number, (1, 3) * 6 + (1,)) % 10 == 0


def _is_brazilian_cpf(number: str) -> bool:
    first = -weighted_sum(number, range(10, 1, -1)) % 11 % 10
    second = -weighted_sum(number[:9] + str(first), range(11, 1, -1)) % 11 % 10
    return int(number) > 0 and number[9:] == f"{first}{second}"


def _is_french_nir(number: str) -> bool:
    return 97 - int(number[:13]) % 97 == int(number[13:])


def _is_belgian_number(number: str) -> bool:
    """The check digits of somebody who was born from 2000 on are those of the number with a 2 before it."""
    rests = [97 - int(prefix + number[:9]) % 97 for prefix in ("", "2")]
    return int(number[9:]) in rests and int(number[2:4]) <= 12


def _is_german_idnr(number: str) -> bool:
    """Of the first ten digits exactly one is there twice or three times."""
    repeated = [number[:10].count(digit) for digit in set(number[:10]) if number[:10].count(digit) > 1]
    return number[0] != "0" and repeated in ([2], [3]) and is_mod_11_10(number)


def _is_british_nhs(number: str) -> bool:
    return weighted_sum(number, range(10, 0, -1)) % 11 == 0


def _is_dutch_bsn(number: str) -> bool:
    return int(number) > 0 and weighted_sum(number, (*range(9, 1, -1), -1)) % 11 == 0


def _is_polish_pesel(number: str) -> bool:
    if weighted_sum(number, (1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1)) % 10 != 0:
        return False
    century, month = divmod(int(number[2:4]), 20)
    return _is_date(_PESEL_CENTURIES[century] + int(number[:2]), month, int(number[4:6]))


def _is_austrian_vnr(number: str) -> bool:
    return number[0] != "0" and weighted_sum(number, (3, 7, 9, 0, 5, 8, 4, 2, 1, 6)) % 11 == int(number[3])


def _is_canadian_sin(number: str) -> bool:
    return number[0] not in "08" and is_luhn(number)


def _digits(check: Callable[[str], bool]) -> Callable[[str], bool]:
    """A check that refuses anything but digits before it counts with them."""
    return lambda number: is_number(number) and check(number)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


NATIONAL_IDS: tuple[NationalId, ...] = (
    NationalId("US_SSN", _form(r"(?<!\d)\d{3}-\d{2}-\d{4}(?!\d)"), False, _digits(_is_us_ssn)),
    NationalId("US_SSN", _form(r"(?<!\d)\d{3} ?\d{2} ?\d{4}(?!\d)"), True, _digits(_is_us_ssn)),
    NationalId("IT_CODICE_FISCALE", _form(r"\b[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]\b"), False, _is_italian_code),
    NationalId("ES_DNI", _form(r"\b\d{8}-?[A-Z]\b"), False, _is_spanish_dni),
    NationalId("ES_NIE", _form(r"\b[XYZ]-?\d{7}-?[A-Z]\b"), False, _is_spanish_nie),
    NationalId("FI_HETU", _form(r"\b\d{6}[-+A]\d{3}[0-9A-Z]\b"), False, _is_finnish_hetu, separators=""),
    NationalId(
        "SE_PERSONNUMMER",
        _form(r"(?<!\d)(?:\d{2})?\d{6}[-+]\d{4}(?!\d)"),
        False,
        _digits(_is_swedish_number),
        separators="-+",
    ),
    NationalId("DK_CPR", _form(r"(?<!\d)\d{6}-\d{4}(?!\d)"), True, _digits(_is_danish_cpr)),
    NationalId("CH_SSN", _form(r"(?<!\d)756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}(?!\d)"), False, _digits(_is_swiss_ahv)),
    NationalId("BR_CPF", _form(r"(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)"), False, _digits(_is_brazilian_cpf)),
    NationalId("BR_CPF", _form(r"(?<!\d)\d{11}(?!\d)"), True, _digits(_is_brazilian_cpf)),
    NationalId(
        "FR_NIR",
        _form(r"(?<!\d)[12] ?\d{2} ?\d{2} ?\d{2} ?\d{3} ?\d{3} ?\d{2}(?!\d)"),
        False,
        _digits(_is_french_nir),
    ),
    NationalId("BE_NN", _form(r"(?<!\d)\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}(?!\d)"), False, _digits(_is_belgian_number)),
    NationalId("DE_IDNR", _form(r"(?<!\d)\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\d)"), True, _digits(_is_german_idnr)),
    NationalId("GB_NHS", _form(r"(?<!\d)\d{3}[ -]?\d{3}[ -]?\d{4}(?!\d)"), True, _digits(_is_british_nhs)),
    NationalId("NL_BSN", _form(r"(?<!\d)\d{9}(?!\d)"), True, _digits(_is_dutch_bsn)),
    NationalId("PL_PESEL", _form(r"(?<!\d)\d{11}(?!\d)"), True, _digits(_is_polish_pesel)),
    NationalId("AT_VNR", _form(r"(?<!\d)\d{4} ?\d{6}(?!\d)"), True, _digits(_is_austrian_vnr)),
    NationalId("CA_SIN", _form(r"(?<!\d)\d{3}[ -]\d{3}[ -]\d{3}(?!\d)"), True, _digits(_is_canadian_sin)),
)
