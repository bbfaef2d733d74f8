"""Promise: a model is in its place only when it is whole and right, and what was cut off goes on where it ended."""

from __future__ import annotations

import hashlib
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from device.core.errors import ModelMismatch, ModelNoRoom, ModelUnknown, ModelUnreachable
from device.models.fetching import FetchBroken, fetch_rest, hash_url
from device.models.model_catalogue import ModelEntry
from device.models.model_files import is_whole, pull_model, remove_model
from tests.sim.file_server import FileServer, file_server

CONTENT = bytes(range(256)) * 4_000


def _entry(server: FileServer, content: bytes = CONTENT, **changed: object) -> ModelEntry:
    told = {
        "kind": "mind",
        "url": server.address,
        "file": "tiny.gguf",
        "licence": "MIT",
        "source": "made by the tests",
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    return ModelEntry(**{**told, **changed})  # type: ignore[arg-type]


def _there(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir()) if folder.exists() else []


def test_a_model_is_fetched_checked_and_not_fetched_again(tmp_path: Path) -> None:
    shown: list[int] = []
    with file_server(CONTENT) as server:
        entry = _entry(server)
        place = pull_model("tiny", entry, tmp_path, lambda done, _: shown.append(done))
        assert place.read_bytes() == CONTENT
        assert pull_model("tiny", entry, tmp_path) == place
    assert server.asked == [""]
    assert (_there(tmp_path), is_whole(place, entry), shown[-1]) == (["tiny.gguf"], True, len(CONTENT))


def test_a_cut_connection_is_gone_on_with_by_range(tmp_path: Path) -> None:
    with file_server(CONTENT, cut_after=400_000) as server:
        assert pull_model("tiny", _entry(server), tmp_path).read_bytes() == CONTENT
    assert server.asked == ["", "bytes=400000-", "bytes=800000-"]


def test_what_came_is_kept_for_the_next_command(tmp_path: Path) -> None:
    with file_server(CONTENT, cut_after=100_000) as server:
        with pytest.raises(ModelUnreachable, match="pull it again"):
            pull_model("tiny", _entry(server), tmp_path)
        assert _there(tmp_path) == ["tiny.gguf.part"]
        server.cut_after = 0
        assert pull_model("tiny", _entry(server), tmp_path).read_bytes() == CONTENT
    assert server.asked[-1] == "bytes=400000-"


def test_a_server_without_ranges_sends_it_all_again(tmp_path: Path) -> None:
    with file_server(CONTENT, ranges=False) as server:
        (tmp_path / "tiny.gguf.part").write_bytes(b"something else" * 100)
        assert pull_model("tiny", _entry(server), tmp_path).read_bytes() == CONTENT


def test_another_file_is_refused_and_removed(tmp_path: Path) -> None:
    with file_server(CONTENT[:-1] + b"x") as server, pytest.raises(ModelMismatch, match="another file"):
        pull_model("tiny", _entry(server), tmp_path)
    assert _there(tmp_path) == []


@pytest.mark.parametrize("content", [CONTENT + b"more", CONTENT[:-9]])
def test_a_longer_or_a_shorter_file_is_never_in_its_place(content: bytes, tmp_path: Path) -> None:
    with file_server(content) as server, pytest.raises((ModelMismatch, ModelUnreachable)):
        pull_model("tiny", _entry(server), tmp_path)
    assert "tiny.gguf" not in _there(tmp_path)


def test_redirections_are_followed_and_not_for_ever(tmp_path: Path) -> None:
    with file_server(CONTENT, redirects=3) as server:
        assert pull_model("tiny", _entry(server), tmp_path).read_bytes() == CONTENT
        server.redirects = 99
        with pytest.raises(ModelUnreachable, match="place to place"):
            pull_model("tiny", _entry(server, file="other.gguf"), tmp_path)


@pytest.mark.parametrize("how", [{"status": 404}, {"status": 500}, {"status": 416}])
def test_a_refusal_names_the_place_for_a_file_that_is_brought(how: dict[str, int], tmp_path: Path) -> None:
    with file_server(CONTENT, **how) as server, pytest.raises(ModelUnreachable) as refused:
        pull_model("tiny", _entry(server), tmp_path)
    assert str(tmp_path / "tiny.gguf") in str(refused.value)
    assert "selene models verify tiny" in str(refused.value)


def test_another_part_than_was_asked_for_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf.part").write_bytes(CONTENT[:1_000])
    with file_server(CONTENT, wrong_range=True) as server, pytest.raises(ModelUnreachable, match="another part"):
        pull_model("tiny", _entry(server), tmp_path)


LONG = "http://" + "a" * 70 + ".org/x"


@pytest.mark.parametrize("url", ["http://[bad/", LONG, "http://a..b/x", "http://a\0b/x", "http://127.0.0.1:1/\xe9"])
def test_an_address_that_is_none_is_said(url: str, tmp_path: Path) -> None:
    with file_server(CONTENT) as server, pytest.raises(ModelUnreachable):
        pull_model("tiny", _entry(server, url=url), tmp_path)
    with pytest.raises(FetchBroken):
        hash_url(url)


@pytest.mark.parametrize("target", ["http://[bad/", "//[::1", LONG, "/\xe9", "/a b", "http://127.0.0.1:99999/"])
def test_a_redirection_to_nowhere_is_said(target: str, tmp_path: Path) -> None:
    with file_server(CONTENT, leads_to=target) as server, pytest.raises(ModelUnreachable):
        pull_model("tiny", _entry(server), tmp_path)


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 garbage\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZZZ\r\nabc",
        b"HTTP/1.1 200 OK\r\nContent-Length: " + b"9" * 5_000 + b"\r\n\r\nabc",
        b"HTTP/1.1 " + b"9" * 5_000 + b" x\r\n\r\n",
    ],
    ids=["status", "chunk", "length", "long status"],
)
def test_an_answer_that_is_none_is_said(raw: bytes, tmp_path: Path) -> None:
    with file_server(CONTENT, raw=raw) as server, pytest.raises(ModelUnreachable):
        pull_model("tiny", _entry(server), tmp_path)


def test_nobody_there(tmp_path: Path) -> None:
    with file_server(CONTENT) as server:
        entry = _entry(server)
    with pytest.raises(ModelUnreachable, match="cannot be reached"):
        pull_model("tiny", entry, tmp_path)
    with pytest.raises(FetchBroken):
        hash_url(server.address)


def test_a_full_disk_is_seen_before_and_while_it_is_written(tmp_path: Path) -> None:
    with file_server(CONTENT) as server:
        with pytest.raises(ModelNoRoom, match="Nothing was fetched"):
            pull_model("tiny", _entry(server), tmp_path, free=lambda _: 0)
        assert server.asked == []
        with _files_of_at_most(100_000), pytest.raises(ModelNoRoom, match="make room"):
            pull_model("tiny", _entry(server), tmp_path)
    assert "tiny.gguf" not in _there(tmp_path)


@contextmanager
def _files_of_at_most(size: int) -> Iterator[None]:
    """Lets this process write no longer files."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("begun", [b"precious", CONTENT[:1_000], CONTENT])
def test_nothing_is_written_through_a_link(begun: bytes, tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(begun)
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "tiny.gguf.part").symlink_to(tmp_path / "other")
    with file_server(CONTENT) as server:
        place = pull_model("tiny", _entry(server), tmp_path / "models")
    assert (place.is_symlink(), place.read_bytes() == CONTENT) == (False, True)
    assert (tmp_path / "other").read_bytes() == begun


def test_a_part_that_became_a_link_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    (tmp_path / "part").symlink_to(tmp_path / "other")
    with file_server(CONTENT) as server, pytest.raises(OSError, match="symbolic"):
        fetch_rest(server.address, tmp_path / "part", len(CONTENT), lambda done, whole: None)
    assert (tmp_path / "other").read_bytes() == b""


def test_without_a_digest_nothing_is_fetched(tmp_path: Path) -> None:
    with file_server(CONTENT) as server, pytest.raises(ModelUnknown, match="digest"):
        pull_model("tiny", _entry(server, sha256=""), tmp_path)
    assert (server.asked, _there(tmp_path)) == ([], [])


def test_a_damaged_model_is_fetched_anew(tmp_path: Path) -> None:
    (tmp_path / "tiny.gguf").write_bytes(CONTENT[:-1] + b"x")
    with file_server(CONTENT) as server:
        assert pull_model("tiny", _entry(server), tmp_path).read_bytes() == CONTENT


def test_a_model_and_its_part_are_removed(tmp_path: Path) -> None:
    with file_server(CONTENT) as server:
        entry = _entry(server)
        pull_model("tiny", entry, tmp_path)
    (tmp_path / "tiny.gguf.part").write_bytes(b"x")
    remove_model("tiny", entry, tmp_path)
    assert _there(tmp_path) == []
    with pytest.raises(ModelUnknown):
        remove_model("tiny", entry, tmp_path)


def test_the_digest_of_what_is_at_an_address(tmp_path: Path) -> None:
    with file_server(CONTENT, redirects=1) as server:
        assert hash_url(server.address) == (len(CONTENT), hashlib.sha256(CONTENT).hexdigest())


@pytest.mark.parametrize("file", ["../evil", "a/b", "", ".hidden", "a\nb"])
def test_an_entry_leads_nowhere_else(file: str) -> None:
    with pytest.raises(ValueError, match="cannot be"):
        ModelEntry("mind", "http://127.0.0.1/", file, "MIT", "tests")
