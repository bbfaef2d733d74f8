"""Numbers that no policy may change: of formats, protocols, foreign interfaces, and units.

Every other number of a module stands in its room's `core/policy.py`; `tests/test_names.py` compares. A name comes
here only when another value would be another format, or would be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

FORMAT_CONSTANTS: Mapping[str, tuple[str, ...]] = {
    # The one format of sound between microphone, engines and speaker: 16 kHz, mono, 20 ms.
    "device.core.ports": ("SAMPLES_PER_SECOND", "FRAME_MS", "FRAME_BYTES"),
    "device.clients.wyoming_server.wyoming_session": ("_SAMPLE_BYTES",),
    "device.engines.audio_io.wav_speaker": ("HEADER_BYTES",),
    # What the libraries' own headers and models define.
    "device.engines.tts.espeak": (
        "SYNCHRONOUS", "DO_NOT_EXIT", "CHARS_UTF8", "PARAMETER_RATE", "PARAMETER_PITCH", "LIBRARY_PITCH",
    ),
    "device.engines.vad.silero": ("WINDOW_SAMPLES",),
    # SO_PEERGROUPS of the Linux kernel, and the longest option that Python reads.
    "device.clients.control_socket": ("_PEER_GROUPS", "_GROUPS_BYTES"),
    # The edition of the catalogue of models.
    "device.models.model_catalogue": ("_SPEC",),
    # Kaldi's filterbank, as the models of voiceprints were trained on it, and a voiceprint in whole numbers of 16 bits.
    "device.addressing.filterbank": ("_SIZE", "_LOWEST_HZ", "_EMPHASIS", "_FULL"),
    "device.addressing.voiceprint": ("_UNIT",),
    # Whisper's features, as it and the models after it were trained on them.
    "device.engines.end_of_turn.whisper_features": (
        "BANDS", "HOP_SAMPLES", "_WINDOW", "_LINEAR_HZ", "_LINEAR_STEP_HZ", "_FLOOR", "_RANGE",
    ),
    # The order in which the trained rules look at neighbouring letters.
    "device.audio.pronunciation_rules": ("CONTEXT",),
    # A time that never comes.
    "device.audio.endpointer": ("_FOR_EVER_MS",),
    # The largest sample of 16 bits.
    "device.audio.chime": ("FULL_SCALE",),
    # TCP: a port is a number of 16 bits.
    "device.core.server_address": ("_LAST_PORT",),
    # The messages of the control socket.
    "device.core.control_protocol": ("VERSION",),
    # The version of the form of an exported memory.
    "device.portability.formats.selene_export": ("VERSION",),
    # POSIX: 128 and the number of the signal.
    "device.cli.common.error_report": ("INTERRUPTED",),
    # "Both of them" are two.
    "device.skills.memory.forgetting.forget_commands": ("_BOTH",),
    # What `ntp_adjtime` of the C library takes and returns.
    "device.platform.device_clocks": ("_UNSYNCHRONISED", "_TIMEX_BYTES"),
    # Units.
    "device.skills.schedules.due_time": ("_NOON",),
    "device.skills.schedules.own_schedules": ("_HALF_DAY",),
    "device.nlu.time_ranges": ("_HOUR_MS",),
    # Numbers at which counting begins.
    "engine_b.account.enrollment": ("FIRST_EPOCH",),
    "engine_b.writes.initial_ops": ("_FIRST",),
    # Sizes of keys, hashes, signatures and ids; the suite they belong to.
    "engine_b.crypto.certificates": ("MIRROR_KEY_BYTES",),
    "engine_b.crypto.sealing": ("SUITE", "KEY_BYTES", "NONCE_BYTES", "BUCKETS_BYTES"),
    "engine_b.protocol.roster": ("PUBLIC_BYTES", "HASH_BYTES"),
    # BIP-39: 24 words for 32 bytes; the list is made so that four letters tell its words apart.
    "engine_b.crypto.recovery_phrase": ("ENTROPY_BYTES", "WORDS", "TELLING_LETTERS"),
    # Every device follows clocks up to the same bound, or clocks would drift apart.
    "engine_b.protocol.ops": ("FOLLOWED_CLOCK",),
    # What one op costs on the wire beside its payload.
    "engine_b.protocol.sync_protocol": ("_OVERHEAD_BYTES",),
    # SQLite's result codes, the vault's page size, and the layout of the files beside it.
    "engine_b.storage.database": (
        "_BUSY", "_LOCKED", "_READONLY", "_IOERR", "_CORRUPT", "_FULL", "_CANTOPEN", "_CONSTRAINT", "_NOTADB",
    ),
    "engine_b.storage.head": ("_STRIDE_BYTES", "_MAC_BYTES"),
    "engine_b.storage.header": ("SALT_BYTES", "ID_BYTES"),
    "engine_b.vault.graph_rows": ("GRAPH_VERSION",),
    "engine_b.vault.open_vault": ("_PAGE_BYTES",),
    "engine_b.writes.transaction": ("_SEQ_BYTES",),
    # Bits of a column.
    "engine_b.storage.visibility_sql": ("NEVER", "NOT_ALOUD", "ONLY_IF_ASKED", "REPLACED"),
    "engine_b.vocabulary.learned_words": ("GONE",),
    "memory.retrieval.scored_document": ("FIRST_ATOM_POS", "REPLY", "QUESTION", "STANDING", "TIME", "NUMBER"),
    # RFC 9562: 48 bits of milliseconds.
    "memory.model.ids": ("_LAST_MS",),
    # The checksum and the date of national ids, as their issuers define them.
    "memory.text.national_ids": ("_FISCAL_ODD_VALUES", "_PESEL_CENTURIES"),
    # Hexadecimal lengths of keys and digests, the version of the documents.
    "packages.documents.documents": ("_KEY_CHARS", "_KEY_ID_CHARS", "_DIGEST_CHARS", "_SIGNATURE_CHARS", "_SPEC"),
    "packages.documents.signing": ("_KEY_ID_BYTES",),
    # A term of this weight is neither likelier nor less likely; packages that are published count on it.
    "packages.documents.terms": ("PLAIN_WEIGHT",),
    # The mode of a file that others may read.
    "packages.storage.key_files": ("_SEED_BYTES", "_OTHERS"),
    # Units.
    "packages.publishing.build": ("DAY_MS",),
    # Longest number of 64 bits, with a sign.
    "packages.core.signed_json": ("_MAX_NUMBER_CHARS",),
    "cloud_mirror.rules.invitation_token": ("VERSION",),
    "cloud_mirror.rules.message_checks": ("KEY_BYTES", "HASH_BYTES", "TOKEN_BYTES", "MOST"),
    "cloud_mirror.stores.sql": ("VERSION",),
    # The wire: both ends count on every number.
    "protos.wire": (
        "ID_BYTES", "PAGE_OPS", "MAX_PUSH_OPS", "MAX_PUSH_BYTES", "MAX_MESSAGE_BYTES", "MAX_SEGMENT_OPS",
        "MAX_CHUNK_BYTES", "SUITE", "PROTOCOL",
    ),
    # systemd's own watchdog: half of the time, and half of that.
    "protos.systemd": ("SHARE_OF_SILENCE",),
    # acceptance/ judges from outside: its numbers are the specification's, read a second time, or its harness's own.
    "acceptance.__main__": ("HOLDS", "BROKEN", "WRONG_USAGE"),
    "acceptance.drivers.clients.client_driver": ("_MOST_LOOKS",),
    "acceptance.drivers.clients.client_requests": ("SECONDS", "_FIRST_PORT", "_PORTS"),
    "acceptance.drivers.fork_server": ("TIMEOUT_S",),
    "acceptance.drivers.mirror_process": ("STOP_S", "_PIECE", "_PR_SET_PDEATHSIG"),
    "acceptance.drivers.sync_driver": ("_MOST_CUTS",),
    "acceptance.judges.memory_judge": (
        "BUNDLE_BYTES", "BUNDLE_ATOMS", "EXCERPTS", "EXCERPT_CHARS", "ATOMS_A_TURN",
    ),
    "acceptance.judges.vocab_judge": ("HINT_TERMS", "HINT_BYTES"),
    "acceptance.drivers.vault_probe": ("_TOO_SHORT",),
    "acceptance.tests.test_acceptance": ("LEAST_CASES",),
    "acceptance.tests.test_daemon": ("RATE", "MOST_EVENTS"),
    "acceptance.tests.test_daemon_sync": ("RATE", "QUIET_S"),
    "acceptance.tests.test_doctor": ("PAGE",),
    "acceptance.tests.test_first_run": ("RATE",),
}  # fmt: skip
"""By module, the numbers that stay in it."""
