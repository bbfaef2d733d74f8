"""Composition: the `selene` command line. Signatures and help only; each body imports what it needs when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from device.cli.account import account_commands
from device.cli.common import options as opt
from device.cli.common.error_report import report_errors
from device.cli.memory.cmd_evaluate import app as evaluate_app
from device.cli.vocab.vocab_commands import app as vocab_app

app = typer.Typer(
    name="selene",
    help="Selene: a voice assistant that lives on your own device, with a memory you can trust.",
    epilog="Exit statuses are listed in docs/cli.md. 0 is success; a refusal prints one sentence and its code.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,  # Rich help costs 60 ms of every start; the talk and the demo use Rich, help does not.
    context_settings={"help_option_names": ["-h", "--help"]},
)
memory_app = typer.Typer(help="See what is remembered, and why.", no_args_is_help=True, rich_markup_mode=None)
app.add_typer(memory_app, name="memory")
app.add_typer(evaluate_app, name="eval")
app.add_typer(account_commands.sync_app, name="sync")
app.add_typer(account_commands.device_app, name="device")
app.command("init")(account_commands.init_command)
app.command("pair")(account_commands.pair_command)
app.command("restore")(account_commands.restore_command)
app.add_typer(vocab_app, name="vocab")


@app.command()
def run(
    state: opt.State = None,
    user: opt.User = None,
    mic: Annotated[str, typer.Option(help="device:[NAME] or tape:FILE", metavar="URI")] = "device:",
    speaker: Annotated[str, typer.Option(help="device:[NAME], wav:FILE or null:", metavar="URI")] = "device:",
    wake: Annotated[str, typer.Option(metavar="URI")] = "microwakeword:okay_nabu",
    speech: Annotated[str, typer.Option(help="silero: or webrtc:[0-3]", metavar="URI")] = "silero:",
    recogniser: Annotated[str, typer.Option(help="pocketsphinx: or whisper:MODEL", metavar="URI")] = "pocketsphinx:",
    voice: Annotated[str, typer.Option(help="espeak:[VOICE] or piper:PATH", metavar="URI")] = "espeak:",
    echo: Annotated[str, typer.Option(help="Echo canceller.", metavar="URI")] = "none:",
    events: Annotated[
        Path | None, typer.Option(help="Write one JSON event a line here; - is stdout.", metavar="FILE")
    ] = None,
    fast: Annotated[bool, typer.Option("--fast", help="Play a tape as fast as the machine allows.")] = False,
    now: opt.Now = None,
    language: opt.Language = "en",
    quiet: Annotated[bool, typer.Option("--quiet", help="Show nothing on the terminal.")] = False,
    init: Annotated[
        bool, typer.Option("--init", help='Offer an account, if there is none, although "later" was said.')
    ] = False,
) -> None:
    """Listen and talk, on the real microphone and loudspeaker or on a tape."""
    from device.cli.talk.cmd_run import run_daemon
    from device.cli.talk.cmd_say import moment_of
    from device.daemon.composition import RunSettings

    with report_errors():
        settings = RunSettings(
            opt.state_folder(state), user, mic, speaker, wake, speech, recogniser, voice, echo, language, fast,
            moment_of(now) if now else None,
        )  # fmt: skip
        raise typer.Exit(run_daemon(settings, events, quiet=quiet, init=init))


@app.command()
def say(
    text: Annotated[str | None, typer.Argument(help="What you say to Selene.")] = None,
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    session: Annotated[str | None, typer.Option(help="Session; by default one a day.", metavar="ID")] = None,
    script: Annotated[Path | None, typer.Option(help="Say many turns from a JSON lines file.", metavar="FILE")] = None,
    guest: Annotated[bool, typer.Option("--guest", help="Speak as a voice that Selene does not know.")] = False,
    aloud: Annotated[bool, typer.Option("--aloud", help="Answer as if the reply were spoken.")] = False,
    language: opt.Language = "en",
    as_json: opt.Json = False,
) -> None:
    """Say something without sound: the same assistant, the same memory."""
    from device.cli.talk.cmd_say import SayOptions, run_turns

    with report_errors(as_json=as_json):
        how = SayOptions(opt.state_folder(state), user, now, session, guest, aloud, language, as_json)
        raise typer.Exit(run_turns(how, text, script))


@app.command()
def demo(
    out: Annotated[Path, typer.Option(help="Where the sound of the talk is written.", metavar="DIR")] = Path(
        "out/demo"
    ),
    state: Annotated[Path | None, typer.Option(help="A new folder for the vault; OUT/state.", metavar="DIR")] = None,
    real_time: Annotated[
        bool, typer.Option("--real-time", help="At the pace of speech, not as fast as possible.")
    ] = False,
    as_json: opt.Json = False,
) -> None:
    """Hold a spoken conversation on tape, kill the daemon in the middle, and see what survived."""
    from device.cli.talk.cmd_demo import run_demo

    with report_errors(as_json=as_json):
        raise typer.Exit(run_demo(out, state, real_time=real_time, as_json=as_json))


@memory_app.command("list")
def memory_list(state: opt.State = None, user: opt.User = None, as_json: opt.Json = False) -> None:
    """List what is remembered, in the words it was said. Internal atoms are counted, never shown."""
    from device.cli.memory.cmd_memory import show_list

    with report_errors(as_json=as_json):
        show_list(opt.state_folder(state), user, as_json=as_json)


@memory_app.command("show")
def memory_show(
    atom_id: Annotated[str, typer.Argument(help="As printed by `selene memory list`.")],
    state: opt.State = None,
    user: opt.User = None,
    as_json: opt.Json = False,
) -> None:
    """One atom, with everything that is known about it."""
    from device.cli.memory.cmd_memory import show_atom

    with report_errors(as_json=as_json):
        show_atom(opt.state_folder(state), user, atom_id, as_json=as_json)


@memory_app.command("why")
def memory_why(
    atom_id: Annotated[str, typer.Argument(help="As printed by `selene memory list`.")],
    state: opt.State = None,
    user: opt.User = None,
    as_json: opt.Json = False,
) -> None:
    """Where an atom came from: the words, the turn, and every ledger event about it."""
    from device.cli.memory.cmd_memory import show_why

    with report_errors(as_json=as_json):
        show_why(opt.state_folder(state), user, atom_id, as_json=as_json)


@memory_app.command("digest")
def memory_digest_command(state: opt.State = None, as_json: opt.Json = False) -> None:
    """One digest of everything that must survive this device: equal on two devices that know the same."""
    from device.cli.memory.cmd_memory import show_digest

    with report_errors(as_json=as_json):
        show_digest(opt.state_folder(state), as_json=as_json)


@app.command()
def metrics(
    state: opt.State = None,
    user: opt.User = None,
    prometheus: Annotated[Path | None, typer.Option(help="Write them for Prometheus here.", metavar="FILE")] = None,
    as_json: opt.Json = False,
) -> None:
    """How good the memory is: counts and rates over all turns, and nothing that was said."""
    from device.cli.memory.cmd_metrics import show_metrics

    with report_errors(as_json=as_json):
        show_metrics(opt.state_folder(state), user, prometheus, as_json=as_json)


@app.command("status")
def status_command(state: opt.State = None, as_json: opt.Json = False) -> None:
    """Is there a vault, what does it hold, is a daemon running on it."""
    from device.cli.doctor.cmd_status import show_vault_status

    with report_errors(as_json=as_json):
        show_vault_status(opt.state_folder(state), as_json=as_json)


@app.command()
def doctor(state: opt.State = None, as_json: opt.Json = False) -> None:
    """Check everything that could be wrong, and say what to do about it."""
    from device.cli.doctor.cmd_doctor import run_checks

    with report_errors(as_json=as_json):
        raise typer.Exit(run_checks(opt.state_folder(state), as_json=as_json))


@app.command("accept")
def accept_command(
    only: Annotated[list[str] | None, typer.Option(help="A gate or a test: Q13, AT_Q13_…", metavar="ID")] = None,
    check: Annotated[bool, typer.Option("--check", help="Fail when the completion ledger is stale.")] = False,
    as_json: opt.Json = False,
) -> None:
    """Run the acceptance suite of this checkout, and write its completion ledger."""
    from device.cli.doctor.cmd_accept import run_acceptance_suite as run_suite

    with report_errors(as_json=as_json):
        raise typer.Exit(run_suite(only or [], check=check, as_json=as_json))
