"""Pure: every limit of vocabulary packages, with its unit in the name and the reason in a comment."""

from __future__ import annotations

from dataclasses import dataclass

MAX_VERSION = 2**64 - 1
"""A version is a number of at most 64 bits, so that readers can bound its length (V11)."""

MAX_PRIORITY = 100
"""A package of a higher priority is applied later, and wins."""

# Names and documents.
MAX_NAME_CHARS = 64
"""The longest name of a package."""
MAX_PATH_CHARS = 300
"""The longest path of a file in a repository."""
MAX_YAML_DEPTH = 6
"""A list of terms needs three levels."""
MAX_SIGNAL_KEY_CHARS = 40
"""The longest key of a derived signal (2.4.3)."""
FILE_CHUNK_BYTES = 1 << 16
"""Bytes of a file that are read at a time."""
MAX_KEY_FILE_BYTES = 256
"""Bytes of a key file that are read."""

# Publishing.
OWN_ROOT_DAYS = 3_650
"""A root that only this device reads need not be renewed within ten years."""
CATALOG_DAYS = 30
"""How long a published catalogue may be installed without renewal."""
ROOT_DAYS = 365
"""How long a published root is valid."""

# The content gate (2.4.2).
SECRET_TERM_DIGITS = 7
"""Phone numbers, dates of birth and all national ids have as many digits; product names have fewer."""
SECRET_SAID_DIGITS = 4
"""Digits in words: a PIN has as many."""
MIN_TOKEN_CHARS = 10
"""Every token is at least so long; shorter words are not checked for tokens."""
MAX_PERSONAL_NAME_WORDS = 4
"""A longer term is not a person's name."""


@dataclass(frozen=True, slots=True)
class PackagePolicy:
    """Hard caps and permissions. Built once by the composition root and passed inward."""

    max_root_bytes: int = 512_000
    """As python-tuf's root_max_length."""
    max_catalog_bytes: int = 2_000_000
    """As python-tuf's snapshot_max_length."""
    max_package_bytes: int = 65_536
    """A package document holds no terms."""
    max_payload_bytes: int = 4_000_000
    """10,000 terms with their origin and some to spare; python-tuf's targets have 5,000,000."""
    max_root_rotations: int = 256
    """In one refresh, as python-tuf."""
    max_packages: int = 32
    """In one set, required ones included; as python-tuf's max_delegations."""
    max_signatures: int = 64
    """Each takes a tenth of a millisecond to check."""
    max_depth: int = 12
    """Nesting of JSON; a document needs 6."""
    max_json_items: int = 400_000
    """Commas and brackets of a document: they bound the memory that parsing takes."""
    fetch_timeout_ms: int = 30_000
    """The time for one file, however slowly it arrives."""

    max_terms: int = 10_000
    """Terms of one package: as many as a recogniser's dictionary takes without becoming slow."""
    max_merged_terms: int = 20_000
    """Of all active packages together."""
    max_term_chars: int = 60
    """As the Hint Bundle (2.14)."""
    max_term_words: int = 6
    """A term is a name, not a sentence."""
    max_pronunciations: int = 4
    """Of one term."""
    max_pronunciation_chars: int = 120
    """About 40 phonemes."""
    max_heard: int = 8
    """Forms as which one term is misheard."""
    max_weight: int = 1_000
    """Of the recogniser's language model; 100 is plain."""
    max_reason_chars: int = 200
    """Who and why (2.4.2)."""
    max_phrase_cost: int = 800
    """The cost of one term to a recogniser: its letters and those of all its forms."""

    allow_personal_names: bool = False
    """2.4.2: private names in a company's pack only if explicitly permitted; a root's `permits` does it for one
    publisher."""
    min_group_people: int = 5
    """2.4.3: a derived signal may be sent only when at least so many consenting people are behind it."""
    max_signal_rows: int = 1_000
    """2.4.3: bounded."""
    max_count_per_person: int = 20
    """2.4.3: how much one person can weigh in a count."""
    max_failed_starts: int = 3
    """Starts of a vocabulary on trial; the next start rolls it back. Boot loaders count the same way (V25)."""
    health_utterances: int = 5
    """Recognised utterances that end the trial with a commit; a restart after a clean end does so too."""
    own_changes: int = 10
    """So many words learned or forgotten make a new version of a person's own package at once."""
    own_every_ms: int = 86_400_000
    """Fewer words make one a day later."""
    max_own_terms: int = 1_000
    """Of a person's own package, the latest first; ten times what a turn's hints have."""
    kept_vocabularies: int = 3
    """Committed vocabularies that are kept on the device, the active one included, so that a person can go back."""
