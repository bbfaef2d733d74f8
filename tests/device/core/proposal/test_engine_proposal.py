"""The engines that are proposed: the largest model that a device bears, and the embedded one where there is none."""

from __future__ import annotations

import pytest

from device.core.proposal.engine_proposal import DeviceClass, Machine, ModelOffer, propose_engines

PI_5 = Machine(4, 8_000)
EMBEDDED = {"recogniser": "pocketsphinx:", "voice": "espeak:", "wake": "microwakeword:okay_nabu", "mind": "none:"}
MB = 1_000_000


def proposed(machine: Machine, *offers: ModelOffer) -> dict[str, str]:
    return {one.setting: one.uri for one in propose_engines(machine, EMBEDDED, offers)}


@pytest.mark.parametrize(
    ("cores", "memory_mb", "found"),
    [(4, 2_000, "pi-4"), (2, 32_000, "pi-4"), (4, 3_700, "pi-5"), (8, 8_000, "pi-5"), (8, 16_000, "laptop")],
)
def test_a_device_is_as_strong_as_its_weakest_part(cores: int, memory_mb: int, found: str) -> None:
    assert Machine(cores, memory_mb).device_class is DeviceClass(found)


def test_without_a_model_the_embedded_engines_are_proposed_and_none_where_there_is_none() -> None:
    assert proposed(PI_5) == {**EMBEDDED, "voiceprint": ""}


@pytest.mark.parametrize(
    ("offer", "taken"),
    [
        (ModelOffer("mind", "llama:/m", "m", 900 * MB, ("pi-4",)), True),
        (ModelOffer("mind", "llama:/m", "m", 900 * MB, ("pi-5", "laptop")), True),
        (ModelOffer("mind", "llama:/m", "m", 900 * MB, ("laptop",)), False),
        (ModelOffer("mind", "llama:/m", "m", 900 * MB, ("mainframe",)), False),
        (ModelOffer("mind", "llama:/m", "m", 900 * MB), True),
        (ModelOffer("mind", "llama:/m", "m", 4_001 * MB, ("pi-5",)), False),
        (ModelOffer("mind", "llama:/m", "m", 900 * MB, ("pi-5",), missing="mind"), False),
    ],
)
def test_a_model_is_proposed_where_the_device_bears_it(offer: ModelOffer, taken: bool) -> None:
    assert proposed(PI_5, offer)["mind"] == ("llama:/m" if taken else "none:")


def test_the_largest_is_proposed_and_what_a_better_one_lacks_is_said() -> None:
    offers = [
        ModelOffer("voice", f"piper:/{name}", name, size * MB, ("pi-4",)) for name, size in (("a", 20), ("b", 60))
    ]
    better = ModelOffer("voice", "piper:/c", "c", 90 * MB, ("pi-4",), missing="piper")
    smaller = ModelOffer("voice", "piper:/d", "d", 10 * MB, ("pi-4",), missing="piper")
    (voice,) = [one for one in propose_engines(PI_5, EMBEDDED, [*offers, better, smaller]) if one.setting == "voice"]
    assert (voice.uri, voice.model, voice.left_out) == ("piper:/b", "b", ("c needs: pip install '.[piper]'",))
