"""Pure: says whether German ends one of several things that one sentence told: "mit dem handball hat er aufgehört".

After "paul spielt montags fußball und mittwochs handball" the football still holds, so that the sentence stays, and is
told with the news.
"""

from __future__ import annotations

from memory.reading.facts.statements import Statement
from memory.reading.german.nouns import plain_forms
from memory.reading.german_facts.told_things import LANGUAGE, things_of, verbs_in
from memory.reading.grammar.clause import Mark
from memory.reading.grammar.reader import line_of
from memory.reading.words.meaning import load_meaning


def ends_part(new: Statement, old: Statement) -> bool:
    """Says whether `new` ends what stands on one side of the "und" of `old`, and names nothing of the other side."""
    meaning = load_meaning(LANGUAGE)
    over = bool(verbs_in(new) & meaning.set_of("ending verbs")) or {Mark.OVER} <= new.clause.marks
    if not over or old.clause.past or old.clause.negated or new.clause.asks or old.clause.asks:
        return False
    one, other = _sides(old)
    named = [forms for forms in things_of(new, meaning) if not forms & verbs_in(new)]
    first, second = (any(forms & side for forms in named) for side in (one, other))
    return bool(one and other) and first != second


def _sides(old: Statement) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the things before and after the one "und" behind the verb; none where it joins no two things."""
    line, verb = line_of(old.text, LANGUAGE), old.clause.verb - old.clause.first
    joints = [at for at in range(verb + 1, len(line)) if line.word(at) == "und"]
    if len(joints) != 1 or verb < 0:
        return frozenset(), frozenset()
    parts = (range(max(verb + 1, joints[0] - 2), joints[0]), range(joints[0] + 1, len(line)))
    one, other = (
        frozenset(
            form
            for at in part
            if line.is_open(at) and not line.is_time(at) and not line.is_number(at) and line.usual(at) == "n"
            for form in plain_forms(line.word(at))
        )
        for part in parts
    )
    return one, other
