import { Client } from 'pg';
import { inject } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { testSecrets } from '../../src/testing/http/api-server.ts';
import { spoolLines } from '../../src/testing/spool/lines.ts';
import { buildVisitRow } from '../../src/testing/spool/rows.ts';
import { openTraffic } from '../../src/testing/traffic/open-traffic.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { makeIsolatedWorkspace } from '../../src/testing/workspaces/two-workspaces.ts';

export async function makeMigratedDatabase(): Promise<string> {
  const postgres = await makeDatabase();
  await migratePostgresSchema(postgres);
  await migrateTrafficSchema({ postgres, traffic: { store: 'postgres', url: postgres } }, undefined);
  return postgres;
}

// Fills nearly every table, with two workspaces and traffic in three months.
export async function fillDatabase(url: string): Promise<void> {
  const database = new Database(url, { connectionsMax: 4, secret: testSecrets.sessionSecret });
  const traffic = openTraffic({ store: 'postgres', url });
  const { ids } = await makeIsolatedWorkspace(database);
  await makeIsolatedWorkspace(database);
  const months = [Date.UTC(2026, 0, 31), Date.UTC(2026, 1, 1), Date.UTC(2026, 10, 19)];
  for (const timeMs of months) {
    const id = newId(timeMs);
    const columns = { workspace_id: ids.workspace, campaign_id: ids.campaign, id, visit_id: id };
    const row = buildVisitRow({ ...columns, token1: String.raw`a\tb\\N\né` }, timeMs);
    const outcome = await traffic.targets.visits.insert(
      `batch-${timeMs}`,
      spoolLines(`batch-${timeMs}`, [row]),
    );
    if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
  }
  await traffic.close();
  await database.close();
}

export async function asSuperuser<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: superuserUrl(url) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export function superuserUrl(url: string): string {
  return Object.assign(new URL(inject('superuserUrl')), { pathname: new URL(url).pathname }).href;
}

// Returns all rows of all tables, read directly, without the code under test.
export async function readContents(url: string): Promise<Record<string, string[]>> {
  return await asSuperuser(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables
      WHERE schemaname IN ('public', 'traffic') AND tablename <> 'schema_migrations' ORDER BY 1`,
    );
    const contents: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(
        `SELECT one::text AS row FROM ${name} AS one ORDER BY 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
    return contents;
  });
}
