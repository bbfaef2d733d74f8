"""Pure: finds secrets: passwords and codes, payment cards, IBANs and national ids, and says how grave each is.

What a code belongs to decides, not how it is said: the gate of an allotment, an order or the last four digits of a card
are no secret. A grave one (a password, a card, a bank's PIN) is never told; a mild one (an alarm, a tax number) is kept
for writing when the person insists; one of a thing of the home (its network, a gate, a padlock) at once.

`find_secrets` returns the spans; `mask_secrets` returns the text as it may be archived. A number with a name ("my
passport number is ...") counts as it is; one without only when its check digits are right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from memory.core.policy import MAX_HOME_CODE_CHARS, MAX_LAST_DIGITS, MAX_SECRET_NAME_CHARS
from memory.text.language_rules import Language
from memory.text.national_ids import NATIONAL_IDS
from memory.text.number_checks import is_iban, is_luhn
from memory.text.stemming import stems

MASK = "[not kept]"

_CLAUSE_END = re.compile(r"[\n!?;]|[.,:](?=\s)")
_SENTENCE_END = re.compile(r"[\n!?]|\.(?=\s)")
_CARD = re.compile(r"(?<![\d])\d(?:[ -]?\d){12,18}(?![\d])")
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}\b", re.IGNORECASE)
_TOKEN = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*|\b(?:sk-[\w-]{16,}|ghp_\w{20,}|github_pat_\w{20,}|AKIA[A-Z0-9]{12,}"
    r"|xox[bapr]-[\w-]{10,}|eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,})"
)


@dataclass(frozen=True, slots=True)
class Secret:
    """Characters `start` to `end` of a text that must not be kept; `code` says why."""

    start: int
    end: int
    code: str
    grave: bool = True
    """Whether it is never told, also to whom insists on it."""
    home: bool = False
    """Whether it opens a thing of the home: its network, a gate, a padlock."""
    named: int = -1
    """Where the words that name it begin; -1 where none do."""


def find_secrets(text: str, language: Language) -> tuple[Secret, ...]:
    """Returns all secrets in a text, in order, not overlapping."""
    if not _may_hold_secrets(text, language):
        return ()
    found = sorted(
        (
            *_announced_secrets(text, language),
            *_tokens(text),
            *_numbers(text, language),
            *_spoken_numbers(text, language),
        ),
        key=lambda secret: (secret.start, -secret.end),
    )
    merged = tuple(_merged(found))
    graded = tuple(_graded(text, secret, language) for secret in merged if not _is_harmless(text, secret, language))
    # The end of a card's number says nothing by itself, and a lot beside the code on its back.
    return (
        graded
        if len(graded) == len(merged) or not any(one.grave for one in graded)
        else tuple(_graded(text, secret, language) for secret in merged)
    )


def _is_harmless(text: str, secret: Secret, language: Language) -> bool:
    """Says whether the clause around a code names what is no secret, and nothing that is one."""
    if secret.code != "SECRET_TOLD":
        return False
    before, after = _around(text, secret, language)
    if _count_digits(text[secret.start : secret.end], language) <= MAX_LAST_DIGITS and (
        language.secret_last.search(" ".join(_nearest(before.split(), language)))
        or language.secret_last.search(" ".join(reversed(_nearest(after.split()[::-1], language))))
    ):
        return True
    clause = f"{before} {after}"
    if language.secret_own.search(clause) is not None or _is_grave(clause, language):
        return False
    return language.secret_harmless.search(clause) is not None


def _graded(text: str, secret: Secret, language: Language) -> Secret:
    if secret.code in ("SECRET_TOLD", "NATIONAL_ID"):
        clause = _clause(text, secret, language)
        told_by_name = secret.code == "SECRET_TOLD" or language.secret_mild.search(clause) is not None
        beside = language.secret_beside.search(text, 0, secret.start)
        grave = beside is None and (_is_grave(clause, language) or not told_by_name)
        named = f"{text[beside.start() : secret.start]} {clause}" if beside else clause
        return replace(secret, grave=grave, home=not grave and _is_of_home(text, secret, named, language))
    return secret


def _is_of_home(text: str, secret: Secret, named: str, language: Language) -> bool:
    """Says whether the words that name a code name a thing of the home, and neither they nor it anything graver."""
    told = text[secret.start : secret.end]
    if secret.code != "SECRET_TOLD" or len(text) > MAX_HOME_CODE_CHARS or not language.secret_home.search(named):
        return False
    apart = any(language.secret_not_home.search(words) for words in (named, told))
    return not apart and not _names_secret(told, language)


def _names_secret(text: str, language: Language) -> bool:
    """Says whether words announce a secret of their own, and that soon."""
    found = (pattern.search(text) for pattern in (language.secret_words, *language.secret_codes))
    return any(one.start("secret") <= MAX_SECRET_NAME_CHARS for one in found if one is not None)


def _is_grave(clause: str, language: Language) -> bool:
    return language.secret_grave.search(language.secret_mild.sub(" ", clause)) is not None


def _clause(text: str, secret: Secret, language: Language) -> str:
    return " ".join(_around(text, secret, language))


def _nearest(words: list[str], language: Language) -> list[str]:
    """Returns the last of the words, those after any number of several digits: "4242 cvv" is near to what follows."""
    for at in range(len(words) - 1, -1, -1):
        counted = _count_digits(words[at], language)
        if counted > 1 or (counted and at and _count_digits(words[at - 1], language)):
            return words[at + 1 :]
    return words


def _around(text: str, secret: Secret, language: Language) -> tuple[str, str]:
    """Returns the words before and after a secret, up to the ends of its clause."""
    ends = [*_CLAUSE_END.finditer(text), *language.beside_secret.finditer(text)]
    before = max((found.end() for found in ends if found.end() <= secret.start), default=0)
    after = min((found.start() for found in ends if found.start() >= secret.end), default=len(text))
    colon = text[: secret.start].rstrip()
    if colon.endswith((":", "=", ",")):
        before = max((found.end() for found in ends if found.end() < len(colon)), default=0)
    if 0 <= secret.named < before:
        before = secret.named
    return text[before : secret.start], text[secret.end : after]


def secret_clause(text: str, secret: Secret, language: Language) -> tuple[int, int]:
    """Returns the characters of the clause that tells a secret, with the name of the network beside it."""
    before, after = _around(text, secret, language)
    beside = language.secret_beside.search(text, 0, secret.start)
    if beside is not None:
        before = _around(text, replace(secret, start=beside.start()), language)[0] + text[beside.start() : secret.start]
    return secret.start - len(before), secret.end + len(after)


def asks_for_secret(asked: str, told: str, language: Language) -> bool:
    """Says whether words ask for the code in `told`: for a code, and for that of its very thing; true where it holds
    none. "What's on the gate" and "is the gate open" ask for something else of it.
    """
    if not find_secrets(told, language):
        return True
    if language.secret_asked.search(asked) is None and language.id_words.search(asked) is None:
        return False
    thing, named = code_thing(told, language), thing_asked(asked, language)
    if not thing or not named:
        return not thing and (not named or not set(named).isdisjoint(stems(told)))
    return _each_is_called(named, thing) or _each_is_called(thing, named)


def thing_asked(asked: str, language: Language) -> tuple[str, ...]:
    """Returns the stems of what a question for a code names: of "what's the code for the garage" the garage."""
    words = language.secret_tag.sub(" ", asked.replace(MASK, " ").casefold().replace("-", ""))
    return tuple(stems(language.secret_plain.sub(" ", words)))


def _each_is_called(names: tuple[str, ...], thing: tuple[str, ...]) -> bool:
    """Says whether each name is a word of a thing, or the end of one: "tür" of "haustür"."""
    return all(any(word.endswith(name) for word in thing) for name in names)


def code_thing(text: str, language: Language) -> tuple[str, ...]:
    """Returns the stems of what the one code in a text belongs to: of "the code for the garage is ..." the garage.

    Empty for a text with no code or several, and where nothing says what it belongs to.
    """
    secrets = find_secrets(text, language)
    if len(secrets) != 1:
        return ()
    around = f"{text[: secrets[0].start]} {text[secrets[0].end :]}".casefold().replace("-", "")
    return tuple(sorted(set(stems(language.secret_plain.sub(" ", around)))))


def _count_digits(text: str, language: Language) -> int:
    words = re.split(r"[\s,-]+", text.casefold())
    return sum(map(str.isdigit, text)) + sum(word in language.digits for word in words)


def mask_secrets(text: str, secrets: tuple[Secret, ...]) -> str:
    """Replaces each secret in the text by `MASK`."""
    parts, at = [], 0
    for secret in secrets:
        parts += [text[at : secret.start], MASK]
        at = secret.end
    return "".join([*parts, text[at:]])


def _may_hold_secrets(text: str, language: Language) -> bool:
    """Says cheaply whether a secret is possible: most talk has no digit, no secret's word and no spoken digits."""
    if any(character.isdigit() for character in text) or language.number_words.search(text):
        return True
    named = (language.secret_words, language.secret_before, language.secret_bare, _TOKEN)
    return any(pattern.search(text) for pattern in named)


def _announced_secrets(text: str, language: Language) -> Iterator[Secret]:
    """Finds "my pin is ...", everything after it up to a plain fact, and "... is my pin", the word before."""
    for pattern in (language.secret_words, language.secret_before, language.secret_bare, *language.secret_codes):
        needs_number = pattern in language.secret_codes
        for named, start, told in _named_secrets(pattern, text, language):
            if not language.secret_not.fullmatch(told) and (not needs_number or language.number_words.search(told)):
                end = _with_repair(text, start, start + len(told), language)
                yield Secret(start, end, "SECRET_TOLD", named=named)


def _named_secrets(pattern: re.Pattern[str], text: str, language: Language) -> Iterator[tuple[int, int, str]]:
    """Returns where a secret's name begins, where the words after it begin, and the words."""
    found = pattern.search(text)
    while found is not None:
        start, end = found.span("secret")
        sentence_end = _SENTENCE_END.search(text, start, end)
        told = text[start : sentence_end.start() if sentence_end else end]
        told = _without_next_clause(text, start, told, language)
        fact = language.secret_end.search(told)
        # A single word or number is a secret by itself; in a phrase any of the words may belong to it.
        if fact is not None and len(told[: fact.start()].split()) == 1:
            told = told[: fact.start()]
        told = told.rstrip(" .,")
        yield found.start(), start, told
        found = pattern.search(text, start + max(len(told), 1))


def _without_next_clause(text: str, start: int, told: str, language: Language) -> str:
    """Returns the words of a secret up to another clause: of one of the home, and of a single word before another
    secret. In any other phrase each word may belong to it.
    """
    joint = _next_clause(told, language) if len(text) <= MAX_HOME_CODE_CHARS else None
    if joint is None or not joint.start():
        return told
    head, tail = told[: joint.start()], told[joint.end() :]
    alone = (head == MASK or len(head.split()) == 1) and _names_secret(tail, language)
    secret = Secret(start, start + len(head), "SECRET_TOLD")
    return head if alone or _graded(text, secret, language).home else told


def _next_clause(told: str, language: Language) -> re.Match[str] | None:
    """Returns where the clause after a secret begins; "no it's 1313" goes on with the same one."""
    joints = language.secret_next.finditer(told)
    return next((one for one in joints if not language.secret_repair.match(told, one.start())), None)


def _with_repair(text: str, start: int, end: int, language: Language) -> int:
    """Returns where a number ends that is put right while it is said: "7719 no 7718" to its end."""
    repair = language.secret_repair.match(text, end)
    found = language.number_words.match(text, repair.end()) if repair else None
    if repair is None or found is None or not language.number_words.search(text, start, end):
        return end
    until = _CLAUSE_END.search(text, repair.end())
    said = text[repair.end() : until.start() if until else len(text)]
    joint = _next_clause(said, language)
    return repair.end() + len((said[: joint.start()] if joint else said).rstrip(" .,"))


def meant_secret(told: str, language: Language) -> str:
    """Returns the words of a secret without those that were put right while it was said: "1313" of "1212 no 1313"."""
    for repair in reversed(tuple(language.secret_repair.finditer(told))):
        sides = (told[: repair.start()], told[repair.end() :])
        numbers = all(language.number_words.search(side) for side in sides)
        if all(sides) and (numbers or repair["sure"] is not None):
            return sides[1]
    return told


def _tokens(text: str) -> Iterator[Secret]:
    for found in _TOKEN.finditer(text):
        yield Secret(*found.span(), "SECRET_TOKEN")


def _numbers(text: str, language: Language) -> Iterator[Secret]:
    for found in _CARD.finditer(text):
        if is_luhn(re.sub(r"[ -]", "", found[0])):
            yield Secret(*found.span(), "PAYMENT_CARD")
    for found in _IBAN.finditer(text):
        yield from _longest_iban(found)
    named = language.id_words.search(text) is not None
    for national_id in NATIONAL_IDS:
        if named or not national_id.needs_word:
            for start, end in national_id.find(text):
                yield Secret(start, end, "NATIONAL_ID")


def _longest_iban(found: re.Match[str]) -> Iterator[Secret]:
    """Returns the longest beginning whose check digits are right, since words may follow an IBAN."""
    for end in range(len(found[0]), 14, -1):
        if not found[0][end - 1].isspace() and is_iban(found[0][:end]):
            yield Secret(found.start(), found.start() + end, "IBAN")
            return


def _spoken_numbers(text: str, language: Language) -> Iterator[Secret]:
    """Finds a card number or id that was said digit by digit."""
    named = language.id_words.search(text) is not None
    for found in language.digit_run.finditer(text):
        digits = "".join(language.digits[word] for word in re.split(r"[\s,-]+", found[0].casefold()))
        if (13 <= len(digits) <= 19 and is_luhn(digits)) or named:
            yield Secret(*found.span(), "PAYMENT_CARD" if len(digits) >= 13 else "NATIONAL_ID")


def _merged(found: list[Secret]) -> Iterator[Secret]:
    last: Secret | None = None
    for secret in found:
        if last is None or secret.start >= last.end:
            if last is not None:
                yield last
            last = secret
        elif secret.end > last.end:
            last = replace(last, end=secret.end)
    if last is not None:
        yield last
