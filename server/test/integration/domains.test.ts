import { randomBytes } from 'node:crypto';
import { domain as domainShape } from '@waypost/contract/domains.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { createDomain } from '../../src/services/domains/create-domain.ts';
import { archiveDomain, getDomain, listDomains, restoreDomains } from '../../src/services/domains/domains.ts';
import { recordDomainCheck } from '../../src/services/domains/record-domain-check.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { countRequests, listActions, itemsOf } from '../../src/testing/workspaces/records.ts';

let database: Database;

beforeAll(() => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
});

afterAll(() => database.close());

/** A host of its own for one test: verified hosts are unique in the whole installation. */
function newHost(): string {
  return `h${randomBytes(6).toString('hex')}.example.com`;
}

async function makeDomain(context: WorkspaceContext, host = newHost()): Promise<string> {
  return (await createDomain(context, { host })).id;
}

/** A campaign that visitors come to through the domain. */
async function makeCampaignOn(context: WorkspaceContext, domainId: string, name: string): Promise<string> {
  const campaign = await makeCampaign(context, { name });
  await database.inWorkspace(context.workspaceId, (executor) =>
    sql`UPDATE campaigns SET domain_id = ${domainId} WHERE id = ${campaign.id}`.execute(executor),
  );
  return campaign.id;
}

describe('claiming', () => {
  test('a new domain waits for its check, under the name that name servers know', async () => {
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

  test('a workspace has a host once; where it is archived, restoring it is suggested', async () => {
    const context = await makeWorkspace(database);
    const host = newHost();
    const id = await makeDomain(context, host);
    const details = { blocked: [{ type: 'domain', id, name: host, by: [] }] };
    await expect(createDomain(context, { host })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The workspace already has this domain',
      details,
    });
    await archiveDomain(context, id);
    await expect(createDomain(context, { host: host.toUpperCase() })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This domain is in the archive. Restore it instead.',
      details,
    });
    expect(await itemsOf(listDomains(context, { archived: 'all' }))).toHaveLength(1);
  });

  test('of many claims of one host at once one wins, and the others are told', async () => {
    const context = await makeWorkspace(database);
    const host = newHost();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, () => createDomain(context, { host })),
    );
    const refusals = results.filter((result) => result.status === 'rejected');
    expect(refusals).toHaveLength(5);
    for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'CONFLICT' });
    expect(await itemsOf(listDomains(context, {}))).toHaveLength(1);
  });

  test('any workspace may claim a host that another has', async () => {
    const [mine, theirs] = [await makeWorkspace(database), await makeWorkspace(database)];
    const host = newHost();
    await recordDomainCheck(theirs, await makeDomain(theirs, host), { verified: true });
    const id = await makeDomain(mine, host);
    expect(await getDomain(mine, id)).toMatchObject({ host, verification: 'pending' });
  });
});

test('a list is narrowed by text in the host, ids and state', async () => {
  const context = await makeWorkspace(database);
  const first = await makeDomain(context, 'a-b.example.com');
  const second = await makeDomain(context, 'axb.example.org');
  const archived = await makeDomain(context, 'a-b.example.net');
  await archiveDomain(context, archived);
  const list = async (filter: object) =>
    (await itemsOf(listDomains(context, filter))).map((domain) => domain.id);
  expect(await list({})).toEqual([first, second]);
  expect(await list({ q: 'A-B' })).toEqual([first]);
  expect(await list({ q: 'a_b' })).toEqual([]);
  expect(await list({ q: 'a-b', archived: 'all' })).toEqual([first, archived]);
  expect(await list({ ids: second })).toEqual([second]);
});

describe('checking', () => {
  const at = new Date('2026-01-02T03:04:05.678Z');

  test('a check sets its result, its time and what went wrong', async () => {
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

  test('text of any length and kind is kept, shortened', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await recordDomainCheck(context, id, { verified: false, error: `\uD800${'😀'.repeat(600)}` });
    expect((await getDomain(context, id)).checkError).toBe('😀'.repeat(500));
  });

  test('a check that finds what the last one found moves the time and nothing else', async () => {
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
    await recordDomainCheck(context, id, { verified: false, error: 'gone for long' });
    expect(await countRequests(context, campaignId)).toBe(before + 2);
    expect(await listActions(context, id)).toEqual([
      'domain.create',
      'domain.check',
      'domain.check',
      'domain.check',
    ]);
  });

  test('one workspace at a time has a host, and the refusal says nothing of whose it is', async () => {
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

  test('of two workspaces that verify one host at once exactly one gets it', async () => {
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

  test('an archived domain is not checked', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await archiveDomain(context, id);
    await expect(recordDomainCheck(context, id, { verified: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The domain is archived. Restore it first.',
    });
  });
});

describe('archiving and restoring', () => {
  test('a domain stays while campaigns that are not archived use it, paused ones too', async () => {
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

  test('a restored domain has to be checked anew, even where its host is another’s by now', async () => {
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

  test('a domain that is not archived keeps its check when it is restored', async () => {
    const context = await makeWorkspace(database);
    const [id, archived] = [await makeDomain(context), await makeDomain(context)];
    await recordDomainCheck(context, id, { verified: true });
    await recordDomainCheck(context, archived, { verified: false, error: 'no such name' });
    await archiveDomain(context, archived);
    expect(await restoreDomains(context, { ids: [id, archived] })).toEqual({ restored: 2 });
    expect((await getDomain(context, id)).verification).toBe('verified');
    expect(await getDomain(context, archived)).toMatchObject({ verification: 'pending', checkError: null });
  });

  test('every change writes its line, and one that changes nothing writes none', async () => {
    const context = await makeWorkspace(database);
    const id = await makeDomain(context);
    await archiveDomain(context, id);
    await archiveDomain(context, id);
    await restoreDomains(context, { ids: [id] });
    await restoreDomains(context, { ids: [id] });
    expect(await listActions(context, id)).toEqual(['domain.create', 'domain.archive', 'domain.restore']);
  });
});

test('a domain of another workspace does not exist', async () => {
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

test('no key can do any of it, and not even an owner says that a check succeeded', async () => {
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
    itemsOf(listDomains(context, {})),
    createDomain(context, { host: newHost() }),
    recordDomainCheck(context, id, { verified: true }),
    archiveDomain(context, id),
    restoreDomains(context, { ids: [id] }),
    recordDomainCheck(owner, id, { verified: true }),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await getDomain(workspace, id)).verification).toBe('pending');
});
