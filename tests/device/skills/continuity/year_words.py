"""What the people of a simulated year say, and how what is said to them is read, in English and German."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

Preference = tuple[str, bool]


@dataclass(frozen=True)
class YearWords:
    """The sentences of one language, with places for a topic in each case and for a thing."""

    topics: Mapping[str, tuple[str, str, str]]
    """Each topic in the nominative, the dative and the accusative."""
    choices: tuple[str, ...]
    parts: tuple[str, ...]
    trades: tuple[str, ...]
    hello: str
    other: str
    yes: str
    no: str
    forget_that: str
    cancel_that: str
    about: str
    decided: str
    decided_part: str
    open: str
    coming: str
    resume: str
    pin: str
    unpin: str
    forget: str
    work: str
    order: str
    prefer: Mapping[Preference, str]
    told: re.Pattern[str]
    asked: re.Pattern[str]
    work_told: re.Pattern[str]
    work_asked: re.Pattern[str]

    def say(self, sentence: str, topic: str = "", thing: str = "") -> str:
        """One of the sentences, about a topic and a thing."""
        first, topic, direct = self.topics.get(topic, ("", "", ""))
        return sentence.format(first=first, topic=topic, direct=direct, thing=thing)

    def read(self, reply: str) -> tuple[str, str, frozenset[str]]:
        """What a reply says unasked: how, of what, and in which lines."""
        if found := self.told.search(reply):
            lines = re.findall(r"^- [^:]+: [\"„](.*)[\"“]$", reply, re.MULTILINE)
            return "told", found[1].casefold(), frozenset(lines)
        for how, pattern in (("work told", self.work_told), ("work asked", self.work_asked), ("asked", self.asked)):
            if found := pattern.search(reply):
                return how, found[1] if how != "asked" else found[1].casefold(), frozenset()
        return "", "", frozenset()


_EN_TOPICS = (
    "kitchen",
    "bathroom",
    "attic",
    "cellar",
    "balcony",
    "garage",
    "boat",
    "caravan",
    "piano",
    "wedding",
    "bicycle",
    "greenhouse",
    "aquarium",
    "fireplace",
    "sauna",
    "hallway",
    "staircase",
    "terrace",
    "library",
    "nursery",
    "workshop",
    "orchard",
    "cottage",
    "choir",
    "newsletter",
    "exhibition",
    "raffle",
    "picnic",
    "reunion",
    "concert",
)
_DE_TOPICS = {
    "die": "Küche Terrasse Werkstatt Hochzeit Bibliothek Garage Sauna Treppe Ausstellung Hütte",
    "der": "Keller Balkon Flur Garten Dachboden Wintergarten Teich Chor Kamin Speicher",
    "das": "Boot Klavier Gewächshaus Aquarium Konzert Fahrrad Sommerfest Ferienhaus Treppenhaus Kinderzimmer",
}
_DATIVE = {"die": "der", "der": "dem", "das": "dem"}
_ACCUSATIVE = {"die": "die", "der": "den", "das": "das"}

WORDS = {
    "en": YearWords(
        topics={one: (f"the {one}",) * 3 for one in _EN_TOPICS},
        choices=("marble", "cedar", "oak", "slate", "copper", "canvas", "linen", "granite", "bamboo", "velvet"),
        parts=("lamp", "gate", "mirror", "carpet", "curtain", "shelf", "handle", "hinge", "cushion", "bench"),
        trades=("plumber", "carpenter", "painter", "electrician", "gardener", "caterer", "printer", "decorator"),
        hello="hello",
        other="what time is it",
        yes="yes",
        no="no",
        forget_that="forget that",
        cancel_that="cancel that",
        about="{first} needs some work",
        decided="we decided on {thing} for {topic}",
        decided_part="we decided on the {thing} for {topic}",
        open="I still don't know which {thing} fits {topic}",
        coming="next I will call the {thing} about {topic}",
        resume="resume the thread about {topic}",
        pin="pin the thread about {topic}",
        unpin="unpin the thread about {topic}",
        forget="forget the thread about {topic}",
        work="order twenty metres of {thing}",
        order="start a work order to {thing}",
        prefer={
            ("resumes", False): "only resume if I ask",
            ("resumes", True): "you may resume automatically again",
            ("recalls", False): "only recall if I ask",
            ("recalls", True): "you may recall things again",
            ("everything", True): "remember everything going forward",
            ("everything", False): "remember things as usual",
        },
        told=re.compile(r'Where we left off with "([^"]+)"'),
        asked=re.compile(r'Do you want to resume "([^"]+)" or start something new\?'),
        work_told=re.compile(r'work order pending: "([^"]+)"'),
        work_asked=re.compile(r'Do you want to resume the work order "([^"]+)"'),
    ),
    "de": YearWords(
        topics={
            noun.casefold(): (f"{article} {noun}", f"{_DATIVE[article]} {noun}", f"{_ACCUSATIVE[article]} {noun}")
            for article, nouns in _DE_TOPICS.items()
            for noun in nouns.split()
        },
        choices=("Marmor", "Zeder", "Eiche", "Schiefer", "Kupfer", "Leinen", "Granit", "Bambus", "Samt"),
        parts=("Lampe", "Matte", "Tapete", "Farbe", "Bank", "Klinke", "Leiste", "Gardine"),
        trades=("Klempner", "Schreiner", "Maler", "Elektriker", "Drucker"),
        hello="hallo",
        other="wie spät ist es",
        yes="ja",
        no="nein",
        forget_that="vergiss das",
        cancel_that="storniere das",
        about="{first} braucht etwas Arbeit",
        decided="wir haben uns bei {topic} für {thing} entschieden",
        decided_part="wir haben uns bei {topic} für die {thing} entschieden",
        open="ich weiß noch nicht, welche {thing} zu {topic} passt",
        coming="als Nächstes rufe ich wegen {topic} den {thing} an",
        resume="nimm den Faden über {direct} wieder auf",
        pin="hefte den Faden über {direct} an",
        unpin="löse den Faden über {direct} wieder ab",
        forget="vergiss den Faden über {direct}",
        work="zwanzig Meter {thing} bestellen",
        order="leg einen Auftrag an {thing}",
        prefer={
            ("resumes", False): "setz Gespräche nur fort wenn ich frage",
            ("resumes", True): "setz Gespräche wieder von selbst fort",
            ("recalls", False): "erinnere dich nur wenn ich frage",
            ("recalls", True): "erinnere dich wieder von selbst",
            ("everything", True): "merk dir ab jetzt alles",
            ("everything", False): "merk dir Sachen wieder wie üblich",
        },
        told=re.compile("Bei „([^“]+)“ waren wir am"),
        asked=re.compile("Willst du mit „([^“]+)“ weitermachen"),
        work_told=re.compile("Ein Auftrag steht noch aus: „([^“]+)“"),
        work_asked=re.compile("Willst du mit dem Auftrag „([^“]+)“"),
    ),
}
