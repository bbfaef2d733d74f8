"""Pure: the errors of keys, sync and restore, one tree. `code` is stable; `str()` says what happened, what was
kept, what to do (research: reliability 2.4; exit statuses in docs/cli.md).

No sentence holds what a person said, a word of the 24 that was given, or a key.
"""

from __future__ import annotations

from collections.abc import Sequence


class SyncError(Exception):
    """An error of account, mirror or restore that the person or operator can act on."""

    code = "SYNC_ERROR"
    exit_status = 40
    sentence = "Syncing failed. What is on this device is unchanged; try again later."

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class WordUnknown(SyncError):
    """A word is not in the word list."""

    code = "WORD_UNKNOWN"
    exit_status = 41

    def __init__(self, position: int, suggestions: Sequence[str] = ()) -> None:
        self.position, self.suggestions = position, tuple(suggestions)
        near = f" Near it are: {', '.join(suggestions)}." if suggestions else ""
        super().__init__(
            f"Word {position} is not in the list of words.{near} Nothing was changed; compare it with your paper."
        )


class WordCount(SyncError):
    """There are not 24 of them."""

    code = "WORD_COUNT"
    exit_status = 42

    def __init__(self, found: int) -> None:
        self.found = found
        super().__init__(
            f"These are {found} words, and there must be 24. Nothing was changed; compare with your paper."
        )


class WordChecksum(SyncError):
    """All are words of the list, and one of them or their order is wrong."""

    code = "WORD_CHECKSUM"
    exit_status = 43
    sentence = (
        "All 24 are words of the list, but they do not belong together: one of them, or their order, is wrong. "
        "Nothing was changed; compare them with your paper."
    )


class E2eeAadMismatch(SyncError):
    """Sealed bytes do not open in the place where they were found."""

    code = "E2EE_AAD_MISMATCH"
    exit_status = 44
    sentence = (
        "Something from the mirror does not open where it was found: it was altered or moved. It was left out, and "
        "what is on this device is unchanged; look at the mirror before you trust it again."
    )


class OpChainBroken(SyncError):
    """A device's ops do not hash together, or do not end where its checkpoint says."""

    code = "CHAIN_BROKEN"
    exit_status = 45
    sentence = (
        "What the mirror sent of a device does not hold together: something was altered, doubled or left out. None "
        "of it was taken; what is on this device is unchanged. Look at the mirror before you sync again."
    )


class ChainGap(SyncError):
    """Ops of a device are missing between what is here and what came."""

    code = "CHAIN_GAP"
    exit_status = 46
    sentence = (
        "The mirror left out a part of what a device has saved. Nothing after the gap was taken; what is on this "
        "device is unchanged. Sync again, and look at the mirror when it happens twice."
    )


class RosterRollback(SyncError):
    """A roster older than the known one, or one that undoes a part of it."""

    code = "ROSTER_ROLLBACK"
    exit_status = 47
    sentence = (
        "The mirror offered an older list of your devices than the one that is known here. It was refused and "
        "nothing was changed; look at the mirror before you trust it again."
    )


class RosterUnsigned(SyncError):
    """A roster that the account did not sign, or a message signed by no device of the roster."""

    code = "ROSTER_UNSIGNED"
    exit_status = 48
    sentence = (
        "The mirror offered something that neither your account nor one of your devices has signed. It was refused "
        "and nothing was changed; look at the mirror before you trust it again."
    )


class EpochRollback(SyncError):
    """An epoch older than the known one."""

    code = "EPOCH_ROLLBACK"
    exit_status = 49
    sentence = (
        "The mirror offered keys from before the last change of keys. They were refused and nothing was changed. If it "
        "was put back from a backup, bring this device to it anew: selene pair with a new invitation and --words-file."
    )


class CryptoDowngrade(SyncError):
    """A weaker suite than the account allows."""

    code = "CRYPTO_DOWNGRADE"
    exit_status = 50
    sentence = (
        "The mirror offered a weaker encryption than your account allows. It was refused and nothing was changed; "
        "look at the mirror before you trust it again."
    )


class HeadFork(SyncError):
    """Two different ops at the same place of one history."""

    code = "HEAD_FORK"
    exit_status = 51
    sentence = (
        "The mirror has told two different stories of the same history. The one that is known here was kept; "
        "compare your devices and look at the mirror before you sync again."
    )


COPIED = (
    "The mirror has other things from this device than this folder: it is an old copy of the device's vault, or "
    "another copy goes on under its name. Nothing was sent or taken, and what was said to this copy alone is in it "
    "still; restore with your words into a new state folder."
)
"""The sentence of HEAD_FORK where both histories are this device's own."""


class AckFromFuture(SyncError):
    """An acknowledgement of ops that this device has never sent."""

    code = "ACK_FROM_FUTURE"
    exit_status = 52
    sentence = (
        "The mirror acknowledged something that this device has never sent. Everything stays in the outbox; look "
        "at the mirror, or whether an old copy of this device was put back."
    )


class AckForged(SyncError):
    """An acknowledgement that the mirror did not sign, or of another chain."""

    code = "ACK_FORGED"
    exit_status = 53
    sentence = (
        "The mirror's acknowledgement is not its own, or is not for this device. Everything stays in the outbox; "
        "pair this device again when the mirror was set up anew."
    )


class MirrorEmptyRefused(SyncError):
    """The mirror has less than it has acknowledged."""

    code = "MIRROR_EMPTY_REFUSED"
    exit_status = 54
    sentence = (
        "The mirror has lost what it had already acknowledged. Nothing on this device was removed; bring the "
        "mirror's store back, or pair with a new one."
    )


class RestoreRollbackDetected(SyncError):
    """The mirror's copy is older than another device has seen it."""

    code = "RESTORE_ROLLBACK_DETECTED"
    exit_status = 56
    sentence = (
        "What the mirror offers is older than what another device has seen there. Nothing was restored; look at "
        "the mirror, or restore from a newer copy."
    )


class RestoreIncomplete(SyncError):
    """The mirror stopped in the middle."""

    code = "RESTORE_INCOMPLETE"
    exit_status = 57
    sentence = (
        "The restore was cut off before its end. No vault was made of the part that came, and it is kept to go on "
        "from; run the same command again."
    )


class AccountMissing(SyncError):
    """This state folder has no account."""

    code = "ACCOUNT_MISSING"
    exit_status = 58
    sentence = (
        "There is no account in this state folder yet. Nothing was changed; make one with selene init, or restore "
        "yours."
    )


class AccountExists(SyncError):
    """There is already an account."""

    code = "ACCOUNT_EXISTS"
    exit_status = 59
    sentence = (
        "There is already an account here. It was kept and nothing was changed; name another state folder, or use "
        "another mirror."
    )


class AccountWrong(SyncError):
    """The words are right, and they are those of another account."""

    code = "ACCOUNT_WRONG"
    exit_status = 60
    sentence = (
        "The words belong to another account, or to none on this mirror. Nothing was changed; look for the words "
        "of this account, or name another mirror."
    )


class DeviceRevoked(SyncError):
    """The device was taken off the roster."""

    code = "DEVICE_REVOKED"
    exit_status = 61
    sentence = (
        "This device, or the one that it heard from, was revoked. What it saved before counts, and nothing after "
        "that was taken; to use it again restore it with your words into a new state folder."
    )


class DeviceUnknown(SyncError):
    """The device is not in the roster, or has no copy of the keys."""

    code = "DEVICE_UNKNOWN"
    exit_status = 62
    sentence = (
        "This device is not among those that are known of the account. Nothing was changed; look at selene device "
        "list, or bring it to the mirror anew: selene pair with a new invitation and --words-file."
    )


class DeviceItself(SyncError):
    """A device cannot revoke itself, because it could not change the keys afterwards."""

    code = "DEVICE_ITSELF"
    exit_status = 37
    sentence = (
        "This is the device that you are on, and a device cannot take itself out of the account. Nothing was changed; "
        "revoke it on another of your devices, or restore on a new one and revoke it there."
    )


class DeviceAmbiguous(SyncError):
    """Several devices of the account fit this name."""

    code = "DEVICE_AMBIGUOUS"
    exit_status = 38
    sentence = (
        "Several of your devices are called this. Nothing was changed; say which one by the beginning of its id, as "
        "selene device list shows it."
    )


class MirrorUnreachable(SyncError):
    """No answer from the mirror."""

    code = "MIRROR_UNREACHABLE"
    exit_status = 63
    sentence = (
        "The mirror does not answer. What this device has saved or fetched so far is kept; look at the network and at "
        "the mirror's address, and run the same again."
    )


class MirrorRefused(SyncError):
    """The mirror refused the call."""

    code = "MIRROR_REFUSED"
    exit_status = 64
    sentence = (
        "The mirror refused this. Nothing was changed, and what this device has saved or fetched so far is kept; the "
        "mirror's log says more."
    )


class SyncStale(SyncError):
    """Another device changed epoch or pages during a sync, which begins again."""

    code = "SYNC_STALE"
    exit_status = 39
    sentence = "Another of your devices was syncing at the same time. Everything is kept; try again in a moment."


class MirrorVersion(SyncError):
    """Device and mirror have different versions of the protocol."""

    code = "MIRROR_VERSION"
    exit_status = 65
    sentence = (
        "This Selene and the mirror, or another of your devices, do not speak the same version. Everything stays "
        "as it is; update the older one."
    )


class TokenInvalid(SyncError):
    """The invitation is not valid."""

    code = "TOKEN_INVALID"
    exit_status = 66
    sentence = (
        "This is not an invitation of a mirror, or a part of it is missing. Nothing was changed; copy the whole "
        "line that selene-mirror invite has printed."
    )


INVITATION_NEEDED = "An invitation is needed: --token-file FILE. Nothing was changed; `selene-mirror invite` makes one."
"""The sentence where no invitation was given and none was used before."""


class TokenSpent(SyncError):
    """The invitation was used, or is too old."""

    code = "TOKEN_SPENT"
    exit_status = 67
    sentence = (
        "This invitation was used already or is too old. Nothing was changed; make another with selene-mirror invite."
    )


class WordsNeeded(SyncError):
    """The operation needs the words."""

    code = "WORDS_NEEDED"
    exit_status = 68
    sentence = "This needs your 24 words. Nothing was changed; run it again with --words-file."


class AccountLocked(SyncError):
    """Too many wrong proofs."""

    code = "ACCOUNT_LOCKED"
    exit_status = 69
    sentence = (
        "There were too many failed attempts for this account, and the mirror has locked it for a while. Nothing "
        "was changed; wait, and tell whoever runs the mirror if it was not you."
    )


class StateNotEmpty(SyncError):
    """A restore goes only into an empty state folder."""

    code = "STATE_NOT_EMPTY"
    exit_status = 70
    sentence = (
        "There is already a vault in this state folder. It was kept and nothing was restored; name an empty folder."
    )
