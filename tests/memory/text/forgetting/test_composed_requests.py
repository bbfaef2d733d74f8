"""A spoken request to forget is read by its parts: what is to go wherever it stands, what is to stay, and why."""

from __future__ import annotations

import time

import pytest

from device.platform.language_files import load_language
from memory.text.forgetting.forget_requests import ForgetRequests

NAMED = {
    "en": {
        "an object in front": {
            "the thing about dad's overdraft you can drop he sorted it": "dad's overdraft",
            "kate's new number you may as well lose she's changed it again": "kate's new number",
            "that business with the landlord can go now": "the landlord",
            "the whole topic of the lodger you can drop": "the lodger*",
            "the bit about her knee can go": "her knee",
            "arthur's thing about the vicar i never told you that": "arthur's thing about the vicar",
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
            "We had a lovely time. You needn't keep what the spa cost. It's cold now!": "what the spa cost",
            "the cash i lent bo do me a favour and lose it": "the cash i lent bo",
            "there's no reason for you to be holding on to where Malik parks": "where Malik parks",
            "forget mum's i mean dad's birthday please": "dad's birthday",
            "bin what i told you about the lodger he's moved out": "lodger",
            "never mind the gardener he was only helping out you can drop him": "the gardener",
            "get rid of the old wifi name the new one's bramble": "the old wifi name",
        },
    },
    "de": {
        "was vorn steht": {
            "das mit der Überziehung von Papa kannst du streichen der hat das geregelt": "der Überziehung von Papa",
            "Katrins alte Adresse schmeiß weg die ist umgezogen": "Katrins alte Adresse",
            "die Sache mit dem Vermieter kann jetzt weg": "dem Vermieter",
            "das mit dem Pfarrer bitte gleich wieder vergessen": "dem Pfarrer",
            "das Rad steht da nicht mehr das kannst du streichen": "das Rad",
            "den Code vom Dachboden lösch mal bitte": "den Code vom Dachboden",
            "was uns der Maurer berechnet hat das vergiss mal": "was uns der Maurer berechnet hat",
            "den Namen vom Hund und die Farbe vom Sofa kannst du löschen": "den Namen vom Hund, die Farbe vom Sofa",
            "der neue Job das hat nicht geklappt streich das": "der neue Job",
            "alles über den Kurs kannst du wegwerfen ich geh da nicht hin": "den Kurs*",
            "wie viel Oma wiegt das geht dich nix an streich die Zahl": "wie viel Oma wiegt",
            "Uwe hat 'ne neue Nummer die alte schmeiß weg": "die alte Nummer Uwe",
            "die Vereinsnummer die kannst wieder rausschmeißen": "die Vereinsnummer",
            "geh des mit dem Strafzettel lass bittschön verschwinden": "dem Strafzettel",
        },
        "mit dem Verb am Ende": {
            "kannst du bitte die Nummer vom Fensterputzer löschen": "die Nummer vom Fensterputzer",
            "die Diät kannst du aus deinem Gedächtnis nehmen": "die Diät",
            "nimm die Sache mit dem Blutdruck wieder raus": "dem Blutdruck",
            "lass das mit ihrer Trinkerei bitte weg": "ihrer Trinkerei",
            "streich das mit den Nachbarn bitte aus deinen Notizen": "den Nachbarn",
            "hör mal die Affäre von Rolf die ist privat die tilg bitte aus deinem Kopf": "die Affäre von Rolf",
            "was Rolf angeht und was Petra angeht das lass bitte beides verschwinden": "Rolf, Petra",
            "alles was ich zum Verein erzählt hab kannst du rausschmeißen": "Verein*",
        },
        "nicht behalten": {
            "meine Kleidergröße brauchst du dir nicht zu merken": "meine Kleidergröße",
            "das mit dem kredit behältst du bitte nicht": "dem kredit",
            "was es kostet, darfst du wieder aus dem gedächtnis streichen": "was es kostet",
            "das rad ist verkauft, das brauchst du dir nicht weiter zu merken": "das rad",
            "dass mein Sohn geflogen ist das behältst du bitte nicht": "dass mein Sohn geflogen ist",
            "du musst dir nicht merken wann der Ableser kommt": "wann der Ableser kommt",
            "dass der Opa trinkt muss nicht in deinem Kopf bleiben": "dass der Opa trinkt",
            "was ich verdiene das möcht ich nicht dass du das behältst": "was ich verdiene",
            "das Boot haben wir verkauft da musst du nix mehr von wissen": "das Boot",
            "wo der Ring herkommt soll keiner wissen also weg damit": "wo der Ring herkommt",
            "vergiss wen ich gewählt hab das ist privat": "wen ich gewählt hab",
            "lösch mal den Geburtstag von Oma äh von Opa mein ich": "den Geburtstag von Opa",
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
        "forget the due date but keep that she is expecting": ("the due date", "that she is expecting"),
        "You can drop the due date, just keep that she's expecting.": ("the due date", "that she's expecting"),
        "forget the cruise but not where we board": ("the cruise", "where we board"),
        "forget the garage code but keep that": ("", ""),
    },
    "de": {
        "lösch die Adresse von Uwe aber nicht den Geburtstag": ("die Adresse von Uwe", "den Geburtstag"),
        "vergiss den Namen vom Hotel nur die Daten behalt bitte": ("den Namen vom Hotel", "die Daten"),
        "warum ich in die Klinik muss das lass weg den Tag behalt aber": ("warum ich in die Klinik muss", "den Tag"),
        "von Onkel Heinz behältst du nur den Geburtstag den Rest lösch": ("Onkel Heinz", "den Geburtstag"),
        "das mit Ines kannst du vergessen ach nee Moment behalt das": ("", ""),
        "vergiss den Garagencode nee halt behalt den doch": ("", ""),
        "vergiss das Datum aber behalt den Ort": ("das Datum", "den Ort"),
        "vergiss das Datum aber behalt dass sie ein Kind kriegt": ("das Datum", "dass sie ein Kind kriegt"),
        "vergiss das Datum aber behalt es bitte": ("", ""),
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
        "hang on no forget i told you that",
        "rosalind told me i should forget both of them",
        "the vet thinks she could just forget the diet",
        "my brother can go on friday",
        "there is no reason for the dog to be holding on to that bone",
        "there's no reason to have the heating on",
        "you never heard that",
    ),
    "de": (
        "ich vergess immer meinen Schirm",
        "das darfst du nicht vergessen",
        "vergiss nicht dass morgen der Installateur kommt",
        "ich muss die Steuer machen",
        "lass uns morgen fahren",
        "ich lösch jetzt das Licht",
        "die Frau die da wohnt heißt Ilse",
        "was kannst du alles vergessen",
        "ach nee vergiss dass ich das gesagt hab",
        "meine Oma vergisst alles",
        "die Mülltonne kommt am Mittwoch raus",
        "den Hund kannst du wieder reinlassen",
        "die Milch bitte nicht vergessen",
        "die kannst wieder anrufen",
    ),
}  # fmt: skip


@pytest.fixture(scope="module", params=NAMED)
def readers(request: pytest.FixtureRequest) -> tuple[str, ForgetRequests]:
    return request.param, ForgetRequests(load_language(request.param).device)


def test_what_is_to_go_is_found_wherever_it_stands(readers: tuple[str, ForgetRequests]) -> None:
    language, reader = readers
    wrong = [
        (text, named, made)
        for cases in NAMED[language].values()
        for text, named in cases.items()
        if (made := _named(reader, text)) != named
    ]
    assert wrong == []


def test_what_is_to_stay_is_told_apart(readers: tuple[str, ForgetRequests]) -> None:
    language, reader = readers
    read = {
        text: (_named(reader, text), made.kept if (made := reader.spoken(text)) else None) for text in KEPT[language]
    }
    assert read == KEPT[language]


def test_other_sentences_are_no_request(readers: tuple[str, ForgetRequests]) -> None:
    language, reader = readers
    assert [text for text in NONE[language] if reader.spoken(text) is not None] == []


def test_what_is_told_anew_is_no_part_of_a_request(readers: tuple[str, ForgetRequests]) -> None:
    reader = ForgetRequests(load_language("en").device)
    text = "lose the old gate name the new one's bramble"
    made = reader.spoken(text)
    assert made is not None
    assert text[made.end :] == "the new one's bramble"


def _named(reader: ForgetRequests, text: str) -> str:
    made = reader.spoken(text)
    return "?" if made is None else ", ".join(f"{one.said}{'*' if one.whole else ''}" for one in made.named)


SLOW = {
    "en": (("i never said you ", "drop the pin "), ("on no account forget ", "drop the pin "), ("delete the ", "")),
    "de": (("nicht gesagt ", "vergiss die zahl "), ("lösch auf keinen fall ", "vergiss die zahl "), ("lösch die ", "")),
}


def test_a_turn_of_many_orders_is_read_in_a_moment(readers: tuple[str, ForgetRequests]) -> None:
    language, reader = readers
    reader.warm_up()
    for before, order in SLOW[language]:
        said = before * 250 + order * 250
        began = time.process_time()
        reader.spoken(said)
        reader.forbids(said)
        assert time.process_time() - began < 1.5, before
