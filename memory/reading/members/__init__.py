"""Several persons or things that one sentence tells of: which of them another sentence is about, and who stays."""
