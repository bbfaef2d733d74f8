"""Composition: `selene vocab`: the words that Selene should hear right, and the proof that she does."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from device.cli.common import options as opt
from device.cli.common.error_report import report_errors, show_json

app = typer.Typer(
    help="The words that Selene should hear right, and the proof that she does.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.callback()
def vocab_group() -> None:
    """The words that Selene should hear right, and the proof that she does."""


@app.command("eval")
def eval_command(
    folder: Annotated[
        Path, typer.Option("--set", help='Folder with manifest.jsonl: {"wav", "text", "terms"} a line.', metavar="DIR")
    ],
    distractors: Annotated[
        int, typer.Option(help="Names that nobody says, hinted beside the terms.", metavar="N")
    ] = 100,
    recogniser: Annotated[str, typer.Option(help="pocketsphinx: or whisper:MODEL", metavar="URI")] = "pocketsphinx:",
    as_json: opt.Json = False,
) -> None:
    """Play spoken utterances without hints and with them, and count what was heard wrong.

    Counts: utterances, terms (said, each time), distractors, term_errors_without and term_errors_with (times a term
    was said and its words were not heard one after another). Fractions of one, not per cent: other_wer_without and
    other_wer_with, the word error rate of all words that belong to no term.

    With: all terms of the set and the distractors are hinted at once, for every utterance, also when they are more
    than the 100 terms of a turn's Hint Bundle.
    """
    from device.engines import factory as doors
    from device.vocabulary.hint_evaluation import evaluate_hints, read_manifest
    from device.vocabulary.hint_evaluation import load_distractors as listed

    with report_errors(as_json=as_json):
        utterances = read_manifest(folder)
        listed(distractors, [term for one in utterances for term in one.terms])
        report = asdict(evaluate_hints(doors.open_recogniser(recogniser), utterances, distractors))
        if as_json:
            show_json(report)
            return
        for name, value in report.items():
            typer.echo(f"{name:20} {value}")


Repo = Annotated[Path, typer.Option("--repository", help="Folder of the repository.", metavar="DIR")]
RepositoryUri = Annotated[
    str, typer.Option("--repository", help="Folder of it, or mirror: or mirror:NAME.", metavar="DIR|mirror:NAME")
]
KnownAs = Annotated[str, typer.Option("--as", help="What this device calls the repository.", metavar="NAME")]
RootFile = Annotated[
    Path | None, typer.Option("--root", help="A root handed over by hand: trust the repository.", metavar="FILE")
]
Names = Annotated[list[str] | None, typer.Argument(help="Packages by name; by default all that suit.")]
Keys = Annotated[list[Path], typer.Option("--key", help="File of a signing key; may be repeated.", metavar="FILE")]


@app.command("keygen")
def keygen_command(
    file: Annotated[Path, typer.Argument(help="New file for the key, mode 0600; beside it FILE.pub.", metavar="FILE")],
    as_json: opt.Json = False,
) -> None:
    """Make a key that signs roots, catalogues or packages."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        cmd_publish.create_signing_key(file, as_json=as_json)


@app.command("build")
def build_command(
    out: Annotated[Path | None, typer.Option(help="Folder for the package.", metavar="DIR")] = None,
    version: Annotated[str, typer.Option(help="One to three numbers, e.g. 1.4.", metavar="V")] = "",
    name: Annotated[str, typer.Option(help="Of a company's package.", metavar="NAME")] = "",
    terms: Annotated[Path | None, typer.Option(help="List of terms: .yaml, .csv or .jsonl.", metavar="FILE")] = None,
    mine: Annotated[bool, typer.Option("--mine", help="What your own memory taught, in the vault.")] = False,
    by: Annotated[str, typer.Option(help="Who adds the terms.")] = "",
    why: Annotated[str, typer.Option(help="Why.")] = "",
    language: Annotated[str, typer.Option(help="Of the terms; empty is any.")] = "en",
    company: Annotated[str, typer.Option(help="Whose pack it is; empty is anybody's.")] = "",
    priority: Annotated[int, typer.Option(help="A higher one is applied later, and wins.", min=0, max=100)] = 50,
    requires: Annotated[list[str] | None, typer.Option(help="A package that is needed.", metavar="NAME=V")] = None,
    personal_names: Annotated[
        bool, typer.Option("--personal-names", help="The repository's root permits names of people.")
    ] = False,
    recogniser: Annotated[str, typer.Option(help="For the self-test of --mine.", metavar="URI")] = "pocketsphinx:",
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Build an unsigned package of a list of terms; with --mine a signed one of your own words, which stays here."""
    from device.cli.vocab import cmd_personal_package, cmd_publish
    from device.core.errors import BadUsage
    from packages.documents.documents import PackageKind
    from packages.documents.term_lists import Credit

    with report_errors(as_json=as_json):
        if mine:
            if out is not None or version or terms is not None or name:
                raise BadUsage("Your own words stay in the vault: --mine takes no file, name or version.")
            cmd_personal_package.build_personal_package(opt.state_folder(state), user, recogniser, now, as_json=as_json)
            return
        if terms is None or not name or out is None or not version:
            raise BadUsage("A company's package has --name, --version, a list of --terms and --out. Nothing was built.")
        label = cmd_publish.label_from_options(
            name, version, PackageKind.COMPANY, language, company, priority, requires or []
        )
        credit = Credit(by, "", why)
        cmd_publish.build_company(label, terms, out, credit, now, names_allowed=personal_names, as_json=as_json)


@app.command("sign")
def sign_command(
    folder: Annotated[Path, typer.Argument(help="Folder of a package.", metavar="DIR")],
    key: Keys,
    as_json: opt.Json = False,
) -> None:
    """Sign a package; several key holders sign one after another."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        cmd_publish.sign_package_folder(folder, key, as_json=as_json)


@app.command("publish")
def publish_command(
    repository: Repo,
    key: Keys,
    folders: Annotated[list[Path] | None, typer.Argument(help="Folders of signed packages.", metavar="DIR")] = None,
    retire: Annotated[list[str] | None, typer.Option(help="Offer it no more.", metavar="NAME=REASON")] = None,
    root_key: Annotated[
        list[Path] | None, typer.Option(help="Begin the repository, with this key of its root.", metavar="FILE")
    ] = None,
    threshold: Annotated[int, typer.Option(help="How many root keys must sign.", min=1)] = 1,
    publisher: Annotated[
        list[str] | None, typer.Option(help="Who may publish what.", metavar="NAME=KEY.pub:PREFIX,PREFIX")
    ] = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Publish signed packages in a new catalogue; with no package, renew the catalogue."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        start = cmd_publish.NewRepository(tuple(root_key), threshold, tuple(publisher or ())) if root_key else None
        cmd_publish.publish_packages(repository, folders or [], key, retire or [], start, now, as_json=as_json)


@app.command("root")
def root_command(
    repository: Repo,
    root_key: Annotated[
        list[Path], typer.Option(help="File of a root key, old or new; all of them sign.", metavar="FILE")
    ],
    key: Annotated[
        list[Path] | None, typer.Option(help="Signs catalogues from now on, and one at once.", metavar="FILE")
    ] = None,
    threshold: Annotated[int | None, typer.Option(help="How many root keys must sign from now on.", min=1)] = None,
    publisher: Annotated[
        list[str] | None, typer.Option(help="Let in, or with other keys.", metavar="NAME=KEY.pub:PREFIX,PREFIX")
    ] = None,
    drop_publisher: Annotated[list[str] | None, typer.Option(help="May publish no more.", metavar="NAME")] = None,
    revoke: Annotated[
        list[str] | None, typer.Option(help="A key that is trusted no more, by file or id.", metavar="KEY.pub")
    ] = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Follow the root of a repository with a new one: other keys, other publishers, a new expiry."""
    from device.cli.vocab import cmd_root

    with report_errors(as_json=as_json):
        dropped, revoked = tuple(drop_publisher or ()), tuple(revoke or ())
        asked = cmd_root.RootChangeRequest(
            tuple(root_key), tuple(key or ()), threshold, tuple(publisher or ()), dropped, revoked
        )
        cmd_root.write_next_root(repository, asked, now, as_json=as_json)


@app.command("verify")
def verify_command(
    repository: RepositoryUri,
    names: Names = None,
    known_as: KnownAs = "company",
    root: RootFile = None,
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Verify what a repository offers this device. Changes nothing."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        place = opt.state_folder(state)
        cmd_packages.verify_repository(place, user, repository, known_as, root, names or [], now, as_json=as_json)


@app.command("apply")
def apply_command(
    repository: RepositoryUri,
    names: Names = None,
    known_as: KnownAs = "company",
    root: RootFile = None,
    again: Annotated[bool, typer.Option("--again", help="Try one that failed on this device before.")] = False,
    recogniser: Annotated[str, typer.Option(help="For the self-test.", metavar="URI")] = "pocketsphinx:",
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Verify what a repository offers, try it on spoken commands, and use it, on trial."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        place = opt.state_folder(state)
        cmd_packages.install_packages(
            place, user, repository, known_as, root, names or [], recogniser, now, again=again, as_json=as_json
        )


@app.command("rollback")
def rollback_command(
    to: Annotated[str, typer.Option(help="Beginning of its digest; none is no packages.", metavar="DIGEST")] = "",
    mine: Annotated[bool, typer.Option("--mine", help="Of your own vocabulary.")] = False,
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Go back to an earlier vocabulary that was committed on this device."""
    from device.cli.vocab import cmd_packages, cmd_personal_package

    with report_errors(as_json=as_json):
        if mine:
            cmd_personal_package.roll_back_personal_package(opt.state_folder(state), user, to, now, as_json=as_json)
            return
        cmd_packages.roll_back_packages(opt.state_folder(state), user, to, now, as_json=as_json)


@app.command("status")
def vocab_status_command(
    state: opt.State = None, user: opt.User = None, now: opt.Now = None, as_json: opt.Json = False
) -> None:
    """Which vocabulary is in use, its digest and packages, and how its trial stands."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_vocabulary_status(opt.state_folder(state), user, now, as_json=as_json)


@app.command("log")
def log_command(state: opt.State = None, as_json: opt.Json = False) -> None:
    """What happened to the vocabulary: every ledger event about it."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_vocabulary_log(opt.state_folder(state), as_json=as_json)


@app.command("words")
def words_command(state: opt.State = None, user: opt.User = None, as_json: opt.Json = False) -> None:
    """The words that your memory taught, and what the recogniser is told before your next turn."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_learned_words(opt.state_folder(state), user, as_json=as_json)


@app.command("signals")
def signals_command(
    consent: Annotated[str, typer.Option(help="on or off: whether your words are counted. Kept.", metavar="WORD")] = "",
    out: Annotated[Path | None, typer.Option(help="New file for just what is shown.", metavar="FILE")] = None,
    state: opt.State = None,
    user: opt.User = None,
    now: opt.Now = None,
    as_json: opt.Json = False,
) -> None:
    """Consent to derived signals or not, and see what would leave, before anything does. Sends nothing."""
    from device.cli.vocab import cmd_vocab_signals as shown

    with report_errors(as_json=as_json):
        shown.show_signals(opt.state_folder(state), user, consent, out, now, as_json=as_json)
