"""Pure: the names of letters in a language, and the word that they spell."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from device.core.policy import MAX_SPELLED_LETTERS, MIN_SPELLED_LETTERS
from memory.text.language_file import Data, table, texts

_PART = re.compile(r"\w+")


class SpellingAlphabet:
    """The words of one language for letters: "kilo" for K. A letter stands for itself."""

    def __init__(self, data: Mapping[str, Data]) -> None:
        """Takes the section `spelling` of a language file."""
        self._letters: dict[tuple[str, ...], str] = {}
        spoken: list[str] = []
        for letter, names in table(data["letters"]).items():
            self._letters[_parts(letter)] = letter
            for name in texts(names):
                self._letters[_parts(name)] = letter
                spoken.append(name)
        spaces, leave = texts(data["space"]), texts(data["leave"])
        self._letters |= {_parts(name): " " for name in spaces}
        self._change = re.compile(str(data["change"]), re.IGNORECASE)
        self._alike = {letter: texts(others) for letter, others in table(data["alike"]).items()}
        self._grows = {
            letter: {old: str(new) for old, new in table(forms).items()}
            for letter, forms in table(data["grows"]).items()
        }
        self.spoken = (*spoken, *spaces, *leave)
        """All words that may be said while a word is spelled, and to cancel it."""

    def word(self, said: str) -> str:
        """Returns the word that the whole utterance spells, with a capital letter; empty when it spells none."""
        parts, letters, at = _parts(said), "", 0
        while at < len(parts):
            size = next((size for size in (2, 1) if parts[at : at + size] in self._letters), 0)
            if not size:
                return ""
            letters += self._letters[parts[at : at + size]]
            at += size
        spelt = " ".join(part.capitalize() for part in letters.split())
        return spelt if MIN_SPELLED_LETTERS <= len(spelt) <= MAX_SPELLED_LETTERS else ""

    def change(self, said: str) -> LetterChange | None:
        """Returns the letter by which a word is spelled: "Sara with an h"; None where the utterance says none."""
        found = self._change.fullmatch(said.strip(" .!"))
        if found is None:
            return None
        named = found.groupdict()
        return LetterChange(
            named["name"] or "",
            named["letter"].casefold(),
            lacks=named["lacks"] is not None,
            twice=named["twice"] is not None,
            last=named["last"] is not None,
            first=named["first"] is not None,
        )

    def changed(self, word: str, change: LetterChange) -> str:
        """Returns a word with the letter that was said; empty where it is not plain how it is spelled then."""
        letter, low = change.letter, word.casefold()
        if change.name and low != change.name.casefold():
            return _in_case(change.name, word) if self._is_so_changed(low, change) else ""
        count = low.count(letter)
        if change.lacks:
            return _without(word, low.rfind(letter), len(letter)) if count == 1 else ""
        if change.twice:
            return _put(word, low.find(letter), letter) if count == 1 else ""
        if change.last or change.first:
            return word + letter if change.last else (letter + low).capitalize()
        for other in self._alike.get(letter, ()) if not count else ():
            at = 0 if low.startswith(other) else low.rfind(other)
            if at >= 0:
                new = letter if at else letter.upper() if word[0].isupper() else letter
                return word[:at] + new + word[at + len(other) :]
        grown = self._grows.get(letter, {}) if not count else {}
        new = next((re.sub(old, put, low, count=1) for old, put in grown.items() if re.search(old, low)), "")
        return _in_case(new, word)

    def _is_so_changed(self, word: str, change: LetterChange) -> bool:
        """Says whether the word that was said differs from a known one by the letter, and by no more than another that
        it takes the place of: "jona" and "jonah", "marian" and "marion".
        """
        known, said = Counter(word), Counter(change.name.casefold())
        gained, gone = said - known, known - said
        if change.lacks:
            return set(gained) <= set("".join(self._alike.get(change.letter, ()))) and set(gone) == set(change.letter)
        alike = set("".join(self._alike.get(change.letter, ())))
        name = change.name.casefold()
        one = gone.total() == gained.total() == 1 and (word[:1] == name[:1] or word[1:] == name[1:])
        replaced = one or set(gone) <= alike
        return set(gained) <= set(change.letter) and replaced


@dataclass(frozen=True, slots=True)
class LetterChange:
    """A letter by which a word is spelled: "Jona with an h at the end"."""

    name: str
    """The word, empty where it is not said."""
    letter: str
    lacks: bool
    twice: bool
    last: bool
    first: bool


def _in_case(word: str, like: str) -> str:
    """Returns a word with a capital letter where the other has one."""
    return word[:1].upper() + word[1:] if like[0].isupper() else word


def _without(word: str, at: int, size: int) -> str:
    return word[:at] + word[at + size :]


def _put(word: str, at: int, letter: str) -> str:
    return word[:at] + letter + word[at:] if at else word[0] + word


def spell_out(word: str) -> str:
    """Returns the letters of a word, one by one."""
    return ", ".join(word.replace(" ", "").upper())


def _parts(said: str) -> tuple[str, ...]:
    return tuple(_PART.findall(unicodedata.normalize("NFC", said).casefold()))
