-- What a forgotten value was the value of: keyed digests of the words that name it, never the words.

ALTER TABLE forgotten_value ADD COLUMN thing TEXT NOT NULL DEFAULT '';
