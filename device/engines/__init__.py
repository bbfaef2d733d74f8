"""One adapter per engine, chosen by URI."""
