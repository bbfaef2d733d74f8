"""Promise: the word tables are sorted, small and quick to read, and say of common words what people mean by them."""

from __future__ import annotations

import re
import time
import tracemalloc
from importlib.resources import files

import pytest

from memory.reading.words.word_table import WordForm, load_word_table
from tests.memory.reading.known_words import ENGLISH, GERMAN

LANGUAGES = {"en": ENGLISH, "de": GERMAN}
MAX_BYTES = 700_000
MAX_SECONDS = 0.5
MAX_MEMORY = 3_000_000
LETTERS = {"en": "bsdng", "de": "bfin"}
_WORD = r"[^\s:,|A-Z]+"


def _lines(name: str) -> list[str]:
    return (files("memory.languages") / name).read_bytes().decode().splitlines(keepends=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_is_a_form_its_usual_class_its_verbs_and_its_other_classes(language: str) -> None:
    verb = rf"{_WORD}(?:\|{_WORD})?:[{LETTERS[language]}]+"
    line = re.compile(rf"{_WORD}\t[nvardx](?:\t(?:{verb}(?:,{verb})*)?(?:\t[nar]+)?)?\n")
    assert [bad for bad in _lines(f"words_{language}.tsv") if not line.fullmatch(bad)] == []


@pytest.mark.parametrize("name", ["nouns_en.tsv", *(f"words_{language}.tsv" for language in LANGUAGES)])
def test_every_table_is_sorted_names_no_form_twice_and_is_small(name: str) -> None:
    lines = _lines(name)
    forms = [line.partition("\t")[0] for line in lines]
    assert lines == sorted(lines)
    assert len(set(forms)) == len(forms)
    assert sum(len(line.encode()) for line in lines) <= MAX_BYTES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_classes_never_name_the_usual_one(language: str) -> None:
    rows = [line.rstrip("\n").split("\t") for line in _lines(f"words_{language}.tsv")]
    assert [row for row in rows if row[1] in "".join(row[3:])] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_is_read_quickly_and_takes_little_memory(language: str) -> None:
    load_word_table.cache_clear()
    before = time.process_time()
    load_word_table(language)
    assert time.process_time() - before < MAX_SECONDS
    load_word_table.cache_clear()
    tracemalloc.start()
    load_word_table(language)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < MAX_MEMORY


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_of_a_table_is_found(language: str) -> None:
    table = load_word_table(language)
    forms = [line.partition("\t")[0] for line in _lines(f"words_{language}.tsv")]
    assert [form for form in forms if table.find(form) is None] == []


@pytest.mark.parametrize(
    ("language", "form", "usual", "verb"),
    [(language, *word) for language, words in LANGUAGES.items() for word in words],
)
def test_a_common_word_has_the_class_and_the_verb_that_people_mean(
    language: str, form: str, usual: str, verb: str
) -> None:
    found = load_word_table(language).find(form)
    assert found is not None
    assert (found.usual, ":".join(found.verbs[0]) if found.verbs else "") == (usual, verb)


@pytest.mark.parametrize("word", ["", "\n", "\t", "kitchen", "children", "zoltan", "work\tv", "work\tv\nworks", "WORK"])
def test_a_noun_a_name_and_what_is_no_word_are_not_found(word: str) -> None:
    assert load_word_table("en").find(word) is None


def test_a_form_of_two_verbs_names_both_the_likelier_first() -> None:
    assert load_word_table("en").find("saw") == WordForm("v", (("see", "d"), ("saw", "b")), "n")


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("be", "am are be been being is was were"),
        ("go", "go goes going gone went"),
        ("travel", "travel traveled traveling travelled travelling travels"),
        ("kitchen", ""),
        ("orget", ""),
        ("", ""),
    ],
)
def test_the_forms_of_a_lemma_are_all_of_them_and_of_no_other(lemma: str, forms: str) -> None:
    assert " ".join(load_word_table("en").forms_of(lemma)) == forms


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("boxes", "box"),
        ("wives", "wife"),
        ("children", "child"),
        ("people", "person"),
        ("keys", "key"),
        ("parties", "party"),
        ("shoes", "shoe"),
        ("potatoes", "potato"),
        ("classes", "class"),
        ("ties", "tie"),
        ("buses", "bus"),
        ("houses", "house"),
        ("bus", "bus"),
        ("glasses", "glasses"),
        ("james", "james"),
        ("news", "news"),
        ("dog", "dog"),
        ("zzz", "zzz"),
        ("gas", "gas"),
        ("s", "s"),
    ],
)
def test_a_plural_has_its_singular_and_any_other_word_stays(plural: str, singular: str) -> None:
    assert load_word_table("en").singular(plural) == singular


@pytest.mark.parametrize("word", ["mittwoch", "küche", "zahnarzt", "anna", "Mutter"])
def test_a_german_noun_is_not_found_and_stays_as_it_is(word: str) -> None:
    assert (load_word_table("de").find(word), load_word_table("de").singular(word)) == (None, word)


def test_a_separable_verb_has_its_own_forms() -> None:
    forms = set(load_word_table("de").forms_of("ab|holen"))
    assert forms >= {"abholen", "abhole", "abholst", "abholt", "abholte", "abgeholt", "abzuholen"}
    assert not forms & {"holen", "hol", "geholt"}


def test_a_language_without_a_table_is_refused() -> None:
    with pytest.raises(FileNotFoundError):
        load_word_table("xx")
