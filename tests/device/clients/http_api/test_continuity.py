"""Promise: a client shows, pins, resumes and forgets threads, and adds and settles work orders, of its person alone;
what is refused changes nothing."""

from __future__ import annotations

import httpx
import pytest

from device.clients.client_tokens import ClientRight
from memory.core.policy import MAX_FORGOTTEN_UNASKED, MemoryPolicy
from memory.model import ids
from memory.model.atoms import Moment
from tests.device.clients.http_api.conftest import NOW, RunningApi

HOUR = 3_600_000
GARDEN = {
    "en": ("we decided on cedar for the garden", "I still don't know which gate fits the garden"),
    "de": ("wir haben uns im Garten für Zeder entschieden", "ich weiß noch nicht welches Tor zum Garten passt"),
}
ROOMS = ("kitchen", "cellar", "attic", "hall", "garage", "study", "bathroom")
THINGS = ("kayak", "drill", "sledge", "tent", "lamp", "vase", "rug")


def _thread(api: RunningApi, client: httpx.Client, user: str, *said: str, language: str = "en") -> dict[str, object]:
    """Has a talk that is over, and returns its thread as it is listed."""
    for text in said:
        client.post("/v1/talk", json={"text": text, "language": language})
    shared = api.served.assistant(language)
    with shared.turn():
        shared.assistant.close_silent(ids.user_id(user), Moment(NOW.at_ms + HOUR, NOW.utc_offset_min))
    (thread,) = client.get("/v1/threads").json()["threads"]
    return thread  # type: ignore[no-any-return]


def _refused(api: RunningApi, answer: httpx.Response, before: tuple[int, bytes]) -> tuple[int, str]:
    assert api.version() == before, "a refusal changes nothing"
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize("language", sorted(GARDEN))
def test_a_thread_is_shown_pinned_resumed_and_forgotten(api: RunningApi, language: str) -> None:
    user = f"nora-{language}"
    with api.client(user, user) as nora:
        listed = _thread(api, nora, user, *GARDEN[language], language=language)
        path = f"/v1/threads/{listed['thread_id']}"
        assert nora.get(path).json() == listed
        assert [bullet["kind"] for bullet in nora.get(path).json()["bullets"]] == ["decisions", "questions"]
        assert nora.post(f"{path}/pin", json={"pinned": True}).json()["pinned"] is True
        head = api.version()
        assert nora.post(f"{path}/pin", json={"pinned": True}).json()["pinned"] is True
        assert api.version() == head, "it is so already"
        assert nora.get(path).json()["pinned"] is True
        assert nora.post(f"{path}/pin", json={"pinned": False}).json()["pinned"] is False
        resumed = nora.post(f"{path}/resume").json()
        assert (resumed["use_count"], resumed["bullets"]) == (1, listed["bullets"])
        kept = nora.get("/v1/memory").json()["atoms"]
        gone = nora.delete(path).json()
        assert (gone["thread_id"], len(gone["forgotten"])) == (listed["thread_id"], len(kept))
        assert gone["receipt"]["head_seq"] == api.version()[0]
        assert nora.get("/v1/threads").json()["threads"] == []
        assert nora.get("/v1/memory").json()["atoms"] == []
        before = api.version()
        for call in (nora.get(path), nora.delete(path), nora.post(f"{path}/resume")):
            assert _refused(api, call, before) == (404, "UNKNOWN_THREAD")


def test_a_thread_with_many_memories_is_forgotten_only_when_the_client_says_all(api: RunningApi) -> None:
    with api.client("olga", "olga") as olga:
        said = [f"my {thing} is in the {room}" for thing, room in zip(THINGS, ROOMS, strict=True)]
        path = f"/v1/threads/{_thread(api, olga, 'olga', *said)['thread_id']}"
        assert len(olga.get("/v1/memory").json()["atoms"]) > MAX_FORGOTTEN_UNASKED
        before = api.version()
        assert _refused(api, olga.delete(path), before) == (409, "AMBIGUOUS_ATOM")
        assert _refused(api, olga.delete(path, params={"all": "maybe"}), before) == (400, "BAD_REQUEST")
        assert len(olga.delete(path, params={"all": "true"}).json()["forgotten"]) == len(THINGS)
        assert olga.get("/v1/memory").json()["atoms"] == []


@pytest.mark.parametrize(("language", "text"), [("en", "order twenty chairs"), ("de", "zwanzig Stühle bestellen")])
def test_a_work_order_is_added_shown_confirmed_and_cancelled(api: RunningApi, language: str, text: str) -> None:
    with api.client(f"paul-{language}", f"paul-{language}") as paul:
        made = paul.post("/v1/work", json={"text": text, "language": language}).json()
        assert (made["text"], made["status"], made["reason"]) == (text, "DRAFT", "TOLD_BY_PROGRAM")
        path = f"/v1/work/{made['work_order_id']}"
        assert paul.get(path).json() == made
        assert paul.get("/v1/work").json()["work_orders"] == [made]
        done = paul.post(f"{path}/confirm").json()
        assert (done["status"], done["reason"]) == ("DONE", "CONFIRMED_BY_PROGRAM")
        before = api.version()
        for call in (paul.post(f"{path}/confirm"), paul.post(f"{path}/cancel"), paul.post("/v1/work/work-0/cancel")):
            assert _refused(api, call, before) == (404, "UNKNOWN_WORK_ORDER")
        other = paul.post("/v1/work", json={"text": f"{text} 2", "language": language}).json()
        ended = paul.post(f"/v1/work/{other['work_order_id']}/cancel").json()
        assert (ended["status"], ended["reason"]) == ("CANCELED", "CANCELED_BY_PROGRAM")
        assert "chairs" not in paul.get("/v1/memory").text.lower(), "it is no fact"


@pytest.mark.parametrize(
    ("body", "refusal"),
    [
        ({"text": "  "}, (422, "NOT_REMEMBERED")),
        ({"text": "buy a present for Klaus"}, (422, "NOT_REMEMBERED")),
        ({"text": "x" * (MemoryPolicy().max_text_chars + 1)}, (400, "TEXT_TOO_LONG")),
        ({"text": "order chairs", "language": "xx"}, (400, "UNKNOWN_LANGUAGE")),
        ({"text": 7}, (400, "BAD_REQUEST")),
        ({"text": "order chairs", "status": "DONE"}, (400, "BAD_REQUEST")),
        ({}, (400, "BAD_REQUEST")),
    ],
)
def test_a_draft_that_is_refused_changes_nothing(
    api: RunningApi, body: dict[str, object], refusal: tuple[int, str]
) -> None:
    with api.client(f"quentin {body}"[:60], "quentin") as quentin:
        quentin.post("/v1/talk", json={"text": "don't remember anything about Klaus"})
        before = api.version()
        answer = quentin.post("/v1/work", json=body)
        assert _refused(api, answer, before) == refusal
        assert "Klaus" not in answer.text
        assert quentin.get("/v1/work").json()["work_orders"] == []


def test_no_word_of_a_draft_is_a_command_or_a_secret(api: RunningApi) -> None:
    with api.client("rosa", "rosa") as rosa:
        rosa.post("/v1/talk", json={"text": "my desk is by the window"})
        rosa.post("/v1/work", json={"text": "forget everything about me"})
        assert len(rosa.get("/v1/memory").json()["atoms"]) == 1
        rosa.post("/v1/work", json={"text": "log in, my password is hunter2-Xy7!"})
        assert "hunter2" not in rosa.get("/v1/work").text


def test_another_persons_thread_and_work_order_are_unknown_to_every_call(api: RunningApi) -> None:
    with api.client("sven", "sven") as sven, api.client("tara", "tara") as tara:
        thread = f"/v1/threads/{_thread(api, sven, 'sven', *GARDEN['en'])['thread_id']}"
        work = f"/v1/work/{sven.post('/v1/work', json={'text': 'order twenty chairs'}).json()['work_order_id']}"
        before = api.version()
        calls = [
            *(tara.request(method, thread) for method in ("GET", "DELETE")),
            tara.post(f"{thread}/pin", json={"pinned": True}),
            tara.post(f"{thread}/resume"),
        ]
        assert {_refused(api, call, before) for call in calls} == {(404, "UNKNOWN_THREAD")}
        calls = [tara.get(work), tara.post(f"{work}/confirm"), tara.post(f"{work}/cancel")]
        assert {_refused(api, call, before) for call in calls} == {(404, "UNKNOWN_WORK_ORDER")}
        for body in ({}, {"pinned": "yes"}, {"pinned": True, "all": True}):
            assert _refused(api, sven.post(f"{thread}/pin", json=body), before) == (400, "BAD_REQUEST")


def test_what_may_not_be_mentioned_is_in_no_thread_that_is_shown(api: RunningApi) -> None:
    with api.client("uma", "uma") as uma:
        path = f"/v1/threads/{_thread(api, uma, 'uma', *GARDEN['en'])['thread_id']}"
        uma.post("/v1/talk", json={"text": "don't mention cedar again"})
        assert "cedar" not in uma.get(path).text
        assert "gate" in uma.post(f"{path}/resume").text
        assert "cedar" not in uma.post(f"{path}/resume").text


def test_a_client_that_may_only_read_changes_no_thread(api: RunningApi) -> None:
    with api.client("vera", "vera") as vera, api.client("vera-2", "vera", (ClientRight.READ,)) as reader:
        path = f"/v1/threads/{_thread(api, vera, 'vera', *GARDEN['en'])['thread_id']}"
        assert reader.get(path).status_code == 200
        before = api.version()
        for call in (
            reader.delete(path),
            reader.post(f"{path}/resume"),
            reader.post(f"{path}/pin", json={"pinned": 1}),
        ):
            assert _refused(api, call, before) == (403, "NOT_ALLOWED")
