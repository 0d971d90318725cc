import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderStatements } from './migration-sql.ts';
import { readMigrations } from '../../platform/migrations/read-migrations.ts';

const single = {};
const cluster = { cluster: 'main' };

describe('{{on_cluster}}', () => {
  const sql = 'CREATE TABLE IF NOT EXISTS a {{on_cluster}} (x UInt8);';

  it('vanishes on a single server', () => {
    expect(renderStatements(sql, single)).toEqual(['CREATE TABLE IF NOT EXISTS a  (x UInt8)']);
    expect(renderStatements(sql, { cluster: undefined })).toEqual(renderStatements(sql, single));
  });

  it('names the cluster, wherever it stands', () => {
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
  ])('keeps every character of the cluster name %j within its quotes', (name, expected) => {
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

  it('is replicated within each shard of a cluster', () => {
    expect(renderStatements('ENGINE = {{engine:MergeTree}}', cluster)).toEqual([
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}')",
    ]);
    expect(renderStatements('ENGINE = {{engine:ReplacingMergeTree(version)}}', cluster)).toEqual([
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version)",
    ]);
  });

  it('keeps brackets within its arguments on a cluster too', () => {
    expect(renderStatements('ENGINE = {{engine:SummingMergeTree((a, b))}}', cluster)).toEqual([
      "ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', (a, b))",
    ]);
    expect(renderStatements('ENGINE = {{engine_everywhere:SummingMergeTree((a, b))}}', cluster)).toEqual([
      "ENGINE = ReplicatedSummingMergeTree('/clickhouse/tables/{uuid}', '{shard}-{replica}', (a, b))",
    ]);
  });

  it('is filled each for itself where two stand on one line', () => {
    expect(renderStatements('{{engine:MergeTree(a)}} {{engine:SummingMergeTree((b))}}', single)).toEqual([
      'MergeTree(a) SummingMergeTree((b))',
    ]);
  });

  it('is replicated over all shards when every node holds the same rows', () => {
    expect(renderStatements('ENGINE = {{engine_everywhere:MergeTree}}', cluster)).toEqual([
      "ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}', '{shard}-{replica}')",
    ]);
  });
});

describe('the statements', () => {
  it('are split where a semicolon ends a line, with any line ends and with or without the last semicolon', () => {
    const expected = ['SELECT 1', 'SELECT\n  2', 'SELECT 3'];
    expect(renderStatements('SELECT 1;\nSELECT\n  2;  \n\nSELECT 3;\n', single)).toEqual(expected);
    expect(renderStatements('SELECT 1;\n\n;\nSELECT\n  2;\nSELECT 3', single)).toEqual(expected);
    expect(renderStatements('SELECT 1;\r\nSELECT 2;\r\n', single)).toEqual(['SELECT 1', 'SELECT 2']);
  });

  it('are not split at a semicolon within a line', () => {
    expect(renderStatements("SELECT ';' AS a, 'b;c';\n", single)).toEqual(["SELECT ';' AS a, 'b;c'"]);
  });

  it('come without the lines that are comments, in which a semicolon means nothing', () => {
    const sql = '-- Why;\nSELECT 1,\n  -- and then;\n  2;\n-- the end;\n';
    expect(renderStatements(sql, single).map((statement) => statement.replaceAll(/\s+/g, ' '))).toEqual([
      'SELECT 1, 2',
    ]);
  });

  it('are none for a file without any', () => {
    expect(renderStatements('', single)).toEqual([]);
    expect(renderStatements('-- nothing yet\n', cluster)).toEqual([]);
  });
});

describe('every migration of ours', () => {
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

  it('can be read and has statements', () => {
    expect(rendered.length).toBeGreaterThan(0);
  });

  it.each(rendered)('may run again after a crash half way through it: $title', ({ statement }) => {
    // A setting has no such words, and can be said twice.
    expect(statement).toMatch(/\bIF (NOT )?EXISTS\b|^ALTER TABLE [^(]+ MODIFY SETTING [\w\s=,]+$/);
  });

  it.each(rendered)('leaves no parameter unfilled: $title', ({ statement }) => {
    expect(statement).not.toMatch(/\{\{|\}\}/);
  });

  it.each(rendered)(
    'reaches every node of a cluster, and only then names one: $title',
    ({ statement, topology }) => {
      expect(statement.includes("ON CLUSTER 'main'")).toBe(topology === cluster);
    },
  );

  it.each(rendered)(
    'makes no table on a cluster that would not be replicated: $title',
    ({ statement, topology }) => {
      const engines = [...statement.matchAll(/ENGINE\s*=\s*(\w*MergeTree)/g)].map((match) => match[1] ?? '');
      for (const engine of engines) expect(engine.startsWith('Replicated')).toBe(topology === cluster);
    },
  );
});
