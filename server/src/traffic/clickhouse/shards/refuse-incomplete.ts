import type { ClickHouseClient } from '../client.ts';
import { requireKnownShards } from './require-shards.ts';

// Much shorter than the time between adding a shard and its first rows (`growthDelayMs`).
const recheckMs = 60_000;

/**
 * Returns a client whose queries fail as soon as shards exist that this process does not read from, because their
 * results would lack rows. Asks once a minute.
 */
export function refuseIncomplete(
  client: ClickHouseClient,
  { shards, now = Date.now }: { shards: number; now?: () => number },
): ClickHouseClient {
  let checked: { atMs: number; result: Promise<void> } | undefined;
  const check = () => {
    const atMs = now();
    if (checked !== undefined && atMs < checked.atMs + recheckMs) return checked.result;
    const result = requireKnownShards(client, shards, atMs + recheckMs);
    checked = { atMs, result };
    // A check that failed, also because the server was unavailable, is repeated for the next query.
    result.catch(() => (checked = undefined));
    return result;
  };
  const query: ClickHouseClient['query'] = async (parameters) => {
    await check();
    return await client.query(parameters);
  };
  return Object.create(client, { query: { value: query } }) as ClickHouseClient;
}
