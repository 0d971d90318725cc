import { isOlder, requiredVersion } from '../../server/src/platform/migrations/required-version.ts';
import type { Violation } from './violation.ts';

type Engine = 'postgres' | 'clickhouse';
// `onlyOnNew` requires that the same file creates the object, and `withNewColumn` that it adds one of the columns in the
// second group.
type Allowed = { statement: RegExp; onlyOnNew?: true; withNewColumn?: true; unless?: RegExp };

const migration = /^server\/migrations\/(postgres|postgres-traffic|clickhouse)\/(\d+)_(.+)\.sql$/;
// Files that were written before this rule. No process of another version was running when they were applied.
const exempt: Record<string, number> = { postgres: 11, 'postgres-traffic': 2, clickhouse: 2 };

const name = String.raw`(?:ONLY )?(?:IF (?:NOT )?EXISTS )?([\w."]+)`;
const pattern = (text: string) => new RegExp(`^${text.replaceAll('NAME', name)}`, 'i');

// The previous version continues to run while these statements are applied and afterward. The first group is the object.
const allowed: Record<Engine, Allowed[]> = {
  postgres: [
    { statement: pattern(String.raw`CREATE (?:UNLOGGED )?(?:TABLE|SEQUENCE|TYPE|SCHEMA) NAME`) },
    { statement: pattern(String.raw`CREATE (?:OR REPLACE )?FUNCTION NAME`) },
    { statement: pattern(String.raw`CREATE (?:OR REPLACE )?TRIGGER [\s\S]*? ON NAME`), onlyOnNew: true },
    { statement: pattern(String.raw`CREATE POLICY \w+ ON NAME`), onlyOnNew: true },
    { statement: pattern(String.raw`CREATE (?:UNIQUE )?INDEX [\s\S]*?\bON NAME`), onlyOnNew: true },
    {
      statement: pattern(String.raw`ALTER TABLE NAME ADD COLUMN `),
      // A check or a reference makes PostgreSQL read the whole table, and a volatile default makes it rewrite it.
      unless:
        /,\s*(?!ADD COLUMN)(?:ADD|DROP|ALTER|RENAME)\b|\b(?:UNIQUE|PRIMARY KEY|CHECK|REFERENCES|IDENTITY|GENERATED)\b|\bDEFAULT (?:gen_random|random|clock)/i,
    },
    {
      // Rows of the previous version leave the new column empty, so the key does not apply to them. `NOT VALID` saves
      // reading the existing rows, which don't have it either.
      statement: pattern(
        String.raw`ALTER TABLE NAME ADD CONSTRAINT \w+ FOREIGN KEY \(([\w, ]+)\) [\s\S]* NOT VALID$`,
      ),
      withNewColumn: true,
      unless: /\bMATCH FULL\b/i,
    },
    { statement: pattern(String.raw`ALTER (?:TABLE|FUNCTION|SEQUENCE|TYPE) NAME`), onlyOnNew: true },
    {
      statement: pattern(String.raw`REVOKE [\s\S]*? ON (?:TABLE |FUNCTION |SEQUENCE )?NAME`),
      onlyOnNew: true,
    },
    { statement: /^GRANT |^COMMENT ON /i },
    { statement: pattern(String.raw`INSERT INTO NAME`) },
  ],
  clickhouse: [
    { statement: pattern(String.raw`CREATE (?:TABLE|VIEW|DICTIONARY) IF NOT EXISTS ([\w."]+)`) },
    {
      statement: pattern(String.raw`ALTER TABLE NAME (?:\{\{on_cluster\}\} )?(?:ADD|MATERIALIZE) `),
      unless: /,\s*(?:DROP|RENAME|MODIFY|CLEAR|DELETE|UPDATE|ALTER)\b|\b(?:DELETE|UPDATE) /i,
    },
    { statement: pattern(String.raw`INSERT INTO NAME`) },
  ],
};

const creation = new RegExp(
  String.raw`^CREATE (?:OR REPLACE )?(?:UNLOGGED )?(?:TABLE|SEQUENCE|TYPE|SCHEMA|FUNCTION|VIEW) ${name}`,
  'i',
);

// Reports statements in migrations that the previous version might not tolerate, unless the name of the migration states
// which version it requires.
export function checkExpand(
  { path: file, source: text }: { path: string; source: string },
  releases: readonly string[],
): Violation[] {
  const [, folder = '', digits, title = ''] = migration.exec(file) ?? [];
  if (digits === undefined || Number(digits) <= (exempt[folder] ?? 0)) return [];
  const required = requiredVersion(title);
  if (required !== undefined) return requireRelease(file, required, releases);
  const engine = folder === 'clickhouse' ? 'clickhouse' : 'postgres';
  const created = new Set<string>();
  return splitStatements(text).flatMap(({ statement, line }) => {
    const [, object] = creation.exec(statement) ?? [];
    if (object !== undefined && !/^CREATE OR REPLACE/i.test(statement)) created.add(object.toLowerCase());
    for (const column of listEmptyColumns(statement)) created.add(column);
    if (isAllowed(statement, allowed[engine], created)) return [];
    const why = lacksDefault(statement)
      ? 'adds a column with NOT NULL but without DEFAULT'
      : 'may break the previous version';
    const message = `${why}: ${statement.slice(0, 60)}… Only add in this release, and remove in a migration named ${digits}_requires_<version>_… once that version is released`;
    return [{ file, line, rule: 'migration-expand', message }];
  });
}

function requireRelease(file: string, required: string, releases: readonly string[]): Violation[] {
  if (releases.includes(required)) return [];
  const newest = releases.toSorted((left, right) => (isOlder(left, right) ? 1 : -1)).at(0);
  const message = `requires ${required}, which has not been released (the newest release is ${newest}). Processes of the running version would break`;
  return [{ file, line: 1, rule: 'migration-expand', message }];
}

function isAllowed(statement: string, rules: readonly Allowed[], created: ReadonlySet<string>): boolean {
  return rules.some(({ statement: wanted, onlyOnNew, withNewColumn, unless }) => {
    const [found, object = '', columns = ''] = wanted.exec(statement) ?? [];
    if (found === undefined || unless?.test(statement) === true) return false;
    if (withNewColumn === true)
      return columns.split(', ').some((column) => created.has(`${object}.${column}`.toLowerCase()));
    return onlyOnNew === true ? isNew(statement, object, created) : !lacksDefault(statement);
  });
}

// Columns that a statement adds, as `table.column`, and that are empty in rows of the previous version.
function listEmptyColumns(statement: string): string[] {
  const [, table] = pattern('ALTER TABLE NAME ADD COLUMN ').exec(statement) ?? [];
  if (table === undefined) return [];
  const [, ...columns] = statement.split(/\bADD COLUMN (?:IF NOT EXISTS )?/i);
  return columns
    .filter((column) => !/\bDEFAULT\b/i.test(column))
    .map((column) => `${table}.${/^\w+/.exec(column)?.[0] ?? ''}`.toLowerCase());
}

// Privileges can be revoked for several objects in one statement.
function isNew(statement: string, object: string, created: ReadonlySet<string>): boolean {
  if (!/^REVOKE/i.test(statement)) return created.has(object.toLowerCase());
  const [, list = ''] = /\bON (?:TABLE |FUNCTION |SEQUENCE )?([\s\S]*?) FROM /i.exec(statement) ?? [];
  return list
    .replaceAll(/\([^)]*\)/g, '')
    .split(',')
    .every((one) => created.has(one.trim().toLowerCase()));
}

function lacksDefault(statement: string): boolean {
  const [, ...columns] = statement.split(/\bADD COLUMN\b/i);
  return columns.some((column) => /\bNOT NULL\b/i.test(column) && !/\bDEFAULT\b/i.test(column));
}

// Comments are removed, and whitespace is reduced to single spaces. Function bodies are left as they are.
export function splitStatements(text: string): { statement: string; line: number }[] {
  const tokens = /--[^\n]*|\$\w*\$[\s\S]*?\$\w*\$|'(?:[^']|'')*'|;|[^-$';]+|[-$]/g;
  const statements: { statement: string; line: number }[] = [];
  let current = '';
  let start = 0;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (current.trim() === '') start = index + token.length - token.trimStart().length;
    if (token === ';') {
      if (current.trim() !== '') statements.push(finish(text, current, start));
      current = '';
    } else if (!token.startsWith('--')) current += token;
  }
  if (current.trim() !== '') statements.push(finish(text, current, start));
  return statements;
}

function finish(text: string, statement: string, start: number): { statement: string; line: number } {
  const line = text.slice(0, start).split('\n').length;
  return { statement: statement.trim().replaceAll(/\s+/g, ' '), line };
}
