import { openClickHouse, type ClickHouseClient } from '../client.ts';
import { findLayoutProblem, readRecordedLayout } from './recorded-layout.ts';
import type { ShardLayout } from './shard-layout.ts';

type Shard = { client: ClickHouseClient; shard: number; readLayout: () => Promise<ShardLayout> };

export function openShards(urls: readonly string[]): Shard[] {
  return urls.map((url, shard) => {
    const client = openClickHouse(url);
    return { client, shard, readLayout: rememberLayout(client, { shard: shard + 1, count: urls.length }) };
  });
}

// Each server is asked for the layout before the first insert, because an edge starts without ClickHouse. A layout that
// changes later applies to later visits only, and the server then refuses rows that are sent to the wrong shard.
function rememberLayout(
  client: ClickHouseClient,
  place: { shard: number; count: number },
): () => Promise<ShardLayout> {
  let layout: ShardLayout | undefined;
  return async () => {
    if (layout !== undefined) return layout;
    const recorded = await readRecordedLayout(client);
    const problem = findLayoutProblem(recorded, place);
    if (problem !== undefined || recorded === undefined) throw new Error(problem);
    layout = recorded.layout;
    return layout;
  };
}
