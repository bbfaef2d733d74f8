"""From a list of terms to a published package that a device takes in; what a device would refuse is refused here."""

from __future__ import annotations

from pathlib import Path

import pytest

from packages.core.errors import BadTerms, PackageError
from packages.core.names import Version
from packages.core.policy import PackagePolicy
from packages.documents.documents import PackageKind
from packages.documents.merge import merge_packages
from packages.documents.signing import public_hex
from packages.documents.term_lists import Credit, read_list
from packages.documents.terms import Term, TermOrigin, TermRole
from packages.installation.refresh import EphemeralTrustStore, refresh_repository, trust_initial_root
from packages.publishing.adaptation import build_own_package, own_root, person_digest
from packages.publishing.build import BuiltPackage, PackageLabel, build_package, sign_package
from packages.publishing.repository import PublishingRepository, load_built, save_built, simple_root
from packages.publishing.root_rotation import RootChanges
from packages.storage.folders import FolderRepository
from packages.verification.client import DeviceProfile, RefreshFinished, RefreshRequest
from packages.verification.content_gate import ContentGate
from tests.sim.folder_trust_store import FolderTrustStore
from tests.sim.publisher import DAY_MS, NOW_MS, key, public

POLICY = PackagePolicy()
CREDIT = Credit("ops", "2026-08-01T00:00:00Z", "sold since May")
OFFLINE = (key("root-a"), key("root-b"), key("root-c"))
YAML = """
terms:
  - mandoline
  - spelling: Sous  Vide
    weight: 300
    role: product
    pronunciations: [S UW V IY D]
    heard: [sue veed, soo vid]
    why: new in the shop
"""
CSV = """spelling,weight,role,pronunciations,heard,why
mandoline,,,,,
Sous Vide,300,product,S UW V IY D,sue veed; soo vid,new in the shop
"""
JSONL = """{"spelling": "mandoline"}
"mandoline"

{"spelling": "Sous Vide", "weight": 300, "role": "product", "pronunciations": ["S UW V IY D"], "heard": [FORMS], WHY}
""".replace("FORMS", '"sue veed", "soo vid"').replace("WHY", '"added": {"why": "new in the shop"}')


@pytest.mark.parametrize(("form", "text"), [("yaml", YAML), ("csv", CSV), ("jsonl", JSONL)])
def test_a_list_means_the_same_in_every_form(form: str, text: str) -> None:
    assert read_list(text.encode(), form, CREDIT, POLICY) == (
        Term("mandoline", TermOrigin("ops", "2026-08-01T00:00:00Z", "sold since May")),
        Term(
            "Sous Vide",
            TermOrigin("ops", "2026-08-01T00:00:00Z", "new in the shop"),
            role=TermRole.PRODUCT,
            weight=300,
            pronunciations=("S UW V IY D",),
            heard=("sue veed", "soo vid"),
        ),
    )


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("yaml", "a: [1"), ("yaml", "- &a [*a]"), ("yaml", "- &a x\n- *a"), ("yaml", "[" * 5_000), ("yaml", "x"),
        ("yaml", "- {spelling: x, command: y}"), ("yaml", "- {weight: 3}"), ("yaml", "- [x]"), ("yaml", "[]"),
        ("yaml", "- !!python/object/apply:os.system [x]"), ("csv", "word\nx\n"), ("csv", "spelling\nx,y\n"),
        ("csv", 'spelling\n"x\n'), ("csv", "spelling,weight\nx,many\n"), ("csv", ""), ("jsonl", "{"), ("jsonl", "[]"),
        ("jsonl", '{"spelling": 3}'), ("jsonl", "[" * 100_000), ("jsonl", '"\\ud800"'), ("xml", "<x/>"),
    ],
)  # fmt: skip
def test_a_list_that_cannot_be_used_is_refused(form: str, text: str) -> None:
    with pytest.raises(BadTerms):
        read_list(text.encode(), form, CREDIT, POLICY)


def test_a_term_that_nobody_answers_for_is_refused() -> None:
    for credit in (Credit(), Credit("ops", "yesterday", "why"), Credit("ops", "2026-08-01T00:00:00Z", " ")):
        with pytest.raises(BadTerms, match="Entry 1"):
            read_list(b"- mandoline", "yaml", credit, POLICY)


def built(version: str, *words: str, name: str = "kitchen") -> BuiltPackage:
    terms = read_list("".join(f"- {word}\n" for word in words).encode(), "yaml", CREDIT, POLICY)
    made = build_package(PackageLabel(name, Version.parse(version), language="en"), terms, NOW_MS, ContentGate())
    return BuiltPackage(sign_package(made.document, [key("acme")], POLICY), made.payload)


def test_a_built_package_waits_in_a_folder_until_it_is_published(tmp_path: Path) -> None:
    made, folder = built("1.0", "whisk"), FolderRepository(tmp_path / "kitchen")
    with pytest.raises(PackageError, match="Build one first"):
        load_built(folder, POLICY)
    save_built(folder, made)
    assert load_built(folder, POLICY) == made
    save_built(folder, built("1.0", "ladle"))
    assert load_built(folder, POLICY) == built("1.0", "ladle")


def test_the_order_of_a_list_does_not_matter() -> None:
    assert built("1.0", "b", "a", "c") == built("1.0", "c", "b", "a", "b")


@pytest.fixture
def repository(tmp_path: Path) -> PublishingRepository:
    """A repository of two of three root keys, one catalogue key, and the publisher acme."""
    made = PublishingRepository(FolderRepository(tmp_path / "repository"), POLICY)
    publishers = {"acme": [public("acme"), "acme", "kitchen"]}
    root = simple_root(tuple(map(public_hex, OFFLINE)), 2, public("catalog"), publishers, NOW_MS)
    made.start(root, OFFLINE[:2], [key("catalog")], NOW_MS)
    return made


def taken_in(tmp_path: Path, *, device: DeviceProfile | None = None, now_ms: int = NOW_MS) -> RefreshFinished:
    folder = FolderRepository(tmp_path / "repository")
    store = FolderTrustStore(tmp_path / "trust")
    if not (tmp_path / "trust").exists():
        trust_initial_root(store, (tmp_path / "repository" / "1.root.json").read_bytes(), POLICY)
    request = RefreshRequest(device or DeviceProfile(Version(1)), now_ms)
    return refresh_repository(folder, store, request, lambda: 0, POLICY)


def test_what_is_published_is_taken_in(tmp_path: Path, repository: PublishingRepository) -> None:
    assert repository.publish([built("1.0", "whisk")], [key("catalog")], NOW_MS) == 2
    assert repository.publish([built("1.1", "whisk", "ladle")], [key("catalog")], NOW_MS) == 3
    table = merge_packages(taken_in(tmp_path).packages, POLICY)
    assert [entry.spelling for entry in table.entries] == ["ladle", "whisk"]
    assert repository.publish([], [key("catalog")], NOW_MS, {"kitchen": "sold"}) == 4
    assert taken_in(tmp_path).packages == ()


def files(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    ("package", "signer", "code"),
    [
        (("1.0", "ladle"), "catalog", "VOCAB_ROLLBACK"),
        (("1.1", "ladle"), "acme", "VOCAB_UNTRUSTED_SIGNER"),
        (("1.1", "ladle", "other"), "catalog", "VOCAB_NOT_DELEGATED"),
    ],
)
def test_what_a_device_would_refuse_is_not_published(
    tmp_path: Path, repository: PublishingRepository, package: tuple[str, ...], signer: str, code: str
) -> None:
    repository.publish([built("1.0", "whisk")], [key("catalog")], NOW_MS)
    before = files(tmp_path)
    version, word, *name = package
    with pytest.raises(PackageError) as caught:
        repository.publish([built(version, word, name=name[0] if name else "kitchen")], [key(signer)], NOW_MS)
    assert caught.value.code == code
    assert files(tmp_path) == before


def test_an_unsigned_package_and_an_exchanged_payload_are_not_published(
    tmp_path: Path, repository: PublishingRepository
) -> None:
    signed, other = built("1.0", "whisk"), built("1.0", "ladle")
    unsigned = build_package(
        PackageLabel("kitchen", Version(1)),
        [Term("whisk", TermOrigin("a", "2026-08-01T00:00:00Z", "b"))],
        0,
        ContentGate(),
    )
    before = files(tmp_path)
    for made, code in (
        (unsigned, "VOCAB_UNTRUSTED_SIGNER"),
        (BuiltPackage(signed.document, other.payload), "VOCAB_HASH_MISMATCH"),
    ):
        with pytest.raises(PackageError) as caught:
            repository.publish([made], [key("catalog")], NOW_MS)
        assert caught.value.code == code
    assert files(tmp_path) == before


def test_a_name_that_only_a_root_permits_is_not_published_without(repository: PublishingRepository) -> None:
    term = Term("John Smith", TermOrigin("ops", "2026-08-01T00:00:00Z", "staff"))
    with pytest.raises(PackageError, match="entry 1"):
        build_package(PackageLabel("kitchen", Version(1)), [term], NOW_MS, ContentGate())
    made = build_package(PackageLabel("kitchen", Version(1)), [term], NOW_MS, ContentGate(), names_allowed=True)
    signed = BuiltPackage(sign_package(made.document, [key("acme")], POLICY), made.payload)
    with pytest.raises(PackageError) as caught:
        repository.publish([signed], [key("catalog")], NOW_MS)
    assert caught.value.code == "VOCAB_POLICY"


def test_a_rotation_revokes_what_has_no_role_any_more(tmp_path: Path, repository: PublishingRepository) -> None:
    repository.publish([built("1.0", "whisk")], [key("catalog")], NOW_MS)
    taken_in(tmp_path)
    assert repository.follow(RootChanges(catalog_keys=(public("fresh"),)), OFFLINE[1:], NOW_MS).version == 2
    assert set(repository.trusted().root.value.revoked.values()) == {public("catalog")}
    with pytest.raises(PackageError) as caught:
        repository.publish([], [key("catalog")], NOW_MS)
    assert caught.value.code == "VOCAB_KEY_REVOKED"
    assert repository.publish([], [key("fresh")], NOW_MS + DAY_MS) == 3
    assert [one.package.label for one in taken_in(tmp_path).packages] == ["kitchen 1.0"]


def test_a_repository_is_started_once(tmp_path: Path, repository: PublishingRepository) -> None:
    before = files(tmp_path)
    with pytest.raises(PackageError):
        repository.start(repository.trusted().root.value, OFFLINE[:2], [key("catalog")], NOW_MS)
    assert files(tmp_path) == before


def test_a_person_signs_their_own_words_and_nobody_else_takes_them_in(tmp_path: Path) -> None:
    device_key, person = key("device"), person_digest("u-ana", b"shared by her devices")
    own = PublishingRepository(FolderRepository(tmp_path / "repository"), POLICY)
    own.start(own_root(public("device"), NOW_MS), [device_key], [device_key], NOW_MS)
    added = TermOrigin("u-ana", "2026-08-01T00:00:00Z", "corrected")
    terms = [Term("Anna Müller", added, heard=("anna miller",)), Term("Stopp", added, heard=("stop",))]
    made, left_out = build_own_package(person, Version(1), "en", terms, NOW_MS, ContentGate())
    assert made is not None
    assert left_out == 1, "a command heard for a name teaches nothing"
    signed = BuiltPackage(sign_package(made.document, [device_key], POLICY), made.payload)
    own.publish([signed], [device_key], NOW_MS)
    done = taken_in(tmp_path, device=DeviceProfile(Version(1), person=person))
    assert [(one.package.kind, one.terms[0].spelling) for one in done.packages] == [(PackageKind.USER, "Anna Müller")]
    assert taken_in(tmp_path, device=DeviceProfile(Version(1), person=person_digest("u-ben", b"x"))).packages == ()
    assert build_own_package(person, Version(1), "en", terms[1:], NOW_MS, ContentGate()) == (None, 1)


def test_a_rehearsal_changes_no_trust(tmp_path: Path, repository: PublishingRepository) -> None:
    taken_in(tmp_path)
    repository.publish([built("1.0", "whisk")], [key("catalog")], NOW_MS)
    before = files(tmp_path / "trust")
    store = EphemeralTrustStore(FolderTrustStore(tmp_path / "trust").load())
    folder = FolderRepository(tmp_path / "repository")
    done = refresh_repository(folder, store, RefreshRequest(DeviceProfile(Version(1)), NOW_MS), lambda: 0, POLICY)
    assert len(done.packages) == 1
    assert files(tmp_path / "trust") == before
