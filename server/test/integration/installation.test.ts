import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { getMe } from '../../src/services/accounts/get-me.ts';
import type { InstallationTools, DomainChecks } from '../../src/services/tools.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { readHostRecord } from '../../src/services/domains/check-domain.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { listAttention } from '../../src/services/attention/list-attention.ts';
import { describeInstallation } from '../../src/services/installation/installation.ts';
import { readSystemHealth } from '../../src/services/installation/system-health.ts';
import { createKey } from '../../src/services/keys/issue-key.ts';
import { archiveLanding, createLanding } from '../../src/services/landings/landings.ts';
import { createOffer } from '../../src/services/offers/create-offer.ts';
import { search } from '../../src/services/search/search.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { Database } from '../../src/store/database/database.ts';
import { testInstallation } from '../../src/testing/http/api-server.ts';
import {
  openUnreachableTraffic,
  openTestTraffic,
  withUnreachableTraffic,
} from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { TestAccounts, resumeSession, makeAnonymous } from '../../src/testing/workspaces/people.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

const installation: InstallationTools = {
  ...testInstallation,
  version: '1.2.3',
  readStatus: () =>
    Promise.resolve({
      readiness: {
        status: 'degraded',
        checks: [{ name: 'worker/traffic', ok: false, essential: false, since: '2026-11-16T09:00:00.000Z' }],
      },
      figures: [
        { name: 'waypost_process_restarts', labels: { process: 'worker' }, value: 3 },
        { name: 'waypost_edge_spool_visits_backlog_bytes', labels: {}, value: 12 },
        { name: 'waypost_edge_spool_visits_oldest_seconds', labels: {}, value: 40 },
        { name: 'waypost_edge_geo_age_days', labels: {}, value: 7 },
      ],
    }),
};

let database: Database;
let first: Awaited<ReturnType<typeof openWorkspace>>;
let later: typeof first;

beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 4 });
  first = await openWorkspace();
  later = await openWorkspace();
});
afterAll(() => database.close());

async function openWorkspace() {
  const accounts = { ...new TestAccounts().tools, mailer: undefined };
  const domainChecks: DomainChecks = {
    target: undefined,
    resolveCname: () => Promise.resolve({ outcome: 'nothing' }),
  };
  return withUnreachableTraffic({ ...(await makeWorkspace(database)), installation, accounts, domainChecks });
}

test('before sign-in, the installation reports its version and settings, and whether the first sign-in is pending', async () => {
  const described = { version: '1.2.3', trafficStore: 'postgres', canSendMail: false, hasPublicUrl: false };
  expect(await describeInstallation(first)).toEqual({
    ...described,
    trackingHost: null,
    isFirstSignInPending: true,
  });
  await makeSession(first, 'owner');
  const domainChecks = {
    target: 'edge.example.com',
    resolveCname: () => Promise.reject(new Error('unexpected lookup')),
  };
  // The description is cached for two seconds.
  await expect
    .poll(() => describeInstallation({ ...first, domainChecks }), { timeout: 10_000 })
    .toMatchObject({ trackingHost: 'edge.example.com', isFirstSignInPending: false });
});

test('system health is available only in the first workspace', async () => {
  const health = await readSystemHealth(first);
  expect(health).toMatchObject({
    status: 'degraded',
    parts: [{ name: 'worker/traffic', isOk: false, isEssential: false, message: null }],
    restarts: [{ process: 'worker', count: 3 }],
    spool: [{ name: 'visits', backlogBytes: 12, oldestSeconds: 40 }],
    geoAgeDays: 7,
    restartLog: null,
    backups: { last: null, failure: null, nextAt: null },
    certificates: [],
    databaseBytes: expect.any(Number),
    trafficBytes: null,
    disk: null,
    edges: [],
    publication: { waiting: 0, failed: 0 },
    backlog: { inboxRequests: 0, outboxRows: 0, postbacks: 0 },
  });
  await makeCampaign(first);
  expect((await readSystemHealth(first)).publication.waiting).toBe(1);
  await expect(readSystemHealth(later)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'not-operator' },
  });
  const traffic = openTestTraffic();
  const restarts = [{ process: 'worker', why: 'signal SIGKILL', at: '2026-11-16T09:00:00.000Z', times: 2 }];
  expect(
    await readSystemHealth({
      ...first,
      traffic,
      installation: { ...installation, readRestarts: () => restarts },
    }),
  ).toMatchObject({ restartLog: restarts, trafficBytes: expect.any(Number) });
  await traffic.close();
  // An unavailable store does not affect the other values.
  expect(await readSystemHealth({ ...first, traffic: openUnreachableTraffic() })).toMatchObject({
    trafficBytes: null,
  });
  const unreachable = { ...installation, readStatus: () => Promise.resolve(undefined) };
  expect(await readSystemHealth({ ...first, installation: unreachable })).toMatchObject({
    status: 'unknown',
    parts: [],
  });
});

test('an admin has the permission to read system health only in the first workspace', async () => {
  const canReadSystem = async (context: WorkspaceContext) => {
    const me = await getMe(await resumeSession(makeAnonymous(database), await makeSession(context, 'admin')));
    return me.workspaces.map(({ permissions }) => permissions.includes('system.read'));
  };
  expect(await canReadSystem(first)).toEqual([true]);
  expect(await canReadSystem(later)).toEqual([false]);
});

test('outdated GeoIP files and failing parts need attention only in the first workspace', async () => {
  const withAge = (days: number): InstallationTools => ({
    ...installation,
    readStatus: () =>
      Promise.resolve({
        readiness: { status: 'ready', checks: [] },
        figures: [{ name: 'waypost_edge_geo_age_days', labels: {}, value: days }],
      }),
  });
  const listKinds = async (context: typeof first) =>
    (await listAttention(context)).items.map(({ kind }) => kind);
  expect(await listKinds({ ...first, installation: withAge(400) })).toContain('old-geo-files');
  expect(await listKinds({ ...later, installation: withAge(400) })).not.toContain('old-geo-files');
  expect(await listKinds({ ...first, installation: withAge(5) })).not.toContain('old-geo-files');
  expect(await listKinds(first)).toContain('part-failing');
});

test('failed automatic backups are in the health and need attention only in the first workspace', async () => {
  const at = new Date('2026-11-16T03:00:00.000Z');
  const nextAt = new Date('2026-11-16T04:00:00.000Z');
  const failing: InstallationTools = {
    ...installation,
    readBackups: () => ({ last: undefined, failure: { at, reason: 'The disk is full.' }, nextAt }),
  };
  const listMessages = async (context: typeof first) =>
    (await listAttention({ ...context, installation: failing })).items.flatMap(({ kind, message }) =>
      kind === 'overdue-backup' ? [message] : [],
    );
  expect(await listMessages(first)).toEqual(['The last backup failed: The disk is full.']);
  expect(await listMessages(later)).toEqual([]);
  expect((await readSystemHealth({ ...first, installation: failing })).backups).toEqual({
    last: null,
    failure: { at: at.toISOString(), reason: 'The disk is full.' },
    nextAt: nextAt.toISOString(),
  });
  const last = { at, durationMs: 1_200, bytes: 34, folder: '/backup/waypost-1' };
  const complete = { ...installation, readBackups: () => ({ last, failure: undefined, nextAt }) };
  expect((await readSystemHealth({ ...first, installation: complete })).backups).toMatchObject({
    last: { ...last, at: at.toISOString() },
    failure: null,
  });
});

test('GeoIP files, spools and the disk need attention once their limits are passed', async () => {
  const megabyte = 1_000_000;
  const listMessages = async (given: { days: number; spoolBytes: number; freeBytes: number }) => {
    const figure = (name: string, value: number) => ({ name: `waypost_edge_${name}`, labels: {}, value });
    const figures = [
      figure('geo_age_days', given.days),
      figure('geo_age_days', given.days),
      figure('spool_visits_backlog_bytes', given.spoolBytes),
      figure('spool_clicks_backlog_bytes', 40 * megabyte),
    ];
    const checked: InstallationTools = {
      ...installation,
      readStatus: () => Promise.resolve({ readiness: { status: 'ready', checks: [] }, figures }),
      readDisk: () => Promise.resolve({ freeBytes: given.freeBytes, totalBytes: 1_000 }),
    };
    const { items } = await listAttention({ ...first, installation: checked });
    const kinds = new Set(['low-disk', 'growing-spool', 'old-geo-files']);
    return items.flatMap(({ kind, message }) => (kinds.has(kind) ? [message.split('.')[0]] : []));
  };
  expect(await listMessages({ days: 365, spoolBytes: 60 * megabyte, freeBytes: 150 })).toEqual([]);
  expect(await listMessages({ days: 365.5, spoolBytes: 60 * megabyte + 1, freeBytes: 149 })).toEqual([
    'Only 14% of the data directory’s disk is free',
    '100 MB are waiting in the edge spools',
    'The GeoIP database is 365 days old',
  ]);
});

describe('the search', () => {
  const find = async (context: WorkspaceContext, q: string) =>
    (await search(context, { q })).groups.map(({ type, hits }) => [
      type,
      ...hits.map(({ name, match, isArchived }) => `${name} ${match}${isArchived ? ' archived' : ''}`),
    ]);

  test('finds records of every type, best match first, except those of other workspaces and those the person may not read', async () => {
    const page = (name: string, url = 'https://page.example/') => ({ name, url });
    const { id } = await createLanding(later, page('Quiz'));
    await createLanding(later, page('Quiz, long'));
    await archiveLanding(later, (await createLanding(later, page('quiz'))).id);
    await createLanding(first, page('Foreign quiz'));
    await createOffer(later, page('The quiz', 'https://Quiz.Example:8080/?x=1'));
    await createAffiliateNetwork(later, { name: '100% pure_quiz' });
    await createDomain(later, { host: 'quiz.example.com' });
    await createKey(later, { label: 'quiz key', scope: 'read', lifetimeDays: 30 });
    await makeCampaign(later, { name: 'Unrelated' });
    expect(await find(later, ' QUIZ ')).toEqual([
      ['landing', 'Quiz exact', 'Quiz, long prefix', 'quiz exact archived'],
      ['key', 'quiz key prefix'],
      ['domain', 'quiz.example.com prefix'],
      ['offer', 'The quiz prefix'],
      ['affiliate-network', '100% pure_quiz contains'],
    ]);
    expect(await find(later, '0% pure_')).toEqual([['affiliate-network', '100% pure_quiz contains']]);
    expect(await find(later, 'quiz.example:80')).toEqual([['offer', 'The quiz prefix']]);
    expect(await find(later, id)).toEqual([['landing', 'Quiz exact']]);
    expect(await find(later, id.slice(0, 35))).toEqual([['landing', 'Quiz prefix']]);
    expect(await find(first, id)).toEqual([]);
    const viewer = { ...later, actor: { type: 'user', id, label: 'v@example.com', role: 'viewer' } as const };
    expect((await find(viewer, 'quiz')).map(([type]) => type)).not.toContain('key');
  });

  test('returns at most twenty results and indicates that there are more', async () => {
    const findMany = async () => {
      const { groups, hasMore } = await search(first, { q: 'many' });
      return [groups.flatMap(({ hits }) => hits).length, hasMore];
    };
    for (let at = 0; at < 20; at += 1) await createAffiliateNetwork(first, { name: `Many ${at}` });
    expect(await findMany()).toEqual([20, false]);
    await createAffiliateNetwork(first, { name: 'Many 20' });
    expect(await findMany()).toEqual([20, true]);
    await expect(search(first, { q: ' ' })).rejects.toThrow('must not be empty');
    await expect(search(first, { q: 'a\0' })).rejects.toThrow('control characters');
  });
});

test("a host's DNS record is returned with its current state, whether or not the domain exists", async () => {
  const target = 'edge.example.com';
  const readRecord = async (resolveCname: DomainChecks['resolveCname']) =>
    await readHostRecord({ ...first, domainChecks: { target, resolveCname } }, { host: 'Go.Example.com.' });
  const needed = { host: 'go.example.com', type: 'CNAME', value: target };
  const names = (...found: string[]) => Promise.resolve({ outcome: 'names' as const, names: found });
  expect(await readRecord(() => names('Edge.Example.com'))).toEqual({
    ...needed,
    state: 'right',
    found: ['Edge.Example.com'],
  });
  expect(await readRecord(() => names('a.example'))).toEqual({
    ...needed,
    state: 'wrong',
    found: ['a.example'],
  });
  expect(await readRecord(() => Promise.resolve({ outcome: 'nothing' }))).toMatchObject({
    state: 'missing',
    found: [],
  });
  expect(await readRecord(() => Promise.resolve({ outcome: 'no-response' }))).toMatchObject({
    state: 'unknown',
  });
  await expect(readHostRecord(first, { host: 'go.example.com' })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});
