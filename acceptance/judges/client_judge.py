"""Pure: compares the observation of a case about clients with its expectations."""

from __future__ import annotations

from collections.abc import Iterator

from acceptance.cases.client_cases import ClientCase, ClientStep
from acceptance.judges.text_match import contains_text
from acceptance.observations.client_observation import ClientObservation, StepAnswer


def judge_client_case(case: ClientCase, played: ClientObservation) -> tuple[str, ...]:
    """Returns what is wrong; empty when it passed."""
    wrong = [f"readable outside the vault: {needle[:60]!r}" for needle in played.exposed]
    if "Traceback" in played.messages:
        wrong.append(f"showed a traceback: {played.messages[-300:]}")
    for step, seen in zip(case.steps, played.answers, strict=True):
        wrong += [f"step {seen.number}: {what}" for what in _step(step, seen)]
    return tuple(wrong)


def _step(step: ClientStep, seen: StepAnswer) -> Iterator[str]:
    if seen.code != step.error:
        yield f"ended with {seen.code or 'no error'}, not {step.error or 'well'}: {seen.text[:200]}"
    if seen.changed:
        yield "it was refused, and something has changed"
    for needle in step.has:
        if not contains_text(seen.text, needle):
            yield f"the answer lacks {needle!r}: {seen.text[:200]!r}"
    for needle in step.lacks:
        if contains_text(seen.text, needle):
            yield f"the answer has {needle!r}: {seen.text[:200]!r}"
    if seen.alone is not None and seen.alone != seen.text:
        yield f"the command printed {seen.text[:200]!r}, and without a daemon {seen.alone[:200]!r}"
