"""Sentences of a speaker from frames and values, so that what has to be told is known; and words in no order."""

from __future__ import annotations

from random import Random

ENGLISH_VALUES = [
    "cork",
    "number 118",
    "555 1234",
    "Köln-Ehrenfeld",
    "12b elm row",
    "dr okafor",
    "the Blue Door",
    "rui",
    "seventeen and a half",
    "O'Hara",
    "jean-luc picard",
    "3.5 kilos",
    "clarra",
    "ACME ltd",
]
GERMAN_VALUES = [
    "Köln",
    "Haus 118",
    "555 1234",
    "der Blauen Tür",
    "Jean-Luc",
    "3,5 Kilo",
    "O'Hara",
    "Straße 12b",
    "Okafor",
    "Müller GmbH",
]
ENGLISH_FRAMES = [
    ("i live near {}", "You live near {}"),
    ("i was born near {}", "You were born near {}"),
    ("i am from {}", "You are from {}"),
    ("i'm at {}", "You're at {}"),
    ("we've been to {}", "You've been to {}"),
    ("i don't like {}", "You don't like {}"),
    ("my sister lives near {}", "Your sister lives near {}"),
    ("our dog is called {}", "Your dog is called {}"),
    ("my keys are at {}", "Your keys are at {}"),
    ("tom and i met at {}", "Tom and you met at {}"),
    ("tom gave me {}", "Tom gave you {}"),
    ("i'll meet my brother at {}", "You'll meet your brother at {}"),
    ("tom met us at {}", "Tom met you at {}"),
    ("i wasn't at {}", "You weren't at {}"),
]
GERMAN_FRAMES = [
    ("ich wohne bei {}", "Du wohnst bei {}"),
    ("ich bin bei {} geboren", "Du bist bei {} geboren"),
    ("wir fahren zu {}", "Ihr fahrt zu {}"),
    ("meine Schwester wohnt bei {}", "Deine Schwester wohnt bei {}"),
    ("unser Hund heißt {}", "Euer Hund heißt {}"),
    ("gestern war ich bei {}", "Gestern warst du bei {}"),
    ("Tom und ich sind bei {}", "Tom und du seid bei {}"),
    ("Tom gab mir {}", "Tom gab dir {}"),
    ("ich weiß, dass Tom bei {} arbeitet", "Du weißt, dass Tom bei {} arbeitet"),
]
PIECES = [*"\"'\u2019\u2026,.?!()\u0130\u0149\x00\u200b\ud7ff\U0001f600", "7", "ß", "--", "i.", ".i", "i'", "'i", "'m"]
WORDS = (
    "i we me us my our mine am was i'm i've i'd myself ourselves and or because that who when said says called named",
    "the a us mine tom sister lives is are have not no am song watch you your it to in of im ive wasnt gimme lemme",
    "ich wir mein meine unser uns mir bin war habe wohne weil dass der die das und oder heißt Sie ihr meinen bei Köln",
)


def sentences(language: str) -> list[tuple[str, str, str]]:
    """Every frame with every value: what is said, what is to be told, and the value."""
    frames = ENGLISH_FRAMES if language == "en" else GERMAN_FRAMES
    values = ENGLISH_VALUES if language == "en" else GERMAN_VALUES
    return [(said.format(value), told.format(value), value) for said, told in frames for value in values]


def junk(seed: int, count: int) -> list[str]:
    """Words in no order, with and without spaces."""
    random = Random(seed)
    pieces = [*PIECES, *(word for words in WORDS for word in words.split(" "))]
    made = []
    for _ in range(count):
        words = random.choices(pieces, k=random.randrange(0, 14))
        made.append(random.choice((" ", " ", " ", "", "  ")).join(words))
    return made
