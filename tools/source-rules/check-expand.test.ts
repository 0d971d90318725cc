import { describe, expect, it } from 'vitest';
import { checkExpand, splitStatements } from './check-expand.ts';

const releases = ['0.10.0', '0.9.0'];

function messages(source: string, path = 'server/migrations/postgres/0012_change.sql'): string[] {
  return checkExpand({ path, source }, releases).map(({ line, message }) => `${line}: ${message}`);
}

const clickhouse = 'server/migrations/clickhouse/0003_change.sql';

describe('checkExpand', () => {
  it.each([
    'CREATE TABLE notes (id uuid PRIMARY KEY, name text NOT NULL); CREATE INDEX notes_name ON notes (name);',
    'CREATE TABLE traffic.notes (id int); ALTER TABLE traffic.notes ENABLE ROW LEVEL SECURITY; ALTER TABLE traffic.notes FORCE ROW LEVEL SECURITY; CREATE POLICY everything ON traffic.notes TO waypost_system USING (true);',
    'ALTER TABLE offers ADD COLUMN note text;',
    "ALTER TABLE offers ADD COLUMN note text NOT NULL DEFAULT '', ADD COLUMN other int;",
    'ALTER TABLE offers ADD COLUMN a text, ADD COLUMN note_id uuid; ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (workspace_id, note_id) REFERENCES notes (workspace_id, id) ON DELETE CASCADE NOT VALID;',
    'CREATE FUNCTION count_notes() RETURNS int LANGUAGE sql AS $$ DROP TABLE x; $$; REVOKE ALL ON FUNCTION count_notes() FROM PUBLIC;',
    'GRANT SELECT (note) ON offers TO waypost_app;',
    "INSERT INTO jobs (name) VALUES ('a;b');",
  ])('accepts a statement that only adds: %s', (source) => {
    expect(messages(source)).toEqual([]);
  });

  it.each([
    'DROP TABLE offers;',
    'ALTER TABLE offers DROP COLUMN note;',
    'ALTER TABLE offers RENAME COLUMN note TO comment;',
    'ALTER TABLE offers ADD COLUMN note text, DROP COLUMN name;',
    'ALTER TABLE offers ALTER COLUMN note TYPE varchar(10);',
    'ALTER TABLE offers ALTER COLUMN note SET NOT NULL;',
    'ALTER TABLE offers ADD CONSTRAINT short CHECK (char_length(note) < 10);',
    'ALTER TABLE offers ADD COLUMN id2 uuid DEFAULT gen_random_uuid();',
    'ALTER TABLE offers ADD COLUMN id2 int GENERATED ALWAYS AS IDENTITY;',
    'ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (note_id) REFERENCES notes (id) NOT VALID;',
    'ALTER TABLE offers ADD COLUMN note_id uuid; ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (note_id) REFERENCES notes (id);',
    'ALTER TABLE offers ADD COLUMN note_id int DEFAULT 1; ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (note_id) REFERENCES notes (id) NOT VALID;',
    'ALTER TABLE notes ADD COLUMN note_id int; ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (note_id) REFERENCES notes (id) NOT VALID;',
    'ALTER TABLE offers ADD COLUMN note_id int; ALTER TABLE offers ADD CONSTRAINT offers_note FOREIGN KEY (id, note_id) REFERENCES notes (id, b) MATCH FULL NOT VALID;',
    'CREATE INDEX offers_note ON offers (note);',
    'CREATE TABLE offers_2 (id int); CREATE INDEX offers_note ON offers (note);',
    'CREATE TRIGGER refuse BEFORE INSERT ON offers FOR EACH ROW EXECUTE FUNCTION refuse();',
    'CREATE POLICY other ON offers TO waypost_app USING (false);',
    'REVOKE SELECT ON offers FROM waypost_app;',
    "UPDATE offers SET note = '';",
    'TRUNCATE offers;',
    'DO $$ BEGIN DROP TABLE offers; END $$;',
  ])('reports a statement that the previous version might not tolerate: %s', (source) => {
    expect(messages(source)).toHaveLength(1);
  });

  it('names the line and the way to remove something', () => {
    expect(messages('-- Unused.\n\nALTER TABLE offers DROP COLUMN note;')).toEqual([
      '3: may break the previous version: ALTER TABLE offers DROP COLUMN note… Only add in this release, and remove in a migration named 0012_requires_<version>_… once that version is released',
    ]);
    expect(messages('ALTER TABLE offers ADD COLUMN note text NOT NULL;')[0]).toContain(
      'adds a column with NOT NULL but without DEFAULT',
    );
  });

  it('accepts any statement in a migration that requires a released version', () => {
    const path = 'server/migrations/postgres/0012_requires_0_10_0_drop_note.sql';
    expect(messages('ALTER TABLE offers DROP COLUMN note;', path)).toEqual([]);
  });

  it('reports a migration that requires a version that has not been released', () => {
    const path = 'server/migrations/postgres/0012_requires_0_11_0_drop_note.sql';
    expect(messages('ALTER TABLE offers DROP COLUMN note;', path)).toEqual([
      '1: requires 0.11.0, which has not been released (the newest release is 0.10.0). Processes of the running version would break',
    ]);
  });

  it.each([
    'CREATE TABLE IF NOT EXISTS notes {{on_cluster}} (id UInt64) ENGINE = {{engine:MergeTree}} ORDER BY id;',
    'ALTER TABLE events {{on_cluster}} ADD COLUMN IF NOT EXISTS note String;',
    'ALTER TABLE events {{on_cluster}} MATERIALIZE PROJECTION by_hour;',
  ])('accepts a ClickHouse statement that only adds: %s', (source) => {
    expect(messages(source, clickhouse)).toEqual([]);
  });

  it.each([
    'ALTER TABLE events {{on_cluster}} DROP COLUMN note;',
    'ALTER TABLE events ADD COLUMN a String, DROP COLUMN note;',
    'ALTER TABLE events MODIFY COLUMN note UInt8;',
    "ALTER TABLE events UPDATE note = '' WHERE 1;",
    'RENAME TABLE events TO rows;',
  ])('reports a ClickHouse statement that the previous version might not tolerate: %s', (source) => {
    expect(messages(source, clickhouse)).toHaveLength(1);
  });

  it('ignores migrations that were written before the rule', () => {
    expect(messages('DROP TABLE offers;', 'server/migrations/postgres/0011_certificates.sql')).toEqual([]);
  });
});

describe('splitStatements', () => {
  it('ignores semicolons in comments, texts and function bodies', () => {
    const text = "SELECT 1; -- a; b\nSELECT ';';\nCREATE FUNCTION f() AS $body$ a; b; $body$;";
    expect(splitStatements(text)).toEqual([
      { statement: 'SELECT 1', line: 1 },
      { statement: "SELECT ';'", line: 2 },
      { statement: 'CREATE FUNCTION f() AS $body$ a; b; $body$', line: 3 },
    ]);
  });
});
