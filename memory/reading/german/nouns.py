"""Pure: the forms of German words: plain forms of nouns, dictionary forms of verbs, heads of compounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from memory.core.policy import KEPT_STEMS, MIN_FRONT_CHARS, MIN_HEAD_CHARS
from memory.languages import read_table
from memory.reading.german.german_line import GermanLine
from memory.reading.words.closed_words import load_closed_words
from memory.reading.words.german_numbers import value_of_number
from memory.reading.words.given_names import is_given_name
from memory.reading.words.meaning import Meaning, load_meaning
from memory.reading.words.word_table import load_word_table
from memory.text.word_caches import cache_for_words

_ENDINGS = ("innen", "ern", "en", "er", "es", "em", "n", "e", "s")
_PLAIN = str.maketrans("äöü", "aou")


@cache_for_words(KEPT_STEMS)
def plain_forms(word: str) -> frozenset[str]:
    """Returns a word with what is left of it without its ending; umlauts are told apart in short words only."""
    found = {word}
    for ending in _ENDINGS:
        left = word.removesuffix(ending)
        if left != word and len(left) >= 3:
            found.add(left)
            break
    found |= {form.translate(_PLAIN) for form in found if len(form) > 3}
    return frozenset(found)


@cache_for_words(KEPT_STEMS)
def role_of(word: str) -> str:
    """Returns the role that a noun names in any of its forms; empty for none."""
    meaning = load_meaning("de")
    if word in meaning.roles:
        return meaning.roles[word]
    for ending in ("s", "es", "n", "en", "e", "r", "nen", "innen"):
        left = word.removesuffix(ending)
        for form in (left, _bare(left)):
            if left != word and form in meaning.roles and len(form) > 2:
                return meaning.roles[form]
    if _bare(word) != word and _bare(word) in meaning.roles:
        return meaning.roles[_bare(word)]
    return animal_role(word)


@cache_for_words(KEPT_STEMS)
def animal_role(compound: str) -> str:
    """Returns the sort of an animal whose noun only ends with it: "hund" of "hofhund"; empty for any other word."""
    meaning, word = load_meaning("de"), compound
    if word in meaning.roles:
        return ""
    heads = (
        head for head in sorted(meaning.set_of("heads of animals")) if word.endswith(head) and len(word) > len(head) + 2
    )
    return next((meaning.roles[head] for head in heads), "")  # "hofhund"


def _bare(word: str) -> str:
    return {
        "töchter": "tochter",
        "väter": "vater",
        "mütter": "mutter",
        "brüder": "bruder",
        "söhne": "sohn",
        "söhn": "sohn",
        "ärzte": "arzt",
        "männer": "mann",
        "hündinnen": "hündin",
        "vögel": "vogel",
    }.get(word, word)


@cache_for_words(KEPT_STEMS)
def is_known_noun(word: str) -> bool:
    """Says whether the tables of meaning know the word, so that it is no name."""
    meaning = load_meaning("de")
    every = {word, *plain_forms(word)}
    return bool(role_of(word)) or any(
        form in meaning.groups or form in meaning.sorts or form in meaning.kinds or form in _members(meaning)
        for form in every
    )


def _members(meaning: Meaning) -> frozenset[str]:
    return frozenset(other for others in meaning.kinds.values() for other in others)


@cache_for_words(KEPT_STEMS)
def is_head(word: str) -> str:
    """Returns the last part of a compound that is a common noun; empty for none."""
    return max((head for head in _heads() if word.endswith(head) and len(word) >= len(head) + 3), key=len, default="")


def _heads() -> frozenset[str]:
    from memory.reading.words.extra_words import load_extra_words

    return load_extra_words().heads


def is_part_of_word(asked: frozenset[str], told: frozenset[str]) -> bool:
    """Says whether a told word is made with an asked one: "batterie" and "ersatzbatterie", "vertreten" and
    "stellvertreterin", "raucher" and "rauchen".
    """
    doers = _doers(asked)
    heads = tuple(sorted(form for form in asked if len(form) >= MIN_HEAD_CHARS))
    for word in told:
        if doers and word.endswith(doers):
            return True
        if any(word.endswith(head) and len(word) >= len(head) + MIN_FRONT_CHARS for head in heads):
            return True
    return not asked.isdisjoint(_doers(told))


def is_joined_of(some: Iterable[frozenset[str]], others: Iterable[frozenset[str]]) -> bool:
    """Says whether one word is made of two of the others: "zeitungsabo" of "die tageszeitung im abo"."""
    known = frozenset(form for forms in others for form in forms)
    words = (word for forms in some for word in forms if word not in known)
    return any(
        len(head) >= MIN_FRONT_CHARS
        and word.endswith(head)
        and any(
            len(front) >= MIN_HEAD_CHARS and any(other.endswith(front) for other in known)
            for front in _fronts(word.removesuffix(head))
        )
        for word in words
        for head in known
    )


def _fronts(joined: str) -> tuple[str, str]:
    """Returns the first part of a compound without what joins it: "zeitung" of "zeitungs", "hütte" of "hütten"."""
    return joined.removesuffix("s"), joined.removesuffix("n")


def has_compound_key(asked: frozenset[str], told: frozenset[str]) -> bool:
    """Says whether one of these keys names a thing by a longer word than asked: "me>stiefel" and "me>gummistiefel"."""
    heads = {(key.rpartition(">")[0], key.rpartition(">")[2]) for key in asked if ">" in key}
    return any(
        key.rpartition(">")[0] == root and is_part_of_word(frozenset((head,)), frozenset((key.rpartition(">")[2],)))
        for root, head in heads
        for key in told
    )


@cache_for_words(KEPT_STEMS)
def _doers(forms: frozenset[str]) -> tuple[str, ...]:
    """Returns the nouns for whoever does what these verbs say: of "vertreten" "vertreter" and "vertreterin"."""
    verbs = sorted(form for form in forms if form.endswith("en") and len(form) > MIN_HEAD_CHARS + 1)
    return tuple(verb.removesuffix("en") + ending for verb in verbs for ending in ("er", "erin"))


_COLOURS = ("rot", "blau", "grün", "gelb", "schwarz", "weiß", "grau", "braun", "rosa", "violett")
"""The last parts of names of colours: "salbeigrün"."""
_FAVOURITE, _COLOUR = "lieblings", "farbe"


def german_forms(line: GermanLine, at: int, meaning: Meaning, *, told: bool) -> frozenset[str]:
    """Returns the forms of one word: itself, dictionary forms, role; of a told word the head of the compound too."""
    word = line.word(at)
    found = line.form(at)
    forms = set(plain_forms(word)) if not (found is not None and found.usual == "v") else {word}
    if found is not None:
        forms |= {lemma.replace("|", "") for lemma, _ in found.verbs}
    role = role_of(word) if not (found is not None and found.usual == "v") else ""
    if role:
        forms.add(role)
    head = is_head(word) if told else ""
    if head:
        forms.add(head)
    if told:
        forms |= {colour for colour in _COLOURS if word.endswith(colour) and len(word) > len(colour) + MIN_FRONT_CHARS}
    if told and word.startswith(_FAVOURITE) and len(word) > len(_FAVOURITE) + 2:
        forms |= {_FAVOURITE, word.removeprefix(_FAVOURITE)}
    elif not told and word.endswith(_COLOUR) and len(word) > len(_COLOUR) + 3:
        forms |= plain_forms(word.removesuffix(_COLOUR)) | {word.removesuffix(_COLOUR)}
    if word.endswith("termin") and len(word) > len("termin") + 2:
        whom = word.removesuffix("termin")
        forms |= {whom, whom.removesuffix("s"), role_of(whom)} - {""}
    return frozenset(forms | concepts_of(word, forms))


@cache
def load_concepts() -> Mapping[str, str]:
    """Loads what German words are called in the rules that compare statements."""
    data = read_table("meaning_de")["concepts"]
    return {str(word): str(concept) for word, concept in data.items()}


def concept_of(word: str) -> str:
    """Returns what the rules call a word; the word itself when they do not know it."""
    return load_concepts().get(word, word)


def concepts_of(word: str, forms: Iterable[str]) -> frozenset[str]:
    """Returns what the rules call the forms of a word; a number is called by its value as well."""
    concepts = load_concepts()
    found = {concepts[form] for form in forms if form in concepts}
    value = value_of_number(word)
    return frozenset(found | ({str(value)} if value >= 0 else set()))


@cache_for_words(KEPT_STEMS)
def all_verb_forms(words: frozenset[str]) -> frozenset[str]:
    """Returns every form of the verbs among these words, so that facts with another form are found."""
    table = load_word_table("de")
    return frozenset(
        form for word in words if word.endswith("n") and table.find(word) is not None for form in _forms_of(word)
    )


def _forms_of(verb: str) -> tuple[str, ...]:
    table = load_word_table("de")
    found = table.find(verb)
    lemmas = {lemma for lemma, form in found.verbs if form == "b"} if found else set()
    return tuple(form for lemma in sorted(lemmas) for form in table.forms_of(lemma))


_DATIVE = {
    "sein": "seinem", "seine": "seiner", "ihre": "ihrer", "mein": "meinem", "meine": "meiner", "unser": "unserem",
    "unsere": "unserer", "der": "dem", "die": "der", "das": "dem", "meinen": "meinem", "unseren": "unserem",
    "den": "dem", "herr": "herrn",
}  # fmt: skip
_ACCUSATIVE = {"mein": "meinen", "unser": "unseren", "der": "den", "meinem": "meinen", "dem": "den", "herr": "herrn"}
_NOMINATIVE = {
    "meinen": "mein", "meinem": "mein", "unseren": "unser", "unserem": "unser", "den": "der", "dem": "der",
    "meiner": "meine", "unserer": "unsere", "einen": "ein", "einem": "ein", "nen": "ein", "'nen": "ein",
    "herrn": "herr",
}  # fmt: skip
_NEUTER = frozenset(
    ("das", "kind", "auto", "haus", "baby", "fahrrad", "handy", "buch", "kaninchen", "pferd", "meerschweinchen")
)
_NEUTER_ENDS = (
    "chen", "lein", "zimmer", "haus", "auto", "rad", "boot", "zelt", "büro", "handy", "bett", "konto", "geld",
)  # fmt: skip


def is_neuter(word: str) -> bool:
    """Says whether a noun takes "das"."""
    return word in _NEUTER or word.endswith(_NEUTER_ENDS)


def is_adjective(word: str) -> bool:
    """Says whether a word is an adjective in "en"."""
    found = load_word_table("de").find(word)
    return word.endswith("en") and found is not None and found.usual == "a"


def in_case(words: str, pronoun: str, *, subject: bool) -> str:
    """Returns the words of an antecedent in the case of the pronoun that they replace."""
    first, _, rest = words.partition(" ")
    if not rest:
        return words
    table = (
        _NOMINATIVE
        if subject or pronoun in ("er",)
        else _DATIVE
        if pronoun in ("ihm", "ihr")
        else _ACCUSATIVE
        if pronoun in ("ihn",)
        else {}
    )
    plain = _NOMINATIVE.get(first, first) if table is not _NOMINATIVE else first
    if table is _NOMINATIVE and rest.startswith("herrn "):
        rest = f"herr {rest.removeprefix('herrn ')}"
    adjective, _, noun = rest.partition(" ")
    if table is _NOMINATIVE and first in ("einen", "nen", "meinen", "unseren") and noun and adjective.endswith("en"):
        rest = f"{adjective[:-2]}er {noun}"
    if table is _NOMINATIVE and first == "den" and noun and is_adjective(adjective):
        rest = f"{adjective[:-1]} {noun}"
    if table is _NOMINATIVE and first in ("einen", "nen", "meinen", "unseren", "den") and rest.endswith("en"):
        rest = rest[:-1] if rest.split()[-1][:-1] in load_meaning("de").roles else rest
    if table is _NOMINATIVE and first in _NOMINATIVE and rest.endswith("n"):
        rest = rest[:-1] if rest.split()[-1][:-1] in load_meaning("de").set_of("weak nouns") else rest
    if table is _DATIVE and plain in _PLURAL_DATIVE and _is_many(rest):
        return f"{_PLURAL_DATIVE[plain]} {_declined(rest, plain, many=True)}"
    if table is _DATIVE or (table is _ACCUSATIVE and plain in _ACCUSATIVE):
        rest = _declined(rest, plain, many=False)
    if table is _NOMINATIVE and first in ("dem", "den") and is_neuter(rest.split()[-1]):
        return f"das {adjective[:-1]} {noun}" if noun and is_adjective(adjective) else f"das {rest}"
    return f"{table.get(first, table.get(plain, plain))} {rest}"


_PLURAL_DATIVE = {"meine": "meinen", "unsere": "unseren", "die": "den", "ihre": "ihren", "seine": "seinen"}


def _is_many(words: str) -> bool:
    """Says whether a noun is a plural: the parents, two brothers."""
    return words.split()[-1] in load_meaning("de").set_of("named in the plural")


def _declined(words: str, article: str, *, many: bool) -> str:
    """Returns an adjective and its noun as they follow a declined article: "neuen kollegen" for "neuer kollege"."""
    *adjectives, noun = words.split()
    if article not in _PLURAL_DATIVE and article not in _DATIVE and article not in _DATIVE.values():
        return words
    weak = load_meaning("de").set_of("weak nouns")
    male = article not in ("die", "meine", "unsere", "ihre", "seine")
    changed = [f"{each}n" if male and each in weak else _weak(each) for each in adjectives]
    if (noun in weak and male) or (many and not noun.endswith(("n", "s"))):
        noun = f"{noun}n"
    return " ".join((*changed, noun))


def _weak(adjective: str) -> str:
    """Returns an adjective with the ending after a declined article; a word that is none stays."""
    base = next((adjective.removesuffix(end) for end in ("er", "es", "e") if adjective.endswith(end)), "")
    found = [load_word_table("de").find(f"{base}{end}") for end in ("", "e", "en")] if base else []
    return f"{base}en" if any(each is not None and each.usual == "a" for each in found) else adjective


def with_article(words: str, pronoun: str) -> str:
    """Returns the words of an antecedent as a subject has them: "der augenarzt" for "beim augenarzt", "die nachbarin"
    for "bei der nachbarin".
    """
    article = _ARTICLE_OF.get(pronoun, "")
    first, _, rest = words.partition(" ")
    called = is_given_name(first) or f"{first}s" in load_closed_words("de").sets["relatives_in_s"]
    if article and not rest and (role_of(first) or is_known_noun(first)) and not called:
        return f"{article} {words}"
    return f"die {rest}" if article == "die" and first == "der" and rest else words


_ARTICLE_OF = {"der": "der", "er": "der", "die": "die", "sie": "die"}


def owning(words: str, possessive: str, after: str) -> tuple[str, str]:
    """Returns what replaces "sein hund" or "ihre katze": an article before the noun, and the owner after it."""
    ending = possessive.removeprefix("sein").removeprefix("ihr")
    article = {
        "": "der" if role_of(after) not in ("kind", "baby") and not is_neuter(after) else "das",
        "e": "die",
        "en": "den",
        "em": "dem",
        "er": "der",
        "es": "des",
    }.get(ending, "der")
    return article, f"von {in_case(words, 'ihm', subject=False)}"
