"""Promise: of another assistant's export only what the person said last is read; what is not known is counted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.portability.formats.chatgpt import read_chatgpt
from device.portability.formats.claude import read_claude
from device.portability.formats.selene_export import read_export
from device.portability.formats.told_turns import ToldConversation, file_of_session, session_of_file
from tests.device.portability.exported_chats import AT, claude_said, gpt_message, gpt_said, gpt_talk


def texts(told: ToldConversation | None) -> list[str]:
    assert told is not None
    return [turn.text for turn in told.turns]


def test_only_the_persons_turns_of_the_last_branch_are_read_in_their_order() -> None:
    talk = gpt_talk(
        gpt_message("system", "You are helpful"),
        gpt_message("user", "I live in Lisbon"),
        gpt_message("assistant", "I live in a cloud"),
        gpt_message("tool", "My name is Tool"),
        gpt_message("user", "I like tea"),
    )
    talk["mapping"]["other"] = {"id": "other", "message": gpt_message("user", "I live in Oslo"), "parent": "n0"}
    told = read_chatgpt(talk)
    assert texts(told) == ["I live in Lisbon", "I like tea"]
    assert told is not None
    assert (told.conversation_id, told.skipped) == ("c-1", 0)
    assert [turn.at_ms for turn in told.turns] == [int(AT * 1000)] * 2


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (gpt_message("user", "one", "two"), "one\ntwo"),
        (gpt_message("user", {"content_type": "image_asset_pointer"}, "my cat", kind="multimodal_text"), "my cat"),
        (
            gpt_message(
                "user",
                {"content_type": "audio_transcription", "text": "I am Ana", "direction": "in"},
                kind="multimodal_text",
            ),
            "I am Ana",
        ),
    ],
)
def test_the_words_of_a_message_are_its_texts_and_what_was_said_aloud(message: Any, text: str) -> None:
    assert texts(read_chatgpt(gpt_talk(message))) == [text]


@pytest.mark.parametrize(
    "message",
    [
        gpt_message("user", "about me", kind="user_editable_context"),
        gpt_message("user", "hidden", metadata={"is_visually_hidden_from_conversation": True}),
    ],
)
def test_what_the_program_wrote_in_the_persons_name_tells_nothing(message: Any) -> None:
    told = read_chatgpt(gpt_talk(message))
    assert told is not None
    assert (told.turns, told.skipped) == ((), 0)


@pytest.mark.parametrize(
    "message",
    [
        {"author": {"role": "user"}},
        {"author": None},
        "words",
        7,
        gpt_message("user", "x", kind="code"),
        gpt_message("user", {"content_type": "image_asset_pointer"}, kind="multimodal_text"),
        {"author": {"role": "user"}, "content": {"content_type": "text", "parts": "no list"}},
    ],
)
def test_a_message_of_an_unknown_shape_is_counted_and_its_neighbours_are_read(message: Any) -> None:
    told = read_chatgpt(gpt_talk(gpt_message("user", "I like tea"), message))
    assert texts(told) == ["I like tea"]
    assert told is not None
    assert told.skipped == 1


def test_a_branch_that_bites_its_tail_ends() -> None:
    talk = gpt_said("I like tea")
    talk["mapping"]["root"]["parent"] = "n0"
    assert texts(read_chatgpt(talk)) == ["I like tea"]


@pytest.mark.parametrize("at", [None, "soon", True, -1, 1e300, float("nan"), float("inf")])
def test_a_moment_that_is_none_is_left_out(at: Any) -> None:
    told = read_chatgpt(gpt_talk(gpt_message("user", "I like tea", at=at)))
    assert told is not None
    assert told.turns[0].at_ms is None


@pytest.mark.parametrize(
    "raw", [{}, {"mapping": {}}, {"mapping": {}, "current_node": "n"}, {"mapping": [], "current_node": "n"}]
)
def test_what_is_no_conversation_of_chatgpt_is_none(raw: Any) -> None:
    assert read_chatgpt(raw) is None


def test_only_what_a_human_wrote_to_claude_is_read() -> None:
    talk = claude_said("I like tea", "I live in Oslo")
    talk["chat_messages"].insert(1, {"uuid": "a", "sender": "assistant", "text": "I live in a cloud"})
    talk["chat_messages"].append(
        {"uuid": "b", "sender": "human", "text": "", "content": [{"type": "text", "text": "x"}]}
    )
    talk["chat_messages"] += [{"sender": "human"}, {"sender": 5}, "words", {"sender": "human", "content": [{}]}]
    told = read_claude(talk)
    assert texts(told) == ["I like tea", "I live in Oslo", "x"]
    assert told is not None
    assert told.skipped == 4
    assert told.turns[0].at_ms == 1_714_557_600_000


def test_a_session_names_its_file_and_only_an_imported_one_does() -> None:
    assert file_of_session(session_of_file("my #1 chats.zip", "c-1")) == "my 1 chats.zip"
    assert file_of_session("say-2026-03-02") == ""
    assert len(session_of_file("x" * 500, "y" * 80)) < 200
    once = session_of_file("a.json", "c-1")
    assert session_of_file("b.jsonl", once) == once


junk = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(
            ["mapping", "current_node", "n", "message", "author", "role", "content", "parts", "parent", "chat_messages",
             "sender", "text", "uuid", "content_type"]
        ),
        inner,
        max_size=4,
    ),
    max_leaves=20,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(["mapping", "current_node", "chat_messages", "id"]), junk))
def test_no_shape_breaks_a_reader(raw: Any) -> None:
    for read in (read_chatgpt, read_claude):
        told = read(raw)
        assert told is None or isinstance(told, ToldConversation)


records = st.dictionaries(
    st.sampled_from(["record", "speaker", "turn_id", "text", "sources", "status", "kind", "exposure", "at", "who"]),
    junk | st.sampled_from(["atom", "line", "user", "t-1", "active", "name", "SAFE_TO_SPEAK"]),
)


@settings(max_examples=200, deadline=None)
@given(st.lists(records | junk, max_size=6))
def test_no_shape_breaks_the_reader_of_selenes_own_export(raw: list[Any]) -> None:
    line = {"record": "line", "speaker": "user", "turn_id": "t-1", "text": "my name is Ana"}
    told, skipped, not_taken = read_export([line, *raw])
    assert told[0].turns[0].text == "my name is Ana"
    assert 0 <= skipped + not_taken <= len(raw)


@pytest.mark.parametrize("turn_id", [[1], {}, 5, None, True])
def test_a_source_that_names_no_turn_is_none(turn_id: Any) -> None:
    line = {"record": "line", "speaker": "user", "turn_id": "t-1", "text": "my name is Ana"}
    atom = {"record": "atom", "status": "active", "sources": [{"turn_id": turn_id, "start": 0, "end": 3}]}
    assert read_export([line, atom])[1] == 1
