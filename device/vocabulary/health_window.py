"""Composition: the health window of a new vocabulary (2.4.4; V25): counts starts, recognitions, failures and ends.

A start is counted durably before the recogniser gets the words, so that one that kills the process is counted too. The
fourth start after three such rolls the vocabulary back.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from device.core.ports import HintBundle, PreviewingRecogniser, Recogniser, Transcript
from device.vocabulary.package_installer import CRASHES, PackageInstaller
from engine_b.core.errors import VaultError
from engine_b.vocabulary import activation
from engine_b.vocabulary.activation import DEVICE_SCOPE, VocabularyScope
from packages.core.errors import VocabularyRolledBack
from packages.core.names import NO_VERSION
from packages.installation import activation as rules
from packages.installation.activation import ActivationStep, HealthVerdict
from packages.verification.client import DeviceProfile

if TYPE_CHECKING:
    from engine_b.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class HealthWindow:
    """Counts the events of the vocabulary in use. `tell` takes a code and a sentence for the person."""

    installer: PackageInstaller
    now_ms: Callable[[], int]
    tell: Callable[[str, str], None]
    lines: tuple[VocabularyScope, ...] = (DEVICE_SCOPE,)
    """The packages of the device and the current user's own words: events count for each that is on trial."""
    guard: Callable[[], AbstractContextManager[object]] = nullcontext
    """Holds the vault for this thread while an event is counted."""

    def started(self) -> None:
        """Counts a start, before the recogniser gets the words. Raises a `VaultError`."""
        self._step(lambda pointers: rules.record_start(pointers, self.installer.policy))

    def listening(self) -> None:
        """Counts an utterance before the recogniser gets it: one that kills the process is found at the next start."""
        self._step(rules.record_listening)

    def quiet(self) -> None:
        """Counts an utterance without words, or an abandoned one."""
        self._step(rules.record_silence)

    def recognised(self) -> None:
        """Counts an utterance with words."""
        self._step(lambda pointers: rules.record_recognition(pointers, self.installer.policy))

    def failed(self) -> None:
        """Counts a failure of the recogniser."""
        self._step(rules.record_failure)

    def ended(self) -> None:
        """Counts a clean end of the talk."""
        self._step(rules.record_clean_end)

    @property
    def on(self) -> bool:
        """Says whether a vocabulary is on trial."""
        with self.guard():
            return any(activation.load_pointers(self.installer.vault.database, line).on_trial for line in self.lines)

    def _step(self, rule: Callable[[rules.ActivationPointers], ActivationStep]) -> None:
        with self.guard():
            self._step_each(rule)

    def _step_each(self, rule: Callable[[rules.ActivationPointers], ActivationStep]) -> None:
        for line in self.lines:
            before = activation.load_pointers(self.installer.vault.database, line)
            step = rule(before)
            replace(self.installer, now_ms=self.now_ms(), line=line).settle(before, step)
            if step.verdict is not None and not step.verdict.good:
                self.tell(VocabularyRolledBack.code, _SENTENCES[step.verdict])


class MonitoredRecogniser:
    """A recogniser that reports to the health window while a vocabulary is on trial; else it only passes calls on."""

    def __init__(self, recogniser: Recogniser, trial: HealthWindow) -> None:
        self.untried, self._trial = recogniser, trial
        self.in_use = False
        """Whether an utterance has begun."""
        self._counted = False
        """Whether that utterance is counted."""

    def start(self, hints: HintBundle) -> None:
        """See `Recogniser`."""
        self.in_use = True
        self._watched(lambda: self.untried.start(hints))

    def hear(self, frame: bytes) -> None:
        """See `Recogniser`."""
        if not self._counted:
            self._counted = True
            self._count(self._trial.listening)
        self._watched(lambda: self.untried.hear(frame))

    def preview(self) -> Transcript | None:
        """See `PreviewingRecogniser`; None where the recogniser is none."""
        return self._asked(lambda able: able.preview())

    def look_closely(self) -> Transcript | None:
        """See `PreviewingRecogniser`; None where the recogniser is none."""
        return self._asked(lambda able: able.look_closely())

    def finish_as_looked(self) -> Transcript:
        """See `PreviewingRecogniser`; a recogniser that is none ends the utterance as usual."""
        able = self.untried
        return self._finished(able.finish_as_looked if isinstance(able, PreviewingRecogniser) else able.finish)

    def finish(self) -> Transcript:
        """See `Recogniser`."""
        return self._finished(self.untried.finish)

    def _asked(self, ask: Callable[[PreviewingRecogniser], Transcript | None]) -> Transcript | None:
        heard: list[Transcript | None] = [None]
        if isinstance(self.untried, PreviewingRecogniser):
            able = self.untried
            self._watched(lambda: heard.append(ask(able)))
        return heard[-1]

    def _finished(self, finish: Callable[[], Transcript]) -> Transcript:
        heard: list[Transcript] = []
        self._watched(lambda: heard.append(finish()))
        self._over(self._trial.recognised if heard[0].text.strip() else self._trial.quiet)
        return heard[0]

    def abandon(self) -> None:
        """See `Recogniser`."""
        self.untried.abandon()
        self._over(self._trial.quiet)

    def _over(self, what: Callable[[], None]) -> None:
        """Counts the end of an utterance."""
        self.in_use, counted, self._counted = False, self._counted, False
        if counted:
            self._count(what)

    def _watched(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CRASHES:
            self.in_use = self._counted = False
            self._count(self._trial.failed)
            raise

    def _count(self, what: Callable[[], None]) -> None:
        """Counts an event. A vault that cannot be written must not end the person's turn: the trial then lasts
        longer.
        """
        try:
            what()
        except VaultError:
            return


def build_rollback_installer(vault: Vault, now_ms: int) -> PackageInstaller:
    """Builds an installer for the daemon, which verifies no packages and only ends trials."""
    return PackageInstaller(vault, DeviceProfile(NO_VERSION), now_ms)


_SENTENCES = {
    HealthVerdict.HEALTH_FAILED: "The recogniser failed with the new vocabulary, so it was taken back out"
    " (HEALTH_FAILED). The one before is in use again.",
    HealthVerdict.FAILED_STARTS: "Selene did not start three times with the new vocabulary, so it was taken back out"
    " (FAILED_STARTS). The one before is in use again.",
}
