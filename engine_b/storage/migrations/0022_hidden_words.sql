-- The words of memories that a gate may hide, so that they are not looked for among those of all others.
-- `bar` without 8, which says that a memory was replaced: such a one is not hidden, but gone.

CREATE INDEX posting_hidden ON posting (stem_no) WHERE doc_no & 1 = 1 AND bar & 7 <> 0;
