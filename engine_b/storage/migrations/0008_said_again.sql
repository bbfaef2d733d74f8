-- An op may say again what a mirror has lost: then it is that op under another id, for all that is said of either.
ALTER TABLE op ADD COLUMN repeats TEXT;
CREATE INDEX op_by_repeated ON op (repeats) WHERE repeats IS NOT NULL;

-- What an op took the place of: when it is erased itself, what erases it says so instead.
ALTER TABLE op ADD COLUMN parents TEXT NOT NULL DEFAULT '[]';

-- Whether an erased op was forgotten or taken back, and not only said again: then whatever repeats it is gone as well.
ALTER TABLE op_erased ADD COLUMN taken_back INTEGER NOT NULL DEFAULT 0;

-- The op whose words an op keeps that only handles an atom otherwise: when those are forgotten, it goes with them.
ALTER TABLE op ADD COLUMN keeps TEXT;
CREATE INDEX op_by_kept ON op (keeps) WHERE keeps IS NOT NULL;
