"""Instructions on how Selene answers, and on what she keeps of a conversation."""
