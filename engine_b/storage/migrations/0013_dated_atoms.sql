-- Few atoms have a time at which they are so; plans of a time are found without reading the others.

CREATE INDEX atom_by_time ON atom (user_id, valid_from_ms) WHERE valid_from_ms IS NOT NULL;
