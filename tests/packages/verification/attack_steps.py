"""Adapter: the paths of one package, and what it looks like when a device refuses it."""

from __future__ import annotations

import pytest

from packages.core.errors import PackageError
from tests.sim.device_under_test import DeviceUnderTest

PAYLOAD = "packages/kitchen/1.4/terms.json"


DOCUMENT = "packages/kitchen/1.4/package.json"


WORDS = ("mandoline", "sous vide")


def refused(under: DeviceUnderTest, code: str, *names: str) -> str:
    """The sentence of a refusal with that code, after which nothing is other than before."""
    before = under.state()
    with pytest.raises(PackageError) as caught:
        under.refresh(*names)
    assert caught.value.code == code, caught.value
    assert 71 <= caught.value.exit_status <= 99
    assert under.state() == before
    return str(caught.value)
