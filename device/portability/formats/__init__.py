"""The forms of exported files: Selene's own, ChatGPT's and Claude's."""
