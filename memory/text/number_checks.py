"""Pure: checks the check digits of numbers: payment cards (Luhn), tax numbers (ISO 7064) and IBANs.

The bank codes and check digits that some countries put inside an IBAN are not looked at: a number with the country's
form and right ISO check digits counts as an IBAN.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

_IBAN_SEPARATORS = re.compile(r"[ .-]")
_IBAN_FORMS: dict[str, str] = {
    code: form
    for row in """
    AD 8n12c AE 19n AL 8n16c AT 16n AZ 4a20c BA 16n BE 12n BG 4a6n8c BH 4a14c BI 23n BR 23n1a1c BY 4c4n16c CH 5n12c
    CR 18n CY 8n16c CZ 20n DE 18n DJ 23n DK 14n DO 4c20n EE 16n EG 25n ES 20n FI 14n FK 2a12n FO 14n FR 10n11c2n
    GB 4a14n GE 2a16n GI 4a15c GL 14n GR 7n16c GT 24c HN 4a20n HR 17n HU 24n IE 4a14n IL 19n IQ 4a15n IS 22n
    IT 1a10n12c JO 4a4n18c KW 4a22c KZ 3n13c LB 4n20c LC 4a24c LI 5n12c LT 16n LU 3n13c LV 4a13c LY 21n MC 10n11c2n
    MD 20c ME 18n MK 3n10c2n MN 16n MR 23n MT 4a5n18c MU 4a19n3a NI 4a20n NL 4a10n NO 11n OM 3n16c PK 4a16c PL 24n
    PS 4a21c PT 21n QA 4a21c RO 4a16c RS 18n RU 14n15c SA 2n18c SC 4a20n3a SD 14n SE 20n SI 15n SK 20n SM 1a10n12c
    SO 19n ST 21n SV 4a20n TL 19n TN 20n TR 6n16c UA 6n19c VA 18n VG 4a16n XK 16n YE 4a4n18c
    """.splitlines()
    for code, form in zip(row.split()[::2], row.split()[1::2], strict=True)
}
"""By country, what follows an IBAN's check digits: so many digits (n), letters (a) or either (c)."""


def is_luhn(digits: str) -> bool:
    """Says whether the last digit of a number is right by Luhn's rule."""
    return is_number(digits) and sum(_luhn_values(digits)) % 10 == 0


def is_iban(text: str) -> bool:
    """Says whether a text is an IBAN: a known country's form, and right check digits."""
    number = _IBAN_SEPARATORS.sub("", text).upper()
    if number[:2] not in _IBAN_FORMS or not _iban_pattern(number[:2]).fullmatch(number):
        return False
    return int("".join(str(int(character, 36)) for character in number[4:] + number[:4])) % 97 == 1


def is_mod_11_10(digits: str) -> bool:
    """Says whether the last digit of a number is right by ISO 7064's MOD 11,10."""
    rest = 5
    for digit in digits:
        rest = ((rest or 10) * 2 % 11 + int(digit)) % 10
    return rest == 1


def weighted_sum(digits: str, weights: Sequence[int]) -> int:
    """Returns the sum of the digits, each times its weight; digits without a weight do not count."""
    return sum(weight * int(digit) for weight, digit in zip(weights, digits, strict=False))


def is_number(text: str) -> bool:
    """Says whether a text is nothing but the digits 0 to 9; `str.isdigit` takes those of other scripts too."""
    return text.isascii() and text.isdigit()


def _luhn_values(digits: str) -> list[int]:
    """Each digit's value from the last: every second one doubled, and the digits of the double added."""
    return [sum(divmod(int(digit) * (1 + at % 2), 10)) for at, digit in enumerate(reversed(digits))]


@cache
def _iban_pattern(country: str) -> re.Pattern[str]:
    kinds = {"n": "[0-9]", "a": "[A-Z]", "c": "[A-Z0-9]"}
    parts = re.findall(r"(\d+)([nac])", _IBAN_FORMS[country])
    return re.compile(country + "[0-9]{2}" + "".join(f"{kinds[kind]}{{{length}}}" for length, kind in parts))
