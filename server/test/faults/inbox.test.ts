import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureSecrets } from '../../src/config/secrets.ts';
import { openDataDirectory } from '../../src/engines/data-directory.ts';
import { readEngineUrls } from '../../src/engines/embedded-engines.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { Database } from '../../src/store/database/database.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { startEdgeProcess } from '../../src/testing/product/edge-process.ts';
import { findProcess } from '../../src/testing/product/processes.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { startEvents, type SteadyEvents } from '../../src/testing/traffic/steady-events.ts';

let product: Product;
let database: Database;
let links: { visit: string; landingClick: string; event: string };

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  const { workspaceId, campaignId } = await trackWorkspace(product);
  links = lastJson(
    runCommand(product, [
      'campaign',
      'links',
      '--workspace',
      workspaceId,
      '--campaign',
      campaignId,
      '--json',
    ]),
  );
  const urls = readEngineUrls(openDataDirectory(product.dataDirectory), ensureSecrets(product.dataDirectory));
  database = new Database(urls?.postgres ?? '', { connectionsMax: 2 });
});

afterAll(async () => {
  await database.close();
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

async function countTransactions(): Promise<Map<string, number>> {
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ transaction: string; count: number }>`
      SELECT substring(query || convert_from(body, 'UTF8') FROM 'txid=([a-z0-9]+)') AS transaction, count(*)::int AS count
      FROM inbox GROUP BY 1`.execute(executor),
  );
  return new Map(rows.map(({ transaction, count }) => [transaction, count]));
}

/** Waits until PostgreSQL has all answered events, and checks that nothing is duplicated. */
async function expectEachOnce({ answered }: SteadyEvents): Promise<void> {
  let counts = new Map<string, number>();
  await pollUntil(
    async () => {
      counts = await countTransactions().catch(() => counts);
      return [...answered].every((transaction) => counts.has(transaction)) ? true : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 200 },
  );
  expect([...answered].filter((transaction) => !counts.has(transaction))).toEqual([]);
  expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
}

async function waitForMore(events: SteadyEvents, count: number): Promise<void> {
  const before = events.answered.size;
  await pollUntil(() => (events.answered.size > before + count ? true : undefined), {
    timeoutMs: hangLimitMs,
    intervalMs: 1,
  });
  expect(events.answered.size).toBeGreaterThan(before + count);
}

async function clearInbox(): Promise<void> {
  await database.asSystem((executor) => sql`DELETE FROM inbox`.execute(executor));
}

test('each event answered with OK is stored exactly once even if the edge is killed repeatedly', async () => {
  await clearInbox();
  const edge = await startEdgeProcess(product, join(product.dataDirectory, 'spool-of-victim'));
  const events = startEvents(links.event.replace(product.urls.edge, edge.url));
  try {
    for (let round = 0; round < rounds(4, 50); round += 1) {
      // Each round kills the edge at a different time, and only after new events have been answered.
      await waitForMore(events, 10 + round * 7);
      await edge.killAndRestart();
    }
    await events.stop();
    expect(events.others).toEqual([]);
    expect(events.answered.size).toBeGreaterThan(rounds(60, 300));
    await expectEachOnce(events);
  } finally {
    await events.stop();
    await edge.stop();
  }
});

test('every event is answered, and none is lost or duplicated, while PostgreSQL is killed repeatedly', async () => {
  await clearInbox();
  const events = startEvents(links.event);
  try {
    for (let round = 0; round < rounds(2, 20); round += 1) {
      await waitForMore(events, 300);
      const { pid } = findProcess(product, 'postgres');
      process.kill(pid, 'SIGKILL');
      await waitForMore(events, 100);
      const isReplaced = () => (pidOf('postgres') ?? pid) !== pid || undefined;
      await pollUntil(isReplaced, { timeoutMs: hangLimitMs, intervalMs: 20 });
    }
  } finally {
    await events.stop();
  }
  expect(events.others).toEqual([]);
  expect(events.failures).toBe(0);
  await expectEachOnce(events);
});

function pidOf(part: 'postgres'): number | undefined {
  try {
    return findProcess(product, part).pid;
  } catch {
    return undefined;
  }
}
