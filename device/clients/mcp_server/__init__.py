"""Selene as an MCP server: tools with which other programs use a person's memory."""
