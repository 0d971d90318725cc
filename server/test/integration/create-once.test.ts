/** Creates that are sent again make nothing twice. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { purgeExpiredSessions } from '../../src/services/accounts/sessions.ts';
import { makeContext, systemActor, type WorkspaceContext } from '../../src/services/context.ts';
import { lockIdempotencyKey } from '../../src/store/accounts/idempotent-responses.ts';
import { newId } from '../../src/platform/ids.ts';
import { Database } from '../../src/store/database/database.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { makeRecordedVisit } from '../../src/testing/http/recorded-visit.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { insertEventRows } from '../../src/testing/traffic/insert-event-rows.ts';
import { openTestTraffic } from '../../src/testing/traffic/traffic.ts';
import { makeCampaign, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { enterAs, makePerson, makeAnonymous } from '../../src/testing/workspaces/people.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let api: ApiServer;
let context: WorkspaceContext;
let owner: string;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 8 });
  api = await makeApiServer(database, directory);
  context = await makeWorkspace(database);
  owner = await makeSession(context, 'owner');
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

const offer = { name: 'Once', url: 'https://example.com/' };

async function post(key: string, body: unknown = offer, path = '/offers', session = owner) {
  const headers = { 'sec-fetch-site': 'same-origin', 'idempotency-key': key };
  return await api.ask({ session, method: 'POST', path, body, headers });
}

async function count(table: string, { workspaceId } = context): Promise<number> {
  const { rows } = await database.asSystem((executor) =>
    sql<{
      found: number;
    }>`SELECT count(*)::int AS found FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId}`.execute(
      executor,
    ),
  );
  return rows[0]?.found ?? 0;
}

async function keptAnswers(): Promise<unknown[]> {
  return await database.asSystem(
    async (executor) => (await sql`SELECT * FROM kept_answers`.execute(executor)).rows,
  );
}

function conflict(reason: string) {
  return { status: 409, body: { error: { code: 'CONFLICT', details: { reason } } } };
}

describe('a create with a key', () => {
  test('is answered the same when it is sent again, and makes one record', async () => {
    const before = await count('offers');
    const first = await post('again');
    expect(first.body).toMatchObject({ ok: true, data: { name: 'Once', version: 1 } });
    const second = await post('again');
    expect([second.status, second.raw]).toEqual([first.status, first.raw]);
    expect(await count('offers')).toBe(before + 1);
  });

  test('sent many times at once makes one record; the others hear of it or are told to wait', async () => {
    const before = await count('offers');
    const sent = await Promise.all(Array.from({ length: 8 }, () => post('at-once')));
    const done = sent.filter(({ status }) => status < 300);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ raw }) => raw)).size).toBe(1);
    for (const one of sent.filter(({ status }) => status >= 300)) {
      expect(one).toMatchObject(conflict('in-progress'));
      expect(Number(one.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await count('offers')).toBe(before + 1);
  });

  test('while the first is under way, the second is told so and makes nothing', async () => {
    const { rows } = await database.asSystem((executor) =>
      sql<{
        user_id: string;
      }>`SELECT user_id FROM memberships WHERE workspace_id = ${context.workspaceId}`.execute(executor),
    );
    const before = await count('offers');
    const { workspaceId } = context;
    await database.inWorkspace(workspaceId, async (executor) => {
      for (const { user_id: userId } of rows)
        expect(await lockIdempotencyKey(executor, { workspaceId, userId, key: 'under-way' })).toBe(true);
      expect(await post('under-way')).toMatchObject(conflict('in-progress'));
    });
    expect(await count('offers')).toBe(before);
    expect((await post('under-way')).status).toBeLessThan(300);
  });

  test('is refused with another body or for another operation', async () => {
    const first = await post('other');
    expect(first.status).toBeLessThan(300);
    expect(await post('other', { ...offer, name: 'Two' })).toMatchObject(conflict('idempotency-key-reused'));
    const elsewhere = await post('other', { name: 'Once', url: 'https://example.com/' }, '/landings');
    expect(elsewhere).toMatchObject(conflict('idempotency-key-reused'));
  });

  test('that was refused can be mended and sent again', async () => {
    expect((await post('mended', { ...offer, url: 'nothing' })).status).toBe(400);
    expect((await post('mended')).status).toBeLessThan(300);
  });

  test('is of one person in one workspace', async () => {
    const first = await post('whose');
    const colleague = await makeSession(context, 'owner');
    const other = await post('whose', offer, '/offers', colleague);
    expect(other.status).toBe(first.status);
    expect(other.raw).not.toBe(first.raw);
    const foreign = await makeWorkspace(database);
    const stranger = await makeSession(foreign, 'owner');
    expect((await post('whose', offer, '/offers', stranger)).status).toBe(first.status);
    expect(await count('kept_answers', foreign)).toBe(1);
  });

  test('whose answer shows a token is not answered again, and the token is kept nowhere', async () => {
    const body = { label: 'once', scope: 'read', lifetimeDays: 90 };
    const before = await count('api_keys');
    const first = await post('token', body, '/keys');
    const { token } = (first.body as { data: { token: string } }).data;
    expect(token.length).toBeGreaterThan(10);
    const second = await post('token', body, '/keys');
    expect(second).toMatchObject(conflict('already-done'));
    expect(second.raw).not.toContain(token);
    expect(await count('api_keys')).toBe(before + 1);
    const { rows } = await database.asSystem((executor) =>
      sql`SELECT 1 FROM kept_answers WHERE strpos(answer, ${token}) > 0`.execute(executor),
    );
    expect(rows).toEqual([]);
  });

  test('counts for a day, and is deleted with old sessions', async () => {
    const first = await post('day');
    const age = (hours: number) =>
      database.asSystem((executor) =>
        sql`UPDATE kept_answers SET kept_at = now() - make_interval(hours => ${hours})
          WHERE workspace_id = ${context.workspaceId} AND key = 'day'`.execute(executor),
      );
    await age(23);
    expect((await post('day')).raw).toBe(first.raw);
    await age(25);
    const next = await post('day');
    expect(next.status).toBe(first.status);
    expect(next.raw).not.toBe(first.raw);
    const before = await count('kept_answers');
    await age(25);
    await purgeExpiredSessions(makeContext(database, systemActor('test')));
    expect(await count('kept_answers')).toBe(before - 1);
  });
});

describe('what is no single transaction', () => {
  test('an invitation goes out once, and its link is kept nowhere', async () => {
    const body = { email: 'new@example.com', role: 'viewer' };
    expect((await post('invite', body, '/invitations')).status).toBe(201);
    expect(await post('invite', body, '/invitations')).toMatchObject(conflict('already-done'));
    expect(await count('invitations')).toBe(1);
    expect((await post('invite again', body, '/invitations')).status).toBe(400);
    // Another key is another wish: it takes the place of the first.
    expect((await post('invite-again', body, '/invitations')).status).toBe(201);
  });

  test('an erasure is answered the same, and asked again with the key it erases nothing twice', async () => {
    const person = await makePerson(context, 'owner');
    const { token } = await enterAs(makeAnonymous(database), person);
    const { id: campaignId } = await makeCampaign(context);
    const clickId = await makeRecordedVisit(context, campaignId);
    const erase = async () => await post('erase', { clickId, password: person.password }, '/erasures', token);
    const read = async () =>
      await database.asSystem(async (executor) => ({
        erasures: (
          await sql`SELECT id, requested_at, next_at FROM erasures
            WHERE workspace_id = ${context.workspaceId}`.execute(executor)
        ).rows,
        audit: (
          await sql`SELECT id FROM audit_log
            WHERE workspace_id = ${context.workspaceId} AND action = 'visit.erase'`.execute(executor)
        ).rows.length,
      }));
    const first = await erase();
    expect(first.status).toBe(200);
    const done = await read();
    expect([done.erasures.length, done.audit]).toEqual([1, 1]);
    const again = await erase();
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    // Neither are its days begun anew, nor is it said again that somebody asked.
    expect(await read()).toEqual(done);
    expect(JSON.stringify(await keptAnswers())).not.toContain(person.password);
  });

  test('a refused cost is not kept, and sent again it is judged anew', async () => {
    const { id } = await makeCampaign(context);
    const body = { campaign: id, from: '2026-06-15', to: '2026-06-15', amount: '1' };
    const refused = { status: 409, body: { error: { details: { reason: 'no-visits' } } } };
    expect(await post('cost', body, '/costs')).toMatchObject(refused);
    expect(await post('cost', body, '/costs')).toMatchObject(refused);
  });

  test('a cost is entered once, however many ask for it at once', async () => {
    const { id: campaignId } = await makeCampaign(context);
    const visitId = newId(Date.UTC(2026, 5, 15, 12));
    const traffic = openTestTraffic();
    const at = { visit_id: visitId, visit_time: Date.UTC(2026, 5, 15, 12) };
    const whose = { workspace_id: context.workspaceId, campaign_id: campaignId };
    await insertEventRows(traffic, [
      { ...whose, ...at, type: 'visit', id: visitId, time: at.visit_time, visits: 1 },
    ]);
    await traffic.close();
    const body = { campaign: campaignId, from: '2026-06-15', to: '2026-06-15', amount: '1' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => post('spent', body, '/costs')));
    const first = await post('spent', body, '/costs');
    expect(first.status).toBe(200);
    // It is done one at a time; whoever came meanwhile hears the same, or that it is under way.
    for (const one of sent)
      if (one.status === 200) expect(one.raw).toBe(first.raw);
      else expect(one).toMatchObject(conflict('in-progress'));
    expect(await count('cost_entries')).toBe(1);
  });
});

describe('a key is refused', () => {
  test.each([
    ['', 'empty'],
    ['a b', 'with a space'],
    ['x'.repeat(201), 'too long'],
  ])('%j: %s', async (key) => {
    expect(await post(key)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: 'Idempotency-Key' }] } } },
    });
  });

  test('where the operation takes none', async () => {
    const body = { from: '2026-11-16', to: '2026-11-16', metrics: ['visits'] };
    expect((await post('question', body, '/reports/query')).status).toBe(400);
  });
});
