import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '../client.ts';

// `moving`: no rows are accepted for now. `moved` is final.
type Fence = 'none' | 'moving' | 'moved';

// Constraints of the table that no row meets. Every process that inserts rows gets an error that it retries later.
const constraints = { moving: 'traffic_is_being_moved', moved: 'traffic_was_moved' } as const;
const pollMs = 100;

// Imports the client when it is needed, because the supervisor uses this.
export async function withClickHouse<Result>(
  url: string,
  work: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result> {
  const { openClickHouse } = await import('../client.ts');
  const client = openClickHouse(url);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

export async function readFence(client: ClickHouseClient): Promise<Fence> {
  const result = await client.query({
    query: `SELECT create_table_query AS definition FROM system.tables
      WHERE database = currentDatabase() AND name = 'events'`,
    format: 'JSONEachRow',
  });
  const [{ definition } = { definition: '' }] = await result.json<{ definition: string }>();
  if (definition.includes(constraints.moved)) return 'moved';
  return definition.includes(constraints.moving) ? 'moving' : 'none';
}

// From now on, no rows are accepted. Waits for inserts that are running, because they do not see the constraint.
export async function raiseFence(client: ClickHouseClient): Promise<void> {
  await addConstraint(client, constraints.moving);
  const running = await listInserts(client);
  while ((await listInserts(client)).some((id) => running.includes(id))) await sleep(pollMs);
}

export async function dropFence(client: ClickHouseClient): Promise<void> {
  await client.command({ query: `ALTER TABLE events DROP CONSTRAINT IF EXISTS ${constraints.moving}` });
}

// Decides that the traffic is in another place now.
export async function completeFence(client: ClickHouseClient): Promise<void> {
  await addConstraint(client, constraints.moved);
}

async function addConstraint(client: ClickHouseClient, name: string): Promise<void> {
  await client.command({ query: `ALTER TABLE events ADD CONSTRAINT IF NOT EXISTS ${name} CHECK 1 = 0` });
}

async function listInserts(client: ClickHouseClient): Promise<string[]> {
  const result = await client.query({
    query: "SELECT query_id AS id FROM system.processes WHERE query_kind = 'Insert'",
    format: 'JSONEachRow',
  });
  return (await result.json<{ id: string }>()).map(({ id }) => id);
}

const heldProblem = 'The traffic is being moved to another server.';

// Changes of rows could be missing from the copy, so they are not reported as done while the traffic is being moved.
export async function findHeldProblem(client: ClickHouseClient): Promise<string | undefined> {
  return (await readFence(client)) === 'none' ? undefined : heldProblem;
}

// What the table contains, as far as it can change without a merge.
export async function readState(client: ClickHouseClient): Promise<string> {
  const result = await client.query({
    query: `SELECT toString(groupArray((partition, block))) AS state FROM (
        SELECT partition_id AS partition, max(max_block_number) AS block FROM system.parts
        WHERE active AND database = currentDatabase() AND table = 'events' GROUP BY partition ORDER BY partition)
      UNION ALL SELECT toString(count()) AS state FROM system.mutations
        WHERE database = currentDatabase() AND table = 'events' ORDER BY state`,
    format: 'JSONEachRow',
  });
  return JSON.stringify(await result.json());
}

export async function waitForMutations(client: ClickHouseClient): Promise<void> {
  for (;;) {
    const result = await client.query({
      query: `SELECT count() AS running FROM system.mutations
        WHERE database = currentDatabase() AND table = 'events' AND NOT is_done AND latest_fail_reason = ''`,
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ running: string }>();
    if (Number(row?.running ?? 0) === 0) return;
    await sleep(pollMs);
  }
}
