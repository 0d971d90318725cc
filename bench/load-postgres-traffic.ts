import type { Pool } from 'pg';
import { incoming, createTempTables, storeIncoming } from '../server/src/traffic/postgres/store-rows.ts';
import { drawProgress } from './draw-progress.ts';
import { insertStatements, stepMs } from './postgres-data.ts';
import { daysWanted, firstMs } from './reports-data.ts';

const chunk = 50_000;

type Wanted = { workspaceId: string; campaignIds: readonly string[]; base: number; visits: number };

/** Inserts generated rows with the statements that the product uses, which also fill the rollups. */
export async function loadPostgresTraffic(
  pool: Pool,
  { workspaceId, campaignIds, base, visits }: Wanted,
): Promise<void> {
  const startedAt = performance.now();
  const statements = insertStatements(incoming);
  for (let first = base; first < base + visits; first += chunk) {
    const client = await pool.connect();
    try {
      await client.query(`BEGIN; SET LOCAL ROLE waypost_system; SET LOCAL synchronous_commit = off`);
      await client.query('SELECT traffic.make_months($1)', [[firstMs, firstMs + daysWanted * 86_400_000]]);
      await createTempTables(client);
      const last = Math.min(first + chunk, base + visits) - 1;
      for (const text of statements)
        await client.query(text, [first, last, base, stepMs(visits), workspaceId, [...campaignIds]]);
      await storeIncoming(client);
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    drawProgress((first + chunk - base) / visits, performance.now() - startedAt);
  }
  process.stderr.write('\n');
}
