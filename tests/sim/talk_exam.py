"""Plays a set of short talks against the assistant in this process and grades what a person would hear.

A set is a file of `fixtures/talk/`: one talk a line, with expectations at some turns. A talk is as good as the worst of
them: right, silent (an honest "I don't know", or a needless question) or wrong.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory.model import ids
from memory.model.atoms import Channel
from memory.model.timestamps import from_iso
from tests.sim.assistant_talk import Talk, talk_in

SETS = Path(__file__).parents[2] / "fixtures" / "talk"
RIGHT, SILENT, WRONG = "right", "silent", "wrong"
_ORDER = (RIGHT, SILENT, WRONG)
_KINDS = {
    "en": {
        "unknown": r"(?:don't|do not|haven't|didn't) (?:\w+ )?(?:know|have|remember|recall|tell|told|said|mention)"
        r"|nothing|not sure|no (?:memory|note|idea)|never told|isn't anything|not aware|can't (?:find|say|tell)",
        "lost": r"(?:didn't|don't) (?:catch|understand|get|hear)|rephrase|what do you mean|pardon",
        "cannot": r"can't|cannot|can not|unable|not able|not yet|don't (?:do|have|set|play|control|know how)",
        "open": r"settled|not sure which",
        "ack": r"^(?:ok|okay|all right|alright|got it|noted|fine|sure|yes|no problem|good)[.! ]*$",
    },
    "de": {
        "unknown": r"wei(?:ß|ss) (?:ich|das)|nichts|keine? (?:ahnung|notiz|erinnerung)|nicht sicher"
        r"|nie (?:gesagt|erzählt)",
        "lost": r"nicht verstanden|verstehe (?:das )?nicht|wie bitte|was du meinst",
        "cannot": r"kann (?:ich|das|dir|dabei|dazu)|nicht möglich|geht (?:leider )?nicht",
        "open": r"ungeklärt|nicht sicher|offen",
        "ack": r"^(?:ok|okay|in ordnung|gut|alles klar|gemerkt|notiert|gern|ja)[.! ]*$",
    },
}


@dataclass(frozen=True)
class Result:
    """The grade of one talk, and why."""

    name: str
    grade: str
    why: str = ""


def play_set(name: str, stride: int = 1) -> tuple[Result, ...]:
    """Plays a set by its name, every talk of it or one in `stride`."""
    lines = (SETS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(play_talk(json.loads(line), name[:2]) for line in lines[::stride])


def play_talk(case: Mapping[str, Any], language: str) -> Result:
    """Plays one talk on a vault of its own."""
    with tempfile.TemporaryDirectory() as folder, talk_in(Path(folder) / "vault", language) as talk:
        said = [_say(talk, turn) for turn in case["turns"]]
        found = [
            _grade(turn["expect"], one, language)
            for turn, one in zip(case["turns"], said, strict=True)
            if "expect" in turn
        ]
        after = case.get("after", {})
        if "one_question" in after:
            asked = sum(said[at]["asks"] for at in after["one_question"])
            found.append((RIGHT, "") if asked == 1 else (WRONG, f"{asked} questions"))
        for check in after.get("memory", []):
            listed = _plain(" ".join(talk.texts(check["user"])))
            found += [(WRONG, f"memory holds {each}") for each in check.get("not", []) if holds(each, listed, language)]
    grade, why = max(found, key=lambda each: _ORDER.index(each[0]))
    return Result(f"{case['id']} {case['title']}", grade, why)


def said_in(case: Mapping[str, Any], language: str) -> list[tuple[Mapping[str, Any], Mapping[str, Any]]]:
    """Plays one talk on a vault of its own; returns each turn with what was said and could be known."""
    with tempfile.TemporaryDirectory() as folder, talk_in(Path(folder) / "vault", language) as talk:
        return [(turn, _say(talk, turn)) for turn in case["turns"]]


def _say(talk: Talk, turn: Mapping[str, Any]) -> dict[str, Any]:
    talk.now, talk.session = from_iso(turn["now"]), turn["session"]
    channel = Channel.VOICE if turn.get("aloud") else Channel.TEXT
    made = talk.turn(turn["text"], turn["user"], channel, identified=not turn.get("guest", False))
    reply = _plain(talk.again(made))
    bundle = talk.answer.bundle
    return {
        "reply": reply,
        "asks": talk.answer.question or reply.endswith("?"),
        "kept": bool(talk.heard.created),
        "bundle": _plain(" ".join((*(atom.text for atom in bundle.atoms), *bundle.excerpts))),
        "user": ids.user_id(turn["user"]),
    }


def _grade(expect: Mapping[str, Any], said: Mapping[str, Any], language: str) -> tuple[str, str]:
    """Grades one turn by its expectation; see fixtures/talk/README.md."""
    reply = str(said["reply"])
    for pattern in expect.get("not", []):
        if holds(pattern, reply, language):
            return WRONG, f"says {pattern}"
    for pattern in expect.get("bundle_not", []):
        if holds(pattern, str(said["bundle"]), language):
            return WRONG, f"bundle holds {pattern}"
    if expect.get("no_atoms") and said["kept"]:
        return WRONG, "kept what is no fact"
    if "question" in expect and bool(said["asks"]) != expect["question"]:
        return (expect.get("miss", WRONG), "asks no question") if expect["question"] else (SILENT, "asks needlessly")
    if expect.get("max_sentences") and len(re.findall(r"[.!?](?:\s|$)", reply)) > expect["max_sentences"]:
        return WRONG, "too long"
    every = [holds(pattern, reply, language) for pattern in expect.get("all", [])]
    some = any(holds(pattern, reply, language) for pattern in expect.get("any", [])) or "any" not in expect
    if some and all(every):
        return RIGHT, ""
    if "miss" in expect:
        return str(expect["miss"]).lower().replace("pass", RIGHT), "misses"
    if said["kept"] and expect.get("ask", True):
        return WRONG, "kept a question as a fact"
    honest = any(every) or not reply or any(re.search(kind, reply) for kind in _KINDS[language].values())
    return (SILENT, "does not know") if honest or said["asks"] else (WRONG, "answers something else")


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.lower().replace("\u2019", "'")).strip()


def holds(pattern: str, text: str, language: str) -> bool:
    """Says whether a pattern is in a text, as whole words; `@unknown` and its like are kinds of reply."""
    if pattern.startswith("@"):
        return re.search(_KINDS[language][pattern[1:]], text) is not None
    return re.search(rf"(?<!\w)(?:{pattern})(?!\w)", text) is not None
