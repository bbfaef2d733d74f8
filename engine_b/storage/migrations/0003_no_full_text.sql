-- The full-text tables go (docs/adr/0004): nothing reads them any more, and every commit wrote them. `secure_delete`
-- overwrites their pages.
DROP TRIGGER archive_fts_insert;
DROP TRIGGER archive_fts_delete;
DROP TRIGGER archive_fts_update;
DROP TABLE archive_fts;
DROP TRIGGER atom_fts_insert;
DROP TRIGGER atom_fts_delete;
DROP TRIGGER atom_fts_update;
DROP TABLE atom_fts;
