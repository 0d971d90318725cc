import type { PoolClient } from 'pg';
import { trafficColumns } from '../../domain/traffic/columns.ts';
import { visitLate, visitUnknown } from '../../domain/traffic/reasons.ts';
import type { Completion, RowsToComplete } from '../traffic-store.ts';
import { joinVisits } from './click-rows.ts';
import type { TrafficConnections } from './connections.ts';
import { preferLookUps, visitOf } from './find-visits.ts';
import { deleteRows, given, incoming, makeRoom, storeIncoming } from './store-rows.ts';

const limits = { timeoutMs: 20_000 };

// As the index says it, which is how it is found.
const findLate = `SELECT click.visit_id AS "visitId", click.id FROM traffic.events AS click
  WHERE click.visit_id IS NOT NULL AND '${visitUnknown}' = ANY(click.reasons) AND click.time >= $1::bigint
    AND EXISTS (SELECT FROM (${visitOf('click')}) AS visit)
  ORDER BY click.time LIMIT $2::bigint`;

const againCells = trafficColumns.map((name) =>
  name === 'reasons' ? `array_append(array_remove(reasons, '${visitUnknown}'), '${visitLate}')` : name,
);

const giveAgain = `INSERT INTO ${given} (${trafficColumns.join(', ')}) SELECT ${againCells.join(', ')} FROM ${incoming};
  DELETE FROM ${incoming}`;

/** Takes the rows out and stores them anew with their visits, sums included, in one transaction. */
export async function completeClicks(
  connections: TrafficConnections,
  { sinceMs, rowsMax }: RowsToComplete,
): Promise<Completion> {
  const completed = await connections.asSystem(limits, async (client) => {
    await preferLookUps(client);
    const { rows } = await client.query<{ visitId: string; id: string }>(findLate, [sinceMs, rowsMax]);
    return rows.length === 0 ? 0 : await storeAgain(client, rows);
  });
  return { completed, corrections: [] };
}

async function storeAgain(
  client: PoolClient,
  rows: readonly { visitId: string; id: string }[],
): Promise<number> {
  await makeRoom(client);
  // Somebody else who is doing the same has them when this waits for them, and they are complete afterwards.
  await deleteRows(
    client,
    `visit_id = ANY($1::uuid[]) AND (visit_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
      AND '${visitUnknown}' = ANY(reasons)`,
    [rows.map(({ visitId }) => visitId), rows.map(({ id }) => id)],
  );
  const { rowCount } = await client.query(`SELECT FROM ${incoming}`);
  await client.query(giveAgain);
  await joinVisits(client);
  await storeIncoming(client);
  return rowCount ?? 0;
}
