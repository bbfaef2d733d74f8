"""Promise: what was told in one way answers a question in another; what is not told answers none."""

from __future__ import annotations

import re

import pytest

from tests.sim.assistant_talk import Talk

pytestmark = pytest.mark.usefixtures("rules_alone")

UNKNOWN = "I don't know that yet. You can tell me."


@pytest.mark.parametrize(
    ("told", "asked", "answer"),
    [
        (("robin's my flatmate", "they work at the aquarium"), "where does robin work", "aquarium"),
        (("my lodger is called sasha", "they play the drums"), "what does sasha play", "drums"),
        (("charlie is our new trainee", "they come from leeds"), "where is charlie from", "leeds"),
        (("my cousin alex lives in bath", "they drive a green mini"), "what does alex drive", "mini"),
        (("my therapist is called jules", "they see me on thursdays"), "when does jules see me", "thursdays"),
        (("sam and leo are my nephews", "they go to hillside school"), "where do sam and leo go to school", "hillside"),
        (("frankie next door is a chef", "they're mostly off on mondays"), "when is frankie off", "mondays"),
        (
            ("mum's new nurse is a nice man called gareth", "he comes mondays and thursdays"),
            "which days does gareth come",
            "mondays and thursdays",
        ),
        (("our cleaner is a student named ines", "she has her own key"), "what does ines have", "key"),
        (
            ("dad's physio is a tall bloke called marek", "he visits on wednesdays"),
            "when does marek visit",
            "wednesdays",
        ),
        (
            ("our new postman is a lovely chap called desmond", "he comes at eleven"),
            "what time does desmond come",
            "eleven",
        ),
        (("the dog walker is called tilly", "she lives on mill lane"), "where does tilly live", "mill lane"),
        (
            ("my son's tutor is called mr okafor", "he teaches him on saturdays"),
            "when does mr okafor teach him",
            "saturdays",
        ),
        (
            ("grandad's carer is a lovely lady called rosa", "she comes tuesdays"),
            "when does grandad's carer come",
            "tuesdays",
        ),
        (("i've two sons callum and rory", "callum's the older one"), "which of my sons is the older one", "callum"),
        (("we have two cats pickle and mango", "mango's the ginger one"), "which cat is ginger", "mango"),
        (
            ("i've got three nieces ada ella and june", "june's the one who lives in perth"),
            "which of my nieces lives in perth",
            "june",
        ),
        (
            ("i have two brothers owen and huw", "huw is a plasterer in swansea"),
            "which of my brothers is a plasterer",
            "huw",
        ),
        (
            ("there's two budgies kiwi and lemon", "lemon's the one with the bad foot"),
            "which budgie has the bad foot",
            "lemon",
        ),
        (("we've two dogs bess and jack", "jack's the one with the limp"), "which dog has got a limp", "jack"),
        (
            ("my two sisters are called hope and grace", "grace lives in dubai"),
            "which of my sisters lives in dubai",
            "grace",
        ),
        (("i've two daughters mabel and ida",), "what are my daughters called", "mabel.*ida"),
        (("we have two rabbits thumper and clover",), "what are our rabbits called", "thumper.*clover"),
        (
            ("i've got two grandsons ralph and otis", "ralph's learning to be a welder"),
            "which of my grandsons is training as a welder",
            "ralph",
        ),
        (("dad's next door neighbour is called wilf",), "what's dad's neighbour called", "wilf"),
        (
            ("my sister's next dentist appointment is on friday",),
            "when is my sister's next dentist appointment",
            "friday",
        ),
        (("we're picking up the new puppy on saturday",), "when do we get the puppy", "saturday"),
        (("i've got the plasterer in on wednesday",), "when is the plasterer coming", "wednesday"),
        (
            ("josh sits his driving test on the ninth of april",),
            "when is josh's driving test",
            "ninth of april|april 9",
        ),
        (("the carpets are being laid next tuesday",), "what day are the carpets getting done", "tuesday"),
        (("the rent goes out on the first",), "when do i pay the rent", "first"),
        (("my parcel is getting here on friday",), "what day is my parcel coming", "friday"),
        (("nadia gave me her new number it's 07700 900456",), "what is nadia's number", "07700 900456"),
        (("the builder left me his card",), "what's the builder's number", ""),
        (("my brother gave me his address it's 12 elm road",), "what's my brother's address", "12 elm road"),
        (("uncle bob lives at number forty two",), "what number does uncle bob live at", "forty two"),
        (("the dog's twelve kilos",), "how heavy is the dog", "twelve"),
        (("the baby was seven pounds two ounces",), "how much did the baby weigh", "seven pounds"),
        (("the shed is two metres by three",), "how big is the shed", "two metres"),
        (("my suitcase is twenty one kilos",), "how heavy is my suitcase", "twenty one"),
        (("the hamster's ninety grams",), "how much does the hamster weigh", "ninety"),
        (("the sofa's two metres ten",), "how long is the sofa", "two metres"),
        (("the oven's at two hundred degrees",), "how hot is the oven", "two hundred"),
        (("the drive to skye takes nine hours",), "how long is the drive to skye", "nine hours"),
        (("the dog's twelve kilos the vet says he's a bit thin",), "how heavy is the dog", "twelve"),
        (("the sofa was four hundred quid",), "how heavy is the sofa", ""),
        (("the drive to skye takes nine hours",), "how far is it to skye", ""),
        (("the ladder lives behind the garage",), "where would i find the ladder", "garage"),
        (("the torch hangs by the back door",), "where's the torch kept", "back door"),
        (("christmas lights are under the stairs",), "where do we keep the christmas lights", "under the stairs"),
        (("i put the warranty in the blue folder",), "where should i look for the warranty", "blue folder"),
        (("the first aid kit goes on top of the fridge",), "whereabouts is the first aid kit", "fridge"),
        (("the spare fuses live in the tea caddy",), "where would the spare fuses be", "caddy"),
        (("the sleeping bags got moved to the attic",), "where do i find the sleeping bags", "attic"),
        (("the ladder is in the shed",), "where did i buy the ladder", ""),
        (("my sister lives in york",), "where does my sister work", ""),
        (("i bought the lamp in ghent",), "where is the lamp", ""),
        (("passports are in the desk",), "good morning love whereabouts are the passports", "desk"),
        (("the vet is called imran",), "hiya quick one what's the vet called", "imran"),
        (("my keys are on the hook",), "hello darling where are my keys", "hook"),
        (("my pin folder is in the safe",), "alright mate where's my pin folder", "safe"),
        (("the milkman is called stan",), "hi there just a quickie what's the milkman called", "stan"),
        (("the swimming bag is in the boot",), "evening where's the swimming bag", "boot"),
        (("my sister's train gets in at six",), "hey love what time does my sister's train get in", "six"),
        (("our gardener is called flo",), "morning quick question for you who's our gardener", "flo"),
        (("our gardener is called flo",), "ey up what's our gardener called", "flo"),
        (("my gran keeps a boat at whitstable",), "what's my gran's boat called", ""),
        (("my aunt runs a cafe in hove",), "what's my aunt's cafe called", ""),
        (("my son has a tortoise in the garden",), "what's my son's tortoise called", ""),
        (("dad's got a racehorse at the stables in epsom",), "what's dad's racehorse called", ""),
        (("my uncle ken has a boat called dolly at rhyl",), "what's uncle ken's boat called", "dolly"),
        (("the picnic blanket is in the boot of the car",), "i can't find the picnic blanket where is it", "boot"),
        (("my walking boots are in the porch",), "i need my walking boots where are they", "porch"),
        (
            ("the swimming towels are in the airing cupboard",),
            "i'm looking for the swimming towels where are they",
            "airing cupboard",
        ),
        (("the drill is at my brother's",), "i can't see the drill anywhere where is it", "brother"),
        (
            ("my sister's birthday is on the fifth of june",),
            "i always forget my sister's birthday when is it",
            "fifth of june|june 5",
        ),
        (("i always have toast for my breakfast",), "what is it i have for breakfast", "toast"),
        (("i play bowls on thursdays",), "what is it i do on thursdays", "bowls"),
        (("my nephew studies geology in hull",), "what is it my nephew studies", "geology"),
        (("i lent the strimmer to bernard",), "who was it i lent the strimmer to", "bernard"),
        (("we go to filey in august",), "where is it we go in august", "filey"),
        (("the mot is due on the tenth of may",), "when is it the mot is due", "tenth of may|may 10"),
        (("my sister works for a bakery in deal",), "where is it my sister works again", "deal"),
        (("i owe martha forty quid",), "how much is it i owe martha", "forty"),
        (("we agreed to paint the hall before the kitchen",), "what was it we agreed to paint", "hall"),
        (("gran likes her tea with two sugars",), "how is it gran likes her tea", "two sugars"),
        (("it's dave who fixes our boiler",), "who fixes our boiler", "dave"),
        (("it was my aunt that taught me to swim",), "who taught me to swim", "aunt"),
        (("it's maureen that does the flowers at church",), "who does the flowers at church", "maureen"),
        (("my cousin has a stall at the market",), "what does my cousin sell", ""),
        (("my neighbour has a new motorbike",), "what colour is my neighbour's motorbike", ""),
        (("i've got an interview on monday",), "who is my interview with", ""),
        (("my gran makes a lovely trifle",), "how old is my gran", ""),
        (("my boss went to turkey",), "what's my boss called", ""),
        (("grandad keeps bees at his allotment",), "how many hives does grandad have", ""),
        (("my friend's wedding is in may",), "where is my friend's wedding", ""),
        (("my mate keiran owes me a tenner",), "when will keiran pay me back", ""),
    ],
)
def test_a_question_is_answered_by_what_was_told(talk: Talk, told: tuple[str, ...], asked: str, answer: str) -> None:
    talk.say_all(*told)
    reply = talk.say(asked)
    assert re.search(answer, reply.lower()) if answer else reply == UNKNOWN
