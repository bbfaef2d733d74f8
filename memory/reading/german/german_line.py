"""Pure: one German utterance, and what a single word in it may be: what is before a word tells a verb from a noun."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property

from memory.reading.words.closed_words import ClosedWords, load_closed_words
from memory.reading.words.everyday_words import load_everyday_words, stem_of
from memory.reading.words.extra_words import ExtraWords, load_extra_words
from memory.reading.words.german_numbers import value_of_number
from memory.reading.words.given_names import is_given_name
from memory.reading.words.line import Certainty, Line
from memory.reading.words.meaning import load_meaning
from memory.reading.words.tokens import Token
from memory.reading.words.word_table import WordForm

FIRST, SECOND, THIRD, PLURAL = "1", "2", "3", "p"
_PERSON_OF = {
    "ich": FIRST, "du": SECOND, "er": THIRD, "man": THIRD, "wir": PLURAL, "es": THIRD, "'s": THIRD,
    "das": THIRD + PLURAL, "wer": THIRD,
    "sie": THIRD + PLURAL, "ihr": "q", "dies": THIRD, "jemand": THIRD, "niemand": THIRD, "keiner": THIRD,
    "jeder": THIRD, "der": THIRD,
    "die": THIRD + PLURAL, "alle": PLURAL, "beide": PLURAL, "alles": THIRD, "nichts": THIRD, "etwas": THIRD,
    "viele": PLURAL, "einer": THIRD,
}  # fmt: skip
_STRONG_T = frozenset((
    "hielt", "tat", "bat", "riet", "trat", "galt", "schnitt", "litt", "stritt", "ritt", "bot", "erhielt", "behielt",
    "enthielt",
))  # fmt: skip


def without_ordinal_points(tokens: tuple[Token, ...], text: str, words: ClosedWords) -> tuple[Token, ...]:
    """Drops the points of "am 4. mai" and "am 13.5. um zehn": they end no sentence."""

    def is_ordinal(at: int) -> bool:
        token, before, after = (
            tokens[at],
            tokens[at - 1] if at else None,
            tokens[at + 1] if at + 1 < len(tokens) else None,
        )
        if (
            token.text != "."
            or before is None
            or after is None
            or before.end != token.start
            or not before.text[-1:].isdigit()
        ):
            return False
        return after.text in words.months or text[after.start].islower() or after.start == token.end

    return tuple(token for at, token in enumerate(tokens) if not is_ordinal(at))


@cache
def _regular_forms() -> Mapping[str, WordForm]:
    """Returns the forms of regular verbs that no table has."""
    forms: dict[str, WordForm] = {}
    prefixes = tuple(sorted(load_extra_words().participle_prefixes))
    for verb in sorted(load_extra_words().regular_verbs | load_everyday_words().verbs):
        stem = stem_of(verb)
        linking = "e" if stem.endswith(("t", "d")) else ""
        for ending in ("e", f"{linking}st", f"{linking}t", f"{linking}te", f"{linking}ten"):
            forms[stem + ending] = WordForm("v", ((verb, "f"),))
        forms[verb] = WordForm("v", ((verb, "b"), (verb, "f")))
        if stem.startswith(prefixes):
            forms[f"{stem}{linking}t"] = WordForm("v", ((verb, "f"), (verb, "n")))
        forms.setdefault(f"ge{stem}{linking}t", WordForm("v", ((verb, "n"),)))
    return forms


_BORROWED, _BORROWED_BASE = "iert", "ieren"
_MIN_BORROWED = len("kopiert")
_MIN_GUESSED = len("pfeift")


def _borrowed(word: str) -> WordForm | None:
    """Returns the form of a verb on -ieren that no table has, which is always regular: "konfirmiert", "kastriert"."""
    if len(word) < _MIN_BORROWED:
        return None
    if word.endswith(_BORROWED):
        lemma = f"{word[:-1]}en"
        return WordForm("v", ((lemma, "f"), (lemma, "n")))
    verb = word.endswith(_BORROWED_BASE) and word not in load_closed_words("de").sets["nouns in ieren"]
    return WordForm("v", ((word, "f"), (word, "b"))) if verb else None


_MELTED = frozenset(("im", "beim", "zum", "vom", "am"))
"""Prepositions with an article, after which an infinitive is a noun."""


class GermanLine(Line):
    """The tokens of a German utterance."""

    @property
    def extra(self) -> ExtraWords:
        """Returns the word classes that only German needs."""
        return load_extra_words()

    def form(self, at: int) -> WordForm | None:
        """Returns the table's entry of a word, or that of a verb that the table lacks: regular, or with a prefix."""
        return self._read_forms[at] if 0 <= at < len(self._read_forms) else None

    @cached_property
    def _read_forms(self) -> tuple[WordForm | None, ...]:
        """The entry of each word. Many rules ask for it, and most of its time goes into words that no table has."""
        regular, words = _regular_forms(), [token.text for token in self.tokens]
        return tuple(
            None
            if self._is_joined_noun(at) or self._is_surname(at) or self._is_named_owner(at) or self._is_called(at)
            else Line.form(self, at)
            or regular.get(word)
            or _borrowed(word)
            or self._prefixed(word)
            or self._guessed(at, word)
            for at, word in enumerate(words)
        )

    def _is_joined_noun(self, at: int) -> bool:
        """Says whether an article makes a noun of a verb with its prefix, which else ends a clause: "der eintritt"."""
        found, before = Line.form(self, at), Line.form(self, at - 2)
        if found is None or self.word(at - 1) not in self.words.sets["articles"]:
            return False
        prefixes = {lemma.partition("|")[0] for lemma, form in found.verbs if form == "f" and "|" in lemma}
        joined = any(self.word(at).startswith(prefix) for prefix in prefixes)
        return joined and (not self.is_stop(at + 1) or (before is not None and before.usual in "vx"))

    def is_quality(self, at: int) -> bool:
        """Says whether a word may be an adjective."""
        found = self.form(at)
        return found is not None and "a" in found.usual + found.other

    def is_owner(self, at: int) -> bool:
        """Says whether a name or a role in the genitive stands here: "toms", "papas"."""
        word, sets = self.word(at), self.words.sets
        named = word.endswith("s") and not is_given_name(word) and word not in sets["names_in_s"]
        return named and (is_given_name(word[:-1]) or word in sets["relatives_in_s"])

    def _is_named_owner(self, at: int) -> bool:
        """Says whether a name in the genitive looks like a verb before what is owned: "leas kita", "inas hund"."""
        after = Line.form(self, at + 1)
        return self.is_owner(at) and self.is_open(at + 1) and (after is None or after.usual == "n")

    def _is_surname(self, at: int) -> bool:
        """Says whether "schulte" is the name of "die frau schulte aus dem erdgeschoss ist hebamme": a verb follows."""
        found = Line.form(self, at)
        titled = self.word(at - 1) in self.words.sets["addressed"] and self.word(at - 2) not in self.words.possessives
        if not titled or found is None or not found.verbs or self.is_auxiliary(at) or self.word(at).endswith("t"):
            return False
        return self._is_verb_behind(at)

    def _is_called(self, at: int) -> bool:
        """Says whether a name or a trade that looks like a verb stands beside the verb of its clause: "jeden dienstag
        bringt der malte den müll raus", "malte kommt mit", "unser gärtner".
        """
        found, word = Line.form(self, at), self.word(at)
        led = self.word(at - 1) in self.words.sets["articles"] | self.words.possessives
        if found is None or not found.verbs or not (led or is_given_name(word)):
            return False
        trade = led and word in load_meaning("de").roles and not word.endswith(("n", "t", "e"))
        beside = self._is_plain_verb(at - 2) or self._is_verb_behind(at) if led else self._is_plain_verb(at + 1)
        return trade or (beside and is_given_name(word))

    def _is_verb_behind(self, at: int) -> bool:
        """Says whether a finite verb follows in the clause of a word."""
        ends = self.words.conjunctions | self.words.subordinators
        rest = range(at + 1, len(self))
        end = next((place for place in rest if self.is_stop(place) or self.word(place) in ends), len(self))
        return any(self._is_plain_verb(place) for place in range(at + 1, end))

    def _is_plain_verb(self, at: int) -> bool:
        """Says whether the table has the word as a finite verb before anything else."""
        found = Line.form(self, at)
        listed = found is not None and found.usual == "v" and any(form == "f" for _, form in found.verbs)
        return self.is_auxiliary(at) or listed

    def _prefixed(self, word: str) -> WordForm | None:
        """Reads "untergestellt" as the participle of a verb that the table has without its prefix."""
        for prefix in self.words.particles:
            rest = word.removeprefix(prefix)
            if rest == word or not rest.startswith("ge") or len(prefix) < len("ab"):
                continue
            found = self.table.find(rest)
            lemmas = sorted({lemma for lemma, form in found.verbs if form == "n"}) if found else []
            if lemmas and all("|" not in lemma for lemma in lemmas):
                return WordForm("v", tuple((f"{prefix}|{lemma}", "n") for lemma in lemmas))
        return None

    def _guessed(self, at: int, word: str) -> WordForm | None:
        """Reads an unknown word as the verb of "unsere waschmaschine schleudert nicht mehr", where no other can be one:
        behind the first noun phrase, and before a word that only stands behind a verb.
        """
        led = self.word(0) in self.words.possessives | {"der", "die", "das"} and at in (2, 3) and word.endswith("t")
        behind = self.word(at + 1) in self.words.negators | self.words.middle and self.is_open(at - 1)
        if not (led and behind) or len(word) < _MIN_GUESSED or is_given_name(word):
            return None
        if any(self._is_plain_verb(place) for place in range(len(self))):
            return None
        return WordForm("v", ((f"{word[:-1].removesuffix('e')}en", "f"),))

    def is_number(self, at: int) -> bool:
        """Says whether the word is a number or an ordinal; tens are written together with ones."""
        word = self.word(at)
        return (
            word[:1].isdigit()
            or word in self.words.numbers
            or word in self.words.ordinals
            or value_of_number(word) >= 0
            or any(word.endswith(ending) for ending in self.extra.number_endings)
        )

    def is_month(self, at: int) -> bool:
        """Says whether the word names a month."""
        return self.word(at) in self.words.months

    def is_plural(self, at: int) -> bool:
        """German plurals look like other forms; the word before decides, and only "die" and numbers are looked at."""
        if self.word(at) == "enkel" and self.word(at - 1) in ("mein", "dein", "sein", "unser", "der", "ein", "kein"):
            return False
        if self.word(at) == "kollegen" and {"einen", "einem", "meinem", "dem"} & {self.word(at - 1), self.word(at - 2)}:
            return False
        return self.word(at) in (
            "eltern",
            "großeltern",
            "geschwister",
            "kinder",
            "leute",
            "zwillinge",
            "katzen",
            "hunde",
            "söhne",
            "töchter",
            "brüder",
            "schwestern",
            "enkel",
            "freunde",
            "nachbarn",
            "kollegen",
        )

    def lemmas(self, at: int, forms: str) -> tuple[str, ...]:
        """Returns the verbs of which the word is one of these forms; separable ones with "|"."""
        found = self.form(at)
        return tuple(lemma for lemma, form in found.verbs if form in forms) if found else ()

    def is_blocked(self, at: int) -> bool:
        """Says whether the word before makes this one a noun or adjective: "das essen", "zum essen", "mein leben"."""
        before, words = self.word(at - 1), self.words
        if before in self.extra.standing_alone or self._is_fronted(at):
            return False
        return (
            before in words.determiners or before in words.possessives or before in words.prepositions - words.particles
        )

    def _is_fronted(self, at: int) -> bool:
        """Says whether "den" or "dem" before the verb here stands for something named: "den leihen wir vom karl"."""
        after = self.word(at + 1)
        pointed = self.word(at - 1) in ("den", "dem") and self.word(at - 2) not in self.words.prepositions
        return pointed and after in self.words.nominative and self.agrees_with(at, after)

    @cached_property
    def _qualities(self) -> dict[int, Certainty]:
        """How surely each word is a finite verb, as far as it was asked."""
        return {}

    def finite(self, at: int) -> Certainty:
        """Says how surely the word is a finite verb."""
        if at not in self._qualities:
            self._qualities[at] = self._finite_at(at)
        return self._qualities[at]

    def _finite_at(self, at: int) -> Certainty:
        word, words = self.word(at), self.words
        if word in ("sein", "gewesen", "gehabt") or self.is_stop(at) or self.is_number(at):
            return Certainty.NO
        if self._is_named_deed(at) or self.is_noun_after_der(at) or self._is_town(at) or self._is_before_helper(at):
            return Certainty.NO
        if self._is_in_phrase(at):
            return Certainty.NO
        beside_i = self.word(at - 1) == "ich" or self.word(at + 1) == "ich"
        if word in words.possessives or word in ("einige", "einigen", "danke", "bitte", "dich", "mich"):
            return Certainty.SURE if word in ("meine", "mein") and beside_i else Certainty.NO
        if word in words.be or word in words.have or word in words.modals:
            return Certainty.SURE
        if not self.lemmas(at, "f") or self.is_blocked(at) or (not beside_i and self._is_worker(at)):
            return Certainty.NO
        found = self.form(at)
        assert found is not None
        pronoun = beside_i or self.word(at - 1) in words.nominative or self.word(at + 1) in words.nominative
        if word == "weiß" and not (pronoun or self.word(at - 1) in ("sie", "wer", "jemand", "niemand", "keiner")):
            return Certainty.POSSIBLE
        if found.usual in "vx" and ("n" not in found.other or pronoun or not word.endswith("en")):
            return Certainty.SURE
        return Certainty.SURE if pronoun and self.agrees(at) else Certainty.POSSIBLE

    def _is_worker(self, at: int) -> bool:
        """Says whether an article makes a noun of a form that only "ich" would make a verb: "der kellner bringt es"."""
        before = self.word(at - 1)
        named = before in self.words.determiners or before in self.words.possessives
        compared = self.word(at).endswith("er") and self.is_quality(at)  # "dem hund gehts besser er frisst wieder"
        return (named or compared) and f"{self.word(at)}n" in self.lemmas(at, "f")

    def _is_in_phrase(self, at: int) -> bool:
        """Says whether a noun like a verb ends what a preposition began: "für die band", "im betreuten wohnen"."""
        before = self.words.prepositions - {"als", "wie"}
        led = self.word(at - 2) in before and self.word(at - 1) in self.words.determiners
        led = led or (self.word(at - 1) in before and self.is_number(at + 1))  # "an bucht vier"
        described = self.form(at - 1) is None and self.word(at - 1).endswith("en")
        described = described and any(self.is_auxiliary(place) for place in range(max(at - 2, 0)))
        deed = self.word(at - 2) in _MELTED and described and bool(self.lemmas(at, "b"))
        found = Line.form(self, at)
        named = led and found is not None and "n" in found.usual + found.other
        noun = named or (deed and self.word(at).endswith("n") and self.is_open(at - 1))
        return noun and self.word(at + 1) not in self.words.nominative

    def _is_before_helper(self, at: int) -> bool:
        """Says whether an infinitive stands first, before its helper: "abholen muss man ihn", "kochen kann sie"."""
        opens = at == 0 or self.is_stop(at - 1) or self.word(at - 1) in self.words.conjunctions
        after, words = self.word(at + 2), self.words
        followed = after in words.subjects | words.determiners | words.possessives
        return opens and self.word(at + 1) in words.modals and followed and bool(self.lemmas(at, "b"))

    def _is_town(self, at: int) -> bool:
        """Says whether a town with the name of a verb stands after "nach" or "aus": "nach gießen", "aus essen"."""
        after = self.word(at + 1)
        return (
            self.word(at - 1) in ("nach", "aus")
            and self.word(at).endswith("en")
            and not self.is_auxiliary(at)
            and bool(self.lemmas(at, "b"))
            and after not in self.words.nominative | {"sie", "die"}
        )

    def _is_named_deed(self, at: int) -> bool:
        """Says whether an infinitive after "das" is a noun, as no subject follows: "das grillen bei den meiers"."""
        if self.word(at - 1) != "das" or not self.word(at).endswith("n") or not self.lemmas(at, "b"):
            return False
        after, words = self.word(at + 1), self.words
        helper = after in words.be or after in words.have or after in words.modals
        phrase = after in words.prepositions - {"als", "wie"}
        phrased = self.word(at + 2) in words.determiners | words.possessives or after not in words.particles
        told = bool(self.lemmas(at + 1, "f")) and not self.lemmas(at + 1, "b")
        return helper or told or (phrase and phrased)

    def is_noun_after_der(self, at: int) -> bool:
        """Says whether "der" makes a noun of a plural verb form: "der rücken tut weh"; "der gehen wir" has none."""
        plural = self.word(at).endswith("en") and bool(self.lemmas(at, "bf"))
        named = self.word(at - 1) == "der" and plural
        if self.word(at - 1) == "die" and plural and self.usual(at) != "n":
            return self.is_auxiliary(at + 1) and self.word(at + 1) not in ("haben", "hat") and not self.is_auxiliary(at)
        helper = self.is_auxiliary(at) or self.word(at + 1) in self.words.nominative
        return named and not helper and (bool(self.lemmas(at - 2, "f")) or not self.is_stop(at + 1))

    def agrees(self, at: int) -> bool:
        """Says whether the verb agrees with the pronoun before or after it."""
        return any(self.agrees_with(at, self.word(place)) for place in (at - 1, at + 1))

    def agrees_with(self, verb: int, pronoun: str) -> bool:
        """Says whether the verb form goes with this pronoun; False for a word that is none."""
        persons = _PERSON_OF.get(pronoun, "")
        return any(person in self.persons(verb) for person in persons)

    def persons(self, at: int) -> str:
        """Returns the persons of a finite form: 1, 2, 3, p and q for "ihr"."""
        word, extra = self.word(at), self.extra
        if word in extra.both_persons:
            return FIRST + THIRD
        for known, person in (
            (extra.first_person, FIRST),
            (extra.second_person, SECOND),
            (extra.third_person, THIRD),
            (extra.plural_person, PLURAL),
        ):
            if word in known:
                return person
        lemmas = [lemma.rpartition("|")[2] for lemma in self.lemmas(at, "f")]
        if any(
            word == lemma[:-1] or word == lemma[:-2] + "le" or word == lemma[:-2] + "re" for lemma in lemmas
        ) and word.endswith("e"):
            return FIRST
        if word.endswith("st"):
            hissing = any(lemma.removesuffix("en")[-1:] in "sßzx" for lemma in lemmas)
            return SECOND + THIRD if hissing else SECOND
        if word.endswith(("ßt", "zt")):
            return SECOND + THIRD + "q"
        if word in _STRONG_T or word.endswith("te") or not word.endswith(("t", "n", "e")):
            return FIRST + THIRD
        if word.endswith("t"):
            return THIRD + "q"
        return PLURAL if word.endswith("n") else FIRST + THIRD

    def separable(self, prefix: str, lemma: str) -> bool:
        """Says whether the table has a separable verb of this prefix."""
        found = self.table.find(prefix + lemma)
        return found is not None and any(verb == f"{prefix}|{lemma}" for verb, _ in found.verbs)
