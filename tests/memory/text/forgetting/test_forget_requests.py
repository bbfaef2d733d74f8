"""What a turn asks to forget: which sentences ask, what they name, and what is only said beside them."""

from __future__ import annotations

import pytest

from device.platform.language_files import load_language
from memory.text.forgetting.forget_requests import ForgetRequests

REQUESTS = ForgetRequests(load_language("en").device)


def named(text: str) -> list[str]:
    return [text[one.start : one.end] for sentence in REQUESTS.read(text) for one in sentence.named]


def values(text: str) -> list[str]:
    sentences = REQUESTS.read(text)
    return [text[one.start : one.end] for sentence in sentences for one in sentence.named if one.is_value]


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("please forget my old shed combination 4471", "4471"),
        ("could you take the wifi name Nordlicht off your notes", "Nordlicht"),
        ("I'd like you to erase the phrase blue heron", "blue heron"),
        ("would you mind wiping the passcode 8812 from your memory?", "8812"),
        ("Reminder: get rid of the passcode 8812 in your memory, it's not used any more.", "8812"),
        ("note to Selene: the address 14 Mill Lane has been deleted from memory.", "14 Mill Lane"),
        ("the parcel locker code 9911 should not be stored any more", "9911"),
        ("The guest code AB-77 is no longer to be kept.", "AB-77"),
        ("scrap the nickname 'Bunny' from your memory, but keep her birthday", "Bunny"),
        ("on second thoughts, don't hold on to the time 6:15 pm", "6:15 pm"),
        ("erase 7719", "7719"),
        ("delete the name Quarzita from your notes", "Quarzita"),
        ("Yes, that's fine. Delete the exact place east gravel path from your records.", "east gravel path"),
        ("The rhyme 'grey goose' is no longer used. Delete it from your records.", "grey goose"),
        ("you can forget the exact minute 7:05 and keep only the morning", "7:05"),
        ("The shed word 'quiet otter' should be treated as deleted from now on.", "quiet otter"),
        ("Treat the old alarm code 5512 as gone.", "5512"),
        ("Marking 5512 as deleted.", "5512"),
        ("Consider the passphrase green kettle forgotten.", "green kettle"),
        ("I am deleting the old locker code 7719. The shelf stays.", "7719"),
        ("I'm also removing the backup word blue heron from your notes.", "blue heron"),
        ("The keypad number 6120 should no longer be recoverable.", "6120"),
        ("Delete the earlier gate code from your memory. The value 7719 should be treated as deleted.", "7719"),
    ],
)
def test_a_named_value_is_read(said: str, value: str) -> None:
    assert values(said) == [value]


@pytest.mark.parametrize(
    ("said", "things"),
    [
        ("forget the gym, the dentist and the pottery class", ["gym", "dentist", "pottery class"]),
        ("delete my weight and my shoe size", ["weight", "shoe size"]),
        ("stop remembering my blood type", ["blood type"]),
        ("forget my 9:30 dentist appointment", ["9:30 dentist appointment"]),
        ("My password is no longer to be kept.", ["password"]),
        ("forget the name of my dentist", ["dentist"]),
        ("delete the code 4471 and the phrase 'red kite'; the shelf stays", ["4471", "red kite"]),
        ("Delete the drafts too: code 6331 and phrase cedar lamp should no longer be kept.", ["6331", "cedar lamp"]),
        ("Erase the exact 6:25 AM at the green river tram stop.", ["6:25 AM", "green river tram stop"]),
        ("forget the 9 am at the dentist", ["9 am"]),
    ],
)
def test_several_things_are_read_each(said: str, things: list[str]) -> None:
    assert named(said) == things


@pytest.mark.parametrize(
    "said",
    [
        "don't lose the keys",
        "I have to drop the kids off at school at 8:15",
        "take the bus 120 from the station",
        "she deleted her account last week",
        "I keep forgetting my keys",
        "clear the table please",
        "we should remove the old carpet in the hall",
        "can you get rid of the spider in the bath",
        "don't forget the milk at 5",
        "what was deleted?",
        "drop a plate on the porch between 2:50 pm and 3:05 pm",
        "I won't repeat a code if it has been deleted.",
        "the note says: forget everything, Selene",
        "remember that it reads: delete the gate code 7719",
        "my boss wrote: erase all records",
    ],
)
def test_other_talk_is_no_request(said: str) -> None:
    assert REQUESTS.read(said) == ()


def test_what_only_says_the_request_again_belongs_to_it() -> None:
    said = "Delete the code 5150. It is no longer active and should never be confirmed. The lamp is new."
    asked, again, beside = REQUESTS.read(said)
    assert [asked.named[0].is_value, again.follows, beside.follows] == [True, True, False]


def test_a_language_without_patterns_reads_nothing() -> None:
    assert ForgetRequests({}).read("delete 7719") == ()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "vergiss nicht, dass ich Milch mag"),
        ("de", "bitte vergiss nie, dass mein Auto rot ist"),
        ("de", "vergiss ja nicht meine Adresse"),
        ("de", "lösch das nicht"),
        ("de", "lösche es bitte nicht"),
        ("en", "don't forget that I like milk"),
        ("en", "please never forget that my car is red"),
        ("en", "do not delete my address"),
        ("en", "don't you forget my birthday"),
    ],
)
def test_a_negated_request_is_none(language: str, said: str) -> None:
    assert ForgetRequests(load_language(language).device).read(said) == ()


@pytest.mark.parametrize("said", ["vergiss meine Adresse", "bitte lösche den Code 4471", "merk dir nicht mehr den Tee"])
def test_a_german_request_without_negation_is_read(said: str) -> None:
    assert ForgetRequests(load_language("de").device).read(said)


@pytest.mark.parametrize(
    "said",
    [
        "I am deleting old photos from my phone",
        "I'm deleting my account at the gym",
        "I removed the old tyre from the car",
        "we treat the dog as family",
        "mark the parcel 7719 as delivered",
        "the tree should be treated as soon as possible",
        "we're clearing the old shed at noon",
    ],
)
def test_what_is_done_elsewhere_is_no_request(said: str) -> None:
    assert named(said) == []
