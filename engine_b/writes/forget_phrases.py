"""Adapter: forgets words wherever they stand (2.11.11), inside a `VaultTransaction`.

An atom with the phrase goes, replaced ones too. Of the person's lines only the part with it goes, so that what else was
said in the same breath stays; Selene's lines with it go whole. Records of skills with it go as they do for an atom.
"""

from __future__ import annotations

from engine_b.protocol.core_types import LINE
from engine_b.writes.forget import cut_line, drop_forgotten_atoms, redact_text
from engine_b.writes.quote_finder import ForgetTarget
from engine_b.writes.record_writes import drop_quoting_records, remove_record
from engine_b.writes.transaction import VaultTransaction
from memory.extraction.paraphrase import has_telling_words
from memory.text.phrases import find_phrase, forgotten_spans
from memory.text.stemming import stems


def forget_phrases(recorder: VaultTransaction, phrases: tuple[str, ...]) -> None:
    """Deletes the atoms of the acting user with one of these phrases, and cuts the phrases out of the archive."""
    for phrase in phrases:
        if not stems(phrase):
            continue
        doomed = _atoms_with(recorder, phrase)
        drop_forgotten_atoms(recorder, doomed)
        lines = _lines_with(recorder, phrase)
        for line_id, speaker, text in lines:
            _cut(recorder, line_id, speaker, text, phrase)
        drop_quoting_records(recorder, [phrase])
        recorder.forgot |= bool(doomed or lines)


def _atoms_with(recorder: VaultTransaction, phrase: str) -> list[ForgetTarget]:
    rows = recorder.database.rows(
        "SELECT atom_id, user_id, key, value, text FROM atom WHERE user_id = ? AND instr(stems, ' ' || ? || ' ') > 0"
        " ORDER BY atom_id",
        (recorder.scope.user_id, _anchor(phrase)),
    )
    found = (ForgetTarget(*row) for row in rows)
    return [atom for atom in found if any(find_phrase(phrase, said) for said in (atom.text, atom.value, atom.key))]


def _lines_with(recorder: VaultTransaction, phrase: str) -> list[tuple[str, str, str]]:
    rows = recorder.database.rows(
        "SELECT line_id, speaker, text FROM archive WHERE user_id = ? AND instr(stems, ' ' || ? || ' ') > 0"
        " ORDER BY line_no",
        (recorder.scope.user_id, _anchor(phrase)),
    )
    return [(line_id, speaker, text) for line_id, speaker, text in rows if find_phrase(phrase, text)]


def _anchor(phrase: str) -> str:
    return max(stems(phrase), key=len)


def _cut(recorder: VaultTransaction, line_id: str, speaker: str, text: str, phrase: str) -> None:
    after = "" if speaker == "selene" else redact_text(text, forgotten_spans(phrase, text), ())
    if has_telling_words(after):
        cut_line(recorder, line_id, after)
    else:
        remove_record(recorder, LINE, line_id, {}, "DELETED")
