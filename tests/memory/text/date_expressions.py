"""Expressions of dates in English and German, and the moments they are said at, for `test_date_oracle.py`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

BASES = (
    "2026-03-02T10:00:00+01:00",  # a Monday
    "2026-01-31T23:30:00+00:00",  # the end of a month
    "2024-02-29T08:15:00-05:00",  # a leap day
    "2025-12-31T23:59:00+14:00",  # the end of a year
    "2027-01-01T00:00:00-11:00",  # its beginning, at midnight
    "2026-05-31T12:00:00+05:30",
    "2023-08-18T16:45:30+02:00",  # a Friday
)

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
           "december")  # fmt: skip
_WOCHENTAGE = ("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonntag")
_MONATE = ("januar", "februar", "märz", "april", "mai", "juni", "juli", "august", "september", "oktober", "november",
           "dezember")  # fmt: skip
_TIMES = ("at nine", "at 3 pm", "at 4:30", "at four thirty", "at half past six", "at quarter to five", "at noon",
          "at 12 am", "at 16:45", "at 8 o'clock")  # fmt: skip
_ZEITEN = ("um neun", "um 16 uhr", "um 16:45", "um 7 uhr 30", "um halb fünf", "um viertel vor 5", "um 12:00 uhr")


def english() -> tuple[str, ...]:
    """Returns what is said in English."""
    return tuple(dict.fromkeys([*_english_relative(), *_english_absolute(), *_english_in_sentences()]))


def german() -> tuple[str, ...]:
    """Returns what is said in German."""
    return tuple(dict.fromkeys([*_german_relative(), *_german_absolute(), *_german_in_sentences()]))


def _english_relative() -> Iterator[str]:
    yield from ("today", "tomorrow", "yesterday", "tonight", "the day after tomorrow", "day before yesterday")
    yield from (f"{which} {unit}" for which, unit in product(("next", "last", "this"), ("week", "month", "year")))
    yield from ("the coming week", "next weekend", "this weekend", "last weekend", "on the weekend")
    for count, unit in product(("1", "a", "two", "three", "10", "twenty one", "400"), ("day", "week", "month", "year")):
        many = unit if count in ("1", "a") else f"{unit}s"
        yield from (f"in {count} {many}", f"{count} {many} ago", f"{count} {many} from now")
    yield from ("in an hour", "in two hours", "in 90 minutes", "in five minutes", "three hours ago today")
    for which, day in product(("", "on ", "next ", "last ", "this ", "coming ", "by ", "until "), _WEEKDAYS):
        yield f"{which}{day}"
    yield from (f"{day} {time}" for day, time in product(("tomorrow", "next friday", "on monday", "today"), _TIMES))
    yield from (f"{time} {day}" for day, time in product(("tomorrow", "on friday", "last tuesday"), _TIMES[:4]))
    yield from (
        "in two weeks at 4 pm",
        "two days ago at nine",
        "tonight at 8 pm",
        "friday the 13th",
        "friday 13th at 9",
    )


def _english_absolute() -> Iterator[str]:
    yield from (f"{word} {month}" for word, month in product(("in", "by", "last", "next"), _MONTHS))
    yield from (f"{month} 2027" for month in _MONTHS[::3])
    for month in ("january", "february", "march", "may", "august", "december"):
        yield from (
            month,
            f"3 {month}",
            f"the 31st of {month}",
            f"{month} 3rd 2026",
            f"{month} 2nd",
            f"{month} the first",
        )
        yield from (f"on the third of {month} at four thirty", f"{month} 29", f"1 {month} 1985", f"{month} 14th, 2030")
    yield from (f"on december twenty fourth {time}" for time in _TIMES)
    yield from (f"{time} on may 3rd" for time in _TIMES[:5])
    yield from ("4.5.2026", "4.5.26", "31.12.2025", "2026-05-04", "2024-02-29", "3/4/2026", "12/31/2026", "31/12/2026",
                "3/4/26", "3/4/2026 at 5 pm", "2026-05-04 at 16:45", "2026-05-04 16:45")  # fmt: skip
    yield from ("on the fifth", "on the 31st", "on the 10th at 9:00", "the 13th at noon", "on the thirtieth at 3 pm")
    yield from ("friday the third of april", "friday, april 3", "monday 4 may 2026", "on tuesday the fifth")
    yield from (
        "february 30",
        "the 32nd of march",
        "march 2026",
        "in 2027",
        "29 february 2025",
        "march 45",
        "99.99.2026",
    )
    yield from _TIMES
    yield from (
        "at 4 in the afternoon",
        "at nine in the evening",
        "at 4:30 in the afternoon",
        "at 12 pm",
        "25:00 today",
    )


def _english_in_sentences() -> Iterator[str]:
    yield from (
        "is on the third of march at four thirty", "my exam is on may 5th at nine", "the dentist is next friday at 3pm",
        "has been moved to monday at 10", "we fly on december 24th 2026 from berlin", "takes place tomorrow evening",
        "starts at nine on friday", "I saw her two weeks ago", "what did I say yesterday", "what do I have next week",
        "what happened last month", "the rent is due on the first of every month", "I was in rome in may",
        "from monday to friday", "between march and may", "every friday at noon", "next friday or saturday",
        "it was last monday at 3 pm in the office", "in two or three weeks", "christmas", "easter", "new year",
        "my birthday is 3 march 1985", "born on 12 may 1970", "since last year", "tomorrow morning", "yesterday night",
        "in a few days", "next spring", "the meeting in march with 12 people", "at 5 with 3 friends on may 2",
    )  # fmt: skip


def _german_relative() -> Iterator[str]:
    yield from ("heute", "morgen", "übermorgen", "gestern", "vorgestern", "heute abend", "morgen früh")
    yield from ("nächste woche", "letzte woche", "diese woche", "nächsten monat", "letzten monat", "diesen monat",
                "nächstes jahr", "letztes jahr", "dieses jahr", "kommende woche", "kommenden monat")  # fmt: skip
    units = (("tag", "tagen"), ("woche", "wochen"), ("monat", "monaten"), ("jahr", "jahren"), ("stunde", "stunden"))
    for count, (one, many) in product(("einem", "einer", "zwei", "drei", "10", "zwölf"), units):
        unit = one if count.startswith("ein") else many
        yield from (f"in {count} {unit}", f"vor {count} {unit}")
    for which, day in product(("", "am ", "nächsten ", "letzten ", "diesen ", "kommenden ", "bis "), _WOCHENTAGE):
        yield f"{which}{day}"
    yield from (f"{day} {time}" for day, time in product(("morgen", "nächsten freitag", "am montag"), _ZEITEN))
    yield from (f"{time} {day}" for day, time in product(("morgen", "am freitag"), _ZEITEN[:3]))
    yield from ("in zwei wochen um 16 uhr", "vor zwei tagen um neun", "freitag den 13.", "am freitag dem 13. um 9 uhr")


def _german_absolute() -> Iterator[str]:
    yield from (f"{word} {month}" for word, month in product(("im", "bis", "letzten", "nächsten"), _MONATE))
    for month in ("januar", "februar", "märz", "mai", "august", "dezember"):
        yield from (
            month,
            f"3. {month}",
            f"am dritten {month}",
            f"am 31. {month}",
            f"2. {month} 2026",
            f"1 {month} 1985",
        )
        yield from (f"am 3. {month} um halb fünf", f"am dritten {month} um 16 uhr", f"29. {month}", f"{month} 2027")
    yield from (f"am vierundzwanzigsten dezember {time}" for time in _ZEITEN)
    yield from ("4.5.2026", "4.5.26", "31.12.2025", "2026-05-04", "am 4.5.", "am 4.5", "3/4/2026", "12/31/2026",
                "am 4.5.2026 um 17 uhr", "2026-05-04 um 16:45", "am fünften", "am 31.", "am 10. um 9 uhr")  # fmt: skip
    yield from ("freitag, der 3. april", "montag 4. mai 2026", "am dienstag dem fünften", "30. februar", "märz 2026")
    yield from _ZEITEN


def _german_in_sentences() -> Iterator[str]:
    yield from (
        "ist am dritten märz um 16 uhr", "meine prüfung ist am 5. mai um neun", "der zahnarzt ist nächsten freitag",
        "findet morgen um 10 uhr statt", "wir fliegen am 24. dezember 2026", "ich habe sie vor zwei wochen gesehen",
        "was habe ich gestern gesagt", "was habe ich nächste woche", "im mai war ich in rom", "von montag bis freitag",
        "mein geburtstag ist der 3. märz 1985", "weihnachten", "ostern", "silvester", "am ersten mai", "seit gestern",
        "in zwei oder drei wochen", "jeden freitag um 12 uhr",
    )  # fmt: skip
