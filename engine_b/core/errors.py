"""Pure: the errors of the vault, one tree. `code` is stable; `str()` says what happened, what was kept, what to do.

No sentence holds what a person said: only codes, counts and names of files in the state folder.
"""

from __future__ import annotations


class VaultError(Exception):
    """An error of the vault that the person or operator can act on."""

    code = "VAULT_ERROR"
    exit_status = 20
    sentence = "The vault could not do that. Nothing was changed."

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class VaultMissing(VaultError):
    """There is no vault here, and none may be made."""

    code = "VAULT_MISSING"
    exit_status = 21
    sentence = "There is no vault in this state folder yet. Start Selene once, or name another folder."


class NotAVault(VaultError):
    """The vault's file is something else."""

    code = "VAULT_NOT_A_VAULT"
    exit_status = 22
    sentence = "What lies in this state folder is not a Selene vault. It was left as it is; name another folder."


class WrongKey(VaultError):
    """The device key is not the one that this vault was made with."""

    code = "VAULT_WRONG_KEY"
    exit_status = 23
    sentence = (
        "The device key does not belong to this vault. The vault is untouched; put back the key it was made with."
    )


class VaultDamaged(VaultError):
    """The key is right, and the content is damaged."""

    code = "VAULT_DAMAGED"
    exit_status = 24
    sentence = "The vault is damaged. It was left as it is; restore it from the mirror or from a copy."


class KeyMissing(VaultError):
    """There is a vault and no device key."""

    code = "VAULT_KEY_MISSING"
    exit_status = 25
    sentence = "The device key is not there, so the vault stays shut. Put back device.key or the system credential."


class KeyPermissions(VaultError):
    """Others may read the device key, or it is no key."""

    code = "VAULT_KEY_PERMISSIONS"
    exit_status = 26
    sentence = "Others can read the device key, so it is not used. Make it yours alone: chmod 600 device.key."


class VaultBusy(VaultError):
    """Another process holds the vault."""

    code = "VAULT_BUSY"
    exit_status = 27
    sentence = "Another Selene is using this vault. Stop it first, or name another state folder."


class VaultReadOnly(VaultError):
    """The file system, or the way the vault was opened, forbids writing."""

    code = "VAULT_READ_ONLY"
    exit_status = 28
    sentence = "The vault can be read but not written, so this was not saved. Make the state folder writable."


class DiskFull(VaultError):
    """No space for the transaction; it was rolled back."""

    code = "VAULT_DISK_FULL"
    exit_status = 29
    sentence = "The disk is full, so this was not saved. Everything saved before is safe; free some space."


class IoFailed(VaultError):
    """The disk answered with an error; the transaction was rolled back."""

    code = "VAULT_IO_ERROR"
    exit_status = 30
    sentence = "The disk reported an error, so this was not saved. Everything acknowledged before is kept."


class VaultRolledBack(VaultError):
    """The vault is older than its last acknowledged head: a lost write-ahead log, or an old copy."""

    code = "VAULT_ROLLED_BACK"
    exit_status = 31
    sentence = (
        "The vault is older than what Selene has already saved in it: part of it was lost or an old copy was put"
        " back. It was left as it is; restore the newest copy."
    )


class LedgerChainBroken(VaultError):
    """The hash chain of the ledger is broken."""

    code = "VAULT_CHAIN_BROKEN"
    exit_status = 32
    sentence = "The vault's ledger was altered. It was left as it is; restore it from the mirror or from a copy."


class VaultTooNew(VaultError):
    """A newer Selene has written this vault."""

    code = "VAULT_TOO_NEW"
    exit_status = 33
    sentence = "This vault was written by a newer Selene. It was left as it is; update Selene."


class ChangeRefused(VaultError):
    """The change breaks a rule of the vault, by a fault of Selene's own. Nothing was written."""

    code = "VAULT_REFUSED"
    exit_status = 34
    sentence = "Selene tried to save something that breaks a rule of the vault. Nothing was changed."
