"""Composition: the OpenAPI document, made from the table of operations."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from device.clients.http_api.operations import JSON_TYPE, OPERATIONS, Operation
from device.clients.http_api.problems import PROBLEM_TYPE

Document = dict[str, Any]
_REF = "#/components/schemas/{name}"
_PROBLEM: Document = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string", "description": "Stable; those of the command line."},
    },
}


def openapi_document() -> Document:
    """Returns the document."""
    requests = [each.request for each in OPERATIONS if each.request is not None]
    _, schemas = msgspec.json.schema_components(requests, ref_template=_REF)
    paths: dict[str, Document] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Selene", "version": "1", "description": "The API of one device. See docs/api.md."},
        "security": [{"token": []}],
        "paths": paths,
        "components": {
            "schemas": {**schemas, "Problem": _PROBLEM},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Operation) -> Document:
    done = "101" if operation.socket else "200"
    content: Document = {} if operation.socket else {"content": {operation.media: {}}}
    described: Document = {
        "operationId": operation.name,
        "summary": operation.summary,
        "responses": {
            done: {"description": "Done.", **content},
            "default": {
                "description": "Refused; nothing was changed.",
                "content": {PROBLEM_TYPE: {"schema": {"$ref": _REF.format(name="Problem")}}},
            },
        },
    }
    if operation.public:
        described["security"] = []
    if operation.right is not None:
        described["x-selene-right"] = operation.right.value
    if parameters := _parameters(operation):
        described["parameters"] = parameters
    if operation.request is not None:
        schema = {"$ref": _REF.format(name=operation.request.__name__)}
        described["requestBody"] = {"required": True, "content": {JSON_TYPE: {"schema": schema}}}
    return described


def _parameters(operation: Operation) -> list[Document]:
    text = {"type": "string"}
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": text}
        for name in re.findall(r"\{(\w+)\}", operation.path)
    ]
    in_query = [
        {
            "name": each.name,
            "in": "query",
            "required": each.required,
            "description": each.summary,
            "schema": {"type": each.kind},
        }
        for each in operation.query
    ]
    return [*in_path, *in_query]
