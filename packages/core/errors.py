"""Pure: the errors of vocabulary packages, one tree. `code` is stable; `str()` says what happened, what was kept and
what to do.

A sentence names packages, versions, roles and numbers. It never quotes a term, a signature or words of a person.
"""

from __future__ import annotations


class PackageError(Exception):
    """A package, a document or a repository was refused; the active vocabulary is unchanged."""

    code = "VOCAB_ERROR"
    exit_status = 71
    sentence = "The vocabulary could not be changed. Nothing was changed."

    def __init__(self, sentence: str = "") -> None:
        super().__init__(sentence or self.sentence)


class HashMismatch(PackageError):
    """V1: the bytes differ from those that were signed."""

    code = "VOCAB_HASH_MISMATCH"
    exit_status = 72


class TooLarge(PackageError):
    """V2: the length differs from the signed one or exceeds a cap; reading stopped there."""

    code = "VOCAB_TOO_LARGE"
    exit_status = 73


class TimedOut(PackageError):
    """V3: a file arrived too slowly."""

    code = "VOCAB_TIMEOUT"
    exit_status = 74


class UntrustedSigner(PackageError):
    """V4: no valid signature by a key of the role."""

    code = "VOCAB_UNTRUSTED_SIGNER"
    exit_status = 75


class ThresholdNotMet(PackageError):
    """V5: valid signatures of too few distinct keys."""

    code = "VOCAB_THRESHOLD"
    exit_status = 76


class PackageRollback(PackageError):
    """V7: a package offered at a lower version than the trusted one."""

    code = "VOCAB_ROLLBACK"
    exit_status = 77


class CatalogRollback(PackageError):
    """V8: a catalogue of a lower version than the trusted one."""

    code = "VOCAB_CATALOG_ROLLBACK"
    exit_status = 78


class CatalogShrank(PackageError):
    """V9: a newer catalogue lacks a package without a signed `retired` entry."""

    code = "VOCAB_CATALOG_SHRANK"
    exit_status = 79


class TrustExpired(PackageError):
    """V10: the newest available catalogue or root has expired. Only installing stops."""

    code = "VOCAB_STALE"
    exit_status = 80


class MixedSet(PackageError):
    """V12: packages that do not belong to one catalogue."""

    code = "VOCAB_MIXED_SET"
    exit_status = 81


class MutatedVersion(PackageError):
    """V13: the same version with other content. Reported as a notice, never raised: the old content is kept."""

    code = "VOCAB_MUTATED"
    exit_status = 82


class VersionMismatch(PackageError):
    """V14: a document states another version or name than the place it was found in."""

    code = "VOCAB_VERSION_MISMATCH"
    exit_status = 83


class WrongType(PackageError):
    """V15: one kind of document in the place of another."""

    code = "VOCAB_WRONG_TYPE"
    exit_status = 84


class RootChainBroken(PackageError):
    """V16: a root that does not follow from the trusted one, or a chain above the cap."""

    code = "VOCAB_ROOT_CHAIN"
    exit_status = 85


class KeyRevoked(PackageError):
    """V17: signed with a key that the root has revoked."""

    code = "VOCAB_KEY_REVOKED"
    exit_status = 86


class NotDelegated(PackageError):
    """V18: signed by a publisher who does not own the package's name."""

    code = "VOCAB_NOT_DELEGATED"
    exit_status = 87


class BadName(PackageError):
    """V19: a name of a package or file that could leave its folder, or be mistaken for another."""

    code = "VOCAB_BAD_NAME"
    exit_status = 88
    sentence = (
        "A package or file has a name that is not allowed: small ASCII letters, digits, '.', '-' and '_' only."
        " Nothing was changed."
    )


class MalformedDocument(PackageError):
    """V20: JSON of another form than the document must have."""

    code = "VOCAB_MALFORMED"
    exit_status = 89


class Incompatible(PackageError):
    """V22: for a newer Selene, another language, another company or another person."""

    code = "VOCAB_INCOMPATIBLE"
    exit_status = 90


class DependencyUnmet(PackageError):
    """V22: something a package requires is missing, cyclic, too old, or in conflict."""

    code = "VOCAB_DEPENDENCY"
    exit_status = 91


class IncompleteRepo(PackageError):
    """V23: a file that the signed documents promise is not there."""

    code = "VOCAB_INCOMPLETE_REPO"
    exit_status = 92


class VocabularyRolledBack(PackageError):
    """V25: a new vocabulary failed on the device and was rolled back."""

    code = "VOCAB_ROLLED_BACK"
    exit_status = 93


class ForbiddenContent(PackageError):
    """V27: content that no package may have: commands, permissions, secrets, patterns, names of persons."""

    code = "VOCAB_POLICY"
    exit_status = 94


class Unreachable(PackageError):
    """The repository cannot be reached now."""

    code = "VOCAB_UNREACHABLE"
    exit_status = 95
    sentence = "The repository cannot be read. The vocabulary in use is kept; try again when it can be reached."


class UnknownPackage(PackageError):
    """The catalogue does not have the package, or has retired it."""

    code = "VOCAB_UNKNOWN_PACKAGE"
    exit_status = 96


class KeyFileUnusable(PackageError):
    """The file of a signing key is missing, no key, exists already, or is readable by others."""

    code = "VOCAB_KEY_FILE"
    exit_status = 97


class BadTerms(PackageError):
    """The list of terms, or the description of the package, cannot be used."""

    code = "VOCAB_BAD_TERMS"
    exit_status = 98


class VocabularyChanged(PackageError):
    """Another vocabulary came into use while one was tested."""

    code = "VOCAB_CHANGED"
    exit_status = 106


class TrustLost(PackageError):
    """The trusted root or catalogue on this device is missing, damaged, or cannot be written."""

    code = "VOCAB_TRUST"
    exit_status = 99
