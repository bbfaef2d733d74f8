"""The thinking: atoms, extraction, ranking, conflict, bundles, controls and metrics. Rules only, no I/O."""
