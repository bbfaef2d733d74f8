"""What `fixtures/golden/op_vectors.json` asks: the `in` of every case, in plain values. Used once, to write it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

Case = dict[str, Any]

LONE = "\ud800"
KITCHEN, LAPTOP, STUDY = (letter * 32 for letter in "123")
DEVICE, OP = "d0" * 16, "0a" * 16
KEY = b"k" * 32
SUBJECT = {
    "atom": "a-0019e2a1b2c3", "line": "t-0019e2a1b2c3", "rule": "r-0019e2a1b2c3", "flag": "f-0019e2a1b2c3",
    "correction": "c-0019e2a1b2c3", "setting": "setting:pace", "device": f"device:{KITCHEN}",
}  # fmt: skip
CONTENT: dict[str, Case] = {
    "atom": {
        "atom_id": SUBJECT["atom"], "user_id": "u-ana", "kind": "date", "key": "date:dentist", "value": "June 14",
        "text": "The dentist is on June 14 — “nö” 🌙\n\\", "sources": [["t-1", 0, 25], ["t-2", 3, 9]],
        "learned_at_ms": 1_790_000_000_000, "provenance": 2, "confidence_bp": 9_000, "status": "active",
        "exposure": "SAFE_TO_SPEAK", "recall": "pull", "pinned": 0, "valid_from_ms": None, "valid_until_ms": 5,
        "last_confirmed_at_ms": None, "supersedes": None, "superseded_by": "a-9", "version": 2,
        "reason_code": "USER_STATED",
    },
    "line": {
        "line_id": SUBJECT["line"], "turn_id": SUBJECT["line"], "session_id": "Ben's evening", "user_id": "u-ana",
        "speaker": "user", "who": "Carla", "text": "The dentist is on June 14", "at_ms": 1_790_000_000_000,
        "utc_offset_min": -330, "tokens": 6, "used": [],
    },
    "rule": {
        "rule_id": SUBJECT["rule"], "user_id": "u-ana", "kind": "do_not_mention", "topic": "money",
        "made_at_ms": 1_790_000_000_000, "reason_code": "USER_CONTROL",
    },
    "flag": {"user_id": "u-ana", "key": "voice", "touched_ms": 1_790_000_000_000, "reason_code": "TOLD"},
    "correction": {
        "pair_id": SUBJECT["correction"], "user_id": "u-ana", "turn_id": "t-1", "atom_id": "a-1", "heard": "Mitzy",
        "meant": "Mitzi", "reason_code": "USER_CORRECTED", "delta_bp": -500,
    },
    "setting": {"key": "pace", "value": "soft"},
    "device": {"device_id": KITCHEN, "name": "the kitchen"},
}  # fmt: skip
OTHERWISE: dict[str, tuple[Case, ...]] = {
    "atom": tuple({"text": f"The dentist is on June {n}", "value": f"June {n}"} for n in (15, 16, 17)),
    "line": tuple({"text": text} for text in ("The … is on June 14", "The dentist is on June …", "… is on …")),
    "rule": tuple({"topic": topic} for topic in ("debts", "the party", "money")),
    "flag": tuple({"touched_ms": 1_790_000_000_000 + n} for n in (1, 3, 2)),
    "correction": ({}, {}, {}),
    "setting": tuple({"value": value} for value in ("brisk", "slow", "soft")),
    "device": tuple({"name": name} for name in ("stove", "café", "hall")),
}
"""What else ops of a sort may say. A correction is made once and never changed."""
NEVER_ERASED = ("setting", "device")
"""No device erases one of these: it is only said otherwise."""
FINAL = ("atom", "line", "correction")
POISON: list[tuple[str, str, object]] = [
    *(("atom", name, value) for name, value in (
        ("text", 5), ("text", LONE), ("value", None), ("kind", "martian"), ("status", "x y"), ("exposure", ""),
        ("recall", 1), ("provenance", 4), ("confidence_bp", 10_001), ("pinned", 2), ("pinned", True), ("version", 0),
        ("learned_at_ms", 10**30), ("learned_at_ms", "5"), ("valid_from_ms", "soon"), ("supersedes", 7),
        ("learned_at_ms", 5.0), ("version", 1 << 31), ("reason_code", "my name is Ana"), ("sources", []),
        ("sources", [["t", 0]]), ("sources", [["t", "0", 1]]), ("sources", "t01"), ("atom_id", "a-another"),
    )),
    *(("line", name, value) for name, value in (
        ("speaker", "martian"), ("text", []), ("at_ms", 1 << 70), ("tokens", None), ("used", [5]), ("used", "a-1"),
        ("line_id", "t-another"), ("session_id", LONE),
    )),
    *(("rule", name, value) for name, value in (("kind", "obey"), ("topic", 1), ("made_at_ms", ""))),
    *(("flag", name, value) for name, value in (("touched_ms", -(1 << 63)), ("reason_code", "said so"))),
    *(("correction", name, value) for name, value in (("delta_bp", "-5"), ("heard", {}), ("reason_code", ""))),
    *(("setting", name, value) for name, value in (("key", "two words"), ("key", "welcome"), ("value", 3))),
    *(("device", name, value) for name, value in (("device_id", "0" * 32), ("name", ["study"]))),
]  # fmt: skip


def asked() -> dict[str, list[Any]]:
    """The `in` of every case, by section."""
    return {
        "canonical": _values(),
        "digest": [{"value": v, "person": "selene.test.v1", "size": s} for v, s in (([], 8), ({"b": [1, None]}, 32))],
        "body": list(_bodies()),
        "payload": [*_good_payloads(), *_spoiled_payloads(), *_spoiled_fields(), *_strange_payloads()],
        "seal": [
            {"plain": bytes(n).hex(), "key": KEY.hex(), "nonce": (b"n" * 24).hex(), "place": place}
            for n in (0, 1, 60, 61, 252, 253, 1_020, 1_021, 3_000) for place in _places()
        ],
        "unseal": [{"sealed": bytes(n).hex(), "key": KEY.hex(), "place": _places()[0]} for n in (0, 1, 26, 42, 106)],
        "keyed": [{"key": key.hex(), "purpose": "selene.test.v1", "content": c} for key in (KEY, bytes(32))
                  for c in ("", "7b7d")],
        "hashed": [{"hex": bytes(range(n)).hex()} for n in (0, 1, 32, 100)],
        "op_chain": [_chain()],
        "id": _ids(),
        "ledger": [_events()],
        "coded": [{"outside": o, "key": KEY.hex()} for o in ("", "s-1", "Ben's evening", "é", LONE, "x" * 65)],
        "state": [[], [["pace", "soft", 3], ["mood", "calm", 1]]],
        "strongest": _ranks(),
        "merged_atom": _merged(),
        "merged_line": _lines(),
    }  # fmt: skip


def heads() -> dict[str, list[Case]]:
    """Ops about one subject, by case: two and three heads of every sort, settled, erased and said again."""
    every = ((sort, name, case) for sort in CONTENT for name, case in _shapes(sort).items())
    return {
        f"{sort}: {name}": case
        for sort, name, case in every
        if sort not in NEVER_ERASED or not any(op["erases"] for op in case)
    }


def _values() -> list[Any]:
    return [
        None, True, False, 0, -1, 1 << 60, "", "é", "e\u0301", "\"\\/\b\f\n\r\t\x00\x1f\x7f\u2028", "東京 🌙", LONE,
        [], {}, [[], {}], {"b": 1, "a": [2, None], "é": {"Z": False, "a": ""}}, {"B": 1, "a": 2, "_": 3, "": 4},
        1.0, [0.5], {"a": 1.5}, *CONTENT.values(),
    ]  # fmt: skip


def _op(sort: str, **parts: Any) -> Case:
    op = {"sort": sort, "subject": SUBJECT[sort], "version": 1, "device": DEVICE, "lamport": 7, "parents": []}
    return {**op, "content": CONTENT[sort], "erases": [], "final": False, **parts}


def _bodies() -> list[Case]:
    """Every sort as told, as changed, and as erased."""
    found = []
    for sort in CONTENT:
        found += [
            _op(sort),
            _op(sort, version=3, lamport=(1 << 52) - 1, parents=[OP, "0b" * 16]),
            _op(sort, repeats="0c" * 16, keeps="0e" * 16),
            _op(sort, content=None, erases=[OP], final=sort in FINAL),
        ]
    return found


def _payload(body: object, **parts: Any) -> Case:
    text = json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return _raw(text.encode("utf-8", "surrogatepass"), **parts)


def _raw(data: bytes, **parts: Any) -> Case:
    return {"hex": data.hex(), "key": KEY.hex(), **parts}


def _good_payloads() -> list[Case]:
    found = [_payload(body, erases=body["erases"]) for body in _bodies()]
    found += [_payload(_op(sort, content={**CONTENT[sort], "newer": [0.5, {"b": None}]})) for sort in CONTENT]
    return [*found, _payload({**_op("setting"), "newer": {"deep": [1.5]}}), _raw(json.dumps(_op("rule")).encode())]


def _spoiled_payloads() -> list[Case]:
    """Contents that are no record of their sort."""
    spoiled = [_payload(_op(sort, content={**CONTENT[sort], name: value})) for sort, name, value in POISON]
    without = [
        (sort, {k: v for k, v in CONTENT[sort].items() if k != name}) for sort in CONTENT for name in CONTENT[sort]
    ]
    local = {"key": "own.x", "value": "none"}
    return [*spoiled, *(_payload(_op(sort, content=content)) for sort, content in without),
            _payload(_op("setting", subject="setting:own.x", content=local)),
            *(_payload(_op(sort, subject=SUBJECT[other])) for sort in CONTENT for other in CONTENT if sort != other),
            *(_payload(_op(sort, content={})) for sort in CONTENT)]  # fmt: skip


def _spoiled_fields() -> list[Case]:
    """Bodies of which one field is not what the protocol has there."""
    wrong: list[tuple[str, object]] = [
        ("sort", "photo"), ("sort", 1), ("subject", ""), ("subject", "r-" + "x" * 199), ("subject", "r-a b"),
        ("subject", "r-" + "x" * 127), ("version", 0), ("version", 1 << 31), ("version", "1"), ("version", 1.5),
        ("lamport", 0), ("lamport", 1 << 52), ("lamport", None), ("parents", "x"), ("parents", [1]), ("parents", [""]),
        ("parents", None), ("content", []), ("content", "x"), ("erases", [7]), ("final", 1), ("final", None),
        ("repeats", 5), ("repeats", "x" * 201), ("keeps", None), ("device", ""), ("device", DEVICE[:-1] + "1"),
    ]  # fmt: skip
    found = [_payload({**_op("rule"), name: value}) for name, value in wrong]
    found += [_payload({k: v for k, v in _op("rule").items() if k != name}) for name in _op("rule")]
    return [*found, _payload(_op("rule", content=None, erases=[OP])), _payload(_op("rule"), erases=[OP]),
            _payload(_op("rule"), device="e0" * 16), {**_payload(_op("rule")), "key": bytes(32).hex()}]  # fmt: skip


def _strange_payloads() -> list[Case]:
    """Bytes that are no op at all."""
    whole = json.dumps(_op("rule")).encode()
    return [_raw(data) for data in (
        b"", b"7", b"null", b"[]", b"{}", b"\xff", b"[" * 5_000, b'{"zz":' + b"[" * 2_000 + b"]" * 2_000 + b"}",
        whole[:-1], whole + b"x", b" " + whole, whole.replace(b'"version": 1', b'"version": 1, "version": 2'),
        b"\xef\xbb\xbf" + whole, whole.decode().encode("utf-16"),
    )]  # fmt: skip


def _places() -> list[Case]:
    vault = bytes(range(16)).hex()
    op = {"type": "op", "vault": vault, "subject": OP, "version": 0, "field_set": 1, "page": 0, "epoch": 0}
    return [op, {**op, "type": "page", "subject": "é", "version": 3, "field_set": 2, "page": 9, "epoch": 4}]


def _chain() -> list[Case]:
    ops = [("01", 1, 5, False, []), ("02", 2, 5, True, ["01"]), ("03", 3, 9, True, ["01", "02"])]
    return [{"op": op * 16, "seq": seq, "txn": txn, "end": end, "payload_hash": op * 32,
             "erases": [each * 16 for each in gone]} for op, seq, txn, end, gone in ops]  # fmt: skip


def _ids() -> list[list[Any]]:
    at = 1_790_000_000_000
    return [
        ["user", "Ana"], ["user", "Zoë"], ["user", "Zoe\u0308"], ["user", ""],
        ["turn", "u-ana", "s-1", at, "The boat is blue"], ["turn", "u-ana", "Ben's evening", 0, "é 🌙"],
        ["turn", "u-ana", "s-1", -5, ""], ["turn", "u-ana", "s-1", 1 << 60, ""],
        ["session", "u-ana", at, 12_345, 2], ["atom", "u-ana", "statement", "note", "t-1", at, 0],
        ["atom", "u-ana", "preference", "preference:favorite color", "t-1", at, 3],
        ["rival", "a-1", OP], ["rival_origin", "a-bcd92c83ca3da327a9ba6a77"],
    ]  # fmt: skip


def _events() -> list[Case]:
    scope = ["u-ana", "s-1", "t-1", 1_790_000_000_000]
    return [
        {"event": "ATOM_CREATED", "reason": "USER_STATED", "subject": "a-1", "op": OP, "scope": scope,
         "facts": [["version", 1], ["kind", "date"]], "commitment": "ab" * 32},
        {"event": "SETTING_CHANGED", "reason": "SETTING", "subject": "pace", "op": "", "scope": ["", "", "", 5],
         "facts": [["key", "pace"], ["value", "soft"]], "commitment": ""},
    ]  # fmt: skip


def _ranks() -> list[list[Any]]:
    return [
        [["b", "b", 1, 9], ["a", "a", 2, 1]],
        [["b", "b", 2, 1], ["a", "a", 2, 9]],
        [["b", "b", 2, 5], ["a", "a", 2, 5]],
        [["a", "z", 2, 5], ["y", "y", 2, 5], ["b", "b", 2, 6]],
        [["c", "c", 1, 1], ["b", "b", 10, 1], ["a", "a", 9, 99]],
    ]


def _merged() -> list[list[Case]]:
    """Heads of an atom: alone, handled otherwise, with other words, the same words from two, and three of all that."""

    def head(op: str, version: int, lamport: int, origin: str = "", **parts: Any) -> Case:
        content = {**CONTENT["atom"], "version": version, **parts}
        return {"head": [op, origin or op, version, lamport], "content": content}

    first, second, third = OTHERWISE["atom"]
    careful: Case = {"exposure": "INTERNAL_ONLY", "recall": "only_if_asked", "confidence_bp": 100}
    return [
        [head("a", 2, 5)],
        [head("a", 2, 5, **careful), head("b", 2, 6, pinned=1, status="user_approved")],
        [head("a", 2, 5, **first), head("b", 2, 6, **second)],
        [head("a", 3, 5, **first), head("b", 2, 6, **second)],
        [head("a", 2, 5, **first), head("b", 2, 5, **second)],
        [head("a", 2, 5, **first), head("b", 2, 6, **first)],
        [head("a", 2, 5, "z", **first), head("b", 2, 5, **second)],
        [head("a", 2, 5, **first, status="replaced"), head("b", 2, 6, **second, supersedes="a-7")],
        [head("a", 2, 5, **first), head("b", 2, 6, **second), head("c", 2, 4, **third)],
        [head("a", 2, 5, **first, **careful), head("b", 2, 6, **second), head("c", 3, 4, **first, pinned=1)],
        [head("a", 2, 5, "z", **first), head("b", 2, 5, "z", **first), head("c", 2, 6, **second)],
        *([head("a", 2, 5, status=one), head("b", 2, 6, status=other)] for one, other in (
            ("active", "user_approved"), ("uncertain", "active"), ("contradicted", "uncertain"),
            ("outdated", "contradicted"), ("replaced", "outdated"))),
        *([head("a", 2, 5, exposure=one), head("b", 2, 6, exposure=other)] for one, other in (
            ("INTERNAL_ONLY", "SAFE_TO_TEXT"), ("SAFE_TO_TEXT", "SAFE_TO_SPEAK"), ("SAFE_TO_SPEAK", "INTERNAL_ONLY"))),
        *([head("a", 2, 5, recall=one), head("b", 2, 6, recall=other)] for one, other in (
            ("only_if_asked", "pull"), ("pull", "push"), ("push", "only_if_asked"))),
        *([head("a", 2, 5, **first, status=s), head("b", 2, 6, **second)] for s in (
            "active", "user_approved", "uncertain", "contradicted", "outdated", "replaced")),
    ]  # fmt: skip


def _lines() -> list[list[str]]:
    return [
        ["abc def ghi"], ["abc def ghi", "abc …   ghi"], ["…   def ghi", "abc …   ghi"], ["abc …   ghi", "abc def …  "],
        ["…   def ghi", "abc …   ghi", "abc def …  "], ["abcdef", "abc"], ["abc", "abcdef"], ["abc", "xbz"], ["", "a"],
    ]  # fmt: skip


def _shapes(sort: str) -> dict[str, list[Case]]:
    """Ops of three devices about one subject, in each of the ways in which they can meet."""

    def shaped(name: str, *parts: Case) -> list[Case]:
        mark = hashlib.sha256(f"{sort} {name}".encode()).hexdigest()
        return [_placed(sort, mark, at, each) for at, each in enumerate(parts)]

    first, second, third = ({"says": n} for n in (1, 2, 3))
    root: Case = {"says": 0, "device": KITCHEN, "lamport": 1, "version": 1}
    one = {**first, "device": KITCHEN, "lamport": 5, "version": 2, "parents": [0]}
    two = {**second, "device": LAPTOP, "lamport": 6, "version": 2, "parents": [0]}
    three = {**third, "device": STUDY, "lamport": 4, "version": 2, "parents": [0]}
    gone = {"says": None, "device": LAPTOP, "lamport": 9, "version": 2, "final": sort in FINAL}
    return {
        "alone": shaped("alone", root),
        "changed": shaped("changed", root, one),
        "two heads": shaped("two heads", root, one, two),
        "two of one clock": shaped("two of one clock", root, one, {**two, "lamport": 5}),
        "the version counts before the clock": shaped("version", root, {**one, "version": 3}, {**two, "lamport": 99}),
        "three heads": shaped("three heads", root, one, two, three),
        "settled": shaped("settled", root, one, two, {**third, "device": STUDY, "lamport": 8, "version": 3,
                                                     "parents": [1, 2]}),
        "one of three settled": shaped("one of three", root, one, two, three,
                                       {**first, "device": STUDY, "lamport": 8, "version": 3, "parents": [1, 3]}),
        "erased": shaped("erased", root, {**gone, "erases": [0]}),
        "erased while changed": shaped("erased while changed", root, one, {**gone, "erases": [0]}),
        "said again": shaped("said again", root, one, {**one, "device": LAPTOP, "repeats": 1}, two),
        "said again and erased": shaped("again erased", root, {**root, "device": STUDY, "repeats": 0},
                                        {**gone, "erases": [0], "final": False}),
        "kept words erased": shaped("kept", root, {**one, "keeps": 0}, {**gone, "erases": [0], "final": False}),
        "the parent never came": shaped("no parent", {**one, "parents": []}, {**two, "parents": [1]})[:1],
    }  # fmt: skip


def _placed(sort: str, mark: str, at: int, told: Case) -> Case:
    """One op, with ids in the place of the numbers of the ops before it."""
    says = told["says"]
    subject = {"setting": f"setting:s-{mark[:8]}", "device": f"device:{mark[:32]}"}.get(
        sort, f"{SUBJECT[sort][:2]}{mark[:12]}"
    )
    own = {"atom": "atom_id", "line": "line_id", "rule": "rule_id", "correction": "pair_id", "device": "device_id"}
    content = None
    if says is not None:
        content = {**CONTENT[sort], **(OTHERWISE[sort][says - 1] if says else {})}
        content |= {own[sort]: subject.removeprefix("device:")} if sort in own else {}
        content |= {"key": subject.removeprefix("setting:")} if sort == "setting" else {}
        content |= {"version": told["version"], "superseded_by": None} if sort == "atom" else {}
        content |= {"turn_id": subject} if sort == "line" else {}
    named = [hashlib.sha256(f"{mark} {n}".encode()).hexdigest()[:32] for n in range(8)]
    return {
        "op": named[at], "sort": sort, "subject": subject, "version": told["version"], "device": told["device"],
        "lamport": told["lamport"], "parents": [named[n] for n in told.get("parents", ())], "content": content,
        "erases": [named[n] for n in told.get("erases", ())], "final": told.get("final", False),
        "repeats": named[told["repeats"]] if "repeats" in told else "",
        "keeps": named[told["keeps"]] if "keeps" in told else "",
    }  # fmt: skip
