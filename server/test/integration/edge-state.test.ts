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

// A database of its own: the numbers are those of the whole installation.
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

/** Whether the number of hosts changes with a worker's next look. */
async function isAnnounced(): Promise<boolean> {
  const before = (await readEdgeState(system)).hostsVersion;
  await publishWaiting(system);
  return (await readEdgeState(system)).hostsVersion !== before;
}

test('a host that is verified, lost, archived or restored reaches the edges, though no campaign uses it', async () => {
  const context = await makeWorkspace(database);
  const { id, host } = await makeDomain(context);
  await publishWaiting(system);
  expect([await isAnnounced(), await listHosts(context)]).toEqual([false, []]);
  await recordDomainCheck(context, id, { verified: true });
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
  // Checks are repeated; one that finds nothing new is nothing new to the edges.
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

test('a change that is not committed is not announced, and one that is taken back never', async () => {
  const context = await makeWorkspace(database);
  const { id, host } = await makeDomain(context);
  await publishWaiting(system);
  const verify = async (transaction: Executor) =>
    await recordDomainCheck({ ...context, transaction }, id, { verified: true });
  const giveUp = database.inWorkspace(context.workspaceId, async (executor) => {
    await verify(executor);
    throw new Error('given up');
  });
  await expect(giveUp).rejects.toThrow('given up');
  expect(await isAnnounced()).toBe(false);
  const seen = await database.inWorkspace(context.workspaceId, async (executor) => {
    await verify(executor);
    return await isAnnounced();
  });
  expect(seen).toBe(false);
  expect([await isAnnounced(), await listHosts(context)]).toEqual([true, [host]]);
});

test('changes of hosts from many sides at once lose none, with several workers that announce them', async () => {
  const contexts = await Promise.all(Array.from({ length: 5 }, () => makeWorkspace(database)));
  const known = new Map<string, string[]>();
  let version = '';
  const done = new AbortController();
  // What an edge does: it reads the hosts only when the number is another one.
  const look = async () => {
    const { hostsVersion } = await readEdgeState(system);
    if (hostsVersion === version) return;
    version = hostsVersion;
    for (const context of contexts) known.set(context.workspaceId, await listHosts(context));
  };
  const watching = (async () => {
    while (!done.signal.aborted) await look();
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
  await look();
  expect(contexts.map(({ workspaceId }) => known.get(workspaceId))).toEqual(expected);
});

test('a worker that runs announces a host by itself, and rings the bell', async () => {
  const logger = createLogger({ role: 'test', level: 'silent', format: 'text' });
  const context = await makeWorkspace(database);
  const { id } = await makeDomain(context);
  let bells = 0;
  const rings = () => void (bells += 1);
  const bell = listenToPostgres({ url, channel: publishedChannel, onMessage: rings, logger });
  const due = new DueWork(system);
  const publisher = new Publisher(system, url, due, logger);
  try {
    await waitUntil(() => bells > 0);
    const before = { bells, ...(await readEdgeState(system)) };
    await recordDomainCheck(context, id, { verified: true });
    await waitUntil(async () => (await readEdgeState(system)).hostsVersion !== before.hostsVersion);
    await waitUntil(() => bells > before.bells);
  } finally {
    await publisher.stop();
    await due.stop();
    await bell.stop();
  }
});

test('a change of campaigns changes their number only, and what no edge serves changes none', async () => {
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

const questions = [
  readEdgeState,
  readTrackingHosts,
  readFullRecords,
  (context: ServiceContext) => readCapCounts(context, '0'),
];

test('what an edge asks takes one statement, and one way there and back', async () => {
  const proxy = await startCountingProxy(url);
  const counted = new Database(proxy.url, { connectionsMax: 1 });
  try {
    const context = { ...system, database: counted };
    for (const ask of questions) {
      await ask(context);
      const before = proxy.statements();
      await ask(context);
      // Its beginning and its end leave together with it.
      expect(proxy.statements() - before).toBe(3);
    }
  } finally {
    await counted.close();
    await proxy.stop();
  }
});

test('only the product itself asks', async () => {
  const { actor } = await makeWorkspace(database);
  for (const ask of questions)
    await expect(ask({ ...system, actor })).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
