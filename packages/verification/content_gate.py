"""Pure: checks the content of a package (2.4, hard rules): words only, no actions, permissions or erasures.

The gate reads no patterns of the package: a term is plain words, and its cost to a recogniser is capped. It runs at the
publisher when a package is built and again on every device that verifies one. Raises `ForbiddenContent`
(`VOCAB_POLICY`) with the place of the entry and never its words, which may be the secret.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from packages.core.errors import ForbiddenContent, MalformedDocument
from packages.core.policy import (
    MAX_PERSONAL_NAME_WORDS,
    MIN_TOKEN_CHARS,
    SECRET_SAID_DIGITS,
    SECRET_TERM_DIGITS,
    PackagePolicy,
)
from packages.documents.documents import Package, PackageKind, Permit, Publisher
from packages.documents.terms import Payload, Term, TermOrigin, TermRole
from packages.verification.gate_words import (
    ALLOWING,
    DIGIT_WORDS,
    FORGETTING,
    GIVEN_NAMES,
    NAMES_AND_WORDS,
    NEVER_INSIDE,
    OBJECTS,
    PRIVILEGED,
    RESERVED_JOINED,
    RIGHTS,
    TITLES,
    WAKE_WORDS,
)


def _no_command(_: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ContentGate:
    """The policy, and whether a phrase is one of the device's commands."""

    policy: PackagePolicy = field(default_factory=PackagePolicy)
    is_command: Callable[[str], bool] = _no_command
    """The device's own intent matcher; the phrases of `gate_words` are refused without it."""

    def check(self, package: Package, unknown: frozenset[str], payload: Payload, publisher: Publisher | None) -> None:
        """Checks a payload. Raises `ForbiddenContent` or `MalformedDocument`."""
        if privileged := sorted(name for name in payload.unknown | unknown if is_privileged(name)):
            raise ForbiddenContent(
                f"Package {package.label} has a section or field that only Selene herself may have"
                f" ({len(privileged)} of them). Nothing was changed; a package can hold words only."
            )
        if len(payload.terms) > self.policy.max_terms:
            raise ForbiddenContent(
                f"Package {package.label} has more than {self.policy.max_terms} terms. Nothing was changed."
            )
        names_allowed = package.kind is PackageKind.USER or _permits_names(publisher, self.policy)
        credits = {added: _credit_fault(added, self.policy) for added in {term.added for term in payload.terms}}
        for number, term in enumerate(payload.terms, 1):
            if fault := next(self._faults(term, names_allowed), credits[term.added]):
                raise ForbiddenContent(f"Package {package.label}, entry {number}: {fault}. Nothing was changed.")
        _check_twice(package, payload)

    def fault(self, term: Term, *, names_allowed: bool) -> str:
        """Returns why an entry may not be in a package; empty when it may."""
        return next(self._faults(term, names_allowed), _credit_fault(term.added, self.policy))

    def _faults(self, term: Term, names_allowed: bool) -> Iterator[str]:
        """Yields the faults of an entry, the cheapest checks first."""
        yield from _cost_faults(term, self.policy)
        phrases = (term.spelling, *term.heard)
        for phrase in phrases:
            yield from _plain_faults(phrase, self.policy)
            if is_reserved(phrase) or self.is_command(phrase):
                yield "the words of a command, a permission or an order to forget cannot be taught"
        if any(is_secret(text, SECRET_TERM_DIGITS) for text in (*phrases, *term.pronunciations)):
            yield _SECRET
        if not names_allowed and any(is_personal_name(phrase, term.role) for phrase in phrases):
            yield "it looks like the name of a person, which this publisher's root does not permit"


def is_privileged(field_name: str) -> bool:
    """Says whether the name of a section or field claims an action."""
    words = re.split(r"[^a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", field_name).casefold())
    return any(word.startswith(stem) for word in words for stem in PRIVILEGED if word)


def is_reserved(phrase: str) -> bool:
    """Says whether a phrase is a command, or an order to forget or to allow, in any spacing, hyphenation or case."""
    plain = _plain(phrase)
    words = plain.split()
    if "".join(words) in RESERVED_JOINED or plain in WAKE_WORDS:
        return True
    orders = not FORGETTING.isdisjoint(words) and (len(words) == 1 or not OBJECTS.isdisjoint(words))
    allows = not ALLOWING.isdisjoint(words) and not RIGHTS.isdisjoint(words)
    return orders or allows or any(joined in "".join(words) for joined in NEVER_INSIDE)


def is_secret(text: str, id_digits: int = 9) -> bool:
    """Says whether a text looks like a secret or an identifier: a number of many digits, a token, an address."""
    plain = text if text.isascii() else unicodedata.normalize("NFKC", text)
    words = plain.split()
    if "@" in plain or sum(map(str.isdigit, plain)) >= id_digits or _TOLD.search(plain):
        return True
    if len(max(words, key=len, default="")) >= MIN_TOKEN_CHARS and _TOKEN.search(plain):
        return True
    spoken = plain.casefold().replace("-", " ").split()
    if DIGIT_WORDS.isdisjoint(spoken):
        return False
    said = [word in DIGIT_WORDS for word in spoken]
    return any(all(said[at : at + SECRET_SAID_DIGITS]) for at in range(len(said) - SECRET_SAID_DIGITS + 1))


def is_personal_name(phrase: str, role: TermRole) -> bool:
    """Says whether a phrase reads like the name of a person. A product may have a given name, but not with a
    surname.
    """
    words = [word.strip(".,'’") for word in phrase.split()]
    plain = [word.casefold() for word in words]
    if role is TermRole.PERSON:
        return True
    if not plain or (len(plain) > 1 and plain[0] in TITLES):
        return bool(plain)
    if plain[0].partition("-")[0] not in GIVEN_NAMES:
        return len(plain) == 2 and phrase.partition(",")[1] == "," and plain[1] in GIVEN_NAMES
    if len(plain) == 1:
        return role not in (TermRole.PRODUCT, TermRole.PLACE) and words[0][:1].isupper()
    letters = len(plain) <= MAX_PERSONAL_NAME_WORDS and all(_is_surname(word) for word in words[1:])
    return letters and (all(word[:1].isupper() for word in words) or plain[0] not in NAMES_AND_WORDS)


def _is_surname(word: str) -> bool:
    """Accepts letters as in O'Neil and Müller-Lüdenscheidt; a word that ends in 's is a brand."""
    plain = word.replace("’", "'")
    return plain.replace("-", "").replace("'", "").replace(".", "").isalpha() and not plain.endswith("'s")


def _permits_names(publisher: Publisher | None, policy: PackagePolicy) -> bool:
    permitted = publisher is not None and Permit.PERSONAL_NAMES.value in publisher.permits
    return policy.allow_personal_names or permitted


def _credit_fault(added: TermOrigin, policy: PackagePolicy) -> str:
    """Returns what is wrong with who, when and why; an address is a valid who."""
    if max(len(added.by), len(added.why)) > policy.max_reason_chars:
        return "who added it, or why, is too long"
    return _SECRET if is_secret(added.why) or is_secret(added.by.replace("@", " ")) else ""


def _cost_faults(term: Term, policy: PackagePolicy) -> Iterator[str]:
    """Checks the cost caps of one phrase (V27)."""
    if not 1 <= term.weight <= policy.max_weight:
        yield f"its weight is not between 1 and {policy.max_weight}"
    if len(term.pronunciations) > policy.max_pronunciations or len(term.heard) > policy.max_heard:
        yield "it has more pronunciations or heard forms than an entry may have"
    if any(not _is_sound(sound, policy) for sound in term.pronunciations):
        yield "a pronunciation is not a short row of phonemes"
    if not _LANGUAGE.fullmatch(term.language):
        yield "its language is not a language code"
    if sum(map(len, (term.spelling, *term.pronunciations, *term.heard))) > policy.max_phrase_cost:
        yield "it costs a recogniser more than an entry may"


def _is_sound(sound: str, policy: PackagePolicy) -> bool:
    """Checks a pronunciation: a short row of letters, digits, and marks of stress and length."""
    plain = all(char in _PHONEME_SIGNS or unicodedata.category(char) in _PHONEME_CATEGORIES for char in sound)
    return plain and 1 <= len(sound) <= policy.max_pronunciation_chars


def _plain_faults(phrase: str, policy: PackagePolicy) -> Iterator[str]:
    """Checks that a term is words: letters of one alphabet, digits, and the few signs that names have."""
    if not 1 <= len(phrase) <= policy.max_term_chars or len(phrase.split()) > policy.max_term_words:
        yield f"a term has 1 to {policy.max_term_chars} characters and at most {policy.max_term_words} words"
    if not _ASCII_PHRASE.fullmatch(phrase) and not all(map(_may_be_in_a_term, phrase)):
        yield "a term is plain words; patterns, commands and control characters have no place in one"
    if not any(map(str.isalpha, phrase)):
        yield "a term without a letter is no word"
    if not phrase.isascii() and any(_mixes_alphabets(word) for word in phrase.split()):
        yield "a word of letters from different alphabets is a disguise"


def _may_be_in_a_term(character: str) -> bool:
    return character in _SIGNS or unicodedata.category(character) in _CATEGORIES


def _mixes_alphabets(word: str) -> bool:
    found = {unicodedata.name(character, "").partition(" ")[0] for character in word if character.isalpha()}
    return len(found & _LOOKALIKES) > 1


def _check_twice(package: Package, payload: Payload) -> None:
    keys = {(term.language, term.spelling) for term in payload.terms}
    if len(keys) != len(payload.terms):
        raise MalformedDocument(f"Package {package.label} lists a term twice. Nothing was changed.")


def _plain(phrase: str) -> str:
    """Returns small letters without marks and signs, words separated."""
    if not phrase.isascii():
        marked = unicodedata.normalize("NFKD", phrase)
        phrase = "".join(character for character in marked if not unicodedata.combining(character))
    return " ".join(_NOT_WORD.sub(" ", phrase.casefold().replace("'", "").replace("’", "")).split())


_SECRET = "it looks like a password, a key, an address or an identity number"
_TOKEN = re.compile(
    r"-----BEGIN|\b(?:sk-[\w-]{8,}|ghp_\w{8,}|github_pat_\w{8,}|AKIA[A-Z0-9]{8,}|xox[bapr]-[\w-]{6,}|eyJ[\w-]{8,})"
    r"|(?=[\w+/=-]*\d)(?=[\w+/=-]*[A-Za-z])[\w+/=-]{20,}"
)
_TOLD = re.compile(
    r"\b(?:password|passwort|passcode|passphrase|kennwort|geheimzahl|pin|cvv|ssn|iban|api[ -]?key|token|secret)\b"
    r"(?:\s*(?:is|ist|:|=)\s*\S|\s+(?:\w*\d|\d))",
    re.IGNORECASE,
)
_LANGUAGE = re.compile(r"(?:[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?", re.ASCII)
_ASCII_PHRASE = re.compile(r"[A-Za-z0-9 '.,&/+#!-]*")
_NOT_WORD = re.compile(r"[\W_]+")
_SIGNS = frozenset(" '’.,&/+#!-·‐–")
_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd"})
_LOOKALIKES = frozenset({"LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC"})
_PHONEME_SIGNS = frozenset(" .'-ˈˌːˑ|_")
_PHONEME_CATEGORIES = frozenset({"Lu", "Ll", "Lm", "Lo", "Mn", "Sk", "Nd"})
