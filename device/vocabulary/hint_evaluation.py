"""Composition: plays spoken utterances through a recogniser, with and without hints, and counts word errors."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from device.core.errors import BadManifest
from device.core.policy import EVALUATION_AFTER_MS, EVALUATION_BEFORE_MS
from device.core.ports import FRAME_BYTES, FRAME_MS, HintBundle, Recogniser
from device.engines import factory
from device.nlu.word_error_rate import other_errors, term_errors, transcript_words

_SILENCE = bytes(FRAME_BYTES)


@dataclass(frozen=True, slots=True)
class Utterance:
    """A line of a manifest: a sound file, what is said in it, and the terms among the words."""

    wav: Path
    text: str
    terms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HintEvaluation:
    """Counts over a set of utterances; the rates are fractions of one, not per cent."""

    utterances: int
    terms: int
    distractors: int
    term_errors_without: int
    term_errors_with: int
    other_wer_without: float
    other_wer_with: float


def read_manifest(folder: Path) -> tuple[Utterance, ...]:
    """Reads the utterances of `folder/manifest.jsonl`. Raises `BadManifest` with the wrong line; OSError."""
    path = folder / "manifest.jsonl"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise BadManifest(f"{path} is not UTF-8 text. Nothing was played.") from error
    utterances = tuple(_utterance(folder, number, line) for number, line in enumerate(lines, 1) if line.strip())
    if not utterances:
        raise BadManifest(f"{path} has no utterance. Give it one JSON object a line.")
    return utterances


def _utterance(folder: Path, number: int, line: str) -> Utterance:
    try:
        row = json.loads(line)
        wav, text, terms = row["wav"], row["text"], row["terms"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _bad_line(number) from error
    words = isinstance(wav, str) and isinstance(text, str) and isinstance(terms, list)
    if not words or not all(isinstance(term, str) for term in terms):
        raise _bad_line(number)
    return Utterance(folder / wav, text, tuple(terms))


def _bad_line(number: int) -> BadManifest:
    return BadManifest(
        f'Line {number} of manifest.jsonl is not {{"wav": "…", "text": "…", "terms": ["…"]}}. Nothing was played.'
    )


def load_distractors(count: int, terms: Sequence[str]) -> tuple[str, ...]:
    """Returns the first `count` names and products of the list that share no word with a term. Raises `BadManifest`."""
    taken = {word for term in terms for word in transcript_words(term)}
    listed = files("device.engines.stt.pronunciations").joinpath("distractors.txt").read_text("utf-8").splitlines()
    free = [name for name in listed if taken.isdisjoint(transcript_words(name))]
    if not 0 <= count <= len(free):
        raise BadManifest(f"{count} distractors are asked for; there are 0 to {len(free)}. Nothing was played.")
    return tuple(free[:count])


def evaluate_hints(recogniser: Recogniser, utterances: Sequence[Utterance], count: int) -> HintEvaluation:
    """Recognises every utterance twice: without hints, and with all terms of the set among `count` distractors."""
    terms = tuple(dict.fromkeys(term for one in utterances for term in one.terms))
    others = load_distractors(count, terms)
    plain = [recognise_utterance(recogniser, one, HintBundle()) for one in utterances]
    hinted = [recognise_utterance(recogniser, one, HintBundle("en", (*terms, *others))) for one in utterances]
    wrong, wer = zip(*(_count_term_errors(utterances, heard) for heard in (plain, hinted)), strict=True)
    said = sum(len(one.terms) for one in utterances)
    return HintEvaluation(len(utterances), said, count, wrong[0], wrong[1], wer[0], wer[1])


def recognise_utterance(recogniser: Recogniser, utterance: Utterance, hints: HintBundle) -> tuple[str, ...]:
    """Recognises one utterance, with silence around it."""
    tape = factory.open_microphone(f"tape:{utterance.wav}", fast=True)
    recogniser.start(hints)
    for frame in (
        *[_SILENCE] * (EVALUATION_BEFORE_MS // FRAME_MS),
        *tape.frames(),
        *[_SILENCE] * (EVALUATION_AFTER_MS // FRAME_MS),
    ):
        recogniser.hear(frame)
    return transcript_words(recogniser.finish().text)


def _count_term_errors(utterances: Sequence[Utterance], heard: Sequence[tuple[str, ...]]) -> tuple[int, float]:
    wrong = sum(term_errors(one.terms, words) for one, words in zip(utterances, heard, strict=True))
    others = [
        other_errors(transcript_words(one.text), one.terms, words) for one, words in zip(utterances, heard, strict=True)
    ]
    errors, words = sum(error for error, _ in others), sum(count for _, count in others)
    return wrong, round(errors / words, 6) if words else 0.0
