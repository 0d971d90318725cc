/** From the lines of a spool into the table `inbox`, exactly once, and from there to the panel. */
import type { InboxPage } from '@waypost/contract/inbox.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { createAffiliateNetwork } from '../../src/services/affiliate-networks/create-affiliate-network.ts';
import { issueNetworkToken } from '../../src/services/affiliate-networks/network-token.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { listInbox } from '../../src/services/inbox/list-inbox.ts';
import { createInboxTarget } from '../../src/services/inbox/take-batch.ts';
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

describe('a batch', () => {
  test('is stored with every byte, and belongs to the workspace of the campaign', async () => {
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

  test('that comes again, even at the same moment, is there once; and it is found', async () => {
    const batch = newId();
    const lines = spoolLines(batch, [request(), request(), request({ campaignId: foreign.campaignId })]);
    expect(await target.findBatches([batch], 0)).toEqual(new Set());
    const outcomes = await Promise.all([1, 2, 3].map(() => target.insert(batch, lines)));
    expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'inserted' })));
    expect(await count(batch)).toBe(3);
    expect(await target.findBatches([batch, 'another'], 0)).toEqual(new Set([batch]));
  });

  test('with a request that another batch brought already adds nothing', async () => {
    const [first, second] = [newId(), newId()];
    const sent = request();
    await target.insert(first, spoolLines(first, [sent]));
    expect(await target.insert(second, spoolLines(second, [sent]))).toEqual({ kind: 'inserted' });
    expect([await count(first), await count(second)]).toEqual([1, 0]);
  });

  test('of many requests fits into one transaction', async () => {
    const batch = newId();
    const body = Buffer.alloc(16_384, 'x').toString('base64');
    const large = Array.from({ length: 60 }, () => request({ method: 'POST', body }));
    const small = Array.from({ length: 4_000 }, () => request());
    const outcome = await target.insert(batch, spoolLines(batch, [...large, ...small]));
    expect([outcome.kind, await count(batch)]).toEqual(['inserted', 4_060]);
  });

  test('is not known to be stored or not when PostgreSQL is away', async () => {
    const away = new Database('postgres://nobody@127.0.0.1:1/none', { connectionsMax: 1 });
    const unreachable = createInboxTarget({
      database: away,
      actor: { type: 'system', label: 'edge' },
      now: () => new Date(),
    });
    expect(await unreachable.insert('b', spoolLines('b', [request()]))).toMatchObject({ kind: 'unknown' });
    await expect(unreachable.separateRefused(spoolLines('b', [request()]))).rejects.toThrow();
    await away.close();
  });
});

describe('a row that cannot be stored', () => {
  test.each<[string, () => ReturnType<typeof request>, RegExp]>([
    ['whose campaign is gone', () => request({ campaignId: newId() }), /campaign [\w-]{36} no longer exists/],
    ['that PostgreSQL refuses', () => request({ query: 'x'.repeat(8_193) }), /check constraint/],
    ['that no edge writes', () => request({ id: 'x' }), /is not an incoming postback/],
  ])('%s is told from the others, and none is stored before', async (_, make, reason) => {
    const batch = newId();
    const [first, bad, last] = [request(), make(), request()];
    const lines = spoolLines(batch, [first, bad, last]);
    expect(await target.insert(batch, lines)).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(reason),
    });
    expect(await count(batch)).toBe(0);
    const { accepted, refused } = await target.separateRefused(lines);
    expect(refused).toEqual([
      { line: spoolLines(batch, [bad]).toString().trimEnd(), reason: expect.stringMatching(reason) },
    ]);
    expect(accepted.toString()).toBe(spoolLines(batch, [first, last]).toString());
    expect(await count('probe')).toBe(0);
    expect(await target.insert(batch, accepted)).toEqual({ kind: 'inserted' });
    expect(await count(batch)).toBe(2);
  });

  test('does not come of NUL, which no text can hold: another sign stands for it', async () => {
    const batch = newId();
    const lines = spoolLines(batch, [request({ query: 'a=\0' })]);
    expect(await target.insert(batch, lines)).toEqual({ kind: 'inserted' });
    expect(await count(batch)).toBe(1);
  });
});

describe('what people see of it', () => {
  let seen: typeof mine;
  const pageOf = (filter: Record<string, string> = {}) => listInbox(seen, filter);
  const queries = ({ items }: InboxPage) => items.map(({ query }) => query ?? '');
  const at = (minute: number) => Date.UTC(2026, 10, 16, 9, minute);

  beforeAll(async () => {
    seen = await makeOwner();
    const other = await makeCampaign(seen);
    const batch = newId();
    const make = (query: string, minute: number, campaignId = seen.campaignId) =>
      makeIncomingRequest({ campaignId, query, receivedMs: at(minute) });
    const requests = [make('n=1', 1), make('n=2', 2), make('n=3', 2), make('n=4', 4, other.id)];
    await target.insert(batch, spoolLines(batch, requests));
    const foreignBatch = newId();
    const theirs = makeIncomingRequest({ campaignId: foreign.campaignId, query: 'n=theirs' });
    await target.insert(foreignBatch, spoolLines(foreignBatch, [theirs]));
    await database.asSystem((executor) =>
      executor
        .updateTable('inbox')
        .set({ verdict: 'duplicate', reason: 'r', handled_at: new Date(at(5)), attempts: 2 })
        .where('query', '=', 'n=1')
        .where('workspace_id', '=', seen.workspaceId)
        .execute(),
    );
  });

  test('is newest first, and the workspace’s own', async () => {
    const page = await pageOf();
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

  test('comes page by page, without a gap where two came in the same moment', async () => {
    const whole = queries(await pageOf());
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: InboxPage = await pageOf({ limit: '1', ...(cursor === null ? {} : { cursor }) });
      found.push(...queries(page));
      cursor = page.meta.nextCursor;
    } while (cursor !== null);
    expect(found).toEqual(whole);
  });

  test.each<[string, () => Record<string, string>, string[]]>([
    ['a campaign', () => ({ campaignId: seen.campaignId }), ['n=1', 'n=2', 'n=3']],
    ['a campaign of others', () => ({ campaignId: foreign.campaignId }), []],
    ['a verdict', () => ({ verdict: 'duplicate' }), ['n=1']],
    ['no verdict yet', () => ({ verdict: 'waiting' }), ['n=2', 'n=3', 'n=4']],
    ['a time', () => ({ from: '2026-11-16T09:02:00Z', to: '2026-11-16T09:02:00Z' }), ['n=2', 'n=3']],
  ])('can be narrowed to %s', async (_, filter, expected) => {
    expect(queries(await pageOf(filter())).toSorted()).toEqual(expected);
  });

  test.each([{ verdict: 'NO' }, { cursor: 'x' }, { from: 'then' }, { limit: '0' }, { surprise: '1' }])(
    'is refused for %o',
    async (filter) => {
      await expect(listInbox(seen, filter)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  test('never has a token of a network in it, in whatever place, nor what is called a secret', async () => {
    const owner = await makeOwner();
    const network = await createAffiliateNetwork(owner, { name: 'N' });
    const { token } = await issueNetworkToken(owner, network.id);
    const batch = newId();
    const body = (text: string) => ({ method: 'POST' as const, body: Buffer.from(text).toString('base64') });
    const requests = [
      { query: `cid=1&pw=${token}` },
      { query: 'cid=2&signature=canary-canary-canary' },
      body(`{"cid":"3","auth":{"value":"${token}"}}`),
      body(`plain ${token} text`),
    ].map((change) => makeIncomingRequest({ campaignId: owner.campaignId, ...change }));
    await target.insert(batch, spoolLines(batch, requests));
    const text = JSON.stringify(await listInbox(owner, {}));
    expect(text).not.toContain(token);
    expect(text).not.toContain('canary-canary');
    expect(text).toContain(`pw=${token.slice(0, 3)}…`);
  });
});
