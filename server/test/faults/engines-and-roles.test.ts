import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClickHouse } from '../../src/platform/clickhouse-client.ts';
import { isRunning } from '../../src/platform/process-identity.ts';
import { pollUntil } from '../../src/platform/retry.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { findProcess, waitUntilAllReady, type Part } from '../../src/testing/processes.ts';
import { makeToken, removeDataDirectory, startProduct, type Product } from '../../src/testing/product.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readEngineUrls } from '../../src/engines/embedded-engines.ts';
import { openDataDirectory } from '../../src/engines/data-directory.ts';
import { ensureSecrets } from '../../src/config/secrets.ts';

let product: Product;
let token: string;

beforeAll(async () => {
  product = await startProduct();
  token = makeToken(product);
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

async function whoAmI(): Promise<number> {
  const response = await fetch(`${product.urls.panel}/api/v1/whoami`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await response.body?.cancel();
  return response.status;
}

/** Kills a process as the kernel would and waits until the whole product is ready with a new one. */
async function killAndWait(part: Part): Promise<void> {
  const victim = findProcess(product, part);
  process.kill(victim.pid, 'SIGKILL');
  await pollUntil(() => (isRunning(victim) ? undefined : true), { timeoutMs: hangLimitMs, intervalMs: 1 });
  await pollUntil(
    () => {
      try {
        return findProcess(product, part).pid !== victim.pid || undefined;
      } catch {
        return undefined;
      }
    },
    { timeoutMs: hangLimitMs, intervalMs: 10 },
  );
  await waitUntilAllReady(product);
  expect(findProcess(product, part).pid).not.toBe(victim.pid);
}

test.each(['postgres', 'clickhouse', 'api', 'edge', 'worker'] as const)(
  '%s killed with SIGKILL is started again, and everything recovers by itself',
  async (part) => {
    expect(await whoAmI()).toBe(200);
    await killAndWait(part);
    expect(await whoAmI()).toBe(200);
  },
);

test('rows that ClickHouse acknowledged survive its being killed again and again', async () => {
  const count = rounds(3, 20);
  const directory = openDataDirectory(product.dataDirectory);
  const url = readEngineUrls(directory, ensureSecrets(product.dataDirectory))?.clickhouse ?? '';
  const client = openClickHouse(url);
  try {
    await client.command({
      query:
        'CREATE TABLE survivors (n UInt32) ENGINE = MergeTree ORDER BY n SETTINGS fsync_after_insert = 1, fsync_part_directory = 1',
    });
    for (let round = 0; round < count; round += 1) {
      await client.insert({
        table: 'survivors',
        values: Array.from({ length: 100 }, (_, n) => ({ n: round * 100 + n })),
        format: 'JSONEachRow',
      });
      await killAndWait('clickhouse');
    }
    const result = await client.query({
      query: 'SELECT count() AS kept, uniqExact(n) AS different FROM survivors',
      format: 'JSONEachRow',
    });
    expect(await result.json()).toEqual([{ kept: count * 100, different: count * 100 }]);
  } finally {
    await client.close();
  }
});
