"""Turns that say what is unwanted and then only point at it: what they name, and what is no request at all."""

from __future__ import annotations

import pytest

from device.platform.language_files import load_language
from memory.text.forgetting.forget_requests import ForgetRequests

REQUESTS = {code: ForgetRequests(load_language(code).device) for code in ("en", "de")}
NAMED = {
    "en": {
        "remember that business with the lottery? drop it please": ["the lottery"],
        "the lottery business isn't ours to know, so take it out of the notes": ["lottery"],
        "i had no right to talk about the loan, please un-hear it": ["loan"],
        "Vera would rather that wasn't written down, so take it out": ["Vera"],
        "Vera asked me not to have it noted. Drop it.": ["Vera"],
        "i don't want Bruno in your memory any more": ["Bruno"],
        "i don't want Bruno in here any more. erase him.": ["Bruno"],
        "you shouldn't be holding wages. delete them.": ["wages"],
        "i'd rather you hadn't heard the sum": ["sum"],
        "i wish i hadn't mentioned the operation": ["operation"],
        "i should have kept the diagnosis to myself": ["diagnosis"],
        "they fitted a new lock, so the old code can go": ["code"],
        "neither the gate code nor the postcode needs to stay on file": ["gate code", "postcode"],
        "forget i ever mentioned a lawyer": ["a lawyer"],
        "ignore what i said about Nils, i got him mixed up": ["Nils"],
        "i take back what i said about Nils": ["Nils"],
        "the wedding's off, you can forget everything about it": ["the wedding"],
        "the merger fell through. please don't keep it anywhere": ["merger"],
        "the barbecue is on Sunday, so you needn't remember it": ["barbecue"],
        "we've nae need of that ferry code any more, so ye can forget it": ["ferry code"],
        "plz forget i told you he gambles": ["he gambles"],
        "forget i said i fancy Duncan": ["i fancy Duncan"],
        "i'd sleep better if the biopsy wasn't on record anywhere": ["biopsy"],
        "we'd be happier if the adoption were not written down": ["adoption"],
        "i want no trace of the bankruptcy left in you, understood?": ["the bankruptcy"],
        "that was wrong of me, what i told you about Olga's wig. take it back out.": ["Olga's wig"],
        "scrap that, the bankruptcy business": ["bankruptcy"],
    },
    "de": {
        "das mit dem kredit hätte ich nicht verraten dürfen, tu so, als wüsstest du nichts": ["kredit"],
        "dass sie spielt, geht uns nichts an, das muss wieder raus": ["sie spielt"],
        "dass er umzieht, hast du nie gehört": ["er umzieht"],
        "heb die 7719 nicht auf": ["7719"],
        "Vera möchte nicht, dass das irgendwo steht, nimm es raus": ["Vera"],
        "ich will von Bruno nichts mehr hören, wirf ihn raus": ["Bruno"],
        "die hochzeit fällt aus, du kannst alles dazu löschen": ["die hochzeit"],
        "das schloss ist neu, der alte code kann weg": ["code"],
        "weder die adresse noch den namen brauchst du noch": ["adresse", "namen"],
        "wie viel es war, hätte ich besser für mich behalten, lösch das": ["wie viel es war"],
        "mir wäre wohler, wenn das mit der adoption nirgends mehr stünde": ["adoption"],
        "dass er spielt, hast du nie gehört, verstanden?": ["er spielt"],
        "bitte vergiss ganz schnell das mit olga": ["mit olga"],
        "vergiss den 3. mai": ["3. mai"],
    },
}
POINTS = {
    "en": (
        "oh hang on, that's my aunt's number, get rid of it",
        "sorry, that was the wrong date, forget it",
        "i'm done with that and i don't want it lying around in your head so chuck it out",
        "i talk too much, forget that",
        "whoops, that last bit wasn't meant for you, wipe it",
    ),
    "de": ("moment, das ist die von meiner tante, weg damit", "halt, das ist der name vom hund, lösch das"),
}
NO_REQUESTS = {
    "en": (
        "i've no need of the umbrella now, so you can bin it",
        "i'd feel better if the cat wasn't kept in the shed",
        "i'd feel better if the scan wasn't so early",
        "i want no trace of mud left in the hall",
        "that last bit wasn't meant for the dog",
        "the milk is off, chuck it out",
        "the sofa isn't ours, leave it",
        "the old bike can go",
        "the kids can go to the party",
        "this jumper isn't mine so take it back",
        "i don't want the dog in here any more. get him out.",
        "she told me about the job, leave it with me",
        "the party's off. throw away the balloons.",
        "no wait, that's the wrong bin, take it out",
        "i'd rather you had a nap",
        "never mind the umbrella",
        "my old phone number can go on the form",
        "neither Tom nor Ben is coming",
        "you shouldn't keep bees, drop it",
        "the meeting was cancelled and must not be missed",
        "pretend you are a pirate",
        "take back that library book on Friday",
        "the deal fell through",
        "i should have kept the receipt",
    ),
    "de": (
        "mir wäre wohler, wenn die untersuchung nicht so früh wäre",
        "mir wäre lieber, wenn der hund nicht in der küche steht",
        "der zug am 3. mai fährt um acht",
        "die milch ist schlecht, wirf sie weg",
        "das mit dem auto ist erledigt",
        "der alte schrank kann weg",
        "die feier fällt aus",
        "moment, das ist mein mantel, nimm ihn raus",
        "das sofa ist alt, das muss raus",
        "heb die zeitung nicht auf",
        "tu so als ob du schläfst",
        "was es kostet, weiß ich nicht",
    ),
}


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, all_ in NAMED.items() for said in all_])
def test_what_is_unwanted_is_named(language: str, said: str) -> None:
    found = REQUESTS[language].read(said)
    assert [said[one.start : one.end] for sentence in found for one in sentence.named] == NAMED[language][said]


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, all_ in POINTS.items() for said in all_])
def test_what_names_nothing_points_at_what_was_told(language: str, said: str) -> None:
    (named,) = (one for sentence in REQUESTS[language].read(said) for one in sentence.named)
    assert named.points


@pytest.mark.parametrize(("language", "said"), [(code, said) for code, all_ in NO_REQUESTS.items() for said in all_])
def test_talk_of_other_things_is_no_request(language: str, said: str) -> None:
    assert not [one for sentence in REQUESTS[language].read(said) for one in sentence.named]
