import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { describe, expect, inject, test } from 'vitest';
import {
  migratePostgres,
  pendingPostgres,
  withMigrationLock,
} from '../../src/platform/migrations/postgres-history.ts';
import { readMigrations, type Migration } from '../../src/platform/migrations/read-migrations.ts';
import {
  migratePostgresSchema,
  migrateTrafficSchema,
  pendingMigrations,
  requireCurrentSchema,
} from '../../src/start/migrate.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { freshClickHouseUrl, makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { renderStatements } from '../../src/traffic/clickhouse/migration-sql.ts';
import { migrateClickHouse, pendingClickHouse } from '../../src/traffic/clickhouse/migration-history.ts';

function migrationsOf(files: Record<string, string>): Migration[] {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-migrations-'));
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(directory, name), sql);
  const migrations = readMigrations(directory);
  rmSync(directory, { recursive: true });
  return migrations;
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // If there are several statements, returns the rows of the last statement.
    const results = [await client.query(sql)].flat();
    return (results.at(-1)?.rows ?? []) as Row[];
  } finally {
    await client.end();
  }
}

async function describeSchema(url: string): Promise<unknown[]> {
  return await query(
    url,
    `SELECT 'column' AS kind, table_name || '.' || column_name AS name, data_type || is_nullable || coalesce(column_default, '') AS definition
       FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT 'constraint', conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT 'policy', tablename || '.' || policyname, coalesce(qual, '') || coalesce(with_check, '') FROM pg_policies WHERE schemaname = 'public'
     UNION ALL SELECT 'history', version::text, name || checksum || applied_at FROM schema_migrations
     ORDER BY 1, 2, 3`,
  );
}

const waitingMigrations = `SELECT FROM pg_stat_activity WHERE datname = current_database()
  AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE%'`;

const addColumn = {
  '0001_first.sql': 'CREATE TABLE first (id int);',
  '0002_second.sql': 'ALTER TABLE first ADD COLUMN name text;',
};

describe('PostgreSQL migrations', () => {
  test('bring an empty database to the latest version, and a second run changes nothing', async () => {
    const url = await makeDatabase();
    const first = await migratePostgresSchema(url);
    expect(first.applied).toHaveLength(first.version);
    const before = await describeSchema(url);
    const second = await migratePostgresSchema(url);
    expect(second.applied).toEqual([]);
    expect(await describeSchema(url)).toEqual(before);
    await expect(requireCurrentSchema({ postgres: url })).resolves.toBeUndefined();
  });

  test('are required before the database can be used', async () => {
    const url = await makeDatabase();
    await expect(requireCurrentSchema({ postgres: url })).rejects.toThrow(/Run `waypost migrate` first/);
  });

  test('apply each migration exactly once when many processes start together', async () => {
    const url = await makeDatabase();
    const migrations = migrationsOf(addColumn);
    const results = await Promise.all(Array.from({ length: 8 }, () => migratePostgres(url, migrations)));
    expect(results.map((result) => result.applied.length).filter((count) => count > 0)).toEqual([2]);
  });

  test('roll back completely when one migration fails', async () => {
    const url = await makeDatabase();
    const broken = migrationsOf({
      ...addColumn,
      '0003_broken.sql': 'CREATE TABLE third (id int); SELECT 1 / 0;',
    });
    await expect(migratePostgres(url, broken)).rejects.toThrow(
      /0003_broken failed and was rolled back\. Fix this error and try again: division by zero/,
    );
    expect(await query(url, `SELECT to_regclass('first') AS found`)).toEqual([{ found: null }]);
    expect((await migratePostgres(url, migrationsOf(addColumn))).applied).toHaveLength(2);
  });

  test('ignore the timeouts that the server sets for other statements', async () => {
    const url = new URL(await makeDatabase());
    const limits = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'];
    url.searchParams.set('options', limits.map((name) => `-c ${name}=1000`).join(' '));
    const slow = migrationsOf({ '0001_slow.sql': 'SELECT pg_sleep(1.5);' });
    expect((await migratePostgres(url.href, slow)).applied).toEqual(['0001_slow']);
    await withMigrationLock(url.href, () => sleep(1_500));
  });

  test('reject an edited migration file and change nothing', async () => {
    const url = await makeDatabase();
    await migratePostgres(url, migrationsOf({ '0001_first.sql': addColumn['0001_first.sql'] }));
    const edited = migrationsOf({ ...addColumn, '0001_first.sql': 'CREATE TABLE first (id bigint);' });
    await expect(migratePostgres(url, edited)).rejects.toThrow(
      /migration 1 \(first\) was applied with different content/,
    );
    expect(await query(url, 'SELECT version FROM schema_migrations')).toEqual([{ version: 1 }]);
  });

  test('accept a schema to which a newer version has only added', async () => {
    const url = await makeDatabase();
    await migratePostgres(url, migrationsOf(addColumn));
    const older = migrationsOf({ '0001_first.sql': addColumn['0001_first.sql'] });
    expect((await migratePostgres(url, older)).applied).toEqual([]);
    expect(await pendingPostgres(url, older)).toEqual([]);
  });

  test('reject a schema from which a newer version has removed something, and say what to do', async () => {
    const url = await makeDatabase();
    const contract = { '0002_requires_99_0_0_drop.sql': 'ALTER TABLE first DROP COLUMN id;' };
    const first = { '0001_first.sql': addColumn['0001_first.sql'] };
    await migratePostgres(url, migrationsOf({ ...first, ...contract }));
    const older = migrationsOf(first);
    await expect(migratePostgres(url, older)).rejects.toThrow(
      /migration 2 \(requires_99_0_0_drop\) requires Waypost 99\.0\.0 or newer/,
    );
    await expect(pendingPostgres(url, older)).rejects.toThrow(/newer Waypost/);
  });

  test('wait for a lock only briefly at a time, so that other statements on the table are not held up', async () => {
    const url = await makeDatabase();
    await migratePostgres(url, migrationsOf({ '0001_first.sql': addColumn['0001_first.sql'] }));
    const reader = new Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN');
    await reader.query('SELECT FROM first');
    const migrating = migratePostgres(url, migrationsOf(addColumn));
    await waitUntil(async () => (await query(url, waitingMigrations)).length > 0);
    // Waits behind the migration, which gives up its place.
    await query(url, 'SELECT FROM first');
    await reader.end();
    expect((await migrating).applied).toEqual(['0002_second']);
  });

  test('reject a database from a development version before 0.9.0 and change nothing', async () => {
    const url = await makeDatabase();
    await migratePostgres(
      url,
      migrationsOf({ '0001_workspaces_people_keys.sql': 'CREATE TABLE workspaces ();' }),
    );
    const before = await describeSchema(url);
    for (const attempt of [() => migratePostgresSchema(url), () => requireCurrentSchema({ postgres: url })])
      await expect(attempt()).rejects.toThrow(
        /^the PostgreSQL schema was created by a development version of Waypost before 0\.9\.0 and cannot be upgraded\. Use an empty database or a new data directory/,
      );
    expect(await describeSchema(url)).toEqual(before);
  });

  test('name a role that a second owner on the same server lacks, and succeed once the roles are granted', async () => {
    const name = `owner_${randomBytes(4).toString('hex')}`;
    await query(inject('superuserUrl'), `CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD 'secret'`);
    await query(inject('superuserUrl'), `CREATE DATABASE ${name} OWNER ${name}`);
    const url = Object.assign(new URL(inject('superuserUrl')), {
      username: name,
      password: 'secret',
      pathname: `/${name}`,
    }).href;
    await expect(migratePostgresSchema(url)).rejects.toThrow(
      /failed and was rolled back\. Fix this error and try again: permission denied to grant role "waypost_app"/,
    );
    await query(
      inject('superuserUrl'),
      `GRANT waypost_app, waypost_system TO ${name} WITH INHERIT FALSE, SET TRUE`,
    );
    expect((await migratePostgresSchema(url)).applied.length).toBeGreaterThan(0);
  });

  test('report an unreachable server in one sentence', async () => {
    await expect(migratePostgres('postgres://nobody@127.0.0.1:1/none', [])).rejects.toThrow(
      /^PostgreSQL cannot be reached: /,
    );
  });
});

describe('PostgreSQL migrations for the traffic store', () => {
  const makeTrafficDatabase = async () => {
    const url = await makeDatabase();
    await migratePostgresSchema(url);
    return { postgres: url, traffic: { store: 'postgres', url } } as const;
  };

  test('bring the traffic schema to the latest version without touching other tables, and a second run changes nothing', async () => {
    const engines = await makeTrafficDatabase();
    const before = await describeSchema(engines.postgres);
    const pending = await pendingMigrations(engines);
    expect(pending.length).toBeGreaterThan(0);
    await expect(requireCurrentSchema(engines)).rejects.toThrow(/Run `waypost migrate` first/);
    expect((await migrateTrafficSchema(engines, undefined)).applied).toHaveLength(pending.length);
    expect((await migrateTrafficSchema(engines, undefined)).applied).toEqual([]);
    expect(await pendingMigrations(engines)).toEqual([]);
    await expect(requireCurrentSchema(engines)).resolves.toBeUndefined();
    expect(await describeSchema(engines.postgres)).toEqual(before);
  });

  test('apply each migration exactly once when many processes start together', async () => {
    const engines = await makeTrafficDatabase();
    const results = await Promise.all(
      Array.from({ length: 6 }, () => migrateTrafficSchema(engines, undefined)),
    );
    expect(results.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });

  test('reject traffic from a development version before 0.9.0', async () => {
    const engines = await makeTrafficDatabase();
    const history = { engine: 'PostgreSQL traffic', schema: 'traffic', table: 'traffic.schema_migrations' };
    await migratePostgres(engines.postgres, migrationsOf({ '0001_traffic.sql': 'SELECT 1;' }), history);
    await expect(migrateTrafficSchema(engines, undefined)).rejects.toThrow(
      /^the PostgreSQL traffic schema was created by a development version of Waypost before 0\.9\.0/,
    );
  });
});

describe.skipIf(!hasClickHouse)(`ClickHouse migrations${needsClickHouse}`, () => {
  const lockUrl = inject('postgresUrl');
  const tables = {
    '0001_first.sql':
      'CREATE TABLE IF NOT EXISTS first {{on_cluster}} (id UInt64) ENGINE = {{engine:MergeTree}} ORDER BY id;',
    '0002_second.sql':
      'CREATE TABLE IF NOT EXISTS second {{on_cluster}} (id UInt64, at DateTime) ENGINE = {{engine:ReplacingMergeTree(at)}} ORDER BY id;',
  };
  const migrate = (url: string, migrations: Migration[]) =>
    migrateClickHouse({ url, lockUrl, migrations, topology: {} });

  async function select<Row>(url: string, sql: string): Promise<Row[]> {
    const client = openClickHouse(url);
    try {
      return await (await client.query({ query: sql, format: 'JSONEachRow' })).json<Row>();
    } finally {
      await client.close();
    }
  }

  test('bring an empty server to the latest version, and a second run changes nothing', async () => {
    const traffic = { store: 'clickhouse', url: freshClickHouseUrl() } as const;
    const engines = { postgres: lockUrl, traffic };
    const pending = await pendingMigrations({ traffic });
    expect(pending.length).toBeGreaterThan(0);
    expect((await migrateTrafficSchema(engines, undefined)).applied).toHaveLength(pending.length);
    expect((await migrateTrafficSchema(engines, undefined)).applied).toEqual([]);
    expect(await pendingMigrations({ traffic })).toEqual([]);
  });

  test('write each history row once when many processes start together', async () => {
    const url = freshClickHouseUrl();
    await Promise.all(Array.from({ length: 6 }, () => migrate(url, migrationsOf(tables))));
    expect(
      await select(
        url,
        'SELECT version, count() AS lines FROM schema_migrations GROUP BY version ORDER BY version',
      ),
    ).toEqual([
      { version: 1, lines: 1 },
      { version: 2, lines: 1 },
    ]);
    expect(
      await select(
        url,
        `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name IN ('first', 'second') ORDER BY name`,
      ),
    ).toEqual([{ engine: 'MergeTree' }, { engine: 'ReplacingMergeTree' }]);
  });

  test('complete a partially applied migration on the next run', async () => {
    const url = freshClickHouseUrl();
    const broken = migrationsOf({
      '0001_first.sql': `${tables['0001_first.sql']}\nCREATE TABLE IF NOT EXISTS other (id NoSuchType) ENGINE = Memory;`,
    });
    await expect(migrate(url, broken)).rejects.toThrow(
      /0001_first failed and will start from the beginning next time\. Fix this error and try again/,
    );
    expect((await migrate(url, migrationsOf(tables))).applied).toEqual(['0001_first', '0002_second']);
  });

  test('complete the latest migration on the next run when it stopped after any of its statements', async () => {
    const ours = readMigrations(join(import.meta.dirname, '../../migrations/clickhouse'));
    const statements = renderStatements(ours.at(-1)?.sql ?? '', {});
    for (const cut of statements.keys()) {
      const url = freshClickHouseUrl();
      await migrate(url, ours.slice(0, -1));
      const client = openClickHouse(url);
      for (const statement of statements.slice(0, cut + 1)) await client.command({ query: statement });
      await client.close();
      expect((await migrate(url, ours)).applied).toHaveLength(1);
      expect(await select(url, 'SELECT count() AS rows FROM events')).toEqual([{ rows: 0 }]);
    }
  });

  test('ignore the execution time limit that the server sets for other statements', async () => {
    const url = new URL(freshClickHouseUrl());
    url.searchParams.set('clickhouse_setting_max_execution_time', '1');
    const slow = migrationsOf({
      '0001_slow.sql': 'SELECT sleepEachRow(0.5) FROM numbers(3) SETTINGS max_block_size = 1;',
    });
    expect((await migrate(url.href, slow)).applied).toEqual(['0001_slow']);
  });

  test('reject traffic from a development version before 0.9.0', async () => {
    const url = freshClickHouseUrl();
    await migrate(url, migrationsOf({ '0001_write_probe.sql': 'SELECT 1;' }));
    const traffic = { store: 'clickhouse', url } as const;
    await expect(migrateTrafficSchema({ postgres: lockUrl, traffic }, undefined)).rejects.toThrow(
      /^the ClickHouse schema was created by a development version of Waypost before 0\.9\.0/,
    );
  });

  test('reject an edited file, and a newer schema from which something was removed', async () => {
    const url = freshClickHouseUrl();
    await migrate(url, migrationsOf(tables));
    await expect(migrate(url, migrationsOf({ ...tables, '0002_second.sql': 'SELECT 1;' }))).rejects.toThrow(
      /different content/,
    );
    const older = migrationsOf({ '0001_first.sql': tables['0001_first.sql'] });
    expect(await pendingClickHouse(url, older)).toEqual([]);
    const contract = { '0003_requires_99_0_0_drop.sql': 'DROP TABLE IF EXISTS second;' };
    await migrate(url, migrationsOf({ ...tables, ...contract }));
    await expect(migrate(url, older)).rejects.toThrow(/newer Waypost/);
    await expect(pendingClickHouse(url, older)).rejects.toThrow(/newer Waypost/);
  });
});
