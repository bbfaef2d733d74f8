"""A device that takes packages in, in this process and over the wire."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_b.vocabulary.mirror_fetcher import PackageFetcher
from tests.packages.verification.attack_steps import WORDS
from tests.sim.device_under_test import DeviceUnderTest
from tests.sim.package_mirror import PackageMirror
from tests.sim.publisher import Publisher


@pytest.fixture(params=["in process", "over the wire"])
def under(
    request: pytest.FixtureRequest, tmp_path: Path, served: tuple[PackageMirror, PackageFetcher]
) -> DeviceUnderTest:
    """A device that has installed kitchen 1.4 of catalogue 2."""
    publisher = Publisher()
    publisher.publish({("kitchen", "1.4"): WORDS})
    served[0].publisher = publisher
    device = DeviceUnderTest(
        tmp_path / "trust", publisher, fetcher=served[1] if request.param == "over the wire" else None
    )
    device.refresh()
    publisher.requests.clear()
    return device
