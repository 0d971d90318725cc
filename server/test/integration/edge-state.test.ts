import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DueWork } from '../../src/jobs/due-work.ts';
import { Publisher } from '../../src/jobs/publisher.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { listenToPostgres } from '../../src/platform/postgres-listener.ts';
import type { ServiceContext, WorkspaceContext } from '../../src/services/context.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveDomain, restoreDomains } from '../../src/services/domains/domains.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { publishWaiting } from '../../src/services/publishing/publish-campaigns.ts';
import {
  readCapCounts,
  readEdgeState,
  readFullRecords,
  readTrackingHosts,
} from '../../src/services/publishing/read-served.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database, type Executor } from '../../src/store/database/database.ts';
import { publishedChannel } from '../../src/store/publishing/publications.ts';
import { startCountingProxy } from '../../src/testing/http/counting-proxy.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';

let database: Database;
let url: string;
let system: ServiceContext;

// Uses a separate database because version numbers are shared by the whole installation.
beforeAll(async () => {
  url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 6 });
  system = { database, actor: { type: 'system', label: 'test' }, now: () => new Date() };
});

afterAll(() => database.close());

async function makeDomain(context: WorkspaceContext): Promise<{ id: string; host: string }> {
  const host = `h${randomBytes(6).toString('hex')}.example.com`;
  return { id: (await createDomain(context, { host })).id, host };
}

async function listHosts(context: WorkspaceContext): Promise<string[]> {
  const hosts = await readTrackingHosts(system);
  return hosts.filter(({ workspaceId }) => workspaceId === context.workspaceId).map(({ host }) => host);
}

async function isAnnounced(): Promise<boolean> {
  const before = (await readEdgeState(system)).hostsVersion;
  await publishWaiting(system);
  return (await readEdgeState(system)).hostsVersion !== before;
}

test('verified, failed, archived and restored hosts reach the edges even if no campaign uses them', async () => {
  const context = await makeWorkspace(database);
  const { id, host } = await makeDomain(context);
  await publishWaiting(system);
  expect([await isAnnounced(), await listHosts(context)]).toEqual([false, []]);
  await recordDomainCheck(context, id, { verified: true });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
  // A repeated check with the same result publishes nothing.
  await recordDomainCheck(context, id, { verified: true });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([false, [host]]);
  await recordDomainCheck(context, id, { verified: false, error: 'gone' });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, []]);
  await recordDomainCheck(context, id, { verified: true });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
  await archiveDomain(context, id);
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, []]);
  await restoreDomains(context, { ids: [id] });
  await recordDomainCheck(context, id, { verified: true });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
});

test('a change is announced only after commit, and never when rolled back', async () => {
  const context = await makeWorkspace(database);
  const { id, host } = await makeDomain(context);
  await publishWaiting(system);
  const verify = async (transaction: Executor) =>
    await recordDomainCheck({ ...context, transaction }, id, { verified: true });
  const rolledBack = database.inWorkspace(context.workspaceId, async (executor) => {
    await verify(executor);
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await isAnnounced()).toBe(false);
  const isVisible = await database.inWorkspace(context.workspaceId, async (executor) => {
    await verify(executor);
    return await isAnnounced();
  });
  expect(isVisible).toBe(false);
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
});

test('no concurrent host change is lost with several publishing workers', async () => {
  const contexts = await Promise.all(Array.from({ length: 5 }, () => makeWorkspace(database)));
  const known = new Map<string, string[]>();
  let version = '';
  const done = new AbortController();
  // Reads the hosts only when their version has changed, as an edge does.
  const refresh = async () => {
    const { hostsVersion } = await readEdgeState(system);
    if (hostsVersion === version) return;
    version = hostsVersion;
    for (const context of contexts) known.set(context.workspaceId, await listHosts(context));
  };
  const watching = (async () => {
    while (!done.signal.aborted) await refresh();
  })();
  const announcing = [1, 2].map(async () => {
    while (!done.signal.aborted) await publishWaiting(system);
  });
  const expected = await Promise.all(
    contexts.map(async (context) => {
      const { id, host } = await makeDomain(context);
      for (let n = 0; n < 8; n += 1) {
        await recordDomainCheck(context, id, { verified: true });
        await recordDomainCheck(context, id, { verified: false, error: 'x' });
      }
      await recordDomainCheck(context, id, { verified: true });
      return [host];
    }),
  );
  done.abort();
  await Promise.all([watching, ...announcing]);
  await publishWaiting(system);
  await refresh();
  expect(contexts.map(({ workspaceId }) => known.get(workspaceId))).toEqual(expected);
});

test('a running worker announces a host and notifies the edges', async () => {
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const context = await makeWorkspace(database);
  const { id } = await makeDomain(context);
  let notifications = 0;
  const onMessage = () => void (notifications += 1);
  const listener = listenToPostgres({ url, channel: publishedChannel, onMessage, logger });
  const due = new DueWork(system);
  const publisher = new Publisher(system, url, due, logger);
  try {
    await waitUntil(() => notifications > 0);
    const before = { notifications, ...(await readEdgeState(system)) };
    await recordDomainCheck(context, id, { verified: true });
    await waitUntil(async () => (await readEdgeState(system)).hostsVersion !== before.hostsVersion);
    await waitUntil(() => notifications > before.notifications);
  } finally {
    await publisher.stop();
    await due.stop();
    await listener.stop();
  }
});

test('publishing a campaign increments only the sequence, and a landing page that no campaign uses changes nothing', async () => {
  const context = await makeWorkspace(database);
  await publishWaiting(system);
  const before = await readEdgeState(system);
  await createLanding(context, { name: 'L', url: 'https://example.com/' });
  await publishWaiting(system);
  expect(await readEdgeState(system)).toEqual(before);
  await makeCampaign(context);
  await publishWaiting(system);
  const after = await readEdgeState(system);
  expect(Number(after.sequence)).toBe(Number(before.sequence) + 1);
  expect(after).toEqual({ ...before, sequence: after.sequence });
});

const reads = [
  readEdgeState,
  readTrackingHosts,
  readFullRecords,
  (context: ServiceContext) => readCapCounts(context, '0'),
];

test('each read by an edge takes one statement and one round trip', async () => {
  const proxy = await startCountingProxy(url);
  const counted = new Database(proxy.url, { connectionsMax: 1 });
  try {
    const context = { ...system, database: counted };
    for (const read of reads) {
      await read(context);
      const before = proxy.statements();
      await read(context);
      // The three statements are BEGIN, the query and COMMIT, which are sent together.
      expect(proxy.statements() - before).toBe(3);
    }
  } finally {
    await counted.close();
    await proxy.stop();
  }
});

test('only the system actor may read the edge state', async () => {
  const { actor } = await makeWorkspace(database);
  for (const read of reads)
    await expect(read({ ...system, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
