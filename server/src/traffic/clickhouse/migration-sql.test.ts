import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderStatements } from './migration-sql.ts';
import { readMigrations } from '../../platform/migrations/read-migrations.ts';

const single = {};
const cluster = { cluster: 'main' };

describe('{{on_cluster}}', () => {
  const sql = 'CREATE TABLE IF NOT EXISTS a {{on_cluster}} (x UInt8);';

  it('is removed on a single server', () => {
    expect(renderStatements(sql, single)).toEqual(['CREATE TABLE IF NOT EXISTS a  (x UInt8)']);
    expect(renderStatements(sql, { cluster: undefined })).toEqual(renderStatements(sql, single));
  });

  it('becomes ON CLUSTER at every occurrence', () => {
    expect(renderStatements(`${sql}\nDROP TABLE IF EXISTS b {{on_cluster}};`, cluster)).toEqual([
      "CREATE TABLE IF NOT EXISTS a ON CLUSTER 'main' (x UInt8)",
      "DROP TABLE IF EXISTS b ON CLUSTER 'main'",
    ]);
  });

  it.each([
    ["o'brien", String.raw`DROP TABLE IF EXISTS a ON CLUSTER 'o\'brien'`],
    ['c\\', String.raw`DROP TABLE IF EXISTS a ON CLUSTER 'c\\'`],
    ["c\\'", String.raw`DROP TABLE IF EXISTS a ON CLUSTER 'c\\\''`],
    ['c$&d', "DROP TABLE IF EXISTS a ON CLUSTER 'c$&d'"],
    ["c$'d", String.raw`DROP TABLE IF EXISTS a ON CLUSTER 'c$\'d'`],
    ['c$$d', "DROP TABLE IF EXISTS a ON CLUSTER 'c$$d'"],
  ])('escapes the cluster name %j', (name, expected) => {
    expect(renderStatements('DROP TABLE IF EXISTS a {{on_cluster}}', { cluster: name })).toEqual([expected]);
  });
});

describe('{{engine:…}}', () => {
  it.each([
    ['{{engine:MergeTree}}', 'MergeTree'],
    ['{{engine:MergeTree()}}', 'MergeTree'],
    ['{{engine:ReplacingMergeTree(version, is_deleted)}}', 'ReplacingMergeTree(version, is_deleted)'],
    ['{{engine:SummingMergeTree((a, b))}}', 'SummingMergeTree((a, b))'],
    ['{{engine_everywhere:SummingMergeTree((a, b))}}', 'SummingMergeTree((a, b))'],
    ['{{engine_everywhere:MergeTree}}', 'MergeTree'],
    ['{{engine:ReplacingMergeTree(\n  version\n)}}', 'ReplacingMergeTree(\n  version\n)'],
    ['{{engine_everywhere:ReplacingMergeTree(version)}}', 'ReplacingMergeTree(version)'],
  ])('renders %s on a single server as %s', (template, expected) => {
    expect(renderStatements(`ENGINE = ${template}`, single)).toEqual([`ENGINE = ${expected}`]);
  });

  it('uses replicas within each shard of a cluster', () => {
    expect(renderStatements('ENGINE = {{engine:MergeTree}}', cluster)).toEqual([
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')",
    ]);
    expect(renderStatements('ENGINE = {{engine:ReplacingMergeTree(version)}}', cluster)).toEqual([
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)",
    ]);
  });

  it('keeps parentheses in its arguments on a cluster', () => {
    expect(renderStatements('ENGINE = {{engine:SummingMergeTree((a, b))}}', cluster)).toEqual([
      "ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (a, b))",
    ]);
    expect(renderStatements('ENGINE = {{engine_everywhere:SummingMergeTree((a, b))}}', cluster)).toEqual([
      "ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}', '{shard}-{replica}', (a, b))",
    ]);
  });

  it('is replaced separately for two occurrences on one line', () => {
    expect(renderStatements('{{engine:MergeTree(a)}} {{engine:SummingMergeTree((b))}}', single)).toEqual([
      'MergeTree(a) SummingMergeTree((b))',
    ]);
  });

  it('uses replicas across all shards for engine_everywhere', () => {
    expect(renderStatements('ENGINE = {{engine_everywhere:MergeTree}}', cluster)).toEqual([
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}', '{shard}-{replica}')",
    ]);
  });
});

describe('renderStatements', () => {
  it('splits at semicolons at the end of a line, with LF or CRLF and with or without a final semicolon', () => {
    const expected = ['SELECT 1', 'SELECT\n  2', 'SELECT 3'];
    expect(renderStatements('SELECT 1;\nSELECT\n  2;  \n\nSELECT 3;\n', single)).toEqual(expected);
    expect(renderStatements('SELECT 1;\n\n;\nSELECT\n  2;\nSELECT 3', single)).toEqual(expected);
    expect(renderStatements('SELECT 1;\r\nSELECT 2;\r\n', single)).toEqual(['SELECT 1', 'SELECT 2']);
  });

  it('does not split at a semicolon within a line', () => {
    expect(renderStatements("SELECT ';' AS a, 'b;c';\n", single)).toEqual(["SELECT ';' AS a, 'b;c'"]);
  });

  it('removes comment lines and ignores their semicolons', () => {
    const sql = '-- Why;\nSELECT 1,\n  -- and then;\n  2;\n-- the end;\n';
    expect(renderStatements(sql, single).map((statement) => statement.replaceAll(/\s+/g, ' '))).toEqual([
      'SELECT 1, 2',
    ]);
  });

  it('returns nothing for a file without statements', () => {
    expect(renderStatements('', single)).toEqual([]);
    expect(renderStatements('-- nothing yet\n', cluster)).toEqual([]);
  });
});

describe('the ClickHouse migrations', () => {
  const directory = join(import.meta.dirname, '..', '..', '..', 'migrations', 'clickhouse');
  const rendered = readMigrations(directory).flatMap(({ version, name, sql }) =>
    [single, cluster].flatMap((topology) =>
      renderStatements(sql, topology).map((statement) => ({
        title: `${version} ${name} ${topology === cluster ? 'on a cluster' : 'on one server'}`,
        statement,
        topology,
      })),
    ),
  );

  it('contain statements', () => {
    expect(rendered.length).toBeGreaterThan(0);
  });

  it.each(rendered)('can be repeated after a crash: $title', ({ statement }) => {
    // MODIFY SETTING does not support IF EXISTS but can be repeated.
    expect(statement).toMatch(/\bIF (NOT )?EXISTS\b|^ALTER TABLE [^(]+ MODIFY SETTING [\w\s=,]+$/);
  });

  it.each(rendered)('have no unreplaced parameter: $title', ({ statement }) => {
    expect(statement).not.toMatch(/\{\{|\}\}/);
  });

  it.each(rendered)('have ON CLUSTER only on a cluster: $title', ({ statement, topology }) => {
    expect(statement.includes("ON CLUSTER 'main'")).toBe(topology === cluster);
  });

  it.each(rendered)('create replicated tables only on a cluster: $title', ({ statement, topology }) => {
    const engines = [...statement.matchAll(/ENGINE\s*=\s*(\w*MergeTree)/g)].map((match) => match[1] ?? '');
    for (const engine of engines) expect(engine.startsWith('Replicated')).toBe(topology === cluster);
  });
});
