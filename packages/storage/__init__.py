"""The folders of a repository and the key files of its operator."""
