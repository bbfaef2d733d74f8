-- The threads of a person by when they were last talked about or resumed, and those that may come up in a session by
-- their rank, so that opening a session does not read them all.

CREATE INDEX thread_by_use ON thread (user_id, max(ended_ms, last_used_ms), thread_id);
CREATE INDEX thread_by_rank
    ON thread (user_id, pinned, (questions <> ''), max(ended_ms, last_used_ms), use_count, thread_id)
    WHERE muted = 0 AND (decisions <> '' OR questions <> '' OR next_step <> '');
DROP INDEX thread_by_user;
