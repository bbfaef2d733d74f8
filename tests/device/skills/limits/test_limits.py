"""Promise: a request that she cannot do gets one sentence that says so and what she can; nobody's fact is taken for
one.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sim.assistant_talk import Talk, talk_in

BEYOND = {
    "en": {
        "cannot_play": ("play music", "play some jazz", "put on the radio", "turn the volume up", "stop the music"),
        "cannot_switch": (
            "turn on the lights",
            "turn the heating down",
            "open the door",
            "make it warmer",
            "lights off",
        ),
        "cannot_call": (
            "call mum",
            "call Ben",
            "text my wife",
            "send a message to Ana",
            "make a call",
            "give my sister a ring",
            "get my mum on the phone",
            "I need you to call a cab",
        ),
        "cannot_know_outside": (
            "what's the weather like tomorrow",
            "will it rain tomorrow",
            "do I need an umbrella",
            "is it cold outside",
            "what's in the news",
            "what's the capital of France",
            "what time is it in Tokyo",
            "who is the president of France",
        ),
        "cannot_buy": ("order a pizza", "buy some milk", "book a table for two"),
        "cannot_look_up": (
            "google cats",
            "navigate to the station",
            "what's 12 plus 7",
            "what's five times seven",
            "spell rhythm",
            "how long is two years in days",
            "how many grams in an ounce",
            "how much is ten euros in pounds",
        ),
        "request": (
            "tell me a joke",
            "take a picture",
            "stick radio four on would you",
            "pop the kettle on",
            "knock the lights off",
            "draw the curtains would you",
            "let the dog out",
            "run me a bath",
            "shove the oven on at two hundred",
            "get the score for the match",
            "do a backflip",
            "do the dishes",
            "could you do a bit of hoovering",
            "do an impression of a cow",
            "do me a favour and put the bins out",
            "be a dear and put the kettle on",
            "give me a hug",
            "pick up the kids from school",
            "pick up some milk on the way",
            "guess what number I'm thinking of",
            "guess how old I am",
            "guess what",
            "help me with my homework",
            "answer the door",
            "count to ten",
            "say something in French",
            "take the bins out",
            "pick a number between one and ten",
            "let's play a game",
            "show me a picture of a cat",
            "explain photosynthesis",
            "empty the dishwasher",
            "warm up the living room a bit",
            "back up my phone",
            "sort my emails",
            "pass me the salt",
            "bark like a dog",
            "descale the kettle",
            "connect to the bluetooth speaker",
            "please bring in the washing",
            "tell the robot to stop",
            "it would be nice if you could dust the shelves",
            "I need a taxi",
            "I want to hear some jazz",
            "some music please",
        ),
    },
    "de": {
        "cannot_play": ("spiel Musik", "mach das Radio lauter"),
        "cannot_switch": ("mach das Licht an", "öffne die Tür", "mach es wärmer"),
        "cannot_call": ("ruf Mama an", "schick Ben eine Nachricht"),
        "cannot_know_outside": ("wie wird das Wetter morgen", "regnet es morgen", "brauche ich einen Schirm"),
        "cannot_buy": ("bestell eine Pizza", "kauf Milch"),
        "cannot_look_up": ("google Katzen", "was ist 12 plus 7", "wie viele Tage sind zwei Jahre"),
        "request": (
            "erzähl mir einen Witz",
            "mach einen Rückwärtssalto",
            "mach bitte die Wäsche",
            "mach mal eine Kuh nach",
            "tu mir einen Gefallen und bring den Müll raus",
            "sei so lieb und setz Wasser auf",
            "umarm mich",
            "bring Milch mit",
            "rate mal welche Zahl ich denke",
            "hilf mir bei den Hausaufgaben",
            "geh ans Telefon",
            "zähl bis zehn",
            "sag was auf Französisch",
            "erklär mir die Fotosynthese",
            "wirf eine Münze",
            "bring mir Spanisch bei",
            "lass uns ein Spiel spielen",
            "schalte um",
            "zahl meine Gasrechnung",
            "mal mir eine Karte",
            "fahr mich zum Flughafen",
            "füttere die Katze",
            "fütter bitte den Hund",
            "deck den Tisch",
            "bell wie ein Hund",
            "schneid das Foto zurecht",
            "lad mein Handy auf",
            "kündige meinen Handyvertrag",
            "ich will, dass du den Müll rausbringst",
            "ich brauche ein Taxi",
            "etwas Musik bitte",
        ),
    },
}
ASKED_OF_NO_MEMORY = {
    "en": (
        "can you tidy up the kitchen",
        "can you do accents",
        "do you do impressions",
        "are you able to cook",
        "would you mind doing the shopping",
        "how do I boil an egg",
        "how do we cook rice",
        "how do I get a wine stain out of a carpet",
        "how long do I boil an egg for",
        "how do you get rid of ants",
        "what does ubiquitous mean",
        "how many legs does a spider have",
        "show me my photos",
        "check if it's raining",
    ),
    "de": (
        "kannst du die Küche aufräumen",
        "kannst du rechnen",
        "wie koche ich ein Ei",
        "wie lange muss ein Ei kochen",
        "wie kriege ich einen Fleck raus",
        "was bedeutet allgegenwärtig",
        "wie viele Beine hat eine Spinne",
        "zeig mir meine Fotos",
    ),
}
ASKED_OF_THE_PUBLIC = {
    "en": (
        "what's on at the cinema",
        "is the library open",
        "when's the next bus",
        "who wrote Hamlet",
        "why is the sky blue",
        "anything new in the news",
        "any new emails",
    ),
    "de": (
        "was läuft im Kino",
        "hat der Supermarkt noch offen",
        "wann fährt der nächste Bus",
        "wer hat Hamlet geschrieben",
        "warum ist der Himmel blau",
    ),
}
ASKED_OF_A_WORLD = {
    "en": (
        "how do I get to Nan's",
        "how do I like my eggs",
        "how do I make my porridge",
        "how do I get my keys out",
        "how long do I have to wear the brace",
        "do the kids like fish",
        "do you have my number",
        "what does my badge say",
        "how many legs does my spider have",
        "why is the heating off",
        "how do I fix the boiler",
    ),
    "de": (
        "wie mag ich meine Eier",
        "wie mache ich meinen Porridge",
        "wie repariere ich die Heizung",
        "mögen die Kinder Fisch",
        "hast du meine Nummer",
        "was heißt das",
    ),
}
UNKNOWN = {"en": "I don't know that yet. You can tell me.", "de": "Das weiß ich noch nicht. Du kannst es mir sagen."}
NOT_LOOKED_UP = {
    "en": "I don't know that, and I can't look it up. You can tell me.",
    "de": "Das weiß ich nicht, und ich kann es nicht nachsehen. Du kannst es mir sagen.",
}
DECLINED = {
    "en": "I can't help with that; I can remember what you tell me, set timers, alarms and reminders, and keep lists.",
    "de": "Das kann ich nicht; ich behalte, was du mir sagst, stelle Timer, Wecker und Erinnerungen und führe Listen.",
}
TOLD = (
    "I play music every day",
    "I call my mum every sunday",
    "the lights in the hall are broken",
    "Ben ordered a pizza",
    "my sister plays jazz",
    "I bought some milk",
    "my heating is broken",
    "I do the dishes on mondays",
    "Ben does impressions",
    "guess what I bought a boat",
    "we pick up the kids from school at three",
    "I can count to ten in Polish",
    "print shop closes at six on fridays",
    "play group starts again after easter",
    "clean towels are in the airing cupboard",
    "order number for the sofa is four seven one nine",
    "from now on always greet me in Latin",
)


@pytest.fixture(scope="module", params=BEYOND)
def talk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Talk]]:
    with talk_in(tmp_path_factory.mktemp("limits")) as held:
        yield request.param, Talk(held.vault, request.param)


def test_each_request_beyond_her_is_declined_in_a_sentence(talk: tuple[str, Talk]) -> None:
    language, held = talk
    for intent, requests in BEYOND[language].items():
        for words in requests:
            reply = held.say(words)
            assert (words, held.heard.intent, held.heard.reason_codes) == (words, intent, ("CANNOT_DO",))
            assert reply == DECLINED[language]
    assert held.vault.counts().atoms == 0


def test_a_question_about_no_persons_world_is_declined_where_nothing_is_known(talk: tuple[str, Talk]) -> None:
    language, held = talk
    kinds = ((ASKED_OF_NO_MEMORY, DECLINED), (ASKED_OF_A_WORLD, UNKNOWN), (ASKED_OF_THE_PUBLIC, NOT_LOOKED_UP))
    for asked, answer in kinds:
        for words in asked[language]:
            assert (words, held.say(words)) == (words, answer[language])
    assert held.vault.counts().atoms == 0


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "the boiler man is coming on thursday", "can you see me"),
        ("de", "ich sehe meine Schwester am Montag", "kannst du mich sehen"),
    ],
)
def test_no_memory_tells_what_she_sees(
    tmp_path_factory: pytest.TempPathFactory, language: str, told: str, asked: str
) -> None:
    with talk_in(tmp_path_factory.mktemp("sees"), language) as held:
        held.say(told)
        assert held.say(asked) == DECLINED[language]


def test_how_a_thing_is_done_is_told_as_it_was_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    with talk_in(tmp_path_factory.mktemp("told")) as held:
        held.say("I boil an egg for seven minutes")
        assert "seven minutes" in held.say("how long do I boil an egg for")


@pytest.mark.parametrize(
    "words",
    [
        "hang on a minute",
        "let me think",
        "wish me luck",
        "have a nice day",
        "bless him",
        "give me a minute",
        "cheer up",
        "go on",
        "imagine that",
        "take it easy",
        "two minutes please",
        "actually put oat milk instead",
    ],
)
def test_a_courtesy_is_no_request(talk: tuple[str, Talk], words: str) -> None:
    _, held = talk
    held.say(words)
    assert "CANNOT_DO" not in held.heard.reason_codes


def test_what_a_person_tells_of_such_things_is_no_request(tmp_path_factory: pytest.TempPathFactory) -> None:
    with talk_in(tmp_path_factory.mktemp("told")) as held:
        for words in TOLD:
            held.say(words)
            assert (words, held.heard.intent) == (words, "statement")
