"""Adapter: forgets words wherever they stand (2.11.11), inside a `VaultTransaction`.

An atom with the phrase goes, replaced ones too. Of the person's lines only the part with it goes, so that what else was
said in the same breath stays; Selene's lines with it, and those of a voice with that name, go whole. Every other record
with it goes: things on lists, schedules, questions, corrections, flags, and orders not to mention it.
"""

from __future__ import annotations

from typing import NamedTuple

from engine_b.protocol.core_types import LINE
from engine_b.writes.forget import cut_line, destroy_atoms, drop_forgotten_atoms, redact_text, replaced_before
from engine_b.writes.quote_finder import ForgetTarget
from engine_b.writes.record_writes import drop_quoting_records, remove_record
from engine_b.writes.transaction import VaultTransaction
from memory.extraction.paraphrase import has_telling_words
from memory.text.phrases import find_phrase, forgotten_spans
from memory.text.stemming import stems


class _Line(NamedTuple):
    line_id: str
    speaker: str
    who: str
    text: str


def forget_phrases(recorder: VaultTransaction, phrases: tuple[str, ...]) -> None:
    """Deletes the atoms of the acting user with one of these phrases, and cuts the phrases out of the archive."""
    for phrase in phrases:
        if not stems(phrase):
            continue
        doomed = _atoms_with(recorder, phrase)
        destroy_atoms(recorder, replaced_before(recorder, tuple(atom.atom_id for atom in doomed)))
        drop_forgotten_atoms(recorder, doomed)
        lines = _lines_with(recorder, phrase)
        for line in lines:
            _cut(recorder, line, phrase)
        drop_quoting_records(recorder, [phrase], everywhere=True)
        recorder.forgot |= bool(doomed or lines)


def _atoms_with(recorder: VaultTransaction, phrase: str) -> list[ForgetTarget]:
    rows = recorder.database.rows(
        "SELECT atom_id, user_id, key, value, text FROM atom WHERE user_id = ? AND instr(stems, ' ' || ?) > 0"
        " ORDER BY atom_id",
        (recorder.scope.user_id, _anchor(phrase)),
    )
    found = (ForgetTarget(*row) for row in rows)
    return [atom for atom in found if any(find_phrase(phrase, said) for said in (atom.text, atom.value, atom.key))]


def _lines_with(recorder: VaultTransaction, phrase: str) -> list[_Line]:
    rows = recorder.database.rows(
        "SELECT line_id, speaker, who, text FROM archive WHERE user_id = ? AND (instr(stems, ' ' || ?) > 0"
        " OR who <> '') ORDER BY line_no",
        (recorder.scope.user_id, _anchor(phrase)),
    )
    found = (_Line(*row) for row in rows)
    return [line for line in found if find_phrase(phrase, line.text) or find_phrase(phrase, line.who)]


def _anchor(phrase: str) -> str:
    return max(stems(phrase), key=len)


def _cut(recorder: VaultTransaction, line: _Line, phrase: str) -> None:
    whole = line.speaker == "selene" or find_phrase(phrase, line.who)
    after = "" if whole else redact_text(line.text, forgotten_spans(phrase, line.text), ())
    if has_telling_words(after):
        cut_line(recorder, line.line_id, after)
    else:
        remove_record(recorder, LINE, line.line_id, {}, "DELETED")
