-- By which links of landing pages name an offer. Never a number: those name places in a path's list.
ALTER TABLE offers ADD COLUMN short_name text CHECK (short_name ~ '^[a-z][a-z0-9-]{0,39}$');
