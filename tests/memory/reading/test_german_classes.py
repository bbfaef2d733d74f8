"""German sentences by class: what is no fact, what is one all the same, what asks, and what two tellings contradict."""

from __future__ import annotations

import pytest

from memory.reading.changes.updates import Effect, effect_on
from memory.reading.facts.keeping import keepable
from memory.reading.facts.statements import statements
from memory.reading.german_facts.other_frames import asked_otherwise
from memory.reading.grammar.clause import ActKind
from memory.reading.words.everyday_words import in_plain_words

LANGUAGE = "de"


def _kept(text: str) -> list[str]:
    return [one.text for one in statements(text, LANGUAGE) if keepable(text, one, LANGUAGE)]


@pytest.mark.parametrize("text", [
    "findest du ich sollte umziehen", "was meinst du soll ich das bad gelb streichen", "angenommen ich zieh nach rom",
    "kommt ein mann in die bar und sagt ich hab drei kinder", "in dem song heißt es ich bin verliebt in berlin",
    "da gibts so ein lied ich war noch niemals in new york",
])  # fmt: skip
def test_nothing_is_kept_of_what_is_asked_imagined_or_retold(text: str) -> None:
    assert _kept(text) == []


@pytest.mark.parametrize("text", [
    "ich singe gern lieder", "ein auto hab ich nicht",
    "heute kommt ein mann von der post", "abholen muss man sie um vier", "im chor ist die anna",
])  # fmt: skip
def test_what_only_looks_like_it_is_kept(text: str) -> None:
    assert len(_kept(text)) == 1


@pytest.mark.parametrize(("text", "kind"), [
    ("ist am samstag grillen", ActKind.ASK), ("kommt heute abend besuch", ActKind.ASK),
    ("ist am montag beim arzt", ActKind.TELL), ("kommt am freitag wieder", ActKind.TELL),
    ("frühstück gibts um sieben", ActKind.TELL),
])  # fmt: skip
def test_verb_with_a_time_before_a_noun_asks(text: str, kind: ActKind) -> None:
    assert [one.kind for one in statements(text, LANGUAGE)] == [kind]


@pytest.mark.parametrize(("text", "clauses"), [
    ("unser boot liegt an steg fünf getauft haben wir es im mai", ["an steg fünf", "getauft haben wir es im mai"]),
    ("die feier ist in lübeck gefeiert wird im schloss", ["in lübeck", "gefeiert wird im schloss"]),
    ("die kinder heißen ole und fynn und der hund ist braun", ["ole und fynn", "der hund ist braun"]),
    ("die oma hat angerufen ist wieder gesund", ["hat angerufen", "ist wieder gesund"]),
    ("mein bruder ist nach gießen gezogen", ["nach gießen gezogen"]),
])  # fmt: skip
def test_clauses_are_cut_where_the_next_begins(text: str, clauses: list[str]) -> None:
    found = [one.text for one in statements(text, LANGUAGE)]
    assert len(found) == len(clauses)
    assert all(one.endswith(ending) for one, ending in zip(found, clauses, strict=True))


@pytest.mark.parametrize(("old", "new", "effect"), [
    ("die uhr haben wir von tante gerda geerbt", "die uhr haben wir von onkel willi geerbt", Effect.CONTRADICTS),
    ("die hütte hat mein vater gebaut", "die hütte hat mein onkel gebaut", Effect.CONTRADICTS),
    ("mein opa hat die hütte gebaut", "mein opa hat die scheune gebaut", Effect.NONE),
    ("den kuchen hab ich mit anna gebacken", "den kuchen hab ich mit ben gebacken", Effect.NONE),
    ("meine tochter wohnt bei mir", "meine tochter hat was eigenes gefunden", Effect.ENDS),
    ("meine tochter wohnt bei mir", "meine tochter hat einen hund gefunden", Effect.NONE),
    ("die prüfung ist am zwölften", "die prüfung ist auf den neunzehnten verschoben worden", Effect.REPLACES),
])  # fmt: skip
def test_effect_on_what_was_told(old: str, new: str, effect: Effect) -> None:
    assert effect_on(statements(new, LANGUAGE)[0], statements(old, LANGUAGE)[0], {}, LANGUAGE) is effect


@pytest.mark.parametrize(("text", "plain"), [
    ("mein drahtesel steht im hof", "mein fahrrad steht im hof"), ("ich futter gern", "ich esse gern"),
    ("das futter steht im keller", "das futter steht im keller"), ("er hat gezockt", "er hat gespielt"),
    ("so ein quatsch", "so ein quatsch"), ("ich büffle mathe", "ich lerne mathe"),
])  # fmt: skip
def test_colloquial_words_have_plain_ones(text: str, plain: str) -> None:
    assert in_plain_words(text) == plain


def test_question_is_asked_in_other_words() -> None:
    assert list(asked_otherwise("gibts bei uns schafe")) == ["haben wir schafe", "hab ich schafe"]
    assert list(asked_otherwise("x" * 10_000)) == list(asked_otherwise("")) == []
