"""The memory's rules: atoms, extraction, ranking, conflicts, bundles, controls and metrics. Pure: no I/O, no clock."""
