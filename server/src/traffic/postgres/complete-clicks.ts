import type { PoolClient } from 'pg';
import { trafficColumns } from '../../domain/traffic/columns.ts';
import { visitLate, visitUnknown } from '../../domain/traffic/reasons.ts';
import type { Completion, RowsToComplete } from '../traffic-store.ts';
import { joinVisits } from './click-rows.ts';
import type { TrafficConnections } from './connections.ts';
import { preferIndexScans, visitOf } from './find-visits.ts';
import { unlessBeingMoved } from './move/being-moved.ts';
import { deleteRows, unjoined, incoming, createTempTables, storeIncoming } from './store-rows.ts';

const limits = { timeoutMs: 20_000 };

// The conditions must match the predicate of the partial index.
const findLate = `SELECT click.visit_id AS "visitId", click.id FROM traffic.events AS click
  WHERE click.visit_id IS NOT NULL AND '${visitUnknown}' = ANY(click.reasons) AND click.time >= $1::bigint
    AND EXISTS (SELECT FROM (${visitOf('click')}) AS visit)
  ORDER BY click.time LIMIT $2::bigint`;

const restoredCells = trafficColumns.map((name) =>
  name === 'reasons' ? `array_append(array_remove(reasons, '${visitUnknown}'), '${visitLate}')` : name,
);

const moveToUnjoined = `INSERT INTO ${unjoined} (${trafficColumns.join(', ')}) SELECT ${restoredCells.join(', ')} FROM ${incoming};
  DELETE FROM ${incoming}`;

/** Deletes the rows, stores them again joined with their visits, and updates the rollups, all in one transaction. */
export async function completeClicks(
  connections: TrafficConnections,
  { sinceMs, rowsMax }: RowsToComplete,
): Promise<Completion> {
  const complete = async () =>
    await connections.asSystem(limits, async (client) => {
      await preferIndexScans(client);
      const { rows } = await client.query<{ visitId: string; id: string }>(findLate, [sinceMs, rowsMax]);
      return rows.length === 0 ? 0 : await storeAgain(client, rows);
    });
  return { completed: await unlessBeingMoved(complete, 0), corrections: [] };
}

async function storeAgain(
  client: PoolClient,
  rows: readonly { visitId: string; id: string }[],
): Promise<number> {
  await createTempTables(client);
  // If another process is completing the same rows, this delete waits for that process and then no longer matches them.
  await deleteRows(
    client,
    `visit_id = ANY($1::uuid[]) AND (visit_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
      AND '${visitUnknown}' = ANY(reasons)`,
    [rows.map(({ visitId }) => visitId), rows.map(({ id }) => id)],
  );
  const { rowCount } = await client.query(`SELECT FROM ${incoming}`);
  await client.query(moveToUnjoined);
  await joinVisits(client);
  await storeIncoming(client);
  return rowCount ?? 0;
}
