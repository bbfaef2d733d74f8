"""White box: the memory's rules, values in and values out."""
