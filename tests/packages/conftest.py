"""A package service on a real port, one for all tests: what it serves is each test's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from tests.sim.package_mirror import PackageMirror, package_mirror


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[PackageMirror, PackageFetcher]]:
    with package_mirror(tmp_path_factory.mktemp("mirror")) as both:
        yield both
