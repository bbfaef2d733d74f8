"""Promise: programs are told of threads and work orders what their person may be shown, the latest first."""

from __future__ import annotations

from pathlib import Path

from device.portability.thread_answers import find_threads, find_work
from memory.model import ids
from memory.model.atoms import Moment
from memory.model.ports import Gate
from tests.sim.assistant_talk import talk_in

HOUR = 3_600_000


def test_threads_are_listed_as_far_as_they_may_be_shown(tmp_path: Path) -> None:
    with talk_in(tmp_path / "vault") as talk:
        for said in ("we decided on cedar for the fence", "my piano needs new strings"):
            talk.say(said)
            talk.new_session()
            talk.now = Moment(talk.now.at_ms + HOUR, talk.now.utc_offset_min)
        talk.say_all("start a work order to order chairs", "never mention cedar")
        rules = talk.assistant.memory.language

        def listed(limit: int, user: str = "Ana", *, identified: bool = True) -> list[object]:
            gate = Gate(ids.user_id(user), identified)
            found = find_threads(talk.vault, gate, talk.now, rules, limit)
            work = find_work(talk.vault, gate, talk.now, rules, limit)
            return [[one["title"] for one in found["threads"]], found["more"], len(work["work_orders"]), work["more"]]

        assert "cedar" not in str(find_threads(talk.vault, talk.gate(), talk.now, rules, 9))
        assert listed(9) in ([["piano"], False, 1, False], [["piano", "fence"], False, 1, False])
        assert listed(0) == [[], True, 0, True]
        assert listed(9, "Ben") == listed(9, identified=False) == [[], False, 0, False]
