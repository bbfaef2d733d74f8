"""Adapter: forgets an atom (2.11.5, 2.11.11; research: reliability 2.3 and 4) inside a `VaultTransaction`.

An atom is deleted with its keys, its index entries, its unsent ops, its questions, corrections and flag, the older
versions of the fact that it had replaced, and the words it came from:

- the person's line that it came from, or that answered a question about it, is deleted whole; when the line also feeds
  a living atom, only the forgotten words are cut out, and padded to their length, so that the spans of the living atom
  still point at its words;
- of the person's other lines, those that repeat its whole text are treated the same way, and of those that state the
  fact again in other words (memory/extraction/paraphrase.py) the sentences that do;
- questions and commands of the person with a name or a number that no other memory has go with it;
- Selene's lines that quote its text or value, or that share a word with it in a turn that lost its words or used it,
  are deleted.

The vault scrubs the write-ahead log and free pages after COMMIT.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from engine_b.core.errors import ChangeRefused
from engine_b.core.policy import MIN_QUOTED_CHARS
from engine_b.protocol.core_types import ATOM, LINE
from engine_b.protocol.ledger import EventDraft
from engine_b.storage.record_contents import record_content, stored_content
from engine_b.storage.record_rows import RecordRow, change_row
from engine_b.writes import op_lineage
from engine_b.writes.control_writes import drop_flag
from engine_b.writes.correction_cleanup import drop_correction_pairs
from engine_b.writes.derived_cleanup import drop_derived_records, drop_questions
from engine_b.writes.initial_ops import detach_conflict_copies
from engine_b.writes.quote_finder import (
    ForgetTarget,
    QuotingLine,
    find_quoting_lines,
    lines_repeating,
    replies_quoting,
    turns_asking,
)
from engine_b.writes.record_writes import BY_PERSON, drop_followers, drop_quoting_records, remove_record
from engine_b.writes.transaction import VaultTransaction, tombstone_ops
from memory.extraction.paraphrase import Span, has_telling_words
from memory.text.stemming import split_words


def destroy_atoms(recorder: VaultTransaction, atom_ids: tuple[str, ...]) -> None:
    """Destroys these atoms of the acting user. Skips a missing one; refuses another user's."""
    doomed = _forget_targets(recorder, atom_ids)
    if not doomed:
        return
    recorder.forgot = True
    gone = json.dumps([atom.atom_id for atom in doomed])
    for carrier in find_quoting_lines(recorder, doomed):
        _redact(recorder, carrier, doomed, gone)
    drop_forgotten_atoms(recorder, doomed)
    drop_quoting_records(recorder, [quote for atom in doomed for quote in atom.quotable])
    forget_turns(recorder, turns_asking(recorder, doomed))


def forget_turns(recorder: VaultTransaction, turn_ids: tuple[str, ...]) -> None:
    """Deletes the lines of these turns of the acting user that feed no atom, and Selene's lines that quote them."""
    rows = recorder.database.rows(
        "SELECT l.line_no, l.text, l.speaker FROM archive l"
        " WHERE +l.user_id = ? AND l.turn_id IN (SELECT value FROM json_each(?))"  # by turn: a user has many lines
        " AND NOT EXISTS (SELECT 1 FROM atom_source s WHERE s.turn_id = l.turn_id) ORDER BY l.line_no",
        (recorder.scope.user_id, json.dumps(turn_ids)),
    )
    lines = {int(row[0]) for row in rows}
    for _, text, speaker in rows:
        if speaker == "user" and sum(len(word) for word in split_words(text)) >= MIN_QUOTED_CHARS:
            lines |= lines_repeating(recorder, recorder.scope.user_id, text, "selene")
    lines |= replies_quoting(recorder, tuple(lines))
    recorder.forgot |= bool(lines)
    for line_no in sorted(lines):
        _redact(recorder, QuotingLine(line_no, whole=True), [], "[]")


def forget_words(recorder: VaultTransaction, words_of: tuple[tuple[str, int, int], ...]) -> None:
    """Cuts these characters out of lines of the acting user; the words of living atoms stay."""
    for turn_id in dict.fromkeys(turn_id for turn_id, _, _ in words_of):
        row = recorder.database.row(
            "SELECT line_no FROM archive WHERE turn_id = ? AND speaker = 'user' AND user_id = ?",
            (turn_id, recorder.scope.user_id),
        )
        if row is not None:
            recorder.forgot = True
            spans = tuple((start, end) for turn, start, end in words_of if turn == turn_id)
            _redact(recorder, QuotingLine(int(row[0]), whole=False, spans=spans), [], "[]")


def _forget_targets(recorder: VaultTransaction, atom_ids: tuple[str, ...]) -> list[ForgetTarget]:
    """Returns the named atoms, equal ones, and the replaced ones before them, which nothing could show or forget any
    more.
    """
    rows = recorder.database.rows(
        "WITH RECURSIVE behind (atom_id) AS (SELECT value FROM json_each(?) UNION"
        " SELECT o.atom_id FROM behind b JOIN atom n ON n.atom_id = b.atom_id"
        " JOIN atom o ON o.user_id = n.user_id AND (o.atom_id = n.supersedes OR"
        " (o.key = n.key AND o.superseded_by = n.atom_id)) WHERE o.status = 'replaced'"
        " UNION SELECT t.atom_id FROM behind b JOIN atom n ON n.atom_id = b.atom_id"
        " JOIN atom t ON (t.user_id, t.key, t.value, t.text) = (n.user_id, n.key, n.value, n.text))"
        " SELECT a.atom_id, a.user_id, a.key, a.value, a.text FROM atom a JOIN behind USING (atom_id)"
        " ORDER BY a.atom_id",
        (json.dumps(atom_ids),),
    )
    if any(row[1] != recorder.scope.user_id for row in rows):
        raise ChangeRefused("Somebody else's memory was to be forgotten; nothing was changed.")
    return [ForgetTarget(*row) for row in rows]


def replaced_before(recorder: VaultTransaction, atom_ids: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the replaced atoms before these, which nothing could show or forget without them."""
    return tuple(atom.atom_id for atom in _forget_targets(recorder, atom_ids) if atom.atom_id not in atom_ids)


def _redact(recorder: VaultTransaction, carrier: QuotingLine, doomed: Sequence[ForgetTarget], gone: str) -> None:
    """Deletes a line, or cuts the words out of one that feeds a living atom or has other words too."""
    sql = "SELECT line_id, turn_id, text, speaker FROM archive WHERE line_no = ?"
    row = recorder.database.row(sql, (carrier.line_no,))
    assert row
    line_id, turn_id, text, speaker = row
    fed = _source_spans(recorder, turn_id, gone) if speaker == "user" else []
    living = [span for span, dies in fed if not dies]
    if living:
        spans = [part for span, dies in fed if dies for part in _around(span, living)]
        spans += [(start, end) for start, end in carrier.spans if not _touches((start, end), living)]
        after = redact_text(text, spans, [quote for atom in doomed for quote in atom.quotable], living)
    else:
        after = "" if carrier.whole else redact_text(text, carrier.spans, ())
    if not living and not has_telling_words(after):
        remove_record(recorder, LINE, line_id, {}, "DELETED")
    elif after != text:
        cut_line(recorder, line_id, after)


def cut_line(recorder: VaultTransaction, line_id: str, after: str) -> None:
    """Writes the line anew without the words that were cut out of it."""
    before = stored_content(recorder.database, LINE, line_id)
    assert before
    change_row(recorder.database, LINE, before, RecordRow(line_id, 1, {**before, "text": after}, {}))
    recorder.append(EventDraft("LINE_FORGOTTEN", "CUT", line_id, _put_redacted_line(recorder, line_id)))


def _put_redacted_line(recorder: VaultTransaction, line_id: str) -> str:
    """Queues an op for a cut line, and one that erases the older op with the words."""
    content = record_content(recorder.database, LINE, line_id)
    assert content
    older = op_lineage.living_ops(recorder.database, line_id)
    version = recorder.next_version("LINE_FORGOTTEN", line_id) + 1
    op = recorder.put(LINE, line_id, version, content)
    tombstone_ops(recorder.database, older, here=True, taken_back=True)
    recorder.erase(LINE.name, line_id, version, older, final=False)
    return op


def _source_spans(recorder: VaultTransaction, turn_id: str, gone: str) -> list[tuple[Span, bool]]:
    """Returns the spans of a turn that atoms came from, and whether each atom is deleted."""
    rows = recorder.database.rows(
        "SELECT start_at, end_at, atom_id IN (SELECT value FROM json_each(?)) FROM atom_source WHERE turn_id = ?"
        " ORDER BY start_at, end_at",
        (gone, turn_id),
    )
    return [((int(start), int(end)), bool(dies)) for start, end, dies in rows]


def redact_text(text: str, spans: Iterable[Span], quotes: Iterable[str], living: Sequence[Span] = ()) -> str:
    """Returns `text` with the spans, and every mention of the quotes outside of `living` spans, replaced by `…` and
    spaces.

    Its length stays.
    """
    found = list(spans)
    for quote in quotes:
        if quote.strip():
            pattern = rf"(?<!\w){re.escape(quote)}(?!\w)"
            mentions = (match.span() for match in re.finditer(pattern, text, re.IGNORECASE))
            found += [mention for mention in mentions if not _touches(mention, living)]
    for start, end in found:
        end = min(end, len(text))
        if start < end:
            text = text[:start] + "…".ljust(end - start) + text[end:]
    return text


def _around(span: Span, living: Sequence[Span]) -> list[Span]:
    """Returns what of a forgotten span is not the words of a living atom that were a part of it."""
    parts, at = list[Span](), span[0]
    for start, end in living:
        if span[0] <= start < end <= span[1] and (start, end) != span:
            parts.append((at, start))
            at = max(at, end)
    return [*parts, (at, span[1])]


def _touches(span: Span, living: Iterable[Span]) -> bool:
    return any(start < span[1] and span[0] < end for start, end in living)


def drop_forgotten_atoms(recorder: VaultTransaction, doomed: Sequence[ForgetTarget]) -> None:
    """Deletes the atoms, with what depends on them and the flags of keys that have no atom any more."""
    for atom in doomed:
        _drop_atom(recorder, atom)
    for atom in doomed:
        _drop_flag(recorder, atom)


def _drop_atom(recorder: VaultTransaction, atom: ForgetTarget) -> None:
    """Deletes the atom with its dependent records and keys."""
    database = recorder.database
    drop_correction_pairs(recorder, atom.atom_id)
    for (other,) in database.rows("SELECT atom_id FROM rival WHERE rival_id = ?", (atom.atom_id,)):
        drop_derived_records(recorder, other)
    drop_questions(recorder, atom.atom_id)
    drop_followers(recorder, atom.atom_id)
    detach_conflict_copies(recorder, atom.atom_id)
    database.run("DELETE FROM atom_use WHERE atom_id = ?", (atom.atom_id,))
    remove_record(recorder, ATOM, atom.atom_id, {}, BY_PERSON)


def _drop_flag(recorder: VaultTransaction, atom: ForgetTarget) -> None:
    """Drops the do-not-repeat flag of a key without a living atom."""
    row = recorder.database.row(
        "SELECT 1 FROM atom a WHERE a.user_id = ? AND a.key = ? AND a.status <> 'replaced' LIMIT 1",
        (atom.user_id, atom.key),
    )
    if not row:
        drop_flag(recorder, atom.user_id, atom.key, "ATOM_FORGOTTEN")
