"""Doors: forgetting (2.11.5, 2.11.11; research: reliability 2.3 and 4), inside the transaction of a `Recorder`.

An atom goes with its keys, its index entries, its unsent ops, its questions, corrections and flag, the older
versions of the fact that it had replaced, and the words it came from:

- the person's line that it came from is deleted whole; when the line also feeds a living atom, only the forgotten
  words are cut out, and padded to their length, so that the spans of the living atom still point at its words;
- the person's other lines that repeat its whole text are treated the same way;
- Selene's lines that quote its text or value, or that share a long word with it in a turn where it was made or
  used, are deleted.

What is left in the journal and in free pages is scrubbed by the vault after COMMIT.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from engine_b.errors import Refused
from engine_b.gates import topic_count
from engine_b.ledger import Draft
from engine_b.recorder import Recorder
from engine_b.rows import stem_text
from memory.words import stems, words

LONG_WORD_CHARS = 5
"""From this length on a word is taken to be about the fact, and not part of the grammar."""
LEAST_VALUE_CHARS = 3
"""A shorter value (`4`) stands in too many lines to say that they quote it."""


@dataclass(frozen=True, slots=True)
class _Doomed:
    atom_id: str
    user_id: str
    key: str
    value: str
    text: str

    @property
    def quotable(self) -> tuple[str, ...]:
        """What a line that quotes the atom has in it."""
        long_enough = sum(len(word) for word in words(self.value)) >= LEAST_VALUE_CHARS
        return (self.text, self.value) if long_enough else (self.text,)


def forget(recorder: Recorder, atom_ids: tuple[str, ...]) -> None:
    """Destroy these atoms of the acting user. One that is not there is passed over; another user's is refused."""
    doomed = _doomed(recorder, atom_ids)
    if not doomed:
        return
    recorder.forgot = True
    lines = sorted(set().union(*(_lines_of(recorder, atom) for atom in doomed)))
    gone = json.dumps([atom.atom_id for atom in doomed])
    for line_no in lines:
        _redact(recorder, line_no, doomed, gone)
    for atom in doomed:
        _drop_atom(recorder, atom)
    for atom in doomed:
        _drop_flag(recorder, atom)


def forget_turns(recorder: Recorder, turn_ids: tuple[str, ...]) -> None:
    """Delete the lines of these turns of the acting user that feed no atom, and Selene's lines that quote them."""
    rows = recorder.database.rows(
        "SELECT l.line_no, l.text, l.speaker FROM archive l"
        " WHERE +l.user_id = ? AND l.turn_id IN (SELECT value FROM json_each(?))"  # by turn: a user has many lines
        " AND NOT EXISTS (SELECT 1 FROM atom_source s WHERE s.turn_id = l.turn_id) ORDER BY l.line_no",
        (recorder.scope.user_id, json.dumps(turn_ids)),
    )
    lines = {int(row[0]) for row in rows}
    for _, text, speaker in rows:
        if speaker == "user" and sum(len(word) for word in words(text)) >= LEAST_VALUE_CHARS:
            lines |= _saying(recorder, recorder.scope.user_id, text, "selene")
    recorder.forgot |= bool(lines)
    for line_no in sorted(lines):
        _redact(recorder, line_no, [], "[]")


def _doomed(recorder: Recorder, atom_ids: tuple[str, ...]) -> list[_Doomed]:
    """The atoms named, and the replaced ones behind them that nothing could show or forget any more."""
    rows = recorder.database.rows(
        "WITH RECURSIVE behind (atom_id) AS (SELECT value FROM json_each(?) UNION"
        " SELECT o.atom_id FROM behind b JOIN atom n ON n.atom_id = b.atom_id"
        " JOIN atom o ON o.atom_id = n.supersedes WHERE o.status = 'replaced')"
        " SELECT a.atom_id, a.user_id, a.key, a.value, a.text FROM atom a JOIN behind USING (atom_id)"
        " ORDER BY a.atom_id",
        (json.dumps(atom_ids),),
    )
    if any(row[1] != recorder.scope.user_id for row in rows):
        raise Refused("Somebody else's memory was to be forgotten; nothing was changed.")
    return [_Doomed(*row) for row in rows]


def _lines_of(recorder: Recorder, atom: _Doomed) -> set[int]:
    """The numbers of the archive lines that carry the atom's words."""
    found = _numbers(
        recorder,
        "SELECT l.line_no FROM atom_source s JOIN archive l ON l.turn_id = s.turn_id"
        " WHERE s.atom_id = ? AND l.user_id = ? AND l.speaker = 'user'",
        (atom.atom_id, atom.user_id),
    )
    found |= _saying(recorder, atom.user_id, atom.text, "user")
    for quoted in atom.quotable:
        found |= _saying(recorder, atom.user_id, quoted, "selene")
    return found | _replies_about(recorder, atom)


def _saying(recorder: Recorder, user_id: str, said: str, speaker: str) -> set[int]:
    """Lines of a speaker that hold `said`: the same words in the same order, or letter by letter."""
    phrase, anchor = stems(said), max(stems(said), key=len, default="")
    rows = recorder.database.rows(
        "SELECT line_no, text FROM archive WHERE user_id = ? AND speaker = ?"
        " AND ((? <> '' AND instr(stems, ' ' || ? || ' ') > 0) OR instr(text, ?) > 0)",
        (user_id, speaker, anchor, anchor, said),
    )
    return {int(line_no) for line_no, text in rows if said in text or _within(phrase, stems(text))}


def _within(phrase: tuple[str, ...], spoken: tuple[str, ...]) -> bool:
    size = len(phrase)
    return bool(size) and any(spoken[at : at + size] == phrase for at in range(len(spoken) - size + 1))


def _replies_about(recorder: Recorder, atom: _Doomed) -> set[int]:
    """Selene's lines of the turns that made or used the atom, when they share a long word with it."""
    long_words = (word for word in words(f"{atom.value} {atom.text}") if len(word) >= LONG_WORD_CHARS)
    return _numbers(
        recorder,
        "SELECT DISTINCT l.line_no FROM archive l JOIN json_each(?) w"
        " WHERE l.user_id = ? AND l.speaker = 'selene' AND instr(l.stems, ' ' || w.value || ' ') > 0 AND l.turn_id IN"
        " (SELECT turn_id FROM atom_source WHERE atom_id = ? UNION SELECT turn_id FROM atom_use WHERE atom_id = ?)",
        (json.dumps(stems(" ".join(long_words))), atom.user_id, atom.atom_id, atom.atom_id),
    )


def _numbers(recorder: Recorder, sql: str, params: tuple[str, ...]) -> set[int]:
    return {int(row[0]) for row in recorder.database.rows(sql, params)}


def _redact(recorder: Recorder, line_no: int, doomed: list[_Doomed], gone: str) -> None:
    """Delete a line, or cut the words out of one that feeds a living atom."""
    row = recorder.database.row("SELECT line_id, turn_id, text, speaker FROM archive WHERE line_no = ?", (line_no,))
    assert row
    line_id, turn_id, text, speaker = row
    feeds = recorder.database.row(
        "SELECT 1 FROM atom_source s WHERE s.turn_id = ? AND s.atom_id NOT IN (SELECT value FROM json_each(?)) LIMIT 1",
        (turn_id, gone),
    )
    if feeds and speaker == "user":
        spans = recorder.database.rows(
            "SELECT start_at, end_at FROM atom_source WHERE turn_id = ?"
            " AND atom_id IN (SELECT value FROM json_each(?))",
            (turn_id, gone),
        )
        after = cut(text, [(start, end) for start, end in spans], [q for atom in doomed for q in atom.quotable])
        recorder.database.run(
            f"UPDATE archive SET text = ?, stems = ?, dnm = {topic_count('user_id', '?')} WHERE line_no = ?",
            (after, stem_text(after), stem_text(after), line_no),
        )
    else:
        recorder.database.run("DELETE FROM archive WHERE line_no = ?", (line_no,))
    recorder.append(Draft("LINE_FORGOTTEN", "CUT" if feeds and speaker == "user" else "DELETED", line_id))


def cut(text: str, spans: Iterable[tuple[int, int]], quotes: Iterable[str]) -> str:
    """`text` with the spans and every mention of the quotes replaced by `…` and spaces; its length stays."""
    found = list(spans)
    for quote in quotes:
        if quote.strip():
            pattern = rf"(?<!\w){re.escape(quote)}(?!\w)"
            found += [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]
    for start, end in found:
        end = min(end, len(text))
        if start < end:
            text = text[:start] + "…".ljust(end - start) + text[end:]
    return text


def _drop_atom(recorder: Recorder, atom: _Doomed) -> None:
    """The atom, what hangs on it, and its keys."""
    database = recorder.database
    for row in database.rows("SELECT pair_id FROM correction WHERE atom_id = ? ORDER BY pair_id", (atom.atom_id,)):
        database.run("DELETE FROM correction WHERE pair_id = ?", row)
        recorder.append(Draft("CORRECTION_FORGOTTEN", "ATOM_FORGOTTEN", row[0], recorder.destroy(row[0])))
    database.run(
        "DELETE FROM question WHERE user_id = ? AND EXISTS"
        " (SELECT 1 FROM json_each(question.atom_ids) q WHERE q.value = ?)",
        (atom.user_id, atom.atom_id),
    )
    for table in ("atom_source", "atom_use", "atom"):
        database.run(f"DELETE FROM {table} WHERE atom_id = ?", (atom.atom_id,))
    op = recorder.destroy(atom.atom_id)
    recorder.append(Draft("ATOM_FORGOTTEN", "USER_CONTROL", atom.atom_id, op))


def _drop_flag(recorder: Recorder, atom: _Doomed) -> None:
    """The do-not-repeat flag of a key that no living atom has any more."""
    row = recorder.database.row(
        "SELECT f.flag_id FROM flag f WHERE f.user_id = ? AND f.key = ? AND NOT EXISTS"
        " (SELECT 1 FROM atom a WHERE a.user_id = f.user_id AND a.key = f.key AND a.status <> 'replaced')",
        (atom.user_id, atom.key),
    )
    if row:
        recorder.database.run("DELETE FROM flag WHERE flag_id = ?", row)
        recorder.append(Draft("FLAG_DROPPED", "ATOM_FORGOTTEN", row[0], recorder.destroy(row[0])))
