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
import { signInAs, makePerson, makeAnonymous } from '../../src/testing/workspaces/people.ts';
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

async function listKeptAnswers(): Promise<unknown[]> {
  return await database.asSystem(
    async (executor) => (await sql`SELECT * FROM kept_answers`.execute(executor)).rows,
  );
}

function conflict(reason: string) {
  return { status: 409, body: { error: { code: 'CONFLICT', details: { reason } } } };
}

describe('a create request with an idempotency key', () => {
  test('returns the same response when repeated and creates one record', async () => {
    const before = await count('offers');
    const first = await post('again');
    expect(first.body).toMatchObject({ ok: true, data: { name: 'Once', version: 1 } });
    const second = await post('again');
    expect([second.status, second.raw]).toEqual([first.status, first.raw]);
    expect(await count('offers')).toBe(before + 1);
  });

  test('creates one record when sent many times at once; the other requests get the same response or must wait', async () => {
    const before = await count('offers');
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('at-once')));
    const done = responses.filter(({ status }) => status < 300);
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ raw }) => raw)).size).toBe(1);
    for (const response of responses.filter(({ status }) => status >= 300)) {
      expect(response).toMatchObject(conflict('in-progress'));
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await count('offers')).toBe(before + 1);
  });

  test('is refused and creates nothing while the first request is in progress', async () => {
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

  test('is refused with a different body or for a different operation', async () => {
    const first = await post('other');
    expect(first.status).toBeLessThan(300);
    expect(await post('other', { ...offer, name: 'Two' })).toMatchObject(conflict('idempotency-key-reused'));
    const elsewhere = await post('other', { name: 'Once', url: 'https://example.com/' }, '/landings');
    expect(elsewhere).toMatchObject(conflict('idempotency-key-reused'));
  });

  test('can be corrected and sent again after a rejection', async () => {
    expect((await post('corrected', { ...offer, url: 'nothing' })).status).toBe(400);
    expect((await post('corrected')).status).toBeLessThan(300);
  });

  test('is scoped to one person and one workspace', async () => {
    const first = await post('scope');
    const colleague = await makeSession(context, 'owner');
    const other = await post('scope', offer, '/offers', colleague);
    expect(other.status).toBe(first.status);
    expect(other.raw).not.toBe(first.raw);
    const foreign = await makeWorkspace(database);
    const foreignOwner = await makeSession(foreign, 'owner');
    expect((await post('scope', offer, '/offers', foreignOwner)).status).toBe(first.status);
    expect(await count('kept_answers', foreign)).toBe(1);
  });

  test('does not return the response again if it contains a token, because tokens are never stored', async () => {
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

  test('is remembered for a day, and deleted with expired sessions', async () => {
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

describe('a request in several transactions with an idempotency key', () => {
  test('sends an invitation once and does not store its link', async () => {
    const body = { email: 'new@example.com', role: 'viewer' };
    expect((await post('invite', body, '/invitations')).status).toBe(201);
    expect(await post('invite', body, '/invitations')).toMatchObject(conflict('already-done'));
    expect(await count('invitations')).toBe(1);
    expect((await post('invite again', body, '/invitations')).status).toBe(400);
    // A new idempotency key makes a new request, which replaces the first invitation.
    expect((await post('invite-again', body, '/invitations')).status).toBe(201);
  });

  test('deletes a visit once and returns the same response when repeated', async () => {
    const person = await makePerson(context, 'owner');
    const { token } = await signInAs(makeAnonymous(database), person);
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
    const recorded = await read();
    expect([recorded.erasures.length, recorded.audit]).toEqual([1, 1]);
    const again = await erase();
    expect([again.status, again.body.data]).toEqual([200, first.body.data]);
    // Neither the expiry time nor the audit log changes.
    expect(await read()).toEqual(recorded);
    expect(JSON.stringify(await listKeptAnswers())).not.toContain(person.password);
  });

  test('does not remember a rejected cost entry and checks it again', async () => {
    const { id } = await makeCampaign(context);
    const body = { campaign: id, from: '2026-06-15', to: '2026-06-15', amount: '1' };
    const rejection = { status: 409, body: { error: { details: { reason: 'no-visits' } } } };
    expect(await post('cost', body, '/costs')).toMatchObject(rejection);
    expect(await post('cost', body, '/costs')).toMatchObject(rejection);
  });

  test('enters a cost once when requested several times at once', async () => {
    const { id: campaignId } = await makeCampaign(context);
    const visitId = newId(Date.UTC(2026, 5, 15, 12));
    const traffic = openTestTraffic();
    const at = { visit_id: visitId, visit_time: Date.UTC(2026, 5, 15, 12) };
    const ids = { workspace_id: context.workspaceId, campaign_id: campaignId };
    await insertEventRows(traffic, [
      { ...ids, ...at, type: 'visit', id: visitId, time: at.visit_time, visits: 1 },
    ]);
    await traffic.close();
    const body = { campaign: campaignId, from: '2026-06-15', to: '2026-06-15', amount: '1' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => post('spent', body, '/costs')));
    const first = await post('spent', body, '/costs');
    expect(first.status).toBe(200);
    // Entries are processed one at a time, so concurrent requests get the same response or an in-progress error.
    for (const response of responses)
      if (response.status === 200) expect(response.raw).toBe(first.raw);
      else expect(response).toMatchObject(conflict('in-progress'));
    expect(await count('cost_entries')).toBe(1);
  });
});

describe('an idempotency key is rejected', () => {
  test.each([
    ['', 'empty'],
    ['a b', 'contains a space'],
    ['x'.repeat(201), 'too long'],
  ])('if it is %j (%s)', async (key) => {
    expect(await post(key)).toMatchObject({
      status: 400,
      body: { error: { details: { issues: [{ path: 'Idempotency-Key' }] } } },
    });
  });

  test('for an operation that does not accept one', async () => {
    const body = { from: '2026-11-16', to: '2026-11-16', metrics: ['visits'] };
    expect((await post('question', body, '/reports/query')).status).toBe(400);
  });
});
