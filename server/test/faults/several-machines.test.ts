import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createWaypostClient, type WaypostClient } from '../../../client/waypost-client.ts';
import { ensureSecrets } from '../../src/config/secrets.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { Database } from '../../src/store/database/database.ts';
import { startEnginesBehindProxies } from '../../src/testing/faults/engines-behind-proxies.ts';
import { landingUrl, makeFaultWorkspace, readRevision } from '../../src/testing/faults/fault-workspace.ts';
import { makeMachine, whyNoMachines, type Machine } from '../../src/testing/network/machines.ts';
import { shareGeoTables } from '../../src/testing/product/geo-tables.ts';
import { productEnvironment, runCommand } from '../../src/testing/product/product.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { clickIdPurpose, makeClickIds } from '../../src/domain/click-id/index.ts';
import { deriveKey } from '../../src/platform/derive-key.ts';
import { rounds } from '../../src/testing/rounds.ts';
import { readRecordedRows } from '../../src/testing/traffic/recorded-rows.ts';
import { startEvents } from '../../src/testing/traffic/steady-events.ts';
import { startTraffic } from '../../src/testing/traffic/steady-traffic.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';

const { newDirectory } = useProducts();
const roles = ['edge', 'api', 'worker'] as const;
const outageMs = rounds(4_000, 60_000);
const partitionMs = rounds(4_000, 600_000);
const timeoutMs = rounds(600_000, 1_800_000);
// Fewer requests in a full run, because all requests of ten minutes are compared.
const pace = { pauseMs: rounds(80, 500) };
const everything = { public: true, engines: true };

test(
  'roles on two machines lose and duplicate nothing while machines are cut off, delayed and partitioned',
  async ({ skip }) => {
    const reason = await whyNoMachines();
    if (reason !== undefined) skip(reason);
    const { machines, urls, clients, workspace, database, clickIds } = await setUp();
    const [first] = machines;
    const [firstClient, secondClient] = clients;
    await expectShared(urls, clients, workspace);

    const edges = urls.map(({ edge }) => ({
      visits: startTraffic(workspace.link.replace(urls[0].edge, edge), clickIds, pace),
      revisions: watchRevisions(workspace.link.replace(urls[0].edge, edge)),
    }));
    const [, secondEdge] = edges;
    const events = startEvents(workspace.eventLink, pace);
    const publisher = startPublisher(firstClient, workspace.landings[0]?.id ?? '');
    await waitUntil(() => publisher.accepted() > 3 && edges.every(({ visits }) => visits.answered.size > 50));

    // The first machine is cut off. The second one does everything.
    publisher.use(secondClient);
    first.connect({ public: false, engines: false });
    await expectProgress(publisher, [secondEdge], outageMs);
    first.connect(everything);

    // Connections of the first machine to the engines are delayed.
    first.engine.delayMs = 200;
    publisher.use(firstClient);
    await expectProgress(publisher, edges, outageMs);
    first.engine.delayMs = 0;

    // All edges are partitioned from the engines, but visitors reach them.
    for (const machine of machines) machine.connect({ public: true, engines: false });
    const failures = edges.map(({ visits }) => visits.failures.length);
    const answered = edges.map(({ visits }) => visits.answered.size);
    await sleep(partitionMs);
    await waitUntil(() =>
      edges.every(({ visits }, index) => visits.answered.size > (answered[index] ?? 0) + 50),
    );
    expect(edges.map(({ visits }) => visits.failures.length)).toEqual(failures);
    for (const machine of machines) machine.connect(everything);
    await expectProgress(publisher, edges, 0);

    await publisher.stop();
    await waitUntil(() =>
      edges.every(({ revisions }) => (revisions.seen.at(-1) ?? 0) >= publisher.accepted()),
    );
    await events.stop();
    for (const { visits, revisions } of edges) {
      await Promise.all([visits.stop(), revisions.stop()]);
      expect(revisions.seen).toEqual(revisions.seen.toSorted((one, other) => one - other));
      expect(visits.others).toEqual([]);
    }
    const visited = edges.flatMap(({ visits }) => [...visits.answered]);
    await expectEachOnce(visited, () => readVisits(database.url, workspace.workspaceId));
    await expectEachOnce([...events.answered], () => readTransactions(database.open));
    for (const machine of machines) expect(machine.roles.filter((role) => !role.isRunning())).toEqual([]);
  },
  timeoutMs,
);

type RunningMachine = Machine & {
  engine: Awaited<ReturnType<Machine['addEngine']>>;
  roles: ReturnType<Machine['startRole']>[];
};

async function setUp() {
  const engines = await startEnginesBehindProxies('postgres');
  onTestFinished(() => engines.stop());
  const dataDirectory = newDirectory();
  const secrets = ensureSecrets(dataDirectory);
  const environment = productEnvironment(dataDirectory, {
    ...engines.directEnvironment,
    WAYPOST_OUTBOUND_ALLOW: '127.0.0.1/32:9',
  });
  expect(runCommand({ environment }, ['migrate']).code).toBe(exitCodes.done);
  expect(runCommand({ environment }, ['workspace', 'create', '--name', 'First']).code).toBe(exitCodes.done);
  const { postgres } = engines.addresses;
  const start = async (): Promise<RunningMachine> => {
    const machine = makeMachine();
    onTestFinished(() => machine.remove());
    const engine = await machine.addEngine(Number(new URL(postgres).port));
    const url = Object.assign(new URL(postgres), { host: `${engine.host}:${engine.port}` }).href;
    const directory = newDirectory();
    shareGeoTables(join(directory, 'spool'));
    const startRole = (role: string, index: number) =>
      machine.startRole(role, {
        ...productEnvironment(directory),
        WAYPOST_DATABASE_URL: url,
        WAYPOST_TRAFFIC_STORE: 'postgres',
        WAYPOST_HOST: machine.address,
        WAYPOST_PORT: '8080',
        WAYPOST_EDGE_PORT: '8090',
        WAYPOST_METRICS_PORT: String(9464 + index),
        WAYPOST_COOKIE_SECRET: secrets.cookie,
        WAYPOST_SESSION_SECRET: secrets.session,
      });
    return { ...machine, engine, roles: roles.map(startRole) };
  };
  const machines = [await start(), await start()] as const;
  const urlsOf = ({ address }: Machine) => ({
    panel: `http://${address}:8080`,
    edge: `http://${address}:8090`,
    status: '',
  });
  const urls = [urlsOf(machines[0]), urlsOf(machines[1])] as const;
  for (const { panel, edge } of urls)
    for (const url of [panel, edge])
      await waitUntil(() =>
        fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
  const workspace = await makeFaultWorkspace({ environment, urls: urls[0] }, 9);
  const clientOf = ({ panel }: { panel: string }) =>
    createWaypostClient({ baseUrl: `${panel}/api/v1`, token: workspace.token });
  const open = new Database(postgres, { connectionsMax: 1 });
  onTestFinished(() => open.close());
  return {
    machines,
    urls,
    clients: [clientOf(urls[0]), clientOf(urls[1])] as const,
    workspace: { ...workspace, eventLink: urls[0].edge + new URL(workspace.eventLink).pathname },
    database: { url: postgres, open },
    clickIds: makeClickIds(deriveKey(secrets.cookie, clickIdPurpose)),
  };
}

// Checks over HTTP that the machines share records, click IDs, conversions and figures.
async function expectShared(
  urls: readonly { edge: string }[],
  [first, second]: readonly [WaypostClient, WaypostClient],
  workspace: { link: string; eventLink: string },
): Promise<void> {
  const [firstEdge = '', secondEdge = ''] = urls.map(({ edge }) => edge);
  const { id } = await first.createLanding({
    name: 'Made on the first machine',
    url: 'https://page.example/',
  });
  expect((await second.listLandings()).map((landing) => landing.id)).toContain(id);
  const readLocation = async (url: string) =>
    (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  await waitUntil(async () => (await readLocation(workspace.link.replace(firstEdge, secondEdge))) !== '');
  const clickId = new URL(await readLocation(workspace.link)).searchParams.get('cid') ?? '';
  expect(await readLocation(`${secondEdge}/go?cid=${clickId}`)).toContain(
    `https://offer.example/buy?sub=${clickId}`,
  );
  const event = await fetch(
    `${workspace.eventLink.replace(firstEdge, secondEdge)}?cid=${clickId}&payout=1.5&txid=s1`,
  );
  expect(event.status).toBe(200);
  const day = (offsetDays: number) =>
    new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10);
  for (const client of [first, second])
    await waitUntil(async () => {
      const { rows } = await client.getReport({ query: { from: day(-1), to: day(1) } });
      return Number(rows[0]?.['conversions']) === 1 && Number(rows[0]?.['revenue']) === 1.5;
    });
}

// Sets the URL of a landing page again and again, each time with the next number.
function startPublisher(client: WaypostClient, landingId: string) {
  let current = client;
  let accepted = 0;
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const options = { signal: AbortSignal.timeout(10_000) };
      const changed = current.updateLanding(landingId, { url: landingUrl(0, accepted + 1) }, options);
      await changed.then(() => (accepted += 1)).catch(() => undefined);
      await sleep(100);
    }
  })();
  return {
    accepted: () => accepted,
    use: (next: WaypostClient) => void (current = next),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

type Publisher = ReturnType<typeof startPublisher>;
type WatchedEdge = { visits: ReturnType<typeof startTraffic>; revisions: { seen: number[] } };

// Remembers the revisions that an edge serves, in order.
function watchRevisions(link: string) {
  const seen: number[] = [];
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const options = { redirect: 'manual', signal: AbortSignal.timeout(10_000) } as const;
      const location = await fetch(link, options).then(
        ({ headers }) => headers.get('location'),
        () => null,
      );
      if (location !== null && readRevision(location) !== seen.at(-1)) seen.push(readRevision(location));
      await sleep(50);
    }
  })();
  return {
    seen,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

// Waits for the given time, and until changes are accepted and reach the edges, which answer visitors.
async function expectProgress(
  publisher: Publisher,
  edges: readonly (WatchedEdge | undefined)[],
  durationMs: number,
): Promise<void> {
  await sleep(durationMs);
  const accepted = publisher.accepted();
  const answered = edges.map((edge) => edge?.visits.answered.size ?? 0);
  await waitUntil(() => publisher.accepted() > accepted + 2);
  await waitUntil(() =>
    edges.every(
      (edge, index) =>
        (edge?.revisions.seen.at(-1) ?? 0) > accepted &&
        (edge?.visits.answered.size ?? 0) > (answered[index] ?? 0) + 20,
    ),
  );
}

async function readVisits(url: string, workspaceId: string): Promise<string[]> {
  const rows = await readRecordedRows({ store: 'postgres', url }, workspaceId);
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

async function expectEachOnce(answered: readonly string[], read: () => Promise<string[]>): Promise<void> {
  let stored = new Map<string, number>();
  await waitUntil(async () => {
    stored = new Map();
    for (const id of await read()) stored.set(id, (stored.get(id) ?? 0) + 1);
    return answered.every((id) => stored.has(id));
  });
  expect([...stored].filter(([, count]) => count !== 1)).toEqual([]);
}
