import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWaypostClient } from '../../../client/waypost-client.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { Database } from '../../src/store/database/database.ts';
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../../src/testing/faults/replicated-postgres.ts';
import { findProcess, waitUntilAllReady } from '../../src/testing/product/processes.ts';
import {
  lastJson,
  makeToken,
  productEnvironment,
  runCommand,
  type Product,
} from '../../src/testing/product/product.ts';
import { trackWorkspace } from '../../src/testing/product/tracked-workspace.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { startEvents } from '../../src/testing/traffic/steady-events.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { newDirectory, start } = useProducts();
let postgres: ReplicatedPostgres;
beforeAll(async () => (postgres = await startReplicatedPostgres()));
afterAll(async () => await postgres.stop());

test('when a standby is promoted, everything continues on it, and nothing acknowledged is lost', async () => {
  const dataDirectory = newDirectory();
  const environment = { WAYPOST_DATABASE_URL: postgres.url, WAYPOST_TRAFFIC_STORE: 'postgres' };
  const commands = { environment: productEnvironment(dataDirectory, environment) };
  expect(runCommand(commands, ['migrate']).code).toBe(exitCodes.done);
  const product = await start({ dataDirectory, environment });
  const { workspaceId, campaignId, link, clickIds } = await trackWorkspace(product);
  const parts = ['api', 'edge', 'worker'] as const;
  const pids = parts.map((part) => findProcess(product, part).pid);
  const visits = startTraffic(link, clickIds);
  const events = startEvents(readEventLink(product, workspaceId, campaignId));
  const changes = startChanges(product);
  for (let round = 0; round < rounds(1, 10); round += 1) {
    const changesBefore = changes.accepted.length;
    await waitUntil(() => visits.answered.size > 100 && changes.accepted.length > changesBefore + 5);
    await postgres.killPrimary();
    const answered = visits.answered.size;
    await waitUntil(() => visits.answered.size > answered + rounds(100, 2_000));
    await postgres.promoteStandby();
    const acceptedBefore = changes.accepted.length;
    await waitUntil(() => changes.accepted.length > acceptedBefore + 5);
    await waitUntilAllReady(product);
    await postgres.addStandby();
    // A new process has to skip the host that was the primary and is read-only now.
    expect(runCommand(product, ['workspace', 'create', '--name', 'Another']).code).toBe(exitCodes.done);
  }
  await changes.stop();
  await Promise.all([visits.stop(), events.stop()]);
  await publish(product, campaignId, link);

  expect({ failures: visits.failures, others: visits.others }).toEqual({ failures: [], others: [] });
  expect({ failures: events.failures, others: events.others }).toEqual({ failures: 0, others: [] });
  expect(parts.map((part) => findProcess(product, part).pid)).toEqual(pids);
  await expectEachOnce(visits.answered, () => readVisits(workspaceId));
  const database = new Database(postgres.primaryUrl(), { connectionsMax: 1 });
  await expectEachOnce(events.answered, () => readTransactions(database));
  expect(await readLandingNames(database)).toEqual(expect.arrayContaining(changes.accepted));
  await database.close();
});

function readEventLink(product: Product, workspaceId: string, campaignId: string): string {
  const options = ['--workspace', workspaceId, '--campaign', campaignId, '--json'];
  return lastJson<{ event: string }>(runCommand(product, ['campaign', 'links', ...options])).event;
}

// Creates landing pages, one after another, and remembers the names of those that were accepted.
function startChanges(product: Product) {
  const client = createWaypostClient({
    baseUrl: `${product.urls.panel}/api/v1`,
    token: makeToken(product, 'write'),
  });
  const accepted: string[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    for (let number = 1; !stopping.signal.aborted; number += 1) {
      const name = `landing page ${number}`;
      const created = client.createLanding({ name, url: 'https://page.example/' });
      await created.then(() => accepted.push(name)).catch(() => undefined);
      await sleep(20);
    }
  })();
  const stop = async () => {
    stopping.abort();
    await running;
  };
  return { accepted, stop };
}

async function publish(product: Product, campaignId: string, link: string): Promise<void> {
  const token = makeToken(product, 'write');
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const readLocation = async () =>
    (await fetch(link, { method: 'HEAD', redirect: 'manual' })).headers.get('location') ?? '';
  await client.updateCampaign(campaignId, { status: 'paused' });
  await waitUntil(async () => (await readLocation()).startsWith('https://fallback.example/'));
  await client.updateCampaign(campaignId, { status: 'active' });
  await waitUntil(async () => !(await readLocation()).startsWith('https://fallback.example/'));
}

async function readVisits(workspaceId: string): Promise<string[]> {
  const rows = await readRecordedRows({ store: 'postgres', url: postgres.primaryUrl() }, workspaceId);
  return rows.filter(({ type }) => type === 'visit').map(({ visit_id: id }) => String(id));
}

async function readTransactions(database: Database): Promise<string[]> {
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ transaction: string }>`
      SELECT substring(query || convert_from(body, 'UTF8') FROM 'txid=([a-z0-9]+)') AS transaction FROM inbox`.execute(
      executor,
    ),
  );
  return rows.map(({ transaction }) => transaction);
}

async function readLandingNames(database: Database): Promise<string[]> {
  const rows = await database.readAsSystem((executor) =>
    executor.selectFrom('landings').select('name').execute(),
  );
  return rows.map(({ name }) => name);
}

async function expectEachOnce(answered: ReadonlySet<string>, read: () => Promise<string[]>): Promise<void> {
  let stored: string[] = [];
  await waitUntil(async () => {
    stored = await read();
    return [...answered].every((one) => stored.includes(one));
  });
  expect(stored).toHaveLength(new Set(stored).size);
}
