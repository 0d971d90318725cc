import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { deriveAccountKey } from '../../src/platform/acme/account-key.ts';
import { AcmeClient } from '../../src/platform/acme/acme-client.ts';
import { createAcmeRequest } from '../../src/platform/acme/acme-request.ts';
import { obtainCertificate } from '../../src/platform/acme/obtain-certificate.ts';
import { createSecretBox } from '../../src/platform/secret-box.ts';
import {
  issueNextCertificate,
  postponeUnreachableHosts,
  queueOwnHosts,
  type CertificateIssuer,
} from '../../src/services/certificates/issue-certificates.ts';
import {
  readCertificateChanges,
  wantCertificate,
} from '../../src/services/certificates/served-certificates.ts';
import {
  makeContext,
  systemActor,
  type ServiceContext,
  type WorkspaceContext,
} from '../../src/services/context.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveDomain } from '../../src/services/domains/domains.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { listCertificateStates } from '../../src/store/certificates/certificates.ts';
import { Database } from '../../src/store/database/database.ts';
import { migratePostgresSchema } from '../../src/start/migrate.ts';
import { startAcmeServer, type AcmeServer } from '../../src/testing/acme/acme-server.ts';
import { makeDatabase } from '../../src/testing/workspaces/fresh-database.ts';
import { makeWorkspace } from '../../src/testing/workspaces/factories.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const secret = 'a secret of the installation';
const ownHosts = ['tracker.example.com', 'track.example.com'];

let database: Database;
let worker: ServiceContext;
let acme: AcmeServer;
let web: Server;
let issuer: CertificateIssuer;
let obstacles: Map<string, string>;
// Starts at the current time, because the authority's certificates do.
let nowMs: number;

beforeAll(async () => {
  const url = await makeDatabase();
  await migratePostgresSchema(url);
  database = new Database(url, { connectionsMax: 4 });
  web = createServer((request, response) => {
    const token = request.url?.split('/').at(-1) ?? '';
    response.end(`${token}.${deriveAccountKey(secret, acme.directoryUrl).thumbprint}`);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  web.close();
  await database.close();
});

beforeEach(async () => {
  nowMs = Date.now();
  worker = { ...makeContext(database, systemActor('worker')), now: () => new Date(nowMs) };
  acme = await startAcmeServer({ http: (web.address() as AddressInfo).port, https: 0 });
  acme.behavior.validity = () => ({ notBefore: new Date(nowMs), notAfter: new Date(nowMs + 90 * dayMs) });
  obstacles = new Map();
  issuer = makeIssuer();
});

afterEach(async () => {
  await acme.close();
  await database.asSystem(async (executor) => {
    await sql`DELETE FROM certificates`.execute(executor);
    await sql`DELETE FROM certificate_orders`.execute(executor);
  });
});

function makeIssuer(hosts = ownHosts): CertificateIssuer {
  const account = { directoryUrl: acme.directoryUrl, email: undefined, binding: undefined };
  const request = createAcmeRequest(acme.authority.root);
  const client = new AcmeClient(account, deriveAccountKey(secret, acme.directoryUrl), request);
  return {
    ownHosts: hosts,
    box: createSecretBox(secret, 'certificate keys'),
    findObstacle: async (host) => await Promise.resolve(obstacles.get(host)),
    obtain: async (host, storeToken) => {
      const certificate = await obtainCertificate(client, host, { type: 'http-01', prepare: storeToken });
      return { ...certificate, clockOffsetMs: client.clockOffsetMs };
    },
  };
}

async function issueAll(): Promise<string[]> {
  const hosts: string[] = [];
  for (;;) {
    const issued = await issueNextCertificate(worker, issuer);
    if (issued === undefined) return hosts;
    hosts.push(issued.host);
  }
}

async function listStates() {
  return await database.readAsSystem(listCertificateStates);
}

let hostNumber = 0;

async function verifyDomain(context: WorkspaceContext): Promise<{ host: string; id: string }> {
  hostNumber += 1;
  const host = `h${hostNumber}.example.net`;
  const { id } = await createDomain(context, { host });
  await recordDomainCheck({ ...worker, workspaceId: context.workspaceId }, id, { verified: true });
  return { host, id };
}

test('the hosts of the installation get certificates, which edges can decrypt and others cannot', async () => {
  await queueOwnHosts(worker, issuer);
  expect(new Set(await issueAll())).toEqual(new Set(ownHosts));
  const { changed } = await readCertificateChanges(worker, new Map());
  expect(changed.map(({ host }) => host).toSorted()).toEqual(ownHosts.toSorted());
  for (const { host, sealedKey } of changed) {
    expect(sealedKey.includes('PRIVATE KEY')).toBe(false);
    expect(issuer.box.open(sealedKey, host)?.toString()).toContain('BEGIN PRIVATE KEY');
    expect(issuer.box.open(sealedKey, 'other.example.com')).toBeUndefined();
    expect(createSecretBox('other', 'certificate keys').open(sealedKey, host)).toBeUndefined();
  }
  expect(await issueAll()).toEqual([]);
});

test('after a change of the secret, the hosts get new certificates', async () => {
  await queueOwnHosts(worker, issuer);
  await issueAll();
  await queueOwnHosts(worker, issuer);
  expect(await issueAll()).toEqual([]);
  await queueOwnHosts(worker, { ...issuer, box: createSecretBox('new', 'certificate keys') });
  expect(await issueAll()).toHaveLength(ownHosts.length);
});

test('edges read only certificates that have changed', async () => {
  await queueOwnHosts(worker, issuer);
  await issueAll();
  const known = new Map(ownHosts.map((host) => [host, 1]));
  expect(await readCertificateChanges(worker, known)).toEqual({ changed: [], removed: [], challenges: [] });
  nowMs += 61 * dayMs;
  await issueNextCertificate(worker, issuer);
  expect((await readCertificateChanges(worker, known)).changed).toMatchObject([{ version: 2 }]);
  expect((await readCertificateChanges(worker, new Map([['gone.example.com', 1]]))).removed).toEqual([
    'gone.example.com',
  ]);
});

test('a certificate is renewed when a third of its lifetime is left', async () => {
  await queueOwnHosts(worker, issuer);
  await issueAll();
  nowMs += 60 * dayMs - minuteMs;
  expect(await issueAll()).toEqual([]);
  nowMs += minuteMs + 1_000;
  expect(await issueAll()).toHaveLength(2);
});

test('while the authority is away for a day, attempts become rarer, the certificate stays, and it is renewed afterward', async () => {
  issuer = makeIssuer(['tracker.example.com']);
  await queueOwnHosts(worker, issuer);
  await issueAll();
  nowMs += 61 * dayMs;
  acme.behavior.isAway = true;
  const attempts: number[] = [];
  const start = nowMs;
  for (; nowMs < start + dayMs; nowMs += 5 * minuteMs)
    if ((await issueAll()).length > 0) attempts.push(nowMs - start);
  expect(attempts.map((ms) => ms / minuteMs)).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 1_275]);
  const [state] = await listStates();
  expect(state).toMatchObject({
    host: 'tracker.example.com',
    version: 1,
    lastError: expect.stringMatching(/socket|connect|read/),
  });
  acme.behavior.isAway = false;
  nowMs += dayMs;
  // A new process continues with the stored time of the next attempt.
  issuer = makeIssuer(['tracker.example.com']);
  expect(await issueAll()).toEqual(['tracker.example.com']);
  expect(await listStates()).toMatchObject([{ version: 2, lastError: null, lastErrorAt: null }]);
});

test('a rate limit is obeyed for as long as the authority requests', async () => {
  issuer = makeIssuer(['tracker.example.com']);
  await queueOwnHosts(worker, issuer);
  const detail = 'too many certificates already issued';
  acme.behavior.orderProblem = { status: 429, type: 'rateLimited', detail, retryAfter: '172800' };
  await issueAll();
  expect(await listStates()).toMatchObject([
    { lastError: `rateLimited: ${detail}`, nextAttemptAt: new Date(nowMs + 2 * dayMs) },
  ]);
  nowMs += 2 * dayMs - 1;
  expect(await issueAll()).toEqual([]);
  acme.behavior.orderProblem = undefined;
  nowMs += 1;
  expect(await issueAll()).toEqual(['tracker.example.com']);
});

test('only verified domains and the hosts of the installation are queued and ordered', async () => {
  const workspace = await makeWorkspace(database);
  const { host, id } = await verifyDomain(workspace);
  const { id: pendingId } = await createDomain(workspace, { host: 'pending.example.net' });
  for (const wanted of [host, 'pending.example.net', 'stranger.example.org'])
    await wantCertificate(worker, wanted, ownHosts);
  expect((await listStates()).map((state) => state.host)).toEqual([host]);
  // A visitor does not shorten the wait after a failure.
  acme.behavior.isAway = true;
  await issueAll();
  await wantCertificate(worker, host, ownHosts);
  expect(await issueAll()).toEqual([]);
  acme.behavior.isAway = false;
  await archiveDomain({ ...workspace, withoutVersion: true }, id);
  await archiveDomain({ ...workspace, withoutVersion: true }, pendingId);
  nowMs += dayMs;
  expect(await issueAll()).toEqual([]);
  expect(await listStates()).toEqual([]);
});

test('one workspace can order at most 20 new certificates in three hours, without delaying others', async () => {
  const [greedy, modest] = [await makeWorkspace(database), await makeWorkspace(database)];
  for (let count = 0; count < 22; count += 1)
    await wantCertificate(worker, (await verifyDomain(greedy)).host, ownHosts);
  const other = await verifyDomain(modest);
  await wantCertificate(worker, other.host, ownHosts);
  await queueOwnHosts(worker, issuer);
  issuer = {
    ...issuer,
    obtain: () => Promise.reject(new Error('not needed in this test')),
  };
  const hosts = await issueAll();
  expect(hosts).toHaveLength(20 + 1 + ownHosts.length);
  expect(new Set(hosts.slice(0, 2))).toEqual(new Set(ownHosts));
  expect(hosts).toContain(other.host);
});

test('a host is claimed by one worker at a time, and again if that worker ends', async () => {
  issuer = makeIssuer(['tracker.example.com']);
  await queueOwnHosts(worker, issuer);
  const waiting = Promise.withResolvers<never>();
  const hanging = issueNextCertificate(worker, { ...issuer, obtain: () => waiting.promise });
  await expect
    .poll(
      async () =>
        (await database.asSystem((executor) => sql`SELECT FROM certificate_orders`.execute(executor))).rows
          .length,
    )
    .toBe(1);
  expect(await issueNextCertificate(worker, issuer)).toBeUndefined();
  nowMs += 5 * minuteMs;
  expect(await issueNextCertificate(worker, issuer)).toMatchObject({ host: 'tracker.example.com' });
  waiting.reject(new Error('ended'));
  await hanging;
});

test('a clock that is 100 days ahead causes one order a day, and is reported', async () => {
  issuer = makeIssuer(['tracker.example.com']);
  const authorityMs = nowMs;
  acme.behavior.validity = () => ({
    notBefore: new Date(authorityMs),
    notAfter: new Date(authorityMs + 90 * dayMs),
  });
  acme.behavior.date = () => new Date(Date.now() - 100 * dayMs);
  nowMs += 100 * dayMs;
  await queueOwnHosts(worker, issuer);
  expect(await issueAll()).toHaveLength(1);
  expect(await listStates()).toMatchObject([
    { lastError: expect.stringContaining('2400 hours ahead of the clock of the certificate authority') },
  ]);
  nowMs += dayMs - 1;
  expect(await issueAll()).toHaveLength(0);
  nowMs += 1;
  expect(await issueAll()).toHaveLength(1);
});

test('a host of the installation that does not point here is not ordered until it does, and other hosts are', async () => {
  await queueOwnHosts(worker, issuer);
  obstacles.set('tracker.example.com', 'has no address in DNS');
  for (let round = 0; round < 5; round += 1) {
    const waiting = await postponeUnreachableHosts(worker, issuer);
    expect(waiting).toEqual([{ host: 'tracker.example.com', reason: 'has no address in DNS' }]);
    if (round === 0) expect(await issueAll()).toEqual(['track.example.com']);
    expect(await postponeUnreachableHosts(worker, issuer)).toEqual([]);
    expect(await issueNextCertificate(worker, issuer)).toBeUndefined();
    nowMs += 10_000;
  }
  const waiting = (await listStates()).find(({ host }) => host === 'tracker.example.com');
  expect(waiting).toMatchObject({ version: 0, lastError: 'has no address in DNS' });
  // Orders are limited.
  const { rows } = await database.readAsSystem((executor) =>
    sql<{ host: string }>`SELECT host FROM certificate_orders`.execute(executor),
  );
  expect(rows).toEqual([{ host: 'track.example.com' }]);
  obstacles.clear();
  expect(await postponeUnreachableHosts(worker, issuer)).toEqual([]);
  expect(await issueAll()).toEqual(['tracker.example.com']);
  const issued = (await listStates()).find(({ host }) => host === 'tracker.example.com');
  expect(issued).toMatchObject({ version: 1, lastError: null });
});
