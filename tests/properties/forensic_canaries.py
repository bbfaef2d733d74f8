"""Pure: what a person tells with a canary in it, in twenty kinds, and asks to be forgotten, in ten wordings each."""

from __future__ import annotations

from dataclasses import dataclass

_ONSETS = ("br", "dr", "f", "gl", "k", "l", "m", "n", "p", "qu", "st", "t", "v", "z")
_VOWELS = ("a", "e", "i", "o", "u", "ai")
_ENDS = ("ndok", "rtum", "lkax", "mbro", "skil", "ntho", "rpuk", "xtam")


@dataclass(frozen=True, slots=True)
class CanaryKind:
    """One kind of thing that is told: `{0}` stands for its canary, `{1}` for a second one."""

    name: str
    told: tuple[str, ...]
    asked: tuple[str, ...]
    """What is asked on the other device."""
    again: tuple[str, ...]
    """What is said of it later, on either."""
    form: str = "word"
    """What the canary looks like."""
    second: bool = False
    """Whether a second canary is told, looked for and forgotten besides."""


KINDS = (
    CanaryKind(
        "name",
        ("my neighbour is called {0}",),
        ("who is my neighbour?", "do you know {0}?"),
        ("I met {0} at the bakery and we talked for an hour about the new road.",),
        form="name",
    ),
    CanaryKind(
        "allergy",
        ("I'm allergic to {0}",),
        ("what am I allergic to?", "is there {0} in it?"),
        ("the soup had {0} in it, so I left it.",),
    ),
    CanaryKind(
        "appointment",
        ("I have an appointment with Doctor {0} on Friday at three",),
        ("when is my appointment with Doctor {0}?", "what do I have on Friday?"),
        ("Doctor {0} has a parking lot behind the house.",),
        form="name",
    ),
    CanaryKind(
        "code",
        ("the side gate is bay {0}",),
        ("what is the side gate?", "is it {0}?"),
        ("well, I told the gardener that it is {0}, and he wrote it down on his hand.",),
        form="digits",
    ),
    CanaryKind(
        "unicode",
        ("my cousin is called {0}",),
        ("who is my cousin?", "is {0} my cousin?"),
        ("yesterday {0} called twice while I was in the garden.",),
        form="accents",
    ),
    CanaryKind(
        "script",
        ("remember that the old song is {0}",),
        ("what is the old song?",),
        ("we sang {0} all the way home.",),
        form="cyrillic",
    ),
    CanaryKind(
        "conflict", ("my locker word is {0}", "my locker word is {1}"), ("what is my locker word?",), (), second=True
    ),
    CanaryKind(
        "correction",
        ("my sister is called {0}", "no, it's {1}, not {0}"),
        ("who is my sister?",),
        (),
        form="name",
        second=True,
    ),
    CanaryKind(
        "hint",
        ("my boss is called {0}", "my boss {0} likes tea"),
        ("who is my boss?", "what does {0} like?"),
        (),
        form="name",
    ),
    CanaryKind(
        "vocabulary", ("I work at {0}",), ("where do I work?",), ("at {0} we have a canteen on the roof.",), form="name"
    ),
    CanaryKind(
        "list_item",
        ("put {0} on the shopping list",),
        ("what's on the shopping list?", "is {0} on my shopping list?"),
        (),
    ),
    CanaryKind(
        "reminder",
        ("remind me to call {0} tomorrow at nine",),
        ("what are my reminders?", "when do I have to call {0}?"),
        (),
        form="name",
    ),
    CanaryKind(
        "decision",
        ("we decided to paint the hall {0}",),
        ("what did we decide about the hall?",),
        ("the man in the shop said that {0} is hard to get.",),
    ),
    CanaryKind("instruction", ("call me {0} from now on",), ("what do you call me?",), (), form="name"),
    CanaryKind(
        "relation",
        ("my uncle's wife is called {0}",),
        ("who is my uncle's wife?", "who is {0}?"),
        ("{0} and my uncle have moved to the coast.",),
        form="name",
    ),
    CanaryKind(
        "asking_turn",
        ("my landlord is called {0}, what day is it?",),
        ("who is my landlord?", "did I tell you about {0}?"),
        (),
        form="name",
    ),
    CanaryKind(
        "retold",
        ("my favourite cheese is {0}", "as I said, my favourite cheese is {0}"),
        ("what is my favourite cheese?",),
        ("I bought {0} again, {0} is just the best cheese of them all.", "the cheese that I love so much is {0}"),
    ),
    CanaryKind("open_question", ("remind me to feed {0}",), ("do you know {0}?",), (), form="name"),
    CanaryKind(
        "insisted",
        ("remember that the spare key is under the {0} pot", "is that safe?"),
        ("where is the spare key?", "is there a {0} pot?"),
        ("Ben, who was here on Sunday, thought that the {0} pot was a bit ugly.",),
    ),
    CanaryKind(
        "in_a_breath",
        ("my dentist is called {0} and I like green tea",),
        ("who is my dentist?",),
        ("{0} has a cat, and the boiler was repaired on Monday.",),
        form="name",
    ),
)

WORDINGS = (
    "forget {value}",
    "please delete the word {value} from your notes",
    "Note to Selene: {value} has been deleted from memory.",
    "could you take {value} off your notes",
    "forget everything about {value}",
    "{value} should not be stored any more",
    "please remove {value} from your memory",
    "on second thoughts, don't hold on to {value}",
    "forget about {value}",
    "please forget what I told you about {value}",
)


def canary_word(number: int) -> str:
    """Returns a word that occurs nowhere else, another for each number."""
    number, end = divmod(number, len(_ENDS))
    parts = []
    for _ in range(2):
        number, vowel = divmod(number * 7 + 3, len(_VOWELS))
        number, onset = divmod(number * 5 + end, len(_ONSETS))
        parts.append(_ONSETS[onset] + _VOWELS[vowel])
    return "".join(parts) + _ENDS[end]


def canary(number: int, form: str) -> str:
    """Returns the canary of a number as its kind writes it."""
    word = canary_word(number)
    match form:
        case "name":
            return word.capitalize()
        case "digits":
            return str(7_719_731 + number * 1_009)
        case "accents":
            return f"{word.capitalize()}ë-Ünd{word}å"
        case "cyrillic":
            return "".join(chr(0x430 + (ord(letter) - 97)) for letter in word)
    return word


KEPT = (
    ("my bicycle is green", "what colour is my bicycle?", "green"),
    ("the boiler is serviced in March", "when is the boiler serviced?", "March"),
    ("my aunt lives in Norwich", "where does my aunt live?", "Norwich"),
    ("the spare lamp is in the cellar", "where is the spare lamp?", "cellar"),
    ("my favourite soup is leek soup", "what is my favourite soup?", "leek"),
    ("our cat is called Pepper", "what is our cat called?", "Pepper"),
    ("my shoe size is 41", "what is my shoe size?", "41"),
    ("the piano lesson is on Tuesday", "when is the piano lesson?", "Tuesday"),
    ("my brother plays the cello", "what does my brother play?", "cello"),
    ("the ladder is behind the shed", "where is the ladder?", "shed"),
    ("I drive a blue van", "what do I drive?", "van"),
    ("the recycling goes out on Thursday", "when does the recycling go out?", "Thursday"),
)
"""What is told besides and stays: the telling, a question, and a word of the answer."""
