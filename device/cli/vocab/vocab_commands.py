"""Composition: `selene vocab`: the words that Selene should hear right, and the proof that she does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from device.cli.common import options as opt
from device.cli.common.command_line import CommandGroup
from device.cli.common.error_report import report_errors, show_json


@click.group(cls=CommandGroup)
def vocab_app() -> None:
    """The words that Selene should hear right, and the proof that she does."""


@vocab_app.command("eval")
@click.option(
    "--set",
    "folder",
    type=opt.PATH,
    required=True,
    metavar="DIR",
    help='Folder with manifest.jsonl: {"wav", "text", "terms"} a line.',
)
@click.option(
    "--distractors", type=int, default=100, metavar="N", help="Names that nobody says, hinted together with the terms."
)
@opt.engine("--recogniser", "recogniser", "pocketsphinx:, sherpa:FOLDER or whisper:MODEL")
@opt.as_json
def eval_command(folder: Path, distractors: int, recogniser: str, as_json: bool) -> None:
    """Play spoken utterances without hints and with them, and count what was heard wrong.

    Counts: utterances, terms (said, each time), distractors, term_errors_without and term_errors_with (times a term
    was said and its words were not heard one after another). Fractions of one, not per cent: other_wer_without and
    other_wer_with, the word error rate of all words that belong to no term.

    With: all terms of the set and the distractors are hinted at once, for every utterance, also when they are more
    than the 100 terms of a turn's Hint Bundle.
    """
    from device.engines import factory
    from device.vocabulary.hint_evaluation import evaluate_hints, read_manifest
    from device.vocabulary.hint_evaluation import load_distractors as listed

    with report_errors(as_json=as_json):
        utterances = read_manifest(folder)
        listed(distractors, [term for one in utterances for term in one.terms])
        report = asdict(evaluate_hints(factory.open_recogniser(recogniser), utterances, distractors))
        if as_json:
            show_json(report)
            return
        for name, value in report.items():
            click.echo(f"{name:20} {value}")


_repo = click.option("--repository", type=opt.PATH, required=True, metavar="DIR", help="Folder of the repository.")
_repository_uri = click.option(
    "--repository", required=True, metavar="DIR|mirror:NAME", help="Folder of it, or mirror: or mirror:NAME."
)
_known_as = click.option(
    "--as", "known_as", default="company", metavar="NAME", help="What this device calls the repository."
)
_root_file = click.option(
    "--root", type=opt.PATH, metavar="FILE", help="A root handed over by hand: trust the repository."
)
_names = click.argument("names", nargs=-1, help="Packages by name; by default all that suit.")
_keys = click.option(
    "--key", multiple=True, type=opt.PATH, required=True, metavar="FILE", help="File of a signing key; may be repeated."
)


@vocab_app.command("keygen")
@click.argument("file", type=opt.PATH, metavar="FILE", help="New file for the key, mode 0600; with FILE.pub.")
@opt.as_json
def keygen_command(file: Path, as_json: bool) -> None:
    """Make a key that signs roots, catalogues or packages."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        cmd_publish.create_signing_key(file, as_json=as_json)


@vocab_app.command("build")
@click.option("--out", type=opt.PATH, metavar="DIR", help="Folder for the package.")
@click.option("--version", default="", show_default=False, metavar="V", help="One to three numbers, e.g. 1.4.")
@click.option("--name", default="", show_default=False, metavar="NAME", help="Of a company's package.")
@click.option("--terms", type=opt.PATH, metavar="FILE", help="List of terms: .yaml, .csv or .jsonl.")
@click.option("--mine", is_flag=True, help="What your own memory taught, in the vault.")
@click.option("--by", default="", show_default=False, help="Who adds the terms.")
@click.option("--why", default="", show_default=False, help="Why.")
@click.option("--language", default="en", help="Of the terms; empty is any.")
@click.option("--company", default="", show_default=False, help="Whose pack it is; empty is anybody's.")
@click.option(
    "--priority", type=click.IntRange(min=0, max=100), default=50, help="A higher one is applied later, and wins."
)
@click.option("--requires", multiple=True, metavar="NAME=V", help="A package that is needed.")
@click.option("--personal-names", is_flag=True, help="The repository's root permits names of people.")
@opt.engine("--recogniser", "recogniser", "For the self-test of --mine.")
@opt.state
@opt.user
@opt.now
@opt.as_json
def build_command(
    out: Path | None,
    version: str,
    name: str,
    terms: Path | None,
    mine: bool,
    by: str,
    why: str,
    language: str,
    company: str,
    priority: int,
    requires: Sequence[str],
    personal_names: bool,
    recogniser: str,
    state: Path | None,
    user: str | None,
    now: str | None,
    as_json: bool,
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


@vocab_app.command("sign")
@click.argument("folder", type=opt.PATH, metavar="DIR", help="Folder of a package.")
@_keys
@opt.as_json
def sign_command(folder: Path, key: Sequence[Path], as_json: bool) -> None:
    """Sign a package; several key holders sign one after another."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        cmd_publish.sign_package_folder(folder, key, as_json=as_json)


@vocab_app.command("publish")
@_repo
@_keys
@click.argument("folders", nargs=-1, type=opt.PATH, metavar="[DIR]...", help="Folders of signed packages.")
@click.option("--retire", multiple=True, metavar="NAME=REASON", help="Offer it no more.")
@click.option(
    "--root-key", multiple=True, type=opt.PATH, metavar="FILE", help="Begin the repository, with this key of its root."
)
@click.option("--threshold", type=click.IntRange(min=1), default=1, help="How many root keys must sign.")
@click.option("--publisher", multiple=True, metavar="NAME=KEY.pub:PREFIX,PREFIX", help="Who may publish what.")
@opt.now
@opt.as_json
def publish_command(
    repository: Path,
    key: Sequence[Path],
    folders: Sequence[Path],
    retire: Sequence[str],
    root_key: Sequence[Path],
    threshold: int,
    publisher: Sequence[str],
    now: str | None,
    as_json: bool,
) -> None:
    """Publish signed packages in a new catalogue; with no package, renew the catalogue."""
    from device.cli.vocab import cmd_publish

    with report_errors(as_json=as_json):
        start = cmd_publish.NewRepository(tuple(root_key), threshold, tuple(publisher or ())) if root_key else None
        cmd_publish.publish_packages(repository, folders or [], key, retire or [], start, now, as_json=as_json)


@vocab_app.command("root")
@_repo
@click.option(
    "--root-key",
    multiple=True,
    type=opt.PATH,
    required=True,
    metavar="FILE",
    help="File of a root key, old or new; all of them sign.",
)
@click.option(
    "--key", multiple=True, type=opt.PATH, metavar="FILE", help="Signs catalogues from now on, and one at once."
)
@click.option("--threshold", type=click.IntRange(min=1), help="How many root keys must sign from now on.")
@click.option("--publisher", multiple=True, metavar="NAME=KEY.pub:PREFIX,PREFIX", help="Let in, or with other keys.")
@click.option("--drop-publisher", multiple=True, metavar="NAME", help="May publish no more.")
@click.option("--revoke", multiple=True, metavar="KEY.pub", help="A key that is trusted no more, by file or id.")
@opt.now
@opt.as_json
def root_command(
    repository: Path,
    root_key: Sequence[Path],
    key: Sequence[Path],
    threshold: int | None,
    publisher: Sequence[str],
    drop_publisher: Sequence[str],
    revoke: Sequence[str],
    now: str | None,
    as_json: bool,
) -> None:
    """Follow the root of a repository with a new one: other keys, other publishers, a new expiry."""
    from device.cli.vocab import cmd_root

    with report_errors(as_json=as_json):
        dropped, revoked = tuple(drop_publisher or ()), tuple(revoke or ())
        asked = cmd_root.RootChangeRequest(
            tuple(root_key), tuple(key or ()), threshold, tuple(publisher or ()), dropped, revoked
        )
        cmd_root.write_next_root(repository, asked, now, as_json=as_json)


@vocab_app.command("verify")
@_repository_uri
@_names
@_known_as
@_root_file
@opt.state
@opt.user
@opt.now
@opt.as_json
def verify_command(
    repository: str,
    names: Sequence[str],
    known_as: str,
    root: Path | None,
    state: Path | None,
    user: str | None,
    now: str | None,
    as_json: bool,
) -> None:
    """Verify what a repository offers this device. Changes nothing."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        place = opt.state_folder(state)
        cmd_packages.verify_repository(place, user, repository, known_as, root, names or [], now, as_json=as_json)


@vocab_app.command("apply")
@_repository_uri
@_names
@_known_as
@_root_file
@click.option("--again", is_flag=True, help="Try one that failed on this device before.")
@opt.engine("--recogniser", "recogniser", "For the self-test.")
@opt.state
@opt.user
@opt.now
@opt.as_json
def apply_command(
    repository: str,
    names: Sequence[str],
    known_as: str,
    root: Path | None,
    again: bool,
    recogniser: str,
    state: Path | None,
    user: str | None,
    now: str | None,
    as_json: bool,
) -> None:
    """Verify what a repository offers, try it on spoken commands, and use it, on trial."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        place = opt.state_folder(state)
        cmd_packages.install_packages(
            place, user, repository, known_as, root, names or [], recogniser, now, again=again, as_json=as_json
        )


@vocab_app.command("rollback")
@click.option(
    "--to", default="", show_default=False, metavar="DIGEST", help="Beginning of its digest; none is no packages."
)
@click.option("--mine", is_flag=True, help="Of your own vocabulary.")
@opt.state
@opt.user
@opt.now
@opt.as_json
def rollback_command(to: str, mine: bool, state: Path | None, user: str | None, now: str | None, as_json: bool) -> None:
    """Go back to an earlier vocabulary that was committed on this device."""
    from device.cli.vocab import cmd_packages, cmd_personal_package

    with report_errors(as_json=as_json):
        if mine:
            cmd_personal_package.roll_back_personal_package(opt.state_folder(state), user, to, now, as_json=as_json)
            return
        cmd_packages.roll_back_packages(opt.state_folder(state), user, to, now, as_json=as_json)


@vocab_app.command("status")
@opt.state
@opt.user
@opt.now
@opt.as_json
def vocab_status_command(state: Path | None, user: str | None, now: str | None, as_json: bool) -> None:
    """Which vocabulary is in use, its digest and packages, and how its trial stands."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_vocabulary_status(opt.state_folder(state), user, now, as_json=as_json)


@vocab_app.command("log")
@opt.state
@opt.as_json
def log_command(state: Path | None, as_json: bool) -> None:
    """What happened to the vocabulary: every ledger event about it."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_vocabulary_log(opt.state_folder(state), as_json=as_json)


@vocab_app.command("words")
@opt.state
@opt.user
@opt.as_json
def words_command(state: Path | None, user: str | None, as_json: bool) -> None:
    """The words that your memory taught, and what the recogniser is told before your next turn."""
    from device.cli.vocab import cmd_packages

    with report_errors(as_json=as_json):
        cmd_packages.show_learned_words(opt.state_folder(state), user, as_json=as_json)


@vocab_app.command("signals")
@click.option(
    "--consent", default="", show_default=False, metavar="WORD", help="on or off: whether your words are counted. Kept."
)
@click.option("--out", type=opt.PATH, metavar="FILE", help="New file for just what is shown.")
@opt.state
@opt.user
@opt.now
@opt.as_json
def signals_command(
    consent: str, out: Path | None, state: Path | None, user: str | None, now: str | None, as_json: bool
) -> None:
    """Consent to derived signals or not, and see what would leave, before anything does. Sends nothing."""
    from device.cli.vocab import cmd_vocab_signals as shown

    with report_errors(as_json=as_json):
        shown.show_signals(opt.state_folder(state), user, consent, out, now, as_json=as_json)
