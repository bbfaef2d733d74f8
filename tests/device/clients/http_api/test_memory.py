"""Promise: a client sees and changes the memory of its person as far as its token goes, and no word beyond."""

from __future__ import annotations

import pytest

from device.clients.client_tokens import ClientRight
from memory.core.policy import MAX_SNAPSHOT_BYTES
from tests.device.clients.http_api.conftest import RunningApi


def _listed(api_client: object, **query: str) -> list[dict[str, str]]:
    answer = api_client.get("/v1/memory", params=query)  # type: ignore[attr-defined]
    assert answer.status_code == 200, answer.text
    return answer.json()["atoms"]  # type: ignore[no-any-return]


def test_what_is_remembered_is_listed_found_shown_and_explained(api: RunningApi) -> None:
    with api.client("reader-1", "clara") as clara:
        made = clara.post("/v1/memory", json={"text": "my locker is number 318"}).json()
        (atom_id,) = made["atoms_created"]
        assert [atom["atom_id"] for atom in _listed(clara)] == [atom_id]
        shown = clara.get(f"/v1/memory/{atom_id}").json()
        assert (shown["provenance"], shown["status"]) == ("tool_derived", "uncertain"), "a program's word, not Clara's"
        why = clara.get(f"/v1/memory/{atom_id}/why").json()
        assert [line["text"] for line in why["said"]] == ["my locker is number 318"]
        assert why["ledger"][0]["event"] == "ATOM_CREATED"
        found = clara.get("/v1/memory/search", params={"q": "which locker"}).json()
        assert [atom["atom_id"] for atom in found["atoms"]] == [atom_id]


def test_a_list_can_be_narrowed_to_the_days_on_which_it_was_learned(api: RunningApi) -> None:
    with api.client("reader-2", "dora") as dora:
        dora.post("/v1/memory", json={"text": "my bike is a Kestrel"})
        learned = _listed(dora)[0]["learned_at"]
        assert len(_listed(dora, since=learned)) == 1
        assert _listed(dora, until=learned) == []
        assert _listed(dora, since="2026-03-01", until="2026-03-02") == []
        assert len(_listed(dora, since="2026-03-02", until="2026-03-12")) == 1
        for query in ({"since": "yesterday"}, {"limit": "-1"}, {"limit": "many"}, {"limit": "99999"}):
            assert dora.get("/v1/memory", params=query).status_code == 400
        assert _listed(dora, limit="0") == []


def test_work_orders_and_threads_are_listed_to_their_person_alone(api: RunningApi) -> None:
    with api.client("reader-3", "dina") as dina, api.client("reader-4", "dirk") as dirk:
        dina.post("/v1/talk", json={"text": "start a work order to order twenty chairs"})
        (order,) = dina.get("/v1/work").json()["work_orders"]
        assert (order["text"], order["status"], order["muted"]) == ("order twenty chairs", "DRAFT", False)
        assert dina.get("/v1/work", params={"limit": "0"}).json() == {"work_orders": [], "more": True}
        assert dina.get("/v1/threads").json() == dirk.get("/v1/threads").json() == {"threads": [], "more": False}
        assert dirk.get("/v1/work").json() == {"work_orders": [], "more": False}
        assert dina.get("/v1/work", params={"limit": "many"}).status_code == 400


def test_the_map_names_what_may_be_asked_for_and_changes_with_it(api: RunningApi) -> None:
    with api.client("reader-5", "dunja") as dunja, api.client("reader-6", "dolf") as dolf:
        empty = {"open": 0, "pending": 0, "subjects": {}, "threads": [], "total": 0}
        assert dunja.get("/v1/map").json() == dolf.get("/v1/map").json() == empty
        dunja.post("/v1/talk", json={"text": "my bike is called Kestrel"})
        dunja.post("/v1/talk", json={"text": "start a work order to order twenty chairs"})
        held = dunja.get("/v1/map")
        assert (held.json()["total"], held.json()["pending"]) == (1, 1)
        assert "bike" in str(held.json()["subjects"])
        assert len(held.content) <= MAX_SNAPSHOT_BYTES
        dunja.post("/v1/talk", json={"text": "don't mention my bike again"})
        assert "bike" not in dunja.get("/v1/map").text
        assert dolf.get("/v1/map").json() == empty


def test_what_changed_since_a_moment_is_listed_to_its_person_alone(api: RunningApi) -> None:
    with api.client("reader-7", "dagny") as dagny, api.client("reader-8", "dario") as dario:
        dagny.post("/v1/talk", json={"text": "I live in Porto"})
        dagny.post("/v1/talk", json={"text": "I moved to Lisbon"})
        found = dagny.get("/v1/changes", params={"since": "2026-03-02"}).json()
        assert [(each["now"], each["before"]) for each in found["changes"]] == [
            ("I moved to Lisbon", "I live in Porto")
        ]
        until = dagny.get("/v1/changes", params={"since": "2026-03-01", "until": "2026-03-02"}).json()
        assert (
            until == dario.get("/v1/changes", params={"since": "2026-03-02"}).json() == {"changes": [], "more": False}
        )
        for query in ({}, {"since": "lately"}, {"since": "2026-03-02", "until": "soon"}):
            assert dagny.get("/v1/changes", params=query).status_code == 400


def test_another_persons_memory_is_unknown_to_every_call(api: RunningApi) -> None:
    with api.client("emil", "emil") as emil, api.client("fay", "fay") as fay:
        (atom_id,) = emil.post("/v1/memory", json={"text": "my passphrase hint is bluebell"}).json()["atoms_created"]
        before = api.version()
        assert _listed(fay) == []
        calls = (
            fay.get(f"/v1/memory/{atom_id}"),
            fay.get(f"/v1/memory/{atom_id}/why"),
            fay.delete(f"/v1/memory/{atom_id}"),
            fay.post("/v1/memory/forget", json={"query": "passphrase hint"}),
        )
        assert [(call.status_code, call.json()["code"]) for call in calls] == [(404, "UNKNOWN_ATOM")] * 4
        assert "bluebell" not in fay.get("/v1/memory/search", params={"q": "passphrase hint"}).text
        assert "bluebell" not in "".join(call.text for call in calls)
        assert api.version() == before
        assert len(_listed(emil)) == 1


def test_what_may_not_be_seen_is_in_no_answer(api: RunningApi) -> None:
    with api.client("gail", "gail") as gail:
        gail.post("/v1/talk", json={"text": "my neighbour Otto snores"})
        gail.post("/v1/talk", json={"text": "remember that my brother Aaron is in hospital"})
        atom_id = next(atom["atom_id"] for atom in _listed(gail) if "Aaron" in atom["text"])
        gail.post("/v1/talk", json={"text": "don't mention Aaron again"})
        (password,) = gail.post(
            "/v1/talk", json={"text": "I insist, remember that my bank password is Ploverwort"}
        ).json()["atoms_created"]
        answers = [
            gail.get(f"/v1/memory/{password}"),
            gail.get(f"/v1/memory/{password}/why"),
            gail.delete(f"/v1/memory/{password}"),
            gail.get("/v1/memory"),
            gail.get(f"/v1/memory/{atom_id}"),
            gail.get(f"/v1/memory/{atom_id}/why"),
            gail.get("/v1/memory/search", params={"q": "brother hospital"}),
            gail.get("/v1/memory/search", params={"q": "password"}),
            gail.get("/metrics"),
            gail.post("/v1/talk", json={"text": "what do you know about my brother?"}),
            gail.post("/v1/talk", json={"text": "what is my bank password?"}),
        ]
        said = "".join(answer.text for answer in answers)
        assert [answer.status_code for answer in answers[:3]] == [404] * 3
        assert "hospital" not in said.replace("brother hospital", "")
        assert "ploverwort" not in said.lower()


def test_what_a_program_remembers_stands_beside_what_the_person_said(api: RunningApi) -> None:
    with api.client("rumour", "hanna") as hanna:
        (said,) = hanna.post("/v1/talk", json={"text": "my dog is called Rex"}).json()["atoms_created"]
        told = hanna.post("/v1/memory", json={"text": "my dog is called Bello"}).json()
        assert (told["atoms_updated"], told["reason_codes"]) == ([], ["TOLD_BY_PROGRAM"])
        kept = hanna.get(f"/v1/memory/{said}").json()
        assert (kept["status"], kept["provenance"], kept["value"]) == ("active", "user_stated", "Rex")
        again = hanna.post("/v1/memory", json={"text": "my dog is called Rex"}).json()
        assert (again["atoms_created"], again["atoms"]) == ([], [said])
        assert hanna.get(f"/v1/memory/{said}").json()["provenance"] == "user_stated"
        assert "Rex" in hanna.post("/v1/talk", json={"text": "what is my dog called"}).json()["reply"]


def test_words_to_be_remembered_command_nothing(api: RunningApi) -> None:
    with api.client("hugo", "hugo") as hugo:
        hugo.post("/v1/memory", json={"text": "my desk is by the window"})
        kept = _listed(hugo)
        for text in ("forget everything", "forget my desk", "don't remember my desk", "what is my desk?"):
            hugo.post("/v1/memory", json={"text": text})
        assert all(atom in _listed(hugo) for atom in kept)


@pytest.mark.parametrize("text", ["", "   ", "that", "hm", "well ok", "my password is hunter2-Xy7!"])
def test_what_cannot_be_remembered_changes_nothing(api: RunningApi, text: str) -> None:
    with api.client(f"ivo-{len(text)}", "ivo") as ivo:
        before = api.version()
        refused = ivo.post("/v1/memory", json={"text": text})
        assert (refused.status_code, refused.json()["code"]) == (422, "NOT_REMEMBERED")
        assert "hunter2" not in refused.text
        assert api.version() == before


def test_a_code_of_the_home_is_kept_as_speech_keeps_it(api: RunningApi) -> None:
    """Kept for writing and only if asked for, with its words in its memory alone; a graver one is refused."""
    with api.client("codes", "isa") as isa:
        made = isa.post("/v1/memory", json={"text": "the gate code is 4471"})
        assert (made.status_code, made.json()["reason_codes"]) == (200, ["TOLD_BY_PROGRAM"])
        (atom_id,) = made.json()["atoms_created"]
        kept = isa.get(f"/v1/memory/{atom_id}").json()
        assert (kept["exposure"], kept["recall"]) == ("SAFE_TO_TEXT", "only_if_asked")
        assert (kept["provenance"], kept["status"]) == ("tool_derived", "uncertain")
        assert not any("4471" in line["text"] for line in isa.get(f"/v1/memory/{atom_id}/why").json()["said"])
        assert "4471" in isa.post("/v1/talk", json={"text": "what is the gate code"}).json()["reply"]
        assert isa.post("/v1/memory", json={"text": "the alarm code is 4711"}).status_code == 422
        isa.post("/v1/talk", json={"text": "forget the gate code"})
        again = isa.post("/v1/memory", json={"text": "the gate code is 4471"})
        assert again.status_code == 422, "what was forgotten does not come back by a program's word"
        assert "4471" not in isa.post("/v1/talk", json={"text": "what is the gate code"}).json()["reply"]


def test_a_programs_code_replaces_none_that_the_person_told(api: RunningApi) -> None:
    with api.client("codes-2", "ida") as ida:
        ida.post("/v1/talk", json={"text": "the garage code is 1397"})
        ida.post("/v1/memory", json={"text": "the garage code is now 2468"})
        assert "1397" in ida.post("/v1/talk", json={"text": "what is the garage code"}).json()["reply"]


def test_a_memory_is_forgotten_by_its_id_with_a_receipt(api: RunningApi) -> None:
    with api.client("jane", "jane") as jane:
        (atom_id,) = jane.post("/v1/memory", json={"text": "my dentist is Dr Moss"}).json()["atoms_created"]
        done = jane.delete(f"/v1/memory/{atom_id}").json()
        assert done["forgotten"] == [atom_id]
        assert done["receipt"]["head_seq"] == api.version()[0]
        assert jane.get(f"/v1/memory/{atom_id}").status_code == 404
        assert "Moss" not in jane.get("/v1/memory/search", params={"q": "dentist"}).text


def test_several_memories_are_forgotten_only_when_the_client_says_all(api: RunningApi) -> None:
    with api.client("kate", "kate") as kate:
        for text in ("my appointment with the vet is on Friday", "my appointment with the bank is on Monday"):
            kate.post("/v1/memory", json={"text": text})
        before = api.version()
        refused = kate.post("/v1/memory/forget", json={"query": "appointment"})
        assert (refused.status_code, refused.json()["code"]) == (409, "AMBIGUOUS_ATOM")
        assert api.version() == before
        done = kate.post("/v1/memory/forget", json={"query": "appointment", "all": True})
        assert len(done.json()["forgotten"]) == 2
        assert _listed(kate) == []


def test_a_memory_is_one_however_often_it_was_asked_for(api: RunningApi) -> None:
    with api.client("liam", "liam") as liam:
        (atom_id,) = liam.post("/v1/memory", json={"text": "my kite is green"}).json()["atoms_created"]
        liam.post("/v1/talk", json={"text": "what color is my kite?"})
        done = liam.post("/v1/memory/forget", json={"query": "kite"})
        assert done.json()["forgotten"] == [atom_id]
        assert _listed(liam) == []


CALLS = (
    (ClientRight.TALK, "POST", "/v1/talk", {"text": "hello"}),
    (ClientRight.READ, "GET", "/v1/memory", None),
    (ClientRight.READ, "GET", "/v1/memory/search?q=hello", None),
    (ClientRight.READ, "GET", "/v1/memory/a-0", None),
    (ClientRight.READ, "GET", "/v1/memory/a-0/why", None),
    (ClientRight.READ, "GET", "/v1/threads", None),
    (ClientRight.READ, "GET", "/v1/work", None),
    (ClientRight.READ, "GET", "/v1/threads/thread-0", None),
    (ClientRight.FORGET, "DELETE", "/v1/threads/thread-0", None),
    (ClientRight.WRITE, "POST", "/v1/threads/thread-0/pin", {"pinned": "yes"}),
    (ClientRight.WRITE, "POST", "/v1/threads/thread-0/resume", None),
    (ClientRight.READ, "GET", "/v1/work/work-0", None),
    (ClientRight.WRITE, "POST", "/v1/work", {"text": "order twenty chairs"}),
    (ClientRight.WRITE, "POST", "/v1/work/work-0/confirm", None),
    (ClientRight.WRITE, "POST", "/v1/work/work-0/cancel", None),
    (ClientRight.READ, "GET", "/v1/map", None),
    (ClientRight.READ, "GET", "/v1/changes?since=2026-03-02", None),
    (ClientRight.READ, "GET", "/v1/events", None),
    (ClientRight.WRITE, "POST", "/v1/memory", {"text": "my name is Lou"}),
    (ClientRight.FORGET, "DELETE", "/v1/memory/a-0", None),
    (ClientRight.FORGET, "POST", "/v1/memory/forget", {"query": "hello"}),
)


@pytest.mark.parametrize(("right", "method", "path", "body"), CALLS)
def test_a_client_without_the_right_is_refused(
    api: RunningApi, right: ClientRight, method: str, path: str, body: dict[str, str] | None
) -> None:
    others = tuple(one for one in ClientRight if one is not right)
    with api.client(f"without {method} {path}", "ana", others) as client:
        before = api.version()
        refused = client.request(method, path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (403, "NOT_ALLOWED")
        assert api.version() == before


@pytest.mark.parametrize(("right", "method", "path", "body"), CALLS)
@pytest.mark.parametrize("header", ["", "Bearer", "Bearer wrong", "Basic YW5hOmFuYQ==", "Bearer \xff"])
def test_a_client_without_a_good_token_is_refused(
    api: RunningApi, right: ClientRight, method: str, path: str, body: dict[str, str] | None, header: str
) -> None:
    with api.with_token("") as client:
        before = api.version()
        refused = client.request(method, path, json=body, headers={b"authorization": header.encode("latin-1")})
        assert refused.status_code == 401
        assert refused.json()["code"] in ("TOKEN_MISSING", "TOKEN_REFUSED")
        assert api.version() == before
