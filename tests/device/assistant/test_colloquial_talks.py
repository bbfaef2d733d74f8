"""Short talks as people have them in passing: what is done, over, left out, put right, or said off the record.

Each row: what is said before, the last words, what the reply to these must have, and what it must not have.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.sim.assistant_talk import Talk, talk_in

pytestmark = pytest.mark.usefixtures("rules_alone")

Row = tuple[tuple[str, ...], str, str, str]

DONE: list[Row] = [
    (("i've got to ring the bank and i've got to post a parcel", "the parcel's posted"), "what do i still have to do",
     "ring the bank", "parcel|;"),
    (("i've got to ring the bank and i've got to post a parcel",), "what do i have to do",
     "you've got to ring the bank; you've got to post a parcel", ""),
    (("i have to do the tax return and i need to pay the plumber", "the tax return's finally done"),
     "what do i still have to do", "plumber", "tax"),
    (("i have to feed the cat", "the cat's fed"), "what do i have to do", "", "you have to feed"),
    (("i've got to call tom", "tom's called"), "what do i have to do", "call tom", ""),
    (("i've been a vegetarian since march", "the vegetarian thing's over"), "am i a vegetarian", "over", "since march"),
    (("i owe tracey a tenner for the raffle", "i've given tracey her tenner"), "do i owe tracey anything",
     "given tracey", "you owe"),
    (("i owe tom forty euros", "i gave tom the tickets"), "what do i owe tom", "forty", ""),
    (("my exam is on friday", "the exam's over"), "when is my exam", "over", "friday"),
]  # fmt: skip
GONE: list[Row] = [
    (("i live in a house share with tom and maria", "maria's moved out"), "who do i live with",
     "tom and maria; maria's moved out", ""),
    (("i share an office with paul and anita", "paul's left"), "who do i share an office with",
     "anita; paul's left", ""),
    (("we have two dogs rex and bella", "rex died last week"), "what are my dogs called", "bella; rex died", ""),
    (("i live with tom and maria", "tom's moved the piano"), "who do i live with", "tom and maria", "piano"),
]  # fmt: skip
LEFT_OUT: list[Row] = [
    (("mum's birthday's the fourth of may and dad's is the tenth of june",), "when's dad's birthday",
     "dad's birthday is the tenth of june", ""),
    (("my sister's birthday is in june and mine is in july",), "when is my birthday", "your birthday is in july", ""),
    (("my eyes are brown and my brother's are blue",), "what colour are my brother's eyes", "eyes are blue", ""),
    (("the vet's is on mill lane",), "where is the vet", "mill lane", ""),
    (("had my hair cut",), "what did i have cut", "hair", ""),
    (("my flight to rome's at seven fifteen on sunday",), "what time's my flight", "seven fifteen", ""),
    (("i took the dog to the vet's on wednesday",), "when did i take the dog to the vet", "wednesday", ""),
    (("me dad's coming on wednesday",), "when's me dad coming", "your dad's coming", "you dad"),
    (("the baby's due on valentine's day",), "when is the baby due", "valentine", "don't know"),
    ((), "new tyres on the car finally", "new tyres", "not sure"),
    (("no milk left",), "is there any milk left", "no milk left", ""),
    (("my sister lives in hull", "no york"), "where does my sister live", "york", "hull"),
]  # fmt: skip
NAMED: list[Row] = [
    (("we have two dogs rex and bella rex is scared of the hoover",), "which of the dogs is scared of the hoover",
     "rex", "bella"),
    (("we've two cats smudge and pickle pickle's the fat one",), "which of the cats is fat", "^pickle's the fat", ""),
    (("there's a sam at work he's my shift lead",), "who's sam", "shift lead", ""),
    (("rita's husband is a baker",), "what does rita's husband do", "baker", ""),
    (("my brother's phone number ends in seven one", "his wife's called odette"), "what's odette's phone number",
     "don't know", "wife|seven"),
    (("my cousin is called leo",), "what's leo's email", "don't know", "cousin"),
    (("tom's a plumber",), "what's tom's job", "plumber", ""),
    (("mum's birthday is the fourth of may",), "whose birthday's in may then", "mum's", "noted"),
    (("my car is green",), "whose car is green", "your car", ""),
    (("rosie from next door lent us a drill",), "what did we borrow", "drill", ""),
    (("i lent my ladder to the chap at number twelve",), "who's got my ladder", "number twelve", ""),
    (("our jack's got a girlfriend now she's called millie seems nice",), "what's jack's girlfriend called",
     "millie", ""),
    (("i've got an old hatchback",), "what car have i got", "hatchback", ""),
]  # fmt: skip
MOVED: list[Row] = [
    (("my train to leeds is at eight forty on monday", "they've put it back ten minutes"), "when is my train to leeds",
     "eight forty.*ten minutes", ""),
    (("my appointment's at three", "it's been pushed back to four"), "when's my appointment", "four", "three"),
    (("i've got a meeting at ten on wednesday", "and i've got another meeting at two on wednesday as well"),
     "what meetings have i got on wednesday", "ten.*two", ""),
    (("the dentist is on the ninth at three", "it's half past three not three"), "when is the dentist",
     "ninth at half past three", ""),
    (("the meeting's at ten", "no the meeting's at ten fifteen not ten"), "when's the meeting", "ten fifteen", ""),
    (("the film starts at seven",), "when does the film start", "seven", "don't know"),
]  # fmt: skip
PUT_RIGHT: list[Row] = [
    (("the vet's called doctor harlow", "sorry no it's barlow with a b"), "what's the vet's name",
     "doctor barlow", "with a b|harlow"),
    (("leila's starting school at saint anne's", "no saint agnes and she's in the blue class"),
     "which class is leila in", "leila is in the blue class", "agnes is"),
    (("my son is six", "no seven and he loves trains"), "how old is my son", "seven", "six"),
    (("my aunt lives in hull", "sorry york and she's got a new flat"), "where does my aunt live", "york", "hull"),
]  # fmt: skip
UNKEPT: list[Row] = [
    (("off the record don't keep this next bit", "i'm looking for another job"), "what am i looking for",
     "don't know", "job"),
    (("just between us don't save what i say next", "i owe my brother two hundred quid"),
     "how much do i owe my brother", "don't know", "hundred"),
    (("this bit's off the record okay", "i hate my boss"), "what do i think of my boss", "don't know", "hate"),
    (("the cleaner comes thursdays",), "cheers that's all", "welcome", "cleaner"),
    ((), "is anything planned for me", "don't know", "noted|i see"),
    (("i'm doing soft boiled eggs for the kids",), "do you like eggs", "assistant", "boiled"),
    (("i said i'd ring lisa back about the quote",), "who do i need to ring back", "lisa", ""),
    ((), "i said friday", "don't know what to change", "noted|okay"),
    (("call me bob yeah",), "what do you call me", "bob", ""),
]  # fmt: skip
NEEDED: list[Row] = [
    (("we need bin bags", "put cat food on the shopping list"), "what do i need to buy", "cat food.*bin bags", ""),
    (("i have to buy stamps",), "what's on my shopping list", "nothing", "stamps"),
    (("i have to call the bank",), "what do i need to buy", "nothing", "bank"),
]  # fmt: skip


@pytest.mark.parametrize(
    "row", [*DONE, *GONE, *LEFT_OUT, *NAMED, *MOVED, *PUT_RIGHT, *UNKEPT, *NEEDED], ids=lambda row: row[1]
)
def test_colloquial_talk_gets_the_right_answer(talk: Talk, row: Row) -> None:
    _check(talk, row)


ONE_OF_SEVERAL: list[Row] = [
    (("we need bin bags and washing up liquid", "scrap the bin bags we've got loads"), "what do we need",
     "need washing up liquid", "bin bags"),
    (("i need nails and a hammer", "forget the hammer"), "what do i need", "need nails", "hammer|don't know"),
    (("we need milk and eggs and bread", "forget the eggs"), "what do we need", "milk and bread", "eggs"),
    (("we keep a cat and a dog", "forget the cat"), "what do we keep", "keep a dog", "cat"),
]  # fmt: skip
IN_ORDER: list[Row] = [
    (("i took the dog to the vet this morning", "then i went to the bank"), "what happened after the vet",
     "went to the bank", "vet"),
    (("i had a bath then i went to bed",), "what did i do before bed", "had a bath", "to bed"),
    (("first i hoovered the stairs then i cleaned the oven",), "what did i do after the stairs", "oven", "stairs"),
    (("i had my eyes tested yesterday", "then i picked up the kids"), "what did i do first", "eyes tested", "kids"),
    (("the meeting's at four",), "what am i doing after the meeting", "don't know", "four"),
    (("i fed the hens", "my sister rang"), "what was the first thing i told you", "fed the hens", "sister"),
    (("after the funeral we went to the pub",), "what did we do after the funeral", "pub", ""),
]  # fmt: skip
OF_LAST: list[Row] = [
    (("rosie from next door lent us a drill", "what did we borrow"), "who from", "rosie", ""),
    (("i'm learning welsh for my job", "what am i learning"), "what for", "for your job", ""),
    (("i've been taking iron tablets since february", "what tablets am i taking"), "since when", "february", ""),
    (("my aunt gave me a clock",), "who from", "your aunt", ""),
    (("my brother works for the council as a gardener", "where does my brother work"), "as what", "gardener", ""),
    (("i'm saving up",), "what for", "don't know", "saving"),
]  # fmt: skip
CHOSEN: list[Row] = [
    (("we were thinking portugal for the summer or maybe wales", "we talked it over and it's wales"),
     "where are we going this summer", "wales", "portugal"),
    (("the kids want a hamster or a rabbit", "so it's a rabbit then"), "what pet are the kids getting",
     "rabbit", "hamster"),
    (("it's either tuesday or wednesday for the party", "it's wednesday"), "when is the party",
     "wednesday", "tuesday"),
    (("i couldn't decide between the blue paint and the grey", "slept on it and it's the grey"),
     "which paint did i go for", "grey", "blue"),
    (("my car is a nissan or a kia i forget", "it's in the garage"), "which car have i got", "", "garage"),
]  # fmt: skip
INSTEAD: list[Row] = [
    (("my dentist was mr kapoor but he's retired it's a miss lund now",), "who's my dentist", "miss lund", "kapoor"),
    (("ben's teacher is mrs holt", "she's gone on leave it's mr dean now"), "who's ben's teacher", "dean", "holt"),
    (("we're not going to cornwall it's devon instead",), "where are we going", "going to devon", "cornwall"),
    (("i'm not working at asda it's tesco now",), "where do i work", "tesco", "asda"),
    (("i get the eight fifteen train", "they've scrapped the eight fifteen i get the eight thirty"),
     "which train do i get", "eight thirty", ""),
    (("the holiday's in june", "we've put the holiday back to september"), "when's the holiday", "september", ""),
    (("i take sugar in my tea", "i've knocked the sugar on the head"), "do i take sugar", "knocked", ""),
    (("my car's a blue corsa", "sold the corsa got a red polo"), "what car have i got", "polo", "corsa"),
]  # fmt: skip
BARE_FIXES: list[Row] = [
    (("the car's in for its mot on tuesday", "well wednesday now they rang"), "when's the mot", "wednesday", "tuesday"),
    (("i've got three grandkids", "four now another one came last night"), "how many grandkids have i got",
     "four", "three"),
    (("i'm allergic to cats", "no not cats dogs"), "what am i allergic to", "dogs", "cats"),
    (("we live in a three bed semi", "sorry not a semi a terrace"), "what do we live in", "terrace", "semi"),
    (("my grandad was in the navy", "army sorry"), "what was my grandad in", "your grandad was in the army", "navy"),
    (("lucy plays the flute", "clarinet i mean"), "what does lucy play", "lucy plays the clarinet", "flute"),
    (("i'm thirty eight", "thirty nine sorry i keep forgetting"), "how old am i", "thirty nine", "eight"),
    (("the code's one nine one nine", "one nine nine one"), "what's the code", "one nine nine one", ""),
    (("our lodger pays ninety a week", "it's ninety five a week not ninety"), "how much does the lodger pay",
     "ninety five a week", "week a week"),
    (("my son's teacher's mr bell", "beg your pardon it's mr bull"), "who's my son's teacher", "bull", "bell"),
    (("i said the party was friday it's saturday",), "when's the party", "saturday", "friday"),
    (("i told you mum's coming friday she's not it's saturday",), "when's mum coming", "saturday", "friday"),
    (("nope that's not right my shift starts at six",), "when does my shift start", "six", ""),
    ((), "it's not red", "don't know what to change", "noted"),
]  # fmt: skip
TOLD_BARELY: list[Row] = [
    (("morning it's karen",), "what's my name", "karen", ""),
    (("hi susan speaking",), "what's my name", "susan", ""),
    (("morning it's raining",), "what's my name", "don't know", "raining"),
    (("morning it's tuesday",), "what's my name", "don't know", "tuesday"),
    (("i meant to buy milk",), "what did i mean to buy", "milk", ""),
    (("can't eat grapefruit with these tablets",), "can i eat grapefruit", "can't eat grapefruit", ""),
    (("had a fall last month broke my wrist",), "what did i break", "wrist", "last month"),
    (("next door have got a new puppy", "it barks all day"), "when does the puppy bark", "all day", ""),
    (("my appointment's the twelfth",), "when's my appointment", "twelfth", ""),
    ((), "it snows all day", "", "noted"),
]  # fmt: skip
NOT_ASKED: list[Row] = [
    (("we're off to the caravan at whitby for half term",), "whose caravan is it", "not sure|don't know", ""),
    (("my sister bev runs a pub and my other sister lyn's a nurse",), "which sister's a nurse", "lyn", "bev"),
    (("my first job was in a bakery",), "what's my job", "don't know|not sure", ""),
    (("ben's teacher is mrs holt",), "she's gone on leave now", "ben's teacher has gone", "holt is"),
]  # fmt: skip
ENDED_SHORTLY: list[Row] = [
    (("my brother's a vegan", "he isn't any more"), "is my brother a vegan", "not a vegan any more", ""),
    (("i eat meat", "i don't any more"), "do i eat meat", "not eat meat any more", ""),
    (("we go to the lido", "not any more"), "do we go to the lido", "not go to the lido", ""),
    (("my sister works at boots", "she doesn't now"), "does my sister work at boots", "not work at boots", ""),
    (("my brother's a vegan", "i don't any more"), "is my brother a vegan", "brother's a vegan", "not"),
    (("i shop at lidl", "i've switched to aldi"), "where do i shop", "aldi", "lidl"),
    (("i go to the gym on station road", "cancelled the gym i've joined the running club instead"),
     "am i still a member at the gym", "cancelled the gym", ""),
    (("the loan's two hundred a month", "paid the loan off"), "how much is the loan", "paid the loan off", ""),
]  # fmt: skip
DONE_BY: list[Row] = [
    (("i feed the cat",), "who feeds the cat", "you feed the cat", ""),
    (("my wife does the garden and i do the cooking",), "who does the cooking", "you do the cooking", "wife"),
    (("my friend's son is a doctor",), "is my son a doctor", "don't know", "doctor"),
    (("it takes me forty minutes to walk to work",), "how long does it take me to walk to work", "forty minutes", ""),
    (("i've been in the choir since march",), "how long have i been in the choir", "since march", ""),
    (("i've joined the running club they meet saturdays",), "when does the running club meet", "saturdays", ""),
    (("my best friend is maisie b", "not maisie b i mean maisie k"), "who's my best friend", "maisie k", "b b"),
]  # fmt: skip


@pytest.mark.parametrize(
    "row",
    [
        *ENDED_SHORTLY,
        *DONE_BY,
        *ONE_OF_SEVERAL,
        *IN_ORDER,
        *OF_LAST,
        *CHOSEN,
        *INSTEAD,
        *BARE_FIXES,
        *TOLD_BARELY,
        *NOT_ASKED,
    ],
    ids=lambda row: f"{row[0][:1]} {row[1]}",
)
def test_spoken_talk_gets_the_right_answer(talk: Talk, row: Row) -> None:
    _check(talk, row)


GERMAN: list[Row] = [
    (("ich muss noch die bank anrufen und ein paket verschicken", "das paket ist verschickt"),
     "was muss ich noch machen", "bank", "paket"),
    (("ich wohne mit tom und maria in einer wg", "maria ist ausgezogen"), "mit wem wohne ich zusammen",
     "tom und maria.*maria ist ausgezogen", ""),
    (("wir haben zwei hunde rex und bella", "rex ist gestorben"), "wie heißen meine hunde", "bella.*gestorben", ""),
    (("unter uns behalt das nächste nicht", "ich suche einen neuen job"), "was suche ich",
     "weiss ich noch nicht", "job"),
    (("wir brauchen müllbeutel", "setz katzenfutter auf die einkaufsliste"), "was müssen wir einkaufen",
     "katzenfutter.*müllbeutel", ""),
    ((), "magst du eier", "sprachassistentin", ""),
]  # fmt: skip


@pytest.mark.parametrize("row", GERMAN, ids=lambda row: row[1])
def test_german_talk_gets_the_right_answer(tmp_path: Path, row: Row) -> None:
    with talk_in(tmp_path / "vault", "de") as talk:
        _check(talk, row)


def _check(talk: Talk, row: Row) -> None:
    before, last, found, absent = row
    for said in before:
        talk.say(said)
    reply = talk.say(last).casefold()
    assert re.search(found, reply), reply
    assert not absent or not re.search(absent, reply), reply
