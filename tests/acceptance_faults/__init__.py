"""Every acceptance test goes red when the rule that it guards is broken."""
