"""Data: requests to forget and what they leave: exceptions, numbers, what is asked for, other forms, notices, what
others asked, and words that are no request.

A case is what is told, the request, the texts that are left, and a word of the reply where it matters.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """What is told before, the request, and the memories that are left after it."""

    told: tuple[str, ...]
    request: str
    left: tuple[str, ...]
    reply: str = ""


_AUNT = (
    "my aunt lives in whitby",
    "my aunt's birthday is on the ninth of june",
    "my aunt has a goat called clover",
)
_HOME, _BIRTHDAY, _GOAT = _AUNT
_CLARA = ("my sister clara has the flu", "my sister clara lives in leeds")
_TALK = ("the vicar is leaving", "my cousin owes me a tenner", "the boiler man comes at nine")
_FIRST_MENU, _NEW_MENU = "the first menu has eel in it", "the menu has trout in it"
_COACH, _LATE = "the coach leaves at noon", "the coach is late because of the snow"
_EMAILS = "my boss asked for the emails to be deleted"
_DIVORCES = ("my cousin is getting divorced", "the vicar is getting divorced")
_EXPECTS, _SCAN, _WAGE = "Leila is expecting", "my scan is on the 3rd of May at the Royal", "i'm on 41,000 a year"
_PLACE = "my scan is at the Royal"
_HIRED = "my colleague Bronwyn is leaving in june"
_DUE = f"{_EXPECTS} and the baby is due on 22 February."
_TERMIN = "die untersuchung ist am 3. Mai im klinikum"
_TANTE = ("meine tante wohnt in husum", "meine tante hat am neunten juni geburtstag", "meine tante hat eine ziege")

CASES: dict[str, tuple[Case, ...]] = {
    "en": (
        Case(_AUNT, "forget everything about my aunt but her birthday", (_BIRTHDAY,), "2 memories"),
        Case(_AUNT, "forget everything about my aunt except the goat", (_GOAT,)),
        Case(_AUNT, "delete all you know about my aunt apart from where she lives", (_HOME,)),
        Case(_AUNT, "forget everything about my aunt but her shoe size", _AUNT, "3 memories. Shall"),
        Case(_AUNT, "forget everything about my aunt but keep where she lives", (_HOME,)),
        Case(_AUNT, "forget everything about my aunt but keep that she has a goat", (_GOAT,)),
        Case(_CLARA, "forget everything about my sister clara but keep that she is ill", _CLARA, "Which one"),
        Case(
            (*_CLARA, "tom is ill"), "forget all about clara but keep that she is ill", (*_CLARA, "tom is ill"), "Which"
        ),
        Case(_TALK[:1], "forget what i said about the vicar but keep the hymn", _TALK[:1], "Shall I"),
        Case(_AUNT, "forget all three things about my aunt", (), "3 memories"),
        Case(_AUNT, "forget both things about my aunt", _AUNT, "Shall I"),
        Case(_TALK, "forget all three", (), "3 memories"),
        Case(_TALK, "wipe the last three things i said", (), "3 memories"),
        Case(_TALK, "get rid of both of those", _TALK[:1], "2 memories"),
        Case(_TALK[:2], "forget all three of those", _TALK[:2], "Which one"),
        Case(_TALK, "forget how much my cousin owes me", (_TALK[0], _TALK[2])),
        Case(("imke said the ladder is behind the shed", *_TALK[:1]), "forget where the ladder was kept", _TALK[:1]),
        Case((_HOME, _GOAT), "forget my aunt's address", (_GOAT,)),
        Case(("jamal thinks she gambles", *_TALK[:1]), "you never heard that about the gambling", _TALK[:1]),
        Case((_TALK[0], "my weight today was 81.4"), "forget the weight reading, the scales were off", _TALK[:1]),
        Case(
            ("The rent went up by 40 pounds.", "Room 312 has a window of 3 metres.", "Room 312 has a safe."),
            "Please delete the window of room 312.",
            ("Room 312 has a safe", "The rent went up by 40 pounds"),
        ),
        Case(
            (*_TALK[:1], "Olu told me that his son failed the exam."),
            "On reflection, what Olu told me about the exam should not be in here. Please take it off your notes.",
            _TALK[:1],
        ),
        Case(
            (*_TALK[:1], "The menu for the wedding has eel in it."),
            "Ines asks that the wedding menu be wiped from the shared notes.",
            _TALK[:1],
        ),
        Case(
            (
                "My tablets are 20 drops a day.",
                "The 20 drops were too much.",
                "My niece uses 20 drops of vanilla.",
            ),
            "Please delete the old tablet dose of 20 drops.",
            ("My niece uses 20 drops of vanilla",),
        ),
        Case((*_TALK[:1], _FIRST_MENU, _NEW_MENU), "forget the old menu", (_NEW_MENU, _TALK[0])),
        Case(
            ("gate 9 shuts early", _LATE, _COACH),
            "forget the reason for the coach being late",
            ("gate 9 shuts early", _COACH),
        ),
        Case(
            ("we meet on friday, parking at the mill",),
            "forget the parking",
            ("we meet on friday",),
            "forgot",
        ),
        Case(
            ("Our shed is on Moss Lane.", _TALK[0]),
            "Club: the address of our shed was sent out wrongly. It has been deleted and must not be kept here.",
            ("Our shed is on Moss Lane", _TALK[0]),
            "Shall I",
        ),
        Case(("the budget is 900 euros", _TALK[0]), "The budget figure should be forgotten.", _TALK[:1]),
        Case(("The shed code is 7788.", _TALK[0]), "The shed code is gone, and the shed: please forget it.", _TALK[:1]),
        Case(
            ("our stall takes two fifty a day", _TALK[0]),
            "it's closed now so get rid of the two fifty",
            ("it's closed", _TALK[0]),
        ),
        Case((_TALK[0], _AUNT[0]), "i don't want you hanging on to the vicar thing", _AUNT[:1]),
        Case((_TALK[0], _AUNT[0]), "that thing i told you about the vicar just lose it", _AUNT[:1]),
        Case(
            (_TALK[0], "Ada is in debt."),
            "I should never have noted Ada's debt. Kindly let it be forgotten.",
            _TALK[:1],
        ),
        Case(
            (_TALK[0], "The fee limit is 700 dollars."),
            "The fee limit has been lifted by the client and is no longer to be kept.",
            _TALK[:1],
        ),
        Case(_TALK[:1], "we need to clear out and get rid of the old vicar", (_TALK[0], "we need to clear out")),
        Case(_TALK[:1], _EMAILS, (_TALK[0], _EMAILS)),
        Case(_DIVORCES, "forget the divorce", _DIVORCES, "Which one"),
        Case((_DUE, _TALK[0]), "forget the due date but keep that she is expecting", (_EXPECTS, _TALK[0])),
        Case((_SCAN,), "forget the date but keep the place", (_PLACE,)),
        Case((_SCAN,), "forget when my scan is but not where it is", (_PLACE,)),
        Case((_SCAN, _TALK[0]), "forget the date", (_PLACE, _TALK[0])),
        Case((_AUNT[0], _TALK[0]), "forget the date", (_AUNT[0], _TALK[0]), "nothing to forget"),
        Case((_WAGE, _TALK[0]), "Nah scrap that, the wage thing shouldn't be in there.", (_WAGE, _TALK[0]), "Shall I"),
        Case(_TALK, "I don't want you to know about the vicar. Let that go.", _TALK[1:]),
        Case(_AUNT, "forget the whole subject of my aunt", (), "3 memories"),
        Case(
            (_HIRED, _TALK[0]),
            "It was nice to chat. You needn't remember when Bronwyn is leaving. It is cold today!",
            ("It was nice to chat", _TALK[0]),
        ),
        Case((_DUE,), "you can drop the due date just keep that she is expecting", (_EXPECTS,)),
        Case((_HIRED, _TALK[0]), "please delete the gossip regarding Bronwyn", (_HIRED, _TALK[0]), "Shall I"),
        Case(_TALK[:1], "that was off the record", ()),
        Case(_TALK[:1], "unhear that", ()),
        Case(_TALK[:1], "rub that out", ()),
        Case(_TALK[:1], "consider that unsaid", ()),
        Case(_TALK[:1], "i never told you that", ()),
    ),
    "de": (
        Case(_TANTE, "vergiss alles über meine tante außer dem geburtstag", (_TANTE[1],)),
        Case(_TANTE, "vergiss alles über meine tante nur die ziege nicht", (_TANTE[2],)),
        Case(_TANTE, "vergiss alles über meine tante aber behalt wo sie wohnt", _TANTE[:1]),
        Case(_TANTE, "vergiss alles über meine tante aber behalt dass sie krank ist", _TANTE, "Was davon"),
        Case(_TANTE, "vergiss alle drei", ()),
        Case(_TANTE, "vergiss die adresse von meiner tante", _TANTE[1:]),
        Case(("ich habe im lotto gewonnen", _TANTE[0]), "vergiss den lottogewinn", (_TANTE[0],)),
        Case(("Der Blutdruck war gestern bei 142.", _TANTE[0]), "Bitte lösche den Blutdruckwert.", (_TANTE[0],)),
        Case(("frau ley wurde gekündigt", _TANTE[0]), "und das mit der kündigung hast du nie gehört", (_TANTE[0],)),
        Case(
            (_TANTE[0], "das rad steht im keller"), "das rad steht da nicht mehr das kannst du streichen", (_TANTE[0],)
        ),
        Case(
            (_TANTE[0], "Uli schuldet mir 35 Euro."),
            "Uli hat gezahlt, die 35 Euro kannst du löschen.",
            (_TANTE[0], "Uli hat gezahlt"),
        ),
        Case((_TANTE[0], "olaf weint nachts"), "tu so als hättest du das mit dem weinen nie gehört", (_TANTE[0],)),
        Case(
            ("uli macht die kasse", "in der kasse sind 214 euro"),
            "den kassenstand kannst du löschen",
            ("uli macht die kasse",),
        ),
        Case((_TANTE[0], "uli ist pleite"), "das mit uli hätte ich nicht sagen sollen vergiss das", (_TANTE[0],)),
        Case((_TERMIN,), "vergiss das Datum aber behalt den Ort", ("die untersuchung ist im klinikum",)),
        Case((_TANTE[2], _TERMIN), "vergiss den 3. Mai", (_TANTE[2],)),
        Case(
            ("Ich schulde meinem Vetter Sepp 40 Euro.", "Mein Vetter Sepp ist Maurer in Wels."),
            "das mit die Schulden beim Sepp lass wieder verschwinden",
            ("Mein Vetter Sepp ist Maurer in Wels.",),
        ),
        Case(_TANTE[::2], "vergiss das thema tante", (), "2 Erinnerungen"),
        Case(_TANTE[::2], "vergiss alles zum thema tante", (), "2 Erinnerungen"),
        Case(_TANTE[::2], "das thema tante kannst du wieder löschen", (), "2 Erinnerungen"),
        Case(_TANTE[:1], "das hast du nie gehört", ()),
        Case((_TANTE[2], "mein chef trinkt"), "das mit meinem chef habe ich nie gesagt", (_TANTE[2],)),
    ),
}
