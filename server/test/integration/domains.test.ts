import { randomBytes } from 'node:crypto';
import { domain as domainShape } from '@waypost/contract/campaigns/domains.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { CnameAnswer } from '../../src/platform/resolve-cname.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { checkDomain } from '../../src/services/domains/check-domain.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveDomain, getDomain, listDomains, restoreDomains } from '../../src/services/domains/domains.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countRequests, listActions, listByCreation } from '../../src/testing/workspaces/records.ts';
import { withUnreachableTraffic } from '../../src/testing/traffic/traffic.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

/** Returns a unique host, because a verified host must be unique in the whole installation. */
function newHost(): string {
  return `h${randomBytes(6).toString('hex')}.example.com`;
}

async function makeDomain(context: WorkspaceContext, host = newHost()): Promise<string> {
  return (await createDomain(context, { host })).id;
}

async function makeCampaignOn(context: WorkspaceContext, domainId: string, name: string): Promise<string> {
  const campaign = await makeCampaign(context, { name });
  await database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE campaigns SET domain_id = ${domainId} WHERE id = ${campaign.id}`.execute(executor),
  );
  return campaign.id;
}

describe('claiming a domain', () => {
  test('creates it as pending, with the normalized host name', async () => {
    const context = await makeWorkspace(database, () => new Date('2026-01-02T03:04:05.678Z'));
    const host = newHost();
    const { id } = await createDomain(context, { host: ` ${host.toUpperCase()}. ` });
    expect(domainShape.parse(await getDomain(context, id))).toEqual({
      id,
      host,
      verification: 'pending',
      checkedAt: null,
      checkError: null,
      version: 1,
      status: 'active',
      createdAt: '2026-01-02T03:04:05.678Z',
    });
  });

  test('is refused when the workspace already has the host, and the error suggests restoring the domain if it is archived', async () => {
    const context = await makeWorkspace(database);
    const host = newHost();
    const id = await makeDomain(context, host);
    const details = { blocked: [{ type: 'domain', id, name: host, by: [] }] };
    await expect(createDomain(context, { host })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'taken',
      message: 'The workspace already has this domain',
      details,
    });
    await archiveDomain(context, id);
    await expect(createDomain(context, { host: host.toUpperCase() })).rejects.toMatchObject({
      code: 'CONFLICT',
      reason: 'archived',
      message: 'This domain is archived. Restore it instead.',
      details,
    });
    expect(
      await listByCreation(listDomains(withUnreachableTraffic(context), { archived: 'all' })),
    ).toHaveLength(1);
  });

  test('succeeds once when the same host is claimed concurrently', async () => {
    const context = await makeWorkspace(database);
    const host = newHost();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => createDomain(context, { host })),
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals).toHaveLength(5);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await listByCreation(listDomains(withUnreachableTraffic(context), {}))).toHaveLength(1);
  });

  test('is possible for a host that another workspace has claimed', async () => {
    const [mine, theirs] = [await makeWorkspace(database), await makeWorkspace(database)];
    const host = newHost();
    await recordDomainCheck(theirs, await makeDomain(theirs, host), { verified: true });
    const id = await makeDomain(mine, host);
    expect(await getDomain(mine, id)).toMatchObject({ host, verification: 'pending' });
  });
});

test('the domain list is filtered by host, IDs and archive state', async () => {
  const context = await makeWorkspace(database);
  const first = await makeDomain(context, 'a-b.example.com');
  const second = await makeDomain(context, 'axb.example.org');
  const archived = await makeDomain(context, 'a-b.example.net');
  await archiveDomain(context, archived);
  const list = async (filter: object) =>
    (await listByCreation(listDomains(withUnreachableTraffic(context), filter))).map((domain) => domain.id);
  expect(await list({})).toEqual([first, second]);
  expect(await list({ q: 'A-B' })).toEqual([first]);
  expect(await list({ q: 'a_b' })).toEqual([]);
  expect(await list({ q: 'a-b', archived: 'all' })).toEqual([first, archived]);
  expect(await list({ ids: second })).toEqual([second]);
});

describe('a domain check', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');

  test('sets the result, its time and the error', async () => {
    const context = await makeWorkspace(database, () => at);
    const id = await makeDomain(context);
    await recordDomainCheck(context, id, { verified: false, error: ' no\0such\nname ' });
    expect(await getDomain(context, id)).toMatchObject({
      verification: 'failed',
      checkedAt: at.toISOString(),
      checkError: 'no such name',
    });
    await recordDomainCheck(context, id, { verified: true });
    expect(await getDomain(context, id)).toMatchObject({
      verification: 'verified',
      checkedAt: at.toISOString(),
      checkError: null,
    });
  });

  test('stores error texts of any kind, truncated', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await recordDomainCheck(context, id, { verified: false, error: `\uD800${'😀'.repeat(600)}` });
    expect((await getDomain(context, id)).checkError).toBe('😀'.repeat(500));
  });

  test('with an unchanged result updates only the time', async () => {
    let now = at;
    const context = await makeWorkspace(database, () => now);
    const id = await makeDomain(context);
    const campaignId = await makeCampaignOn(context, id, 'Campaign');
    const before = await countRequests(context, campaignId);
    await recordDomainCheck(context, id, { verified: true });
    expect(await countRequests(context, campaignId)).toBe(before + 1);
    now = new Date('2026-01-03T00:00:00.000Z');
    await recordDomainCheck(context, id, { verified: true });
    expect((await getDomain(context, id)).checkedAt).toBe(now.toISOString());
    expect(await countRequests(context, campaignId)).toBe(before + 1);
    await recordDomainCheck(context, id, { verified: false, error: 'gone' });
    for (let check = 0; check < 2; check += 1)
      await recordDomainCheck(context, id, { verified: false, error: 'gone for long' });
    expect(await countRequests(context, campaignId)).toBe(before + 2);
    expect(await listActions(context, id)).toEqual([
      'domain.create',
      'domain.check',
      'domain.check',
      'domain.check',
    ]);
  });

  test('without a response from the name servers fails, except for a verified domain, which keeps its state', async () => {
    const context = await makeWorkspace(database);
    const [id, target] = [await makeDomain(context), 'edge.example.com'];
    const check = (answer: CnameAnswer) =>
      checkDomain({ ...context, domainChecks: { target, resolveCname: () => Promise.resolve(answer) } }, id);
    const failed = { verification: 'failed', checkError: 'The name servers did not respond' };
    expect(await check({ outcome: 'no-response' })).toMatchObject(failed);
    expect(await check({ outcome: 'names', names: [target] })).toMatchObject({ verification: 'verified' });
    await expect(check({ outcome: 'no-response' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await getDomain(context, id)).toMatchObject({ verification: 'verified' });
    expect(await check({ outcome: 'nothing' })).toMatchObject({ verification: 'failed' });
  });

  test('is refused when another workspace has verified the host, without naming that workspace', async () => {
    const [mine, theirs] = [await makeWorkspace(database), await makeWorkspace(database)];
    const host = newHost();
    const [myId, theirId] = [await makeDomain(mine, host), await makeDomain(theirs, host)];
    await recordDomainCheck(theirs, theirId, { verified: true });
    const attempt = recordDomainCheck(mine, myId, { verified: true });
    await expect(attempt).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Another workspace has already verified this host',
      details: {},
    });
    expect(await getDomain(mine, myId)).toMatchObject({ verification: 'pending', checkedAt: null });
    expect(await listActions(mine, myId)).toEqual(['domain.create']);
    await archiveDomain(theirs, theirId);
    await recordDomainCheck(mine, myId, { verified: true });
    expect((await getDomain(mine, myId)).verification).toBe('verified');
  });

  test('verifies a host for exactly one of two workspaces that check it concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const host = newHost();
      const contexts = [await makeWorkspace(database), await makeWorkspace(database)];
      const claims = await Promise.all(
        contexts.map(async (context) => ({ context, id: await makeDomain(context, host) })),
      );
      const results = await Promise.allSettled(
        claims.map(({ context, id }) => recordDomainCheck(context, id, { verified: true })),
      );
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });

  test('is refused for an archived domain', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await archiveDomain(context, id);
    await expect(recordDomainCheck(context, id, { verified: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The domain is archived. Restore it first.',
    });
  });
});

describe('a domain', () => {
  test('cannot be archived while campaigns that are not archived use it, including paused campaigns', async () => {
    const context = await makeWorkspace(database);
    const host = newHost();
    const id = await makeDomain(context, host);
    const [one, other] = [
      await makeCampaignOn(context, id, 'One'),
      await makeCampaignOn(context, id, 'Other'),
    ];
    const setStatus = (status: string, campaignId: string) =>
      database.inWorkspace(context.workspaceId, (executor) =>
        sql`UPDATE campaigns SET status = ${status} WHERE id = ${campaignId}`.execute(executor),
      );
    await setStatus('archived', other);
    await setStatus('paused', one);
    await expect(archiveDomain(context, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The domain is in use',
      details: {
        blocked: [{ type: 'domain', id, name: host, by: [{ type: 'campaign', id: one, name: 'One' }] }],
        blockedCampaignIds: [one],
      },
    });
    await setStatus('archived', one);
    await archiveDomain(context, id);
    expect((await getDomain(context, id)).status).toBe('archived');
  });

  test('is restored as pending, even if another workspace has verified the host in the meantime', async () => {
    const [mine, theirs] = [await makeWorkspace(database), await makeWorkspace(database)];
    const host = newHost();
    const [id, theirId] = [await makeDomain(mine, host), await makeDomain(theirs, host)];
    await recordDomainCheck(mine, id, { verified: true });
    await archiveDomain(mine, id);
    await recordDomainCheck(theirs, theirId, { verified: true });
    expect(await restoreDomains(mine, { ids: [id] })).toEqual({ restored: 1 });
    expect(await getDomain(mine, id)).toMatchObject({
      status: 'active',
      verification: 'pending',
      checkedAt: null,
      checkError: null,
    });
  });

  test('keeps its check result if it is restored without having been archived', async () => {
    const context = await makeWorkspace(database);
    const [id, archived] = [await makeDomain(context), await makeDomain(context)];
    await recordDomainCheck(context, id, { verified: true });
    await recordDomainCheck(context, archived, { verified: false, error: 'no such name' });
    await archiveDomain(context, archived);
    expect(await restoreDomains(context, { ids: [id, archived] })).toEqual({ restored: 2 });
    expect((await getDomain(context, id)).verification).toBe('verified');
    expect(await getDomain(context, archived)).toMatchObject({ verification: 'pending', checkError: null });
  });

  test('has an audit log entry for each change, and none for an operation without effect', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await archiveDomain(context, id);
    await archiveDomain(context, id);
    await restoreDomains(context, { ids: [id] });
    await restoreDomains(context, { ids: [id] });
    expect(await listActions(context, id)).toEqual(['domain.create', 'domain.archive', 'domain.restore']);
  });
});

test("another workspace's domain is not found", async () => {
  const [context, foreign] = [await makeWorkspace(database), await makeWorkspace(database)];
  const theirs = await makeDomain(foreign);
  for (const id of [theirs, newId(), 'nonsense']) {
    const refusal = { code: 'NOT_FOUND', message: 'Domain not found' };
    await expect(getDomain(context, id)).rejects.toMatchObject(refusal);
    await expect(recordDomainCheck(context, id, { verified: true })).rejects.toMatchObject(refusal);
    await expect(archiveDomain(context, id)).rejects.toMatchObject(refusal);
  }
  await expect(restoreDomains(context, { ids: [theirs] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    details: { missing: [theirs] },
  });
  expect(await getDomain(foreign, theirs)).toMatchObject({ status: 'active', verification: 'pending' });
});

test('an API key cannot use domains, and not even an owner can record a check result', async () => {
  const workspace = await makeWorkspace(database);
  const id = await makeDomain(workspace);
  const context: WorkspaceContext = {
    ...workspace,
    actor: { type: 'key', id: newId(), label: 'key', scope: 'write' },
  };
  const owner: WorkspaceContext = {
    ...workspace,
    actor: { type: 'user', id: newId(), label: 'owner', role: 'owner' },
  };
  const attempts = [
    getDomain(context, id),
    listByCreation(listDomains(withUnreachableTraffic(context), {})),
    createDomain(context, { host: newHost() }),
    recordDomainCheck(context, id, { verified: true }),
    archiveDomain(context, id),
    restoreDomains(context, { ids: [id] }),
    recordDomainCheck(owner, id, { verified: true }),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await getDomain(workspace, id)).verification).toBe('pending');
});
