"""Composition: the steps that need a microphone: its level, the echo, a sentence read aloud, and the person's voice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing

import click

from device.addressing.policy import ENROLMENT_SENTENCES
from device.addressing.voiceprint import is_alike, is_enough
from device.cli.common.told_moment import moment_of
from device.cli.doctor.doctor_finding import Finding
from device.cli.doctor.sound_findings import run_sound_checks
from device.cli.setup.setup_report import SetupOptions, StepReport, StepState, is_person_here
from device.cli.setup.utterance_ear import UtteranceEar
from device.core.config_keys import Value
from device.core.errors import BadUsage
from device.core.proposal.policy import ENROLMENT_TRIES, GOOD_WORD_ERROR_PERCENT, READING_MS
from device.daemon.audio_inputs import NO_MICROPHONE
from device.daemon.current_user import resolve_user
from device.daemon.vault_access import open_account_vault
from device.engines import factory
from device.nlu.word_error_rate import transcript_words, word_errors
from device.platform.configuration import configured_values
from device.platform.language_files import load_language
from device.skills.voices.voiceprints import Voiceprint, learned_voiceprint, new_voiceprint, voiceprints
from engine_b.vault.vault import Vault
from memory.model.atoms import Moment, Turn
from memory.model.changes import Change, Scope
from memory.text.language_file import table


def try_sound(options: SetupOptions) -> StepReport:
    """Measures what `selene doctor --sound` measures, and how well a sentence is heard that the person reads."""
    told = _told(options)
    findings = list(run_sound_checks(told, quiet=options.as_json))
    if told["microphone"] != NO_MICROPHONE and all(one.check != "sound" for one in findings):
        findings.append(_reading(told))
    said = [f"{one.state:<5}{one.check}: {one.found}. {one.advice}".rstrip() for one in findings]
    return StepReport("sound", StepState.DONE, tuple(said))


def check_reading(frames: Iterator[bytes], told: Mapping[str, Value], sentence: str) -> Finding:
    """Compares a sentence that is read aloud with what the recogniser hears; nothing of it is kept."""
    ear = UtteranceEar(frames, told, factory.open_recogniser(str(told["recogniser"])))
    heard = ear.next_utterance(READING_MS)
    if heard is None:
        return Finding("reading", "warn", "nothing was heard", "Speak up, or come nearer, and run this step again.")
    words = transcript_words(sentence)
    percent = 100 * word_errors(words, transcript_words(heard.text)) // len(words)
    found = f"{percent} % of the words were heard wrong"
    good = percent <= GOOD_WORD_ERROR_PERCENT
    return Finding(
        "reading", "ok" if good else "warn", found, "" if good else "Come nearer, or take another recogniser."
    )


def learn_voice(options: SetupOptions) -> StepReport:
    """Learns the voice of the person from a few sentences, of which no word is kept."""
    told, now = _told(options), moment_of(None)
    if told["microphone"] == NO_MICROPHONE:
        return StepReport("voice", StepState.LEFT, ("There is no microphone, so no voice was learned.",))
    with open_account_vault(options.state, now) as vault:
        user_id = resolve_user(vault, options.user).user_id
        if learned_voiceprint(vault.reader, user_id) is not None and not options.again:
            return StepReport("voice", StepState.LEFT, ("Your voice is known; --again learns it anew.",))
        if _is_real(told) and not is_person_here():
            return _nobody(options)
        with closing(factory.open_microphone(str(told["microphone"]), fast=True)) as microphone:
            learned = _listen(UtteranceEar(microphone.frames(), told), told, _turn(user_id, now))
        if learned is None:
            sentence = "Your voice was not learned: too little was heard, or of several people. Nothing was kept."
            return StepReport("voice", StepState.FAILED, (sentence,))
        _keep(vault, learned, now)
    return StepReport("voice", StepState.DONE, ("Your voice is learned. It stays on this device.",))


def _listen(ear: UtteranceEar, told: Mapping[str, Value], turn: Turn) -> Voiceprint | None:
    """Hears sentences until the voice is learned; one that is too short or sounds like somebody else is left out."""
    engine, known = factory.open_voiceprint(str(told["voiceprint"])), None
    for _ in range(ENROLMENT_TRIES):
        left = ENROLMENT_SENTENCES - (known.sentences if known else 0)
        click.echo(f"Say any sentence of some length; {left} more.", err=True)
        heard = ear.next_utterance(READING_MS)
        if heard is None:
            return None
        sample = heard.sample(engine)
        if sample is None or not is_enough(sample) or (known is not None and not is_alike(sample, known.sample)):
            continue
        known = (known or new_voiceprint(turn, sample)).with_sentence(sample, turn)
        if known.sentences >= ENROLMENT_SENTENCES:
            return known
    return None


def _keep(vault: Vault, learned: Voiceprint, now: Moment) -> None:
    """Keeps it in one transaction, in the place of an older one."""
    others = tuple(
        ("voiceprint", one.voiceprint_id)
        for one in voiceprints(vault.reader, learned.user_id)
        if one.voiceprint_id != learned.voiceprint_id
    )
    scope = Scope(learned.user_id, "", learned.turn_id, now.at_ms)
    vault.commit(Change(scope, records=(learned.record(),), drop_records=others))


def _turn(user_id: str, now: Moment) -> Turn:
    return Turn(f"setup-{now.at_ms}", "setup", user_id, "", now)


def _reading(told: Mapping[str, Value]) -> Finding:
    """Asks for the sentence, where somebody can read it."""
    if _is_real(told) and not is_person_here():
        return Finding("reading", "warn", "nobody is here to read", "Run this step at a terminal.")
    sentence = str(table(load_language(str(told["language"])).device["setup"])["read"])
    click.echo(f'Read this aloud now: "{sentence}"', err=True)
    with closing(factory.open_microphone(str(told["microphone"]), fast=True)) as microphone:
        return check_reading(microphone.frames(), told, sentence)


def _nobody(options: SetupOptions) -> StepReport:
    """Leaves the voice alone where all is said yes to; else raises BadUsage."""
    sentence = "A voice is learned from a person at a terminal. Nothing was changed."
    if not options.yes:
        raise BadUsage(sentence)
    return StepReport("voice", StepState.LEFT, (sentence,))


def _is_real(told: Mapping[str, Value]) -> bool:
    return str(told["microphone"]).startswith("device:")


def _told(options: SetupOptions) -> dict[str, Value]:
    return {**configured_values(), "language": options.language}
