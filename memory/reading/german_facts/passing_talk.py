"""Pure: says whether a German clause retells a film or a song, or only moans: "das bleibt wieder an mir hängen"."""

from __future__ import annotations

from memory.reading.german.german_line import GermanLine
from memory.reading.grammar.clause import Clause

_TOLD_IN = frozenset(("im", "in", "vom", "beim"))
_BETWEEN = frozenset(
    ("der", "dem", "diesem", "dieser", "einem", "einer", "nem", "ner", "neuen", "letzten", "gestrigen")
)
_NO_ONE = frozenset(("keiner", "niemand"))
_MOANED = frozenset(("hören", "helfen", "mithelfen", "fragen", "glauben", "zuhören", "verstehen", "kümmern", "danken"))


def is_passing_talk(line: GermanLine, clause: Clause) -> bool:
    """Says whether nothing of the clause is a fact of the speaker's own world."""
    return _is_of_story(line, clause.first) or _only_moans(line, clause)


def _is_of_story(line: GermanLine, at: int) -> bool:
    """Says whether the utterance begins in a film, or asks for a song, up to this clause: "im krimi hat der mörder"."""
    stories, songs = line.words.sets["stories"], line.words.sets["songs"]
    place = next((start for start in range(at + 1) if not line.length_of(line.words.openers, start)), at)
    if line.word(place) in _TOLD_IN:
        place += 1
        while line.word(place) in _BETWEEN:
            place += 1
        return line.word(place) in stories
    asked = line.word(place) == "wie" and line.word(place + 1) in ("ging", "geht", "hieß", "heißt", "lautet", "war")
    return asked and at > place and any(line.word(start) in songs for start in range(place + 2, place + 5))


def _only_moans(line: GermanLine, clause: Clause) -> bool:
    """Says whether somebody moans that all is left to them: "immer muss ich alles machen", "auf mich hört keiner"."""
    spoken = [line.word(at) for at in range(clause.first, clause.last)]
    said = frozenset(spoken)
    if "hängen" in said and "mir" in said and "an" in said and ("bleibt" in said or "blieb" in said):
        return True
    if said & _NO_ONE and clause.lemma in _MOANED and said & {"mir", "mich", "uns"}:
        return True
    if "schuld" in said and said & {"immer", "wieder"} and "ich" in said:
        return True
    if "ausbaden" in said or "typisch" in said:
        return "das" in said and bool(said & {"wieder", "ja", "mal"})
    alone = (
        "alles" in said
        and bool(said & {"alleine", "allein", "selber", "ich"})
        and bool(said & {"wieder", "immer", "hier"})
    )
    return alone and clause.lemma in ("machen", "do", "tun") and "ich" in said
