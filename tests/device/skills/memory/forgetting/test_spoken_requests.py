"""A spoken request takes what it names and nothing beside it, without a question where one memory fits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.device.skills.memory.forgetting.played_requests import Gone, kept_after, without

ADDRESS, PAY = "my address is 12 Elm Road", "my salary is 40000 pounds"
HEIM, LOHN = "meine Adresse ist Gartenweg 2", "mein Gehalt ist 4000 Euro"
GONE = {
    "en": (
        (("dad's on a waiting list for his hip", "nan's taken up judo"), "can you drop what i said about dad", 0),
        (("the fence code is five one seven", "the fence leaks"), "the fence code you can chuck we've sold it", 0),
        (("ella's scared of the dark", "tom's scared of wasps"), "ella'd be cross can you take that out about her", 0),
        (("the engineer's called ravi", "the service is in may"), "the engineer's name you can forget he's left", 0),
        (("i weigh ninety kilos", "tom likes tea"), "mine can go i don't want my weight in there", 0),
        (("my brother owes me ten pounds", "dee owes me four"), "my brother paid so forget that he owes me", 0),
        (("ben owes the bank a lot", "the shed code's two two"), "the bank thing can go but not the shed code", 0),
        (("my iron's low", "my cholesterol is fine"), "leave the iron thing out please the cholesterol can stay", 0),
        (("mum's got new teeth", "dad's at sea"), "forget mum's teeth no wait keep that i need it", ()),
        (("the boat is at crinan", "the tent is in the loft"), "can you take the boat out", ()),
        (("i met gus he works at the zoo", "the zoo is big"), "gus and me are done so wipe everything about him", 0),
        ((ADDRESS, PAY), "please forget my address, i don't want it kept on any account", 0),
        ((ADDRESS, PAY), "forget my salary. under no circumstances keep it", 1),
        ((ADDRESS, PAY), "forget my salary. my cat should never be let out under any circumstances", 1),
        ((ADDRESS, PAY), "delete my address, under no circumstances delete my salary", 0),
        ((ADDRESS, PAY), "on no account delete my salary but my address you can forget", 0),
    ),
    "de": (
        (("Mama ist auf Kur", "Papa hat ein E-Bike"), "du was ich über Mama gesagt hab das lösch bitte wieder", 0),
        (("der Chef heißt Albrecht", "Ines mag Tee"), "den Chef kannst du vergessen der ist gekündigt", 0),
        (("Uwes Adresse ist Gartenweg 2", "Ines mag Tee"), "die Adresse von Uwe lösch bitte der zieht um", 0),
        (("mein Lieblingsfilm ist Alien", "Ines mag Tee"), "vergiss meinen Lieblingsfilm der ist es nicht mehr", 0),
        (("Ines vertritt die Steffi", "Jan mag Tee"), "das mit Steffi kannst du vergessen ach nee behalt das", ()),
        (("das Brautkleid ist von Wunsch", "Ines mag Tee"), "das Brautkleid das ist geheim das lösch bitte", 0),
        (("das Brautkleid ist von Wunsch", "Ines mag Tee"), "wo das Kleid herkommt das lösch bitte", ()),
        (("der Müll steht im Hof", "Jan mag Tee"), "der Müll muss raus", ()),
        ((HEIM, LOHN), "vergiss meine Adresse, die soll auf keinen Fall gespeichert bleiben", 0),
        ((HEIM, LOHN), "vergiss meine Adresse die soll auf keinen Fall gespeichert bleiben", 0),
        ((HEIM, LOHN), "lösch mein Gehalt. das darf auf keinen Fall jemand wissen", 1),
        ((HEIM, LOHN), "lösch mein Gehalt, aber lösch auf keinen Fall meine Adresse", 1),
        ((HEIM, LOHN), "lösch keinesfalls meine Adresse aber mein Gehalt kannst du vergessen", 1),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("language", "told", "said", "gone"), [(code, *one) for code in GONE for one in GONE[code]])
def test_only_what_is_named_goes(language: str, told: tuple[str, ...], said: str, gone: Gone, tmp_path: Path) -> None:
    kept = kept_after(language, told, said, tmp_path)
    assert {text for text in kept if text in told} == set(without(told, gone))
