"""Pure: writes a memory as one page of HTML. Every word of a person is escaped; the page loads and runs nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from device.portability.formats.told_turns import file_of_session
from memory.model.atoms import ArchivedLine, Atom, Moment, Speaker, Status
from memory.model.timestamps import local_datetime

_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }}
td, th {{ text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }}
small, .she {{ color: #666; }}
</style>
</head>
<body>
<h1>{title}</h1>
"""
_GONE = (Status.REPLACED, Status.OUTDATED)


def page_html(
    user: str,
    at: Moment,
    atoms: Sequence[Atom],
    lines: Sequence[ArchivedLine],
    left_out: Mapping[str, int],
    kept: str,
) -> str:
    """Returns the page: what is remembered, what was, `kept` with what is set, and every conversation with its
    words.
    """
    said = {line.line_id: line for line in lines}
    parts = [
        _HEAD.format(title=escape(f"What Selene remembers of {user}")),
        f"<p>As of {_day(at)}. {_count(left_out['atoms'], 'memory', 'memories')} and"
        f" {_count(left_out['lines'], 'line', 'lines')} that may not be shown are left out.</p>\n",
        _table("Remembered", [atom for atom in atoms if atom.status not in _GONE], said, at),
        _table("No longer so", [atom for atom in atoms if atom.status in _GONE], said, at),
        kept,
        "<h2>Conversations</h2>\n",
        *_conversations(lines),
        "</body>\n</html>\n",
    ]
    return "".join(parts)


def _table(title: str, atoms: Sequence[Atom], said: Mapping[str, ArchivedLine], at: Moment) -> str:
    if not atoms:
        return f"<h2>{title}</h2>\n<p>Nothing.</p>\n"
    rows = "".join(_row(atom, said, at) for atom in atoms)
    return f"<h2>{title}</h2>\n<table>\n<tr><th>Memory</th><th>Since</th><th>Said</th></tr>\n{rows}</table>\n"


def _row(atom: Atom, said: Mapping[str, ArchivedLine], at: Moment) -> str:
    since = _day(Moment(atom.learned_at_ms, at.utc_offset_min))
    lines = [said[source.turn_id] for source in atom.sources if source.turn_id in said]
    words = "<br>".join(_quoted(line) for line in lines) or "<small>the words are not kept</small>"
    state = f"{atom.status.value.replace('_', ' ')}, {atom.provenance.name.lower().replace('_', ' ')}"
    return f"<tr><td>{escape(atom.text)}<br><small>{state}</small></td><td>{since}</td><td>{words}</td></tr>\n"


def _quoted(line: ArchivedLine) -> str:
    file = file_of_session(line.session_id)
    source = f" <small>from {escape(file)}</small>" if file else ""
    return f"<q>{escape(line.text)}</q>{source}"


def _conversations(lines: Iterable[ArchivedLine]) -> Iterable[str]:
    for _, said in groupby(lines, key=lambda line: (line.session_id, _day(line.at))):
        talk = list(said)
        file = file_of_session(talk[0].session_id)
        yield f"<h3>{_day(talk[0].at)}{f' <small>from {escape(file)}</small>' if file else ''}</h3>\n<p>"
        yield "<br>\n".join(_spoken(line) for line in talk)
        yield "</p>\n"


def _spoken(line: ArchivedLine) -> str:
    if line.speaker is Speaker.SELENE:
        return f'<span class="she">Selene: {escape(line.text)}</span>'
    return f"{escape(line.who or 'You')}: {escape(line.text)}"


def _day(at: Moment) -> str:
    return local_datetime(at).date().isoformat()


def _count(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"
