"""Composition: `selene demo`: runs a spoken conversation through the daemon, kills it once, and checks the answers.

The conversation is data: `fixtures/talks/demo.json` names the tapes, the kill, and the expected answers. Each part runs
`selene run` as a process of its own, from one WAV to another, and both are mixed into one file: the person on the left,
Selene on the right.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click
import msgspec
import numpy as np
from numpy.typing import NDArray

from device.cli.common.error_report import show_json
from device.cli.common.terminal import styled, terminal_columns
from device.cli.talk.demo_clients import ClientScene, SceneStep
from device.cli.talk.demo_resume import ResumeScene
from device.cli.talk.demo_room import RoomScene
from device.cli.talk.talk_printer import TalkPrinter
from device.core.errors import BadUsage, DemoFailed, EngineUnavailable
from device.nlu.word_error_rate import term_errors, transcript_words
from device.session.event_log import EventLine

MARK = "made-by-demo"
TALKS = Path(__file__).resolve().parents[3] / "fixtures" / "talks"


class ExpectedTurn(msgspec.Struct, frozen=True):
    """What one turn must bring. Words are looked for in the transcript and the answer; events as `type:reason`."""

    heard: str = ""
    answer: list[str] = []
    answer_lacks: list[str] = []
    events: list[str] = []
    terms: list[str] = []
    """Names that the recogniser must hear: each one missing from the transcript is an error."""


class KillPoint(msgspec.Struct, frozen=True):
    """SIGKILL at the first event of this type in the turn of this number."""

    turn: int
    type: str


class TalkPart(msgspec.Struct, frozen=True):
    """One run of the daemon."""

    title: str
    tape: str
    now: str
    expect: list[ExpectedTurn]
    kill: KillPoint | None = None


class TalkScript(msgspec.Struct, frozen=True):
    """The whole talk."""

    user: str
    parts: list[TalkPart]


@dataclass(slots=True)
class DemoTurn:
    """One turn as the daemon reported it."""

    heard: str = ""
    answered: str = ""
    events: list[str] = field(default_factory=list)
    ms: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermCount:
    """How often names were said in a part, and how often they were misheard."""

    title: str
    said: int
    wrong: int


def run_demo(out: Path, state: Path | None, *, real_time: bool, as_json: bool) -> int:
    """Runs the conversation on a new vault in `state`. 0 when every expected answer was given, else 1.

    The sound of an earlier demo in `out` is replaced; any other folder is refused.
    """
    plan = _read_talk_script()
    state = _new_state(out, state)
    rows = []
    heard: list[TermCount] = []
    for number, part in enumerate(plan.parts, 1):
        click.echo(f"{part.title} ".ljust(terminal_columns(), "─"), err=as_json)
        words = _daemon_command_line(plan, part, out / f"selene-{number}.wav", state, real_time=real_time)
        turns = _run_part(part, words, err=as_json)
        turns += [DemoTurn()] * (len(part.expect) - len(turns))
        rows += [
            (spoken, _unmet_expectations(wanted, spoken)) for wanted, spoken in zip(part.expect, turns, strict=False)
        ]
        heard += [TermCount(part.title, *_count_terms(part, turns))]
    _show_table(rows, err=as_json)
    for one in heard:
        if one.said:
            click.echo(f"Names heard wrong: {one.wrong} of {one.said}. {one.title}.", err=as_json)
    click.echo("One Selene, several clients, in real time ".ljust(terminal_columns(), "─"), err=as_json)
    steps = ClientScene(state.parent / f"{state.name}-clients", plan.user, TALKS.parent / "speech" / "rms").play()
    _show_steps(steps, err=as_json)
    click.echo("Coming back: after a day, an hour, a month ".ljust(terminal_columns(), "─"), err=as_json)
    resumed = ResumeScene(state.parent / f"{state.name}-resumed", plan.user).play()
    _show_steps(resumed, err=as_json)
    click.echo("A room: a television, a loudspeaker, two people ".ljust(terminal_columns(), "─"), err=as_json)
    room = RoomScene(state.parent / f"{state.name}-room", plan.user, TALKS.parent)
    _show_steps(room.play(), err=as_json)
    sound = _mix_stereo(plan, out, room.sound)
    click.echo(f"Listen: {sound} (you on the left, Selene on the right).", err=as_json)
    failed = sum(bool(missing) for _, missing in rows)
    wrong = sum(not step.right for step in (*steps, *resumed, *room.steps))
    click.echo(f"{len(rows) - failed} of {len(rows)} turns as expected.", err=as_json)
    if as_json:
        turns_shown = [{**asdict(spoken), "missing": missing} for spoken, missing in rows]
        terms = [asdict(one) for one in heard if one.said]
        found = {
            "turns": turns_shown,
            "clients": [asdict(step) for step in steps],
            "resumed": [asdict(step) for step in resumed],
            "room": [asdict(step) for step in room.steps],
            "passed": len(rows) - failed,
            "failed": failed,
            "sound": str(sound),
        }
        show_json({**found, "terms": terms})
    return 1 if failed or wrong else 0


def _show_steps(steps: list[SceneStep], *, err: bool) -> None:
    for step in steps:
        verdict = styled("yes", "green") if step.right else styled("no", "red")
        click.echo(f"{step.who:<9} {step.did:<46} {verdict}  {step.got[:60]}", err=err)


def _new_state(out: Path, state: Path | None) -> Path:
    """Makes a new folder for the demo's vault. Only a folder that an earlier demo marked is removed."""
    state = state or out / "state"
    if (state / MARK).exists():
        shutil.rmtree(state)
        shutil.rmtree(state.parent / f"{state.name}-clients", ignore_errors=True)
        shutil.rmtree(state.parent / f"{state.name}-resumed", ignore_errors=True)
        shutil.rmtree(state.parent / f"{state.name}-room", ignore_errors=True)
    if state.exists():
        raise BadUsage(f"{state} already exists; the demo wants a new folder for its vault. Nothing was changed.")
    out.mkdir(parents=True, exist_ok=True)
    state.mkdir(mode=0o700, parents=True)
    (state / MARK).write_text("The vault of a demo; the next demo removes it.\n", encoding="utf-8")
    return state


def _read_talk_script() -> TalkScript:
    try:
        return msgspec.json.decode((TALKS / "demo.json").read_bytes(), type=TalkScript)
    except OSError as error:
        raise EngineUnavailable(
            "The demo plays tapes from the folder fixtures/ of Selene's source, which is not part of the installed "
            "package. Nothing was started; run it from a checkout."
        ) from error


def _daemon_command_line(plan: TalkScript, part: TalkPart, speaker: Path, state: Path, *, real_time: bool) -> list[str]:
    """Returns the command line of one part's daemon."""
    sound = ["--mic", f"tape:{TALKS / part.tape}", "--speaker", f"wav:{speaker}"]
    who = ["--state", str(state), "--user", plan.user, "--now", part.now]
    pace = [] if real_time else ["--fast"]
    return [sys.executable, "-m", "device", "run", *sound, *who, "--events", "-", "--quiet", *pace]


def _count_terms(part: TalkPart, turns: list[DemoTurn]) -> tuple[int, int]:
    pairs = list(zip(part.expect, turns, strict=False))
    wrong = sum(term_errors(wanted.terms, transcript_words(spoken.heard)) for wanted, spoken in pairs)
    return sum(len(wanted.terms) for wanted, _ in pairs), wrong


def _run_part(part: TalkPart, words: list[str], *, err: bool) -> list[DemoTurn]:
    talk, turns = TalkPrinter(err=err), dict[str, DemoTurn]()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, encoding="utf-8") as daemon:
        for line in _events(daemon):
            talk(line)
            _record_event(turns, line)
            if part.kill and len(turns) == part.kill.turn and line["type"] == part.kill.type:
                daemon.kill()
                click.echo(
                    styled("── SIGKILL: the daemon dies in the middle of its answer ──", "red", bold=True), err=err
                )
                break
    if daemon.returncode not in (0, -signal.SIGKILL):
        raise DemoFailed(f"The daemon ended with status {daemon.returncode}; what it said stands above.")
    return list(turns.values())


def _events(daemon: subprocess.Popen[str]) -> Iterator[EventLine]:
    if daemon.stdout is not None:
        for text in daemon.stdout:
            yield json.loads(text)


def _record_event(turns: dict[str, DemoTurn], line: EventLine) -> None:
    turn = turns.setdefault(str(line["turn_id"]), DemoTurn())
    turn.events.append(f"{line['type']}:{line['reason']}")
    if line["type"] == "transcript":
        turn.heard = str(line["text"])
    if line["type"] == "reply":
        turn.answered = str(line["text"])
    if isinstance(spent := line.get("ms"), dict):
        turn.ms = spent


def _unmet_expectations(wanted: ExpectedTurn, spoken: DemoTurn) -> list[str]:
    """Returns the expectations that were not met, in words."""
    answered = spoken.answered.casefold()
    missing = [f"heard {wanted.heard!r}"] if wanted.heard != spoken.heard else []
    missing += [f"answer with {words!r}" for words in wanted.answer if words.casefold() not in answered]
    missing += [f"answer without {words!r}" for words in wanted.answer_lacks if words.casefold() in answered]
    types = {event.split(":")[0] for event in spoken.events} | set(spoken.events)
    return missing + [f"event {event}" for event in wanted.events if event not in types]


def _show_table(rows: list[tuple[DemoTurn, list[str]]], *, err: bool) -> None:
    click.echo("The talk: milliseconds to hear / understand / answer / speak", err=err)
    width = max((len(spoken.heard) for spoken, _ in rows), default=0)
    for spoken, missing in rows:
        stages = [spoken.ms.get(stage) for stage in ("recognise", "understand", "answer", "synthesise")]
        times = " / ".join("–" if spent is None else str(spent) for spent in stages)
        verdict = styled("no: " + "; ".join(missing), "red") if missing else styled("yes", "green")
        click.echo(f"{spoken.heard:<{width}}  {times:<25}  {verdict}", err=err)


def _mix_stereo(plan: TalkScript, out: Path, room: NDArray[np.int16]) -> Path:
    """Mixes both sides of all parts into one stereo file; last the scene of two people, as they were heard."""
    import soundfile

    sides = []
    for number, part in enumerate(plan.parts, 1):
        person, _ = soundfile.read(TALKS / part.tape, dtype="int16")
        selene, rate = soundfile.read(os.fsencode(out / f"selene-{number}.wav"), dtype="int16")
        length = min(len(person), len(selene)) if part.kill else max(len(person), len(selene))
        both = [np.pad(side[:length], (0, length - len(side[:length]))) for side in (person, selene)]
        sides.append(np.stack(both, axis=1))
    soundfile.write(os.fsencode(out / "talk.wav"), np.concatenate([*sides, room]), rate, subtype="PCM_16")
    return out / "talk.wav"
