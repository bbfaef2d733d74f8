"""Promise: whatever hassil would find in a text with all templates, it finds with those that the text could be."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hassil import Intents, RecognizeResult, recognize_all
from hassil.expression import Group, RuleReference
from hassil.intents import IntentData, TextSlotList, WildcardSlotList

from device.nlu import template_index
from device.nlu.intent_registry import load_intent_matcher
from device.nlu.template_beginnings import TemplateBeginnings, TemplateWords
from device.nlu.template_index import TemplateIndex
from device.platform.language_files import known_languages
from memory.core.policy import MemoryPolicy
from tests.budgets import TEMPLATE_STRIDE, TEMPLATE_TEXTS
from tests.device.nlu.template_ways import said_in_way

FREE = ["zorp", "my cat, please", "not the blue knot"]
OTHERWISE = [
    "{said}", "{skipped} {said}", "{skipped}, {skipped} {said}", "{said}, {skipped}!", "… {said}?", "'{said}'",
    "{SAID}", "{hyphened}", "{apart}", "{skipped_inside}",
]  # fmt: skip


@pytest.mark.parametrize("language", known_languages())
def test_no_way_of_saying_a_command_is_missed(language: str) -> None:
    commands = load_intent_matcher(language, MemoryPolicy().max_command_chars).commands()
    openings, found, chance = TemplateIndex(commands), 0, Random(language)
    for said in _sampled(commands, language):
        text = chance.choice(OTHERWISE).format(said=said, SAID=said.upper(), **_around(said, commands, chance))
        fitting = openings.fitting(text)
        whole = [_seen(result) for result in recognize_all(text, commands)]
        assert [_seen(result) for result in recognize_all(text, fitting)] == whole if fitting else not whole, text
        found += bool(whole)
    assert found > 250 // TEMPLATE_STRIDE.now


def test_what_begins_like_no_command_is_tried_against_no_template() -> None:
    openings = TemplateIndex(load_intent_matcher("en", MemoryPolicy().max_command_chars).commands())
    for text in (
        "my sister lives in porto and i prefer tea",
        "well maria said hello again",
        "i prefer tea",
        "so pretty",
    ):
        assert openings.fitting(text) is None, text


def test_equal_pieces_of_templates_are_kept_once() -> None:
    said = {"stop": ["[please] stop <it>"], "start": ["start <it> [please]"]}
    intents = {name: {"data": [{"sentences": [one]} for one in texts]} for name, texts in said.items()}
    openings = TemplateIndex(Intents.from_dict({"language": "en", "intents": intents, "expansion_rules": {"it": "it"}}))
    openings.warm_up()
    (stop,), (start,) = (intent.data[0].sentences for intent in openings.complete().intents.values())
    assert isinstance(stop.expression, Group)
    assert isinstance(start.expression, Group)
    pieces = {id(piece) for piece in stop.expression.items}
    assert [piece for piece in start.expression.items if id(piece) in pieces] == [
        RuleReference("it"),
        stop.expression.items[0],
    ]


def test_a_template_is_not_tried_against_a_word_that_it_cannot_say() -> None:
    commands = Intents.from_dict(
        {
            "language": "en",
            "intents": {
                "leave": {"data": [{"sentences": ["<later> [it's] (good|fine)"]}]},
                "glue": {"data": [{"sentences": ["see you soon[er]"]}]},
                "tell": {"data": [{"sentences": ["see you near {any}"]}]},
            },
            "lists": {"any": {"wildcard": True}},
            "expansion_rules": {"later": "see you [later]"},
            "skip_words": ["my dear"],
        }
    )
    index = TemplateIndex(commands)
    tried = {text: frozenset(fit.intents) if (fit := index.fitting(text)) else frozenset() for text in _TRIED}
    assert tried == _TRIED
    assert index.may_begin_with("see you later, good grief", frozenset({"leave"}))  # whatever follows
    assert not index.may_begin_with("see you later, good grief", frozenset({"tell"}))


_TRIED = {
    "see you later, it's good": frozenset({"leave"}),
    "see you, my dear, later... fine!": frozenset({"leave"}),
    "see you later good grief": frozenset(),
    "see you sooner": frozenset({"glue"}),  # a joined word is not taken apart
    "see you soon my brother": frozenset({"glue"}),
    "see you near ulm, my brother": frozenset({"tell"}),
}


def test_a_template_is_tried_only_against_the_whole_words_that_it_needs() -> None:
    index = TemplateIndex(_commands("{any} (is|are) (off limits|none of my business)", "{any} name[s] (of|for) cats"))
    for text in ("this is of nobody", "my island business", "names off cats", "rename of cats", "nothing is limitless"):
        assert index.fitting(text) is None, text
    for text in ("my island is off limits", "x'is (none of my business)", "red names for cats", "any, name of cats"):
        assert index.fitting(text) is not None, text


def test_a_template_with_a_leading_slot_is_tried_only_where_the_text_may_begin_with_one() -> None:
    index = TemplateIndex(_commands("{any} for cats"), {"any": lambda text: text.startswith("two")})
    assert index.fitting("two hours for cats") is not None
    assert index.fitting("biscuits for cats") is None


def test_after_a_warm_up_no_text_waits_for_a_template(monkeypatch: pytest.MonkeyPatch) -> None:
    index = TemplateIndex(_commands("{any} for my cats", "play {any}"))
    index.warm_up()
    monkeypatch.delattr(TemplateWords, "needed_by")
    monkeypatch.delattr(IntentData, "sentences")
    assert index.fitting("biscuits for my cats") is not None


def _commands(*said: str) -> Intents:
    return Intents.from_dict(
        {
            "language": "en",
            "intents": {"a": {"data": [{"sentences": [one]} for one in said]}},
            "lists": {"any": {"wildcard": True}},
        }
    )


@pytest.mark.parametrize("text", ["names of cats", "so names of cats", "red cats", "what is it", "what's it", "x me"])
def test_a_word_may_go_on_after_its_literal_beginning_and_a_free_word_may_be_the_first(text: str) -> None:
    said = ["name[s] of {any}", "{color} cats", "what[ is|'s] it", "{any} me"]
    commands = Intents.from_dict(
        {
            "language": "en",
            "intents": {"a": {"data": [{"sentences": [one]} for one in said]}},
            "lists": {"any": {"wildcard": True}, "color": {"values": ["red", "dark blue"]}},
            "skip_words": ["so"],
        }
    )
    fitting = TemplateIndex(commands).fitting(text)
    assert fitting is not None
    assert (
        [_seen(result) for result in recognize_all(text, fitting)]
        == [_seen(result) for result in recognize_all(text, commands)]
        != []
    )


def _sampled(commands: Intents, language: str) -> Iterator[str]:
    """Some sentences of every template, or of each of those that this run takes."""
    lists = {
        name: TextSlotList.from_strings(FREE, name=name) if isinstance(values, WildcardSlotList) else values
        for name, values in commands.slot_lists.items()
    }
    templates = [one for intent in commands.intents.values() for data in intent.data for one in data.sentences]
    for sentence in templates[:: TEMPLATE_STRIDE.now]:
        for way in range(0, 60, 60 // TEMPLATE_TEXTS.now):
            yield " ".join(said_in_way(sentence.expression, way, lists, commands.expansion_rules, language).split())


def _around(said: str, commands: Intents, chance: Random) -> dict[str, str]:
    """What the sentence is put between, and the sentence with its words joined or parted otherwise."""
    skipped, words = chance.choice(commands.skip_words), said.split()
    inside = [*words[:1], skipped, *words[1:]]
    return {
        "skipped": skipped,
        "hyphened": said.replace(" ", chance.choice("-_"), 1),
        "apart": "  ".join(words),
        "skipped_inside": " ".join(inside),
    }


def _seen(result: RecognizeResult) -> tuple[object, ...]:
    spans = [(entity.name, entity.text, entity.text_span) for entity in result.entities_list]
    return result.intent.name, spans, result.text_chunks_matched


def test_what_was_kept_to_read_the_templates_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    made = list[TemplateBeginnings]()

    class Noted(TemplateBeginnings):
        def __init__(self, commands: Intents) -> None:
            super().__init__(commands)
            made.append(self)

    monkeypatch.setattr(template_index, "TemplateBeginnings", Noted)
    load_intent_matcher.__wrapped__("en", 100)
    assert [kept.cache_info().currsize for one in made for kept in (one._rule, one._list, one._joined)] == [0, 0, 0]
