"""Pure: reads German: verb second, verb last in subordinate clauses, the bracket, separable prefixes."""
