import { expect, test } from 'vitest';
import type { ClickHouseClient } from '../client.ts';
import { refuseIncomplete } from './refuse-incomplete.ts';

// A server with one shard, to which a second one can be added.
function startServer() {
  const layout = [{ shard: 1, sinceMs: 0, shards: 1 }];
  const asked = { layout: 0, rows: 0 };
  let isAvailable = true;
  const query = ({ query: text }: { query: string }) => {
    const isLayout = text.includes('shard_layout');
    asked[isLayout ? 'layout' : 'rows'] += 1;
    if (!isAvailable) return Promise.reject(new Error('unavailable'));
    return Promise.resolve({ json: () => Promise.resolve(isLayout ? layout : []) });
  };
  return {
    client: { query } as unknown as ClickHouseClient,
    asked,
    addShard: (sinceMs: number) => void layout.push({ shard: 1, sinceMs, shards: 2 }),
    setAvailable: (value: boolean) => void (isAvailable = value),
  };
}

const select = { query: 'SELECT 1 FROM events' };

test('asks for the layout once a minute', async () => {
  const { client, asked } = startServer();
  let nowMs = 0;
  const reader = refuseIncomplete(client, { shards: 1, now: () => nowMs });
  await Promise.all([reader.query(select), reader.query(select)]);
  nowMs = 59_999;
  await reader.query(select);
  expect(asked).toEqual({ layout: 1, rows: 3 });
  nowMs = 60_000;
  await reader.query(select);
  expect(asked.layout).toBe(2);
});

test('refuses queries before an added shard gets its first rows', async () => {
  const { client, addShard, asked } = startServer();
  let nowMs = 0;
  const [old, restarted] = [1, 2].map((shards) => refuseIncomplete(client, { shards, now: () => nowMs }));
  await old?.query(select);
  addShard(600_000);
  // The result of the last check before the shard gets rows is used until 599,999 ms.
  nowMs = 539_999;
  await old?.query(select);
  nowMs = 599_999;
  await expect(old?.query(select)).rejects.toThrow(/list all shards/i);
  expect(asked.rows).toBe(2);
  await restarted?.query(select);
});

test('repeats a check that failed because the server was unavailable', async () => {
  const { client, setAvailable } = startServer();
  const reader = refuseIncomplete(client, { shards: 1, now: () => 0 });
  setAvailable(false);
  await expect(reader.query(select)).rejects.toThrow('unavailable');
  setAvailable(true);
  await reader.query(select);
});
