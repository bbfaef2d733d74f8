"""What a German speaker puts right within one utterance takes the place of the words of its sort, and of no others."""

from __future__ import annotations

import pytest

from memory.reading.grammar.repairs import mend

REPAIRED = [
    ("der elternabend ist am montag nein am dienstag", "der elternabend ist am dienstag"),
    ("mein friseurtermin ist am mittwoch nein donnerstag", "mein friseurtermin ist am donnerstag"),
    ("das training fängt um drei an quatsch um vier", "das training fängt um vier an"),
    ("wir fahren im juni ich meine im juli nach holland", "wir fahren im juli nach holland"),
    ("meine tante wohnt in essen äh sorry in bochum", "meine tante wohnt in bochum"),
    ("der hund von meiner schwester heißt lucky besser gesagt lucy", "der hund von meiner schwester heißt lucy"),
    ("ich hab am achten warte am neunten oktober geburtstag", "ich hab am neunten oktober geburtstag"),
    ("die prüfung ist am montag um neun falsch geguckt um zehn fängt die an", "die prüfung ist am montag um zehn"),
    (
        "die leiter hab ich dem kai geliehen ach quatsch dem jan hab ich die geliehen",
        "die leiter hab ich dem jan geliehen",
    ),
    ("den schlüssel hat die anna stimmt nicht ganz den schlüssel hat die lena", "den schlüssel hat die lena"),
    ("mein bruder ist vierunddreißig nein fünfunddreißig", "mein bruder ist fünfunddreißig"),
    ("mein bruder ist vierunddreißig nein er ist fünfunddreißig", "mein bruder ist fünfunddreißig"),
    ("der kurs kostet achtzig euro nein neunzig euro", "der kurs kostet neunzig euro"),
    ("der kurs kostet achtzig euro nein neunzig", "der kurs kostet neunzig euro"),
    ("meine chefin heißt anna nein nicht anna sondern hanna", "meine chefin heißt hanna"),
    ("meine chefin heißt anna ach quatsch hanna", "meine chefin heißt hanna"),
    ("ich wohn in bern nein ich wohn in basel", "ich wohn in basel"),
    ("meine tante nein meine oma wohnt in gent", "meine oma wohnt in gent"),
    ("ich bin in mainz geboren nein in trier", "ich bin in trier geboren"),
    ("der zug geht um zehn nach acht nein um zwanzig nach acht", "der zug geht um zwanzig nach acht"),
    ("wir treffen uns morgen nein übermorgen um drei", "wir treffen uns übermorgen um drei"),
    ("wir treffen uns am montag nein morgen", "wir treffen uns morgen"),
    ("der kurs ist in raum zwölf nee raum vierzehn", "der kurs ist in raum vierzehn"),
    ("mein auto ist rot nein blau", "mein auto ist blau"),
    ("ich nehm zehn milligramm stimmt nicht zwanzig milligramm", "ich nehm zwanzig milligramm"),
    ("ich bin mit anna nach köln gefahren nein mit hanna", "ich bin mit hanna nach köln gefahren"),
    ("der termin ist um halb drei nein um halb vier", "der termin ist um halb vier"),
    ("das paket kommt am freitag nein doch am samstag", "das paket kommt am samstag"),
    ("wir haben zwei nein drei katzen", "wir haben drei katzen"),
    ("die hochzeit ist im mai nein im juni", "die hochzeit ist im juni"),
    ("mein arzt ist der doktor hofer nein der doktor hofner", "mein arzt ist der doktor hofner"),
    ("ich arbeite bei bosch äh nein bei siemens", "ich arbeite bei siemens"),
    ("um sieben nein um acht muss ich los", "um acht muss ich los"),
    ("die party fängt um acht an nein sie fängt um neun an", "die party fängt um neun an"),
    ("mein sohn ist am dritten mai nein am vierten mai geboren", "mein sohn ist am vierten mai geboren"),
    ("der zug fährt auf gleis drei nein gleis fünf ab", "der zug fährt auf gleis fünf ab"),
    ("ich hab zweihundert nein dreihundert euro bezahlt", "ich hab dreihundert euro bezahlt"),
    (
        "anna hat den auflauf mit quark gemacht nein sie hat den mit schmand gemacht",
        "anna hat den auflauf mit schmand gemacht",
    ),
    ("der schlüssel hängt am haken nee der liegt unterm topf", "der schlüssel liegt unterm topf"),
    ("der schlüssel hängt am haken ne halt der liegt unterm topf", "der schlüssel liegt unterm topf"),
    ("mein hund heißt auch rex nee der hund heißt fuchs", "mein hund heißt fuchs"),
    ("es ist mein bruder der schlagzeug spielt", "mein bruder spielt schlagzeug"),
    ("es war die oma die den kuchen gebacken hat", "die oma hat den kuchen gebacken"),
    ("die rote ist es die ich mag", "die rote mag ich"),
    ("der hund ist es den ich nicht leiden kann", "den hund kann ich nicht leiden"),
]
LEFT_ALONE = [
    "ich warte auf den bus",
    "ich sag nein danke",
    "im moment wohne ich in ulm",
    "mein vater sagte nein",
    "das ist falsch",
    "nein das stimmt nicht",
    "nein am dienstag",
    "ich hab keine brüder nein",
    "hast du milch nein",
    "es war ein mann der geklingelt hat",
    "es ist schön dass du da bist",
    "es tut mir leid sorry",
    "ich wohn in bonn und ich meine das ernst",
    "ich hab nein gesagt",
    "ich mein es gut mit dir",
    "mein sohn ist sechs und meine tochter acht",
    "ist er zu hause nein er ist im büro",
    "das licht ist an nein",
    "er kommt am montag nein danke sag ihm nichts",
    "der laden ist falsch herum beschriftet",
]


@pytest.mark.parametrize(("said", "meant"), REPAIRED, ids=[said for said, _ in REPAIRED])
def test_what_was_meant_replaces_what_was_said(said: str, meant: str) -> None:
    found = mend(said, "de")
    assert found is not None
    assert " ".join(found.text.split()) == meant


@pytest.mark.parametrize("said", LEFT_ALONE)
def test_what_puts_nothing_right_is_left_alone(said: str) -> None:
    assert mend(said, "de") is None
