"""Composition: the `selene` command line. Signatures and help only; each body imports what it needs when it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click

from device.cli.account import account_commands
from device.cli.account.client_commands import client_app
from device.cli.common import options as opt
from device.cli.common.command_line import SETTINGS, CommandGroup, version_option
from device.cli.common.completion import completion_options
from device.cli.common.error_report import report_errors
from device.cli.config.config_commands import config_app
from device.cli.memory.cmd_evaluate import evaluate_app
from device.cli.memory.memory_commands import memory_app
from device.cli.memory.thread_commands import thread_app
from device.cli.memory.work_commands import work_app
from device.cli.models.model_commands import models_app
from device.cli.setup.setup_commands import setup_command
from device.cli.talk.left_device_commands import left_device_app
from device.cli.talk.wake_commands import wake_app
from device.cli.vocab.vocab_commands import vocab_app


@click.group(
    cls=CommandGroup,
    epilog="Exit statuses are listed in docs/cli.md. 0 is success; a refusal prints one sentence and its code.",
    context_settings=SETTINGS,
)
@completion_options
@version_option
def app() -> None:
    """Selene: a voice assistant that lives on your own device, with a memory you can trust."""


for command in (account_commands.init_command, account_commands.pair_command, account_commands.restore_command):
    app.add_command(command)


@app.command()
@opt.state
@opt.user
@opt.engine("--mic", "microphone", "device:[NAME], tape:FILE, room:SCENARIO or none:")
@opt.engine("--speaker", "speaker", "device:[NAME], wav:FILE or null:")
@opt.engine("--wake", "wake")
@opt.engine("--speech", "speech", "silero: or webrtc:[0-3]")
@opt.engine("--recogniser", "recogniser", "pocketsphinx:, sherpa:FOLDER or whisper:MODEL")
@opt.engine("--voice", "voice", "espeak:[VOICE] or piper:PATH")
@opt.engine("--echo", "echo", "Echo canceller.")
@opt.engine("--voiceprint", "voiceprint", "onnx:PATH or none:")
@opt.engine("--eot", "eot", "Model of the end of a turn: onnx:PATH or none:")
@opt.engine("--mind", "mind", "Language model: openai:URL, llama:FILE or none:")
@opt.engine("--encoder", "encoder", "Vectors of what was said: table:FILE, onnx:FOLDER or none:")
@click.option("--events", type=opt.PATH, metavar="FILE", help="Write one JSON event a line here; - is stdout.")
@click.option("--fast", is_flag=True, help="Play a tape as fast as the machine allows.")
@opt.now
@opt.language
@click.option("--quiet", is_flag=True, help="Show nothing on the terminal.")
@click.option("--init", is_flag=True, help='Offer an account, if there is none, although "later" was said.')
@click.option("--http", metavar="HOST:PORT", help="Serve the API here, for programs with a token.")
@click.option("--http-cert", type=opt.PATH, metavar="FILE", help="Its certificate (PEM), for other addresses too.")
@click.option("--http-key", type=opt.PATH, metavar="FILE", help="The certificate's key (PEM), if in another file.")
@click.option("--mcp", metavar="HOST:PORT", help="Serve the memory's tools to MCP clients here, with a token.")
@click.option("--mcp-cert", type=opt.PATH, metavar="FILE", help="Its certificate (PEM), for other addresses too.")
@click.option("--mcp-key", type=opt.PATH, metavar="FILE", help="The certificate's key (PEM), if in another file.")
@click.option("--wyoming", metavar="HOST:PORT", help="Serve Home Assistant's pipelines here.")
@click.option("--wyoming-user", metavar="NAME", help="Whose memory they use; by default that of --user.")
@click.option("--wyoming-guest", is_flag=True, help="Whoever speaks there is a guest.")
@click.option("--wyoming-announce", is_flag=True, help="Tell Home Assistant of it by zeroconf.")
def run(
    state: Path | None,
    user: str | None,
    mic: str,
    speaker: str,
    wake: str,
    speech: str,
    recogniser: str,
    voice: str,
    echo: str,
    voiceprint: str,
    eot: str,
    mind: str,
    encoder: str,
    events: Path | None,
    fast: bool,
    now: str | None,
    language: str,
    quiet: bool,
    init: bool,
    http: str | None,
    http_cert: Path | None,
    http_key: Path | None,
    mcp: str | None,
    mcp_cert: Path | None,
    mcp_key: Path | None,
    wyoming: str | None,
    wyoming_user: str | None,
    wyoming_guest: bool,
    wyoming_announce: bool,
) -> None:
    """Listen and talk, on the real microphone and loudspeaker or on a tape."""
    from device.cli.common.told_moment import moment_of
    from device.cli.talk.cmd_run import run_daemon
    from device.cli.talk.network_options import http_settings, network_settings
    from device.daemon.audio_inputs import RunSettings
    from device.platform.configuration import configured_value

    with report_errors():
        alone = "" if (who := str(configured_value("identity.local").value)) in ("user", "guest") else who
        settings = RunSettings(
            opt.state_folder(state), user, mic, speaker, wake, speech, recogniser, voice, echo, language, fast,
            moment_of(now) if now else None, who == "guest", voiceprint=voiceprint, end_of_turn=eot, mind=mind,
            encoder=encoder, alone=alone, tones=bool(configured_value("tones").value),
            second_opinion=bool(configured_value("second_opinion").value),
        )  # fmt: skip
        network = network_settings(wyoming, wyoming_user, guest=wyoming_guest, announce=wyoming_announce)
        tools = http_settings(mcp, mcp_cert, mcp_key, "mcp")
        network = replace(network, http=http_settings(http, http_cert, http_key), mcp=tools)
        raise click.exceptions.Exit(run_daemon(settings, events, quiet=quiet, init=init, network=network))


@app.command()
@click.argument("text", required=False, help="What you say to Selene.")
@opt.state
@opt.user
@opt.now
@click.option("--session", metavar="ID", help="Session; by default one a day.")
@click.option("--script", type=opt.PATH, metavar="FILE", help="Say many turns from a JSON lines file.")
@click.option("--guest", is_flag=True, help="Speak as a voice that Selene does not know.")
@click.option("--aloud", is_flag=True, help="Answer as if the reply were spoken.")
@opt.language
@opt.as_json
def say(
    text: str | None,
    state: Path | None,
    user: str | None,
    now: str | None,
    session: str | None,
    script: Path | None,
    guest: bool,
    aloud: bool,
    language: str,
    as_json: bool,
) -> None:
    """Say something without sound: the same assistant, the same memory."""
    from device.cli.talk.cmd_say import SayOptions, run_turns

    with report_errors(as_json=as_json):
        how = SayOptions(opt.state_folder(state), user, now, session, guest, aloud, language, as_json)
        raise click.exceptions.Exit(run_turns(how, text, script))


@app.command("mcp")
@opt.state
@opt.user
@opt.may
@opt.language
def mcp_command(state: Path | None, user: str | None, may: str, language: str) -> None:
    """Serve the memory's tools to an MCP client at the standard streams, beside a daemon or alone."""
    from device.cli.memory.cmd_mcp import McpOptions, serve_mcp

    with report_errors():
        serve_mcp(McpOptions(state, user, may, language))


@app.command("mcp-call", hidden=True)
@click.argument("call", help='As JSON: {"tool": "recall", "arguments": {"query": "dog"}}')
@opt.state
@opt.user
@opt.may
@opt.language
def mcp_call(call: str, state: Path | None, user: str | None, may: str, language: str) -> None:
    """Make one call of an MCP tool, and print its answer as JSON. `selene mcp` calls it beside a daemon."""
    from device.cli.memory.cmd_mcp import McpOptions, make_call

    with report_errors(as_json=True):
        make_call(McpOptions(state, user, may, language), call)


@app.command()
@opt.state
@click.option("--follow", is_flag=True, help="Go on until ctrl-C.")
def events(state: Path | None, follow: bool) -> None:
    """Show what happens in the Selene that runs: wakes, words, replies, as one JSON object a line."""
    from device.cli.talk.cmd_events import follow_events

    with report_errors():
        opt.state_folder(state)
        follow_events(follow=follow)


@app.command()
@click.option(
    "--out", type=opt.PATH, default=Path("out/demo"), metavar="DIR", help="Where the sound of the talk is written."
)
@click.option("--state", type=opt.PATH, metavar="DIR", help="A new folder for the vault; OUT/state.")
@click.option("--real-time", is_flag=True, help="At the pace of speech, not as fast as possible.")
@opt.as_json
def demo(out: Path, state: Path | None, real_time: bool, as_json: bool) -> None:
    """Hold a spoken conversation on tape, kill the daemon in the middle, and see what survived."""
    from device.cli.talk.cmd_demo import run_demo

    with report_errors(as_json=as_json):
        raise click.exceptions.Exit(run_demo(out.absolute(), state, real_time=real_time, as_json=as_json))


@app.command()
@opt.state
@opt.user
@click.option("--prometheus", type=opt.PATH, metavar="FILE", help="Write them for Prometheus here.")
@opt.as_json
def metrics(state: Path | None, user: str | None, prometheus: Path | None, as_json: bool) -> None:
    """How good the memory is: counts and rates over all turns, and nothing that was said."""
    from device.cli.memory.cmd_metrics import show_metrics

    with report_errors(as_json=as_json):
        show_metrics(opt.state_folder(state), user, prometheus, as_json=as_json)


@app.command("status")
@opt.state
@opt.as_json
def status_command(state: Path | None, as_json: bool) -> None:
    """Is there a vault, what does it hold, is a daemon running on it."""
    from device.cli.doctor.cmd_status import show_vault_status

    with report_errors(as_json=as_json):
        show_vault_status(opt.state_folder(state), as_json=as_json)


@app.command()
@opt.state
@click.option("--sound", is_flag=True, help="Also measure the room: she plays a note and a sentence, and listens.")
@opt.as_json
def doctor(state: Path | None, sound: bool, as_json: bool) -> None:
    """Check everything that could be wrong, and say what to do about it."""
    from device.cli.doctor.cmd_doctor import run_checks

    with report_errors(as_json=as_json):
        raise click.exceptions.Exit(run_checks(opt.state_folder(state), as_json=as_json, with_sound=sound))


@app.command("accept")
@click.option("--only", multiple=True, metavar="ID", help="A gate or a test: Q13, AT_Q13_…")
@click.option("--check", is_flag=True, help="Fail when the completion ledger is stale.")
@opt.as_json
def accept_command(only: Sequence[str], check: bool, as_json: bool) -> None:
    """Run the acceptance suite of this checkout, and write its completion ledger."""
    from device.cli.doctor.cmd_accept import run_acceptance_suite as run_suite

    with report_errors(as_json=as_json):
        raise click.exceptions.Exit(run_suite(only or [], check=check, as_json=as_json))


app.add_command(memory_app, "memory")
app.add_command(thread_app, "thread")
app.add_command(work_app, "work")
app.add_command(evaluate_app, "eval")
app.add_command(account_commands.sync_app, "sync")
app.add_command(account_commands.device_app, "device")
app.add_command(client_app, "client")
app.add_command(vocab_app, "vocab")
app.add_command(config_app, "config")
app.add_command(wake_app, "wake")
app.add_command(left_device_app, "left-device")
app.add_command(models_app, "models")
app.add_command(setup_command)
