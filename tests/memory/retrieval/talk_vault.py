"""A vault with a talk in it, for tests of retrieval."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from engine_b.vault.vault import Vault
from memory.core.policy import MemoryPolicy
from memory.model.atoms import ArchivedLine, Atom, Kind, Moment, Source, Speaker
from memory.model.changes import Change, Scope
from memory.model.ids import atom_id
from memory.model.ports import Gate
from memory.retrieval.retrieve import Ranked, retrieve

ANA, BEN = "u-ana", "u-ben"
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class TalkLine:
    """One thing said: its turn is named by its number."""

    number: int
    text: str
    session: str = "s-1"
    who: str = ""
    user: str = ANA
    at_ms: int = -1
    selene: bool = False
    atom: str = ""
    """A key; then the whole line is also an atom."""

    @property
    def turn_id(self) -> str:
        """The id of the turn."""
        return f"t-{self.number:04d}"

    @property
    def line(self) -> ArchivedLine:
        """The archive line."""
        speaker = Speaker.SELENE if self.selene else Speaker.USER
        at = Moment(self.number * HOUR_MS if self.at_ms < 0 else self.at_ms)
        return ArchivedLine(
            self.turn_id,
            self.turn_id,
            self.session,
            self.user,
            speaker,
            self.who,
            self.text,
            at,
            len(self.text.split()),
        )

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atom that the line makes, if it does."""
        if not self.atom:
            return ()
        made = atom_id(self.user, "statement", self.atom, self.turn_id, self.line.at.at_ms, 0)
        source = Source(self.turn_id, 0, len(self.text))
        return (Atom(made, self.user, Kind.STATEMENT, self.atom, self.text, self.text, (source,), self.line.at.at_ms),)


def tell_lines(vault: Vault, said: Iterable[TalkLine]) -> None:
    """Commit each, in the order given."""
    for one in said:
        scope = Scope(one.user, one.session, one.turn_id, one.line.at.at_ms)
        vault.commit(Change(scope, lines=(one.line,), new_atoms=one.atoms))


@contextmanager
def vault_with_talk(said: Iterable[TalkLine]) -> Iterator[Vault]:
    """A fresh vault that was told these."""
    with TemporaryDirectory() as folder, Vault.open(Path(folder), now_ms=1) as vault:
        tell_lines(vault, said)
        yield vault


def find(vault: Vault, text: str, gate: Gate | None = None, policy: MemoryPolicy | None = None) -> Ranked:
    """What is found for `text`."""
    return retrieve(vault.reader, gate or Gate(ANA, identified=True), text, Moment(0), policy or MemoryPolicy())


def refs(vault: Vault, text: str, gate: Gate | None = None) -> list[str]:
    """The references found, in order."""
    return [item.ref for item in find(vault, text, gate).items]


INDEX = (
    "SELECT u.user_id, s.stem, s.docs FROM stem s JOIN stem_user u USING (user_no) ORDER BY 1, 2",
    "SELECT u.user_id, v.who, v.lines FROM voice v JOIN stem_user u USING (user_no) ORDER BY 1, 2",
    "SELECT user_id, docs, sessions FROM stem_user WHERE docs > 0 ORDER BY 1",
    "SELECT coalesce(l.line_id, a.atom_id), p.at_ms, p.words, p.traits, p.bar,"
    " (SELECT count(*) FROM place o WHERE l.line_id IS NOT NULL AND o.pos >> 20 = p.pos >> 20 AND o.pos < p.pos)"
    " FROM place p LEFT JOIN archive l ON p.doc_no & 1 = 0 AND l.line_no = p.doc_no >> 1"
    " LEFT JOIN atom a ON p.doc_no & 1 = 1 AND a.atom_no = p.doc_no >> 1 ORDER BY 1",
    "SELECT coalesce(l.line_id, a.atom_id), s.stem, q.at_ms, q.bar, q.spot & 511, q.spot >> 9 = p.pos"
    " FROM posting q JOIN stem s USING (stem_no) JOIN place p ON p.doc_no = q.doc_no"
    " LEFT JOIN archive l ON p.doc_no & 1 = 0 AND l.line_no = p.doc_no >> 1"
    " LEFT JOIN atom a ON p.doc_no & 1 = 1 AND a.atom_no = p.doc_no >> 1 ORDER BY 1, 2",
)


def index_of(vault: Vault) -> list[list[tuple[object, ...]]]:
    """All that the index says, in words that do not depend on the order of arrival."""
    return [vault.connection.execute(sql).fetchall() for sql in INDEX]
