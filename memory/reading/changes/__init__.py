"""How a new statement changes what was told: updates, endings, replacements and corrections of names."""
