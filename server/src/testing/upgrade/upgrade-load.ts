import { expect } from 'vitest';
import { createWaypostClient } from '../../../../client/waypost-client.ts';
import { withPostgresClient } from '../../platform/postgres-session.ts';
import { runLanes } from '../lanes.ts';
import { rounds } from '../rounds.ts';
import { readEngineAddresses } from '../product/product-traffic.ts';
import { lastJson, runCommand, type Product } from '../product/product.ts';
import { countVisits, type TrackedWorkspace } from '../product/tracked-workspace.ts';
import { startEvents } from '../traffic/steady-events.ts';
import { startTraffic } from '../traffic/steady-traffic.ts';
import { waitUntil } from '../wait-until.ts';

// The load takes most of the processor time of a short test.
const pauseMs = rounds(100, 20);

type Handled = { visits: number; postbacks: number; writes: number; seconds: number };

type UpgradeLoad = {
  // Checks that no request failed, and that everything that was answered is stored once.
  expectNothingLost: () => Promise<Handled>;
};

// Sends visits on new connections, incoming postbacks, and reads and writes through the API, until it is stopped.
export function startUpgradeLoad(product: Product, tracked: TrackedWorkspace, copies = 1): UpgradeLoad {
  const startedAt = performance.now();
  const visits = Array.from({ length: copies }, () =>
    startTraffic(tracked.link, tracked.clickIds, { keepAlive: false, pauseMs }),
  );
  const prefix = `t${Math.round(startedAt)}x`;
  const events = startEvents(readEventUrl(product, tracked), { prefix, keepAlive: false, pauseMs });
  const api = startWrites(product, tracked);
  return {
    expectNothingLost: async () => {
      await Promise.all([...visits.map((one) => one.stop()), events.stop(), api.stop()]);
      const seconds = (performance.now() - startedAt) / 1_000;
      expect(api.failures).toEqual([]);
      expect(visits.flatMap(({ failures }) => failures)).toEqual([]);
      expect(visits.flatMap(({ others }) => others)).toEqual([]);
      expect(events.failures).toBe(0);
      expect(events.others).toEqual([]);
      const answered = visits.flatMap((one) => [...one.answered]);
      await expectOnce(answered, () => countVisits(product, tracked.workspaceId));
      await expectOnce([...events.answered], () => countInbox(product));
      await expectOnce(api.created, () => countLandings(product));
      // The worker has processed all of them.
      await waitUntil(async () => (await countUndecided(product)) === 0);
      const [postbacks, writes] = [events.answered.size, api.created.length];
      return { visits: answered.length, postbacks, writes, seconds };
    },
  };
}

export function logLoad({ visits, postbacks, writes, seconds }: Handled): void {
  process.stdout.write(
    `${visits} visits (${Math.round(visits / seconds)} per second), ${postbacks} postbacks and ${writes} writes in ${Math.round(seconds)} s\n`,
  );
  expect(Math.min(visits, postbacks, writes)).toBeGreaterThan(50);
}

async function expectOnce(wanted: string[], count: () => Promise<Map<string, number>>): Promise<void> {
  let counts = new Map<string, number>();
  await waitUntil(async () => {
    counts = await count();
    return wanted.every((id) => counts.has(id));
  });
  expect(wanted.filter((id) => counts.get(id) !== 1)).toEqual([]);
}

function readEventUrl(product: Product, { workspaceId, campaignId }: TrackedWorkspace): string {
  const args = ['campaign', 'links', '--workspace', workspaceId, '--campaign', campaignId, '--json'];
  return lastJson<{ event: string }>(runCommand(product, args)).event;
}

function startWrites(product: Product, { token }: TrackedWorkspace) {
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const created: string[] = [];
  const failures: unknown[] = [];
  const { stop } = runLanes(
    async () => {
      try {
        const { id } = await client.createLanding({ name: 'Page', url: 'https://page.example/' });
        created.push(id);
      } catch (error) {
        const { status } = error as { status?: number };
        // The API limits requests per key.
        if (status !== 429) failures.push(error);
      }
      return true;
    },
    { pauseMs },
  );
  return { created, failures, stop };
}

async function countInbox(product: Product): Promise<Map<string, number>> {
  return await countRows(
    product,
    `SELECT substring(query || convert_from(body, 'UTF8') FROM 'txid=([a-z0-9]+)') AS id, count(*)::int AS count
       FROM inbox GROUP BY 1`,
  );
}

async function countLandings(product: Product): Promise<Map<string, number>> {
  return await countRows(product, 'SELECT id::text, count(*)::int AS count FROM landings GROUP BY 1');
}

async function countUndecided(product: Product): Promise<number> {
  const undecided = `SELECT 'all' AS id, count(*)::int AS count FROM inbox WHERE verdict IS NULL`;
  return (await countRows(product, undecided)).get('all') ?? 0;
}

async function countRows(product: Product, sql: string): Promise<Map<string, number>> {
  return await withPostgresClient(readEngineAddresses(product).postgres, async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE waypost_system');
    const { rows } = await client.query<{ id: string; count: number }>(sql);
    await client.query('COMMIT');
    return new Map(rows.map(({ id, count }) => [id, count]));
  });
}
