"""Promise: a question finds a fact by what both are about, and none that lacks a word, a part or the person of it."""

from __future__ import annotations

import pytest

from memory.reading.matters.asked_matter import read_asked_matter, share_of
from memory.reading.matters.tables import load_matters

ANSWERED = [
    ("de", "worin steckt denn der ersatzreifen", "der ersatzreifen ist im schuppen hinterm rasenmäher"),
    ("de", "an wen haben wir den rasenmäher verliehen", "unsern rasenmäher hat sich der herr wiesner ausgeborgt"),
    ("de", "wie teuer war der schornsteinfeger", "beim schornsteinfeger waren wir 64 euro los"),
    ("de", "an welchem tag muss tante gerda zum hautarzt", "der hautarzt hat tante gerda für freitag eingetragen"),
    ("de", "wie viel schuldet mir jannis", "von jannis krieg ich noch zwölf euro"),
    ("de", "wer bringt das altpapier weg", "das altpapier ist lenas aufgabe"),
    ("de", "wann ist das gespräch mit der rektorin", "am donnerstag ist das elterngespräch mit der rektorin"),
    ("de", "wogegen ist pia allergisch", "pia verträgt keine haselnüsse"),
    ("de", "wann ist das training", "schach ist am montag"),
]
LEFT = [
    ("de", "wie heisst der hautarzt von tante gerda", "der hautarzt hat tante gerda für freitag eingetragen", "a name"),
    ("de", "wann muss onkel rolf zum hautarzt", "der hautarzt hat tante gerda für freitag eingetragen", "the person"),
    ("de", "wie viel schulde ich jannis", "von jannis krieg ich noch zwölf euro", "the direction"),
    ("de", "wo ist meine sonnenbrille", "im flur liegt meine zweite brille", "the other part of a compound"),
    ("de", "in welchem krankenhaus wird theo operiert", "theo wird am linken arm operiert", "the kind of thing"),
    ("de", "in welche klasse geht nora", "nora fährt mit der klassenfahrt nach sylt", "a class"),
    ("de", "wann geht unser sommerurlaub los", "im sommer machen wir urlaub auf rügen", "more than is asked"),
    ("de", "wo ist das ladegerät für den bohrer", "der bohrer liegt im keller", "a word"),
    ("de", "was schenken wir oma", "oma bekommt am samstag ihren neuen rollator", "a present"),
    ("de", "was darf tom nicht trinken", "ich darf keinen kaffee mehr trinken", "the person"),
    ("de", "was trinkt lisa gern", "lisa liebt pilze", "a drink"),
    ("de", "wer ist der nachbar", "wir haben dem nachbarn unsere leiter geliehen", "anybody else"),
    ("de", "wann ist das training", "der sperrmüll ist am freitag", "a training"),
    ("de", "wann ist der kurs", "brot ist am freitag", "a course"),
    ("de", "wann ist der termin", "ich muss am freitag den ofen putzen", "an appointment"),
    ("de", "wann kommt ida", "ida würde am montag gern kommen", "what is so"),
]


@pytest.mark.parametrize(("language", "asked", "told"), ANSWERED)
def test_a_fact_in_other_words_has_what_is_asked(language: str, asked: str, told: str) -> None:
    question = read_asked_matter(asked, language)
    assert question is not None
    assert share_of(question, told) > 0


@pytest.mark.parametrize(("language", "asked", "told", "lacks"), LEFT)
def test_a_fact_that_lacks_something_is_no_answer(language: str, asked: str, told: str, lacks: str) -> None:
    question = read_asked_matter(asked, language)
    assert question is None or share_of(question, told) == 0, lacks


@pytest.mark.parametrize(("language", "asked"), [("de", "hast du hunger")])
def test_a_question_for_yes_or_no_is_not_read(language: str, asked: str) -> None:
    assert read_asked_matter(asked, language) is None


def test_whatever_the_table_names_is_in_it() -> None:
    tables = load_matters("de")
    sorts = {each.name for each in tables.sorts}
    assert all(each.sorts | each.gives <= sorts for each in tables.matters)
    assert {each.needs for each in tables.matters} <= {"", *tables.parts}
    assert {each.told for each in tables.sorts} <= {"someone", "something", *tables.parts}
