import type { InboxPage } from '@waypost/contract/conversions/inbox.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { listInbox } from '../../src/services/conversions/list-inbox.ts';
import { createInboxTarget } from '../../src/services/conversions/receive-batch.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeIncomingRequest, spoolLines } from '../../src/testing/traffic/inbox-rows.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';

let database: Database;
let target: ReturnType<typeof createInboxTarget>;
let mine: WorkspaceContext & { campaignId: string };
let foreign: typeof mine;

async function makeOwner(): Promise<typeof mine> {
  const context = await makeWorkspace(database);
  return { ...context, campaignId: (await makeCampaign(context)).id };
}

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  target = createInboxTarget({ database, actor: { type: 'system', label: 'edge' }, now: () => new Date() });
  [mine, foreign] = [await makeOwner(), await makeOwner()];
});

afterAll(() => database.close());

async function count(batch: string): Promise<number> {
  const { rows } = await database.asSystem((executor) =>
    sql<{ found: number }>`SELECT count(*)::int AS found FROM inbox WHERE batch = ${batch}`.execute(executor),
  );
  return rows[0]?.found ?? 0;
}

const request = (change: Parameters<typeof makeIncomingRequest>[0] = {}) =>
  makeIncomingRequest({ campaignId: mine.campaignId, ...change });

describe('an inbox batch', () => {
  test("is stored byte for byte in its campaign's workspace", async () => {
    const body = Buffer.from([0, 9, 10, 13, 92, 128, 255, 34, 123, 125]);
    const sent = request({
      method: 'POST',
      query: 'a=\t\n\\b&c={"x",NULL}&d=\xe9',
      contentType: 'text/plain; charset="utf-8"',
      body: body.toString('base64'),
      address: '2001:db8::1',
      receivedMs: 1_700_000_000_123,
    });
    const batch = newId();
    expect(await target.insert(batch, spoolLines(batch, [sent]))).toEqual({ kind: 'inserted' });
    const row = await database.asSystem((executor) =>
      executor.selectFrom('inbox').selectAll().where('id', '=', sent.id).executeTakeFirstOrThrow(),
    );
    expect(row).toEqual({
      id: sent.id,
      workspace_id: mine.workspaceId,
      campaign_id: mine.campaignId,
      received_at: new Date(1_700_000_000_123),
      batch,
      batch_index: 0,
      method: 'POST',
      query: sent.query,
      content_type: sent.contentType,
      body,
      address: '2001:db8::1',
      user_agent: 'network/1.0',
      verdict: null,
      reason: null,
      handled_at: null,
      attempts: 0,
      next_at: new Date(1_700_000_000_123),
      changes: null,
      is_source_allowed: null,
      visit_id: null,
    });
  });

  test('is stored once when inserted repeatedly or concurrently, and can be found', async () => {
    const batch = newId();
    const lines = spoolLines(batch, [request(), request(), request({ campaignId: foreign.campaignId })]);
    expect(await target.findBatches([batch], 0)).toEqual(new Set());
    const outcomes = await Promise.all([1, 2, 3].map(() => target.insert(batch, lines)));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'inserted' })));
    expect(await count(batch)).toBe(3);
    expect(await target.findBatches([batch, 'another'], 0)).toEqual(new Set([batch]));
  });

  test('skips requests that another batch has already stored', async () => {
    const [first, second] = [newId(), newId()];
    const sent = request();
    await target.insert(first, spoolLines(first, [sent]));
    expect(await target.insert(second, spoolLines(second, [sent]))).toEqual({ kind: 'inserted' });
    expect([await count(first), await count(second)]).toEqual([1, 0]);
  });

  test('with many requests fits into one transaction', async () => {
    const batch = newId();
    const body = Buffer.alloc(16_384, 'x').toString('base64');
    const large = Array.from({ length: 60 }, () => request({ method: 'POST', body }));
    const small = Array.from({ length: 4_000 }, () => request());
    const outcome = await target.insert(batch, spoolLines(batch, [...large, ...small]));
    expect([outcome.kind, await count(batch)]).toEqual(['inserted', 4_060]);
  });

  test('has an unknown outcome when PostgreSQL is unavailable', async () => {
    const unavailable = new Database('postgres://user@127.0.0.1:1/none', { connectionsMax: 1 });
    const unreachable = createInboxTarget({
      database: unavailable,
      actor: { type: 'system', label: 'edge' },
      now: () => new Date(),
    });
    expect(await unreachable.insert('b', spoolLines('b', [request()]))).toMatchObject({ kind: 'unknown' });
    await expect(unreachable.separateRefused(spoolLines('b', [request()]))).rejects.toThrow();
    await unavailable.close();
  });
});

describe('a row', () => {
  test.each<[string, () => ReturnType<typeof request>, RegExp]>([
    [
      'whose campaign was deleted',
      () => request({ campaignId: newId() }),
      /campaign [\w-]{36} no longer exists/,
    ],
    ['that PostgreSQL rejects', () => request({ query: 'x'.repeat(8_193) }), /check constraint/],
    ['that no edge would write', () => request({ id: 'x' }), /is not an incoming postback/],
  ])('%s is separated from its batch before the batch is stored', async (_, make, reason) => {
    const batch = newId();
    const [first, invalid, last] = [request(), make(), request()];
    const lines = spoolLines(batch, [first, invalid, last]);
    expect(await target.insert(batch, lines)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
    expect(await count(batch)).toBe(0);
    const { accepted, refused } = await target.separateRefused(lines);
    expect(refused).toEqual([
      { line: spoolLines(batch, [invalid]).toString().trimEnd(), reason: expect.stringMatching(reason) },
    ]);
    expect(accepted.toString()).toBe(spoolLines(batch, [first, last]).toString());
    expect(await count('probe')).toBe(0);
    expect(await target.insert(batch, accepted)).toEqual({ kind: 'inserted' });
    expect(await count(batch)).toBe(2);
  });
});

test('NUL bytes in a row are replaced, so that the row can be stored', async () => {
  const batch = newId();
  const lines = spoolLines(batch, [request({ query: 'a=\0' })]);
  expect(await target.insert(batch, lines)).toEqual({ kind: 'inserted' });
  expect(await count(batch)).toBe(1);
});

describe('the inbox list', () => {
  let owner: typeof mine;
  const readPage = (filter: Record<string, string> = {}) => listInbox(owner, filter);
  const queries = ({ items }: InboxPage) => items.map(({ query }) => query ?? '');
  const at = (minute: number) => Date.UTC(2026, 10, 16, 9, minute);

  beforeAll(async () => {
    owner = await makeOwner();
    const other = await makeCampaign(owner);
    const batch = newId();
    const makeRequest = (query: string, minute: number, campaignId = owner.campaignId) =>
      makeIncomingRequest({ campaignId, query, receivedMs: at(minute) });
    const requests = [
      makeRequest('n=1', 1),
      makeRequest('n=2', 2),
      makeRequest('n=3', 2),
      makeRequest('n=4', 4, other.id),
    ];
    await target.insert(batch, spoolLines(batch, requests));
    const foreignBatch = newId();
    const theirs = makeIncomingRequest({ campaignId: foreign.campaignId, query: 'n=theirs' });
    await target.insert(foreignBatch, spoolLines(foreignBatch, [theirs]));
    await database.asSystem((executor) =>
      executor
        .updateTable('inbox')
        .set({ verdict: 'duplicate', reason: 'r', handled_at: new Date(at(5)), attempts: 2 })
        .where('query', '=', 'n=1')
        .where('workspace_id', '=', owner.workspaceId)
        .execute(),
    );
  });

  test("contains the workspace's own requests, newest first", async () => {
    const page = await readPage();
    expect(queries(page).map((query) => query.slice(0, 2))).toEqual(['n=', 'n=', 'n=', 'n=']);
    expect([queries(page)[0], queries(page)[3]]).toEqual(['n=4', 'n=1']);
    expect(page.meta).toEqual({ limit: 50, count: 4, total: null, nextCursor: null });
    expect(page.items[3]).toMatchObject({
      verdict: 'duplicate',
      reason: 'r',
      handledAt: '2026-11-16T09:05:00.000Z',
      attempts: 2,
      nextAt: null,
    });
    expect(queries(await listInbox(foreign, {}))).toContain('n=theirs');
  });

  test('is paged without gaps, even if two requests have the same time', async () => {
    const all = queries(await readPage());
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: InboxPage = await readPage({ limit: '1', ...(cursor === null ? {} : { cursor }) });
      found.push(...queries(page));
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(all);
  });

  test.each<[string, () => Record<string, string>, string[]]>([
    ['a campaign', () => ({ campaignId: owner.campaignId }), ['n=1', 'n=2', 'n=3']],
    ['a foreign campaign', () => ({ campaignId: foreign.campaignId }), []],
    ['a verdict', () => ({ verdict: 'duplicate' }), ['n=1']],
    ['no verdict yet', () => ({ verdict: 'waiting' }), ['n=2', 'n=3', 'n=4']],
    ['a time range', () => ({ from: '2026-11-16T09:02:00Z', to: '2026-11-16T09:02:00Z' }), ['n=2', 'n=3']],
  ])('can be filtered by %s', async (_, filter, expected) => {
    expect(queries(await readPage(filter())).toSorted()).toEqual(expected);
  });

  test.each([{ verdict: 'NO' }, { cursor: 'x' }, { from: 'then' }, { limit: '0' }, { surprise: '1' }])(
    'rejects the filter %o',
    async (filter) => {
      await expect(listInbox(owner, filter)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  test('hides the content and the sender of requests from viewers, who may not read personal data', async () => {
    const actor = { type: 'user', id: newId(), label: 'v', role: 'viewer' } as const;
    const { items } = await listInbox({ ...owner, actor }, {});
    const hidden = { query: null, body: null, address: null, userAgent: null };
    expect(items[3]).toMatchObject({ ...hidden, verdict: 'duplicate' });
    expect(items).toHaveLength(4);
  });

  test('masks network tokens and parameters named as secrets, and no other values', async () => {
    const sender = await makeOwner();
    const network = await createAffiliateNetwork(sender, { name: 'N' });
    const { token } = await issueNetworkToken(sender, network.id);
    const batch = newId();
    const body = (text: string) => ({ method: 'POST' as const, body: Buffer.from(text).toString('base64') });
    const requests = [
      { query: `cid=1&pw=${token}` },
      { query: 'cid=2&signature=canary-canary-canary' },
      body(`{"cid":"3","auth":{"value":"${token}"}}`),
      body(`plain ${token} text`),
    ].map((change) => makeIncomingRequest({ campaignId: sender.campaignId, ...change }));
    await target.insert(batch, spoolLines(batch, requests));
    const text = JSON.stringify(await listInbox(sender, {}));
    expect(text).not.toContain(token);
    expect(text).not.toContain('canary-canary');
    expect(text).toContain(`cid=1&pw=${token.slice(0, 3)}…`);
  });
});
