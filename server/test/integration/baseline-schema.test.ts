import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { migratePostgres } from '../../src/platform/migrations/postgres-history.ts';
import { readMigrations } from '../../src/platform/migrations/read-migrations.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { freshClickHouseUrl, makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { openClickHouse } from '../../src/traffic/clickhouse/client.ts';
import { migrateClickHouse } from '../../src/traffic/clickhouse/migration-history.ts';
import { fingerprintSchema, listClickHouseTables, listSchema } from './schema-listing.ts';

// Applies only the files of the baseline, because later migrations change the schema.
const baselineFiles = { postgres: 10, 'postgres-traffic': 1, clickhouse: 1 };
const baseline = (folder: keyof typeof baselineFiles) =>
  readMigrations(join(import.meta.dirname, '../../migrations', folder)).slice(0, baselineFiles[folder]);

// Hashes depend on the major version of the database. After an upgrade, check that the baseline files have not changed
// since the last release, then write the new hashes to the file.
const fingerprint = readFileSync(join(import.meta.dirname, 'baseline-fingerprint.txt'), 'utf8').split('\n');
const expected = (schema: string) =>
  fingerprint.flatMap((line) => (line.startsWith(`${schema}.`) ? [line.slice(schema.length + 1)] : []));

describe('the baseline migrations', () => {
  test('create the same PostgreSQL schema and rows as the migrations before 0.9.0', async () => {
    const url = await makeDatabase();
    await migratePostgres(url, baseline('postgres'));
    const traffic = { engine: 'PostgreSQL traffic', schema: 'traffic', table: 'traffic.schema_migrations' };
    await migratePostgres(url, baseline('postgres-traffic'), traffic);
    const asSuperuser = Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(url).pathname });
    for (const schema of ['public', 'traffic'])
      expect(fingerprintSchema(await listSchema(asSuperuser.href, schema)), schema).toEqual(expected(schema));
  });

  test.skipIf(!hasClickHouse)(
    `create the same ClickHouse tables as the migrations before 0.9.0${needsClickHouse}`,
    async () => {
      const url = freshClickHouseUrl();
      const migrations = baseline('clickhouse');
      await migrateClickHouse({ url, lockUrl: inject('postgresUrl'), migrations, topology: {} });
      const client = openClickHouse(url);
      const tables = await listClickHouseTables(client);
      await client.close();
      expect(fingerprintSchema(tables)).toEqual(expected('clickhouse'));
    },
  );
});
