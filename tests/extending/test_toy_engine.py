"""Promise: an engine is added by a value that is handed in; nothing of the product is touched, and nothing forgets."""

from __future__ import annotations

import pytest

from device.core.errors import BadUri
from device.engines.factory import open_recogniser
from tests.extending.toy_engine import WITH_RECITING, RecitingRecogniser


def test_a_toy_engine_is_opened_by_its_uri() -> None:
    assert isinstance(open_recogniser("reciting:remember that I like tea", WITH_RECITING), RecitingRecogniser)


def test_the_engines_that_are_built_in_stay_beside_it_and_do_not_know_it() -> None:
    with pytest.raises(BadUri, match=r"Known: pocketsphinx:, whisper:, reciting:$"):
        open_recogniser("telepathy:", WITH_RECITING)
    with pytest.raises(BadUri, match=r"Known: pocketsphinx:, whisper:$"):
        open_recogniser("reciting:remember that I like tea")
