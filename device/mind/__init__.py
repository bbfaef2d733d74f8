"""What a mind is asked, and what of its reply may be said: it reads quoted data, has no tools and decides nothing."""
