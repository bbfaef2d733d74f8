"""Promise: the German verb beside "du" and "ihr" is the right one, whether regular, strong, with a prefix or past."""

from __future__ import annotations

import pytest

from memory.reading.speakers.german_verbs import is_sure_verb, verb_for_du, verb_for_ihr

FOR_DU = """
bin bist, war warst, habe hast, werde wirst, wurde wurdest, kann kannst, muss musst, weiß weißt, mag magst, wäre wärst
wohne wohnst, arbeite arbeitest, finde findest, rede redest, warte wartest, heiße heißt, reise reist, tanze tanzt
sitze sitzt, öffne öffnest, rechne rechnest, atme atmest, zeichne zeichnest, lerne lernst, filme filmst, nenne nennst
fühle fühlst, zahle zahlst, führe führst, fahre fährst, sammle sammelst, lächle lächelst, handle handelst
wechsle wechselst, wandere wanderst, ändere änderst, feiere feierst, stelle stellst, hole holst, zerre zerrst
esse isst, vergesse vergisst, lese liest, sehe siehst, nehme nimmst, gebe gibst, helfe hilfst, spreche sprichst
verspreche versprichst, bekomme bekommst, anfange anfängst, einlade einlädst, aufstehe aufstehst, fernsehe fernsiehst
verlasse verlässt, behalte behältst, verrate verrätst, heirate heiratest, frage fragst, beantrage beantragst
ging gingst, fuhr fuhrst, las last
fand fandest, hielt hieltest, aß aßt, bekam bekamst, wohnte wohntest, dachte dachtest
koche kochst, wasche wäschst, dusche duschst, laufe läufst, verkaufe verkaufst, stoße stößt, schalte schaltest
"""
FOR_IHR = """
sind seid, haben habt, hatten hattet, waren wart, wurden wurdet, können könnt, müssen müsst, wissen wisst
möchten möchtet
wohnen wohnt, arbeiten arbeitet, finden findet, heißen heißt, reisen reist, öffnen öffnet, rechnen rechnet, tun tut
sammeln sammelt, feiern feiert, wandern wandert, lernen lernt, fahren fahrt, essen esst, lesen lest, wohnten wohntet
gingen gingt, fanden fandet, aßen aßt, fuhren fuhrt, umziehen umzieht, gehören gehört, atmen atmet
"""


def forms(listed: str) -> list[tuple[str, str]]:
    """The pairs of a list."""
    return [
        (one, other)
        for one, other in (pair.split() for line in listed.strip().splitlines() for pair in line.split(", "))
    ]


@pytest.mark.parametrize(("verb", "turned"), forms(FOR_DU))
def test_the_form_beside_du(verb: str, turned: str) -> None:
    assert verb_for_du(verb) == turned


@pytest.mark.parametrize(("verb", "turned"), forms(FOR_IHR))
def test_the_form_beside_ihr(verb: str, turned: str) -> None:
    assert verb_for_ihr(verb) == turned


@pytest.mark.parametrize("word", ["heute", "eine", "gerne", "müde", "Katze", "Köln", "meine", "in", "12", "hab's", ""])
def test_what_is_no_verb_has_no_form(word: str) -> None:
    assert verb_for_du(word) is None
    assert verb_for_ihr(word) is None
    assert not is_sure_verb(word)
