import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { authorizationLimits } from '../../src/services/accounts/limit-attempts.ts';
import { hashToken } from '../../src/services/accounts/link-token.ts';
import { removeMember } from '../../src/services/accounts/members.ts';
import { recordAgentCall } from '../../src/services/agents/authenticate-agent.ts';
import { purgeAgents } from '../../src/services/agents/connections.ts';
import { systemActor } from '../../src/services/context.ts';
import { createLanding } from '../../src/services/landings/landings.ts';
import { setSubscription } from '../../src/services/subscriptions/subscriptions.ts';
import { addTrafficSource } from '../../src/services/traffic-sources/create-traffic-source.ts';
import { listAuditEntries } from '../../src/store/accounts/audit-log.ts';
import { makeApiServer } from '../../src/testing/http/api-server.ts';
import { useAgentLab } from '../../src/testing/http/agent-lab.ts';
import { makeRecordedVisit } from '../../src/testing/http/recorded-visit.ts';
import { makeTemporaryDirectory } from '../../src/testing/temporary-directory.ts';
import {
  makeCampaign,
  makeKey,
  makeWorkspace,
  operatorContext,
} from '../../src/testing/workspaces/factories.ts';

const lab = useAgentLab();
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000);

async function countConnections(workspaceId: string): Promise<number> {
  const { rows } = await lab.database.asSystem((executor) =>
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM agent_connections WHERE workspace_id = ${workspaceId}`.execute(
      executor,
    ),
  );
  return rows[0]?.count ?? -1;
}

async function expectDisconnected(access: string, workspaceId: string): Promise<void> {
  expect((await lab.call(access, 'who_am_i')).status).toBe(401);
  expect(await countConnections(workspaceId)).toBe(0);
}

describe('an authorization code', () => {
  test('ends the connection when it is used twice', async () => {
    const { browser, context } = await lab.makeBrowser();
    const code = await lab.allow(browser);
    const first = await lab.exchange(code);
    expect(first.status).toBe(200);
    const again = await lab.exchange(code);
    expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
    await expectDisconnected(String(first.body['access_token']), context.workspaceId);
    expect((await lab.refresh(String(first.body['refresh_token']))).body['error']).toBe('invalid_grant');
  });

  test('is exchanged at most once by simultaneous requests', async () => {
    const { browser, context } = await lab.makeBrowser();
    const code = await lab.allow(browser);
    const responses = await Promise.all([1, 2, 3, 4].map(() => lab.exchange(code)));
    expect(responses.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of responses)
      if (status === 200) await expectDisconnected(String(body['access_token']), context.workspaceId);
  });

  test('is rejected without its verifier, with a different redirect URI or from a different client', async () => {
    const { browser } = await lab.makeBrowser();
    const other = String((await lab.register()).body['client_id']);
    for (const changed of [
      { code_verifier: 'x'.repeat(43) },
      { code_verifier: undefined },
      { redirect_uri: 'http://127.0.0.1:43210/elsewhere' },
      { redirect_uri: undefined },
      { client_id: other },
    ]) {
      const answer = await lab.exchange(await lab.allow(browser), changed);
      expect([changed, answer.status]).toEqual([changed, 400]);
      expect(answer.body).not.toHaveProperty('access_token');
    }
  });

  test('expires after a minute', async () => {
    const { browser } = await lab.makeBrowser();
    const code = await lab.allow(browser);
    await lab.database.asSystem((executor) =>
      sql`UPDATE oauth_records SET payload = payload || jsonb_build_object('exp', extract(epoch FROM now())::int - 1)
        WHERE model = 'AuthorizationCode'`.execute(executor),
    );
    expect((await lab.exchange(code)).body['error']).toBe('invalid_grant');
  });
});

describe('an authorization request', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a different resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ['for an implicit token', { response_type: 'token' }, 'unsupported_response_type'],
    ['with a form_post response', { response_mode: 'form_post' }, 'unsupported_response_mode'],
    ['with a fragment response', { response_mode: 'fragment' }, 'unsupported_response_mode'],
  ])('%s is rejected, and the agent receives the error', async (_, changed, error) => {
    const { browser } = await lab.makeBrowser();
    const answer = await browser.open(await lab.authorizationUrl(changed));
    const location = new URL(answer.headers.get('location') ?? 'http://none');
    expect(
      location.searchParams.get('error') ?? new URLSearchParams(location.hash.slice(1)).get('error'),
    ).toBe(error);
  });

  test.each([
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/callback' }],
    [
      'a redirect URI that only starts with the registered one',
      { redirect_uri: 'http://127.0.0.1:43210/callback/more' },
    ],
    ['no redirect URI', { redirect_uri: undefined }],
    ['an unknown client', { client_id: 'unknown' }],
    ['a client ID on a loopback address', { client_id: 'https://127.0.0.1/client.json' }],
  ])('with %s is answered with 400 and no redirect', async (_, changed) => {
    const { browser } = await lab.makeBrowser();
    const answer = await browser.open(await lab.authorizationUrl(changed));
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  });

  test('can be answered only from the browser that opened it', async () => {
    const { browser, context } = await lab.makeBrowser();
    const victim = await lab.makeBrowser(context);
    const id = await browser.begin(await lab.authorizationUrl());
    expect((await victim.browser.ask(`/agent-requests/${id}`)).status).toBe(404);
    await expect(victim.browser.allow(id)).rejects.toThrow('404');
    await expect(victim.browser.refuse(id)).rejects.toThrow('404');
    expect(await countConnections(context.workspaceId)).toBe(0);
    // Opening the authorization URL again does not grant access either.
    const answer = await browser.open(`/oauth/authorize/${id}`);
    expect(answer.headers.get('location') ?? '').not.toContain('code=');
  });

  test('cannot grant access to a workspace that the person is not a member of', async () => {
    const { browser } = await lab.makeBrowser();
    const { workspaceId } = await makeWorkspace(lab.database);
    const id = await browser.begin(await lab.authorizationUrl());
    await expect(browser.allow(id, workspaceId)).rejects.toThrow('404');
    expect(await countConnections(workspaceId)).toBe(0);
  });

  test('reports access_denied to the agent when the person denies it, and creates no connection', async () => {
    const { browser, context } = await lab.makeBrowser();
    const back = await browser.refuse(await browser.begin(await lab.authorizationUrl()));
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('s');
    expect(await countConnections(context.workspaceId)).toBe(0);
  });
});

describe('a refresh token', () => {
  const ageUse = async (seconds: number) =>
    await lab.database.asSystem((executor) =>
      sql`UPDATE oauth_records SET consumed_at = consumed_at - make_interval(secs => ${seconds})
        WHERE model = 'RefreshToken'`.execute(executor),
    );

  test('ends the connection when it is used again after the grace period', async () => {
    const { access, refresh, context } = await lab.connect();
    const next = await lab.refresh(refresh);
    expect(next.status).toBe(200);
    expect(next.body['refresh_token']).not.toBe(refresh);
    const newest = String(next.body['access_token']);
    expect((await lab.call(newest, 'who_am_i')).status).toBe(200);
    await ageUse(61);
    expect((await lab.refresh(refresh)).body['error']).toBe('invalid_grant');
    await expectDisconnected(newest, context.workspaceId);
    await expectDisconnected(access, context.workspaceId);
    expect((await lab.refresh(String(next.body['refresh_token']))).status).toBe(400);
  });

  test('yields new tokens when it is used again within the grace period, which repeated use does not extend', async () => {
    const { refresh, context } = await lab.connect();
    expect((await lab.refresh(refresh)).status).toBe(200);
    await ageUse(40);
    const again = await lab.refresh(refresh);
    expect(again.status).toBe(200);
    expect((await lab.call(String(again.body['access_token']), 'who_am_i')).status).toBe(200);
    expect((await lab.refresh(String(again.body['refresh_token']))).status).toBe(200);
    expect(await countConnections(context.workspaceId)).toBe(1);

    const other = await lab.connect();
    expect((await lab.refresh(other.refresh)).status).toBe(200);
    await ageUse(40);
    expect((await lab.refresh(other.refresh)).status).toBe(200);
    await ageUse(40);
    expect((await lab.refresh(other.refresh)).status).toBe(400);
    expect(await countConnections(other.context.workspaceId)).toBe(0);
  });

  test('yields new tokens for each of several simultaneous requests', async () => {
    const { refresh, context } = await lab.connect();
    const answers = await Promise.all([1, 2, 3, 4].map(() => lab.refresh(refresh)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await countConnections(context.workspaceId)).toBe(1);
  });

  test('ends the connection even within the grace period once a successor has been used', async () => {
    const { refresh, context } = await lab.connect();
    const next = await lab.refresh(refresh);
    const newest = await lab.refresh(String(next.body['refresh_token']));
    expect(newest.status).toBe(200);
    expect((await lab.refresh(refresh)).body['error']).toBe('invalid_grant');
    await expectDisconnected(String(newest.body['access_token']), context.workspaceId);
  });

  test('that is stolen and used within the grace period ends the connection at the next renewal', async () => {
    const { refresh, context } = await lab.connect();
    const thief = await lab.refresh(refresh);
    const owner = await lab.refresh(refresh);
    expect([thief.status, owner.status]).toEqual([200, 200]);
    const next = await lab.refresh(String(thief.body['refresh_token']));
    expect(next.status).toBe(200);
    // The owner's token is rejected even if both uses are within the same second. Each holder has a separate token, so
    // the request cannot be a retry after a lost response.
    expect((await lab.refresh(String(owner.body['refresh_token']))).body['error']).toBe('invalid_grant');
    await expectDisconnected(String(next.body['access_token']), context.workspaceId);
  });

  test('ends the connection if another token from the same predecessor has been used, even after the predecessor was purged', async () => {
    const { refresh, context } = await lab.connect();
    await lab.database.asSystem((executor) =>
      sql`UPDATE oauth_records SET expires_at = now() + interval '1 hour'
        WHERE model = 'RefreshToken'`.execute(executor),
    );
    const [first, second] = [await lab.refresh(refresh), await lab.refresh(refresh)];
    await purgeAgents({ ...system(), now: () => new Date(Date.now() + 2 * 3_600_000) });
    expect((await lab.refresh(String(first.body['refresh_token']))).status).toBe(200);
    expect((await lab.refresh(String(second.body['refresh_token']))).status).toBe(400);
    expect(await countConnections(context.workspaceId)).toBe(0);
  });

  test('remains valid, like an authorization code, after a request for a different resource', async () => {
    const { browser } = await lab.makeBrowser();
    const resource = 'https://elsewhere.example/mcp';
    const code = await lab.allow(browser);
    const refused = await lab.exchange(code, { resource });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_target']);
    const { body } = await lab.exchange(code);
    const refresh = String(body['refresh_token']);
    for (const changed of [{ resource }, { resource: `${lab.base}/mcp/` }, { resource: 'nonsense' }])
      expect((await lab.refresh(refresh, changed)).body['error']).toBe('invalid_target');
    const unused = await lab.database.asSystem((executor) =>
      sql`SELECT FROM oauth_records WHERE model = 'RefreshToken' AND id_hash = ${hashToken(refresh)}
        AND consumed_at IS NULL`.execute(executor),
    );
    expect(unused.rows).toHaveLength(1);
    expect((await lab.refresh(refresh, { resource: `${lab.base}/mcp` })).status).toBe(200);
  });

  test('works only for its client and resource, and ends the connection when it is revoked', async () => {
    const { access, refresh, context } = await lab.connect();
    expect((await lab.refresh(refresh, { resource: 'https://elsewhere.example/mcp' })).status).toBe(400);
    const other = String((await lab.register()).body['client_id']);
    expect((await lab.refresh(refresh, { client_id: other })).status).toBe(400);
    await lab.post('/oauth/revoke', { token: refresh, client_id: other });
    expect((await lab.call(access, 'who_am_i')).status).toBe(200);
    const revoked = await lab.post('/oauth/revoke', { token: refresh, client_id: await lab.clientId() });
    expect(revoked.status).toBe(200);
    await expectDisconnected(access, context.workspaceId);
  });

  test('becomes invalid, and the connection ends, when its access token is revoked', async () => {
    const { access, refresh, context } = await lab.connect();
    const revoked = await lab.post('/oauth/revoke', { token: access, client_id: await lab.clientId() });
    expect(revoked.status).toBe(200);
    await expectDisconnected(access, context.workspaceId);
    expect((await lab.refresh(refresh)).body['error']).toBe('invalid_grant');
  });
});

describe('an access token', () => {
  test('is not accepted by the REST API or the panel, and MCP accepts no other kind of token', async () => {
    const { access, refresh, context, browser } = await lab.connect();
    const key = (await makeKey(context)).token;
    for (const token of [key, refresh, 'nonsense', '']) {
      const answer = await lab.call(token, 'who_am_i');
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(`resource_metadata="${lab.base}/.well-known/oauth-protected-resource/mcp"`),
      ]);
    }
    const headers = { authorization: `Bearer ${access}`, 'sec-fetch-site': 'same-origin' };
    expect((await lab.send('/api/v1/whoami', { headers })).status).toBe(401);
    expect((await lab.send('/panel/api/me', { headers })).status).toBe(401);
    const cookie = `waypost=${access}`;
    expect((await lab.send('/panel/api/me', { headers: { cookie } })).status).toBe(401);
    // A session cookie is not accepted as an access token either.
    expect((await browser.open('/mcp', { method: 'POST' })).status).toBe(401);
  });

  test.each([
    ['for a different audience', `payload = payload || '{"aud": "https://elsewhere.example/mcp"}'`, 401],
    ['without an audience', `payload = payload - 'aud'`, 401],
    ['with a different scope', `payload = payload || '{"scope": "openid"}'`, 403],
    ['that has expired', `expires_at = now() - interval '1 second'`, 401],
  ])('%s is rejected', async (_, change, status) => {
    const { access } = await lab.connect();
    await lab.database.asSystem((executor) =>
      sql`UPDATE oauth_records SET ${sql.raw(change)} WHERE model = 'AccessToken'`.execute(executor),
    );
    expect((await lab.call(access, 'who_am_i')).status).toBe(status);
  });

  test('stops working at the next call after the subscription lapses or the member is removed', async () => {
    const { access, refresh, context, browser } = await lab.connect();
    for (const subscription of [{ status: 'lapsed' }, { status: 'active', apiAccess: false }] as const) {
      await setSubscription(context, subscription);
      const lapsed = await lab.call(access, 'who_am_i');
      expect([lapsed.status, lapsed.body['error']]).toMatchObject([402, { code: 'BILLING_REQUIRED' }]);
    }
    await setSubscription(context, { status: 'active' });
    expect((await lab.call(access, 'who_am_i')).status).toBe(200);
    const me = (await browser.ask('/me')).body.data as unknown as { id: string };
    await removeMember(context, me.id);
    expect((await lab.call(access, 'who_am_i')).status).toBe(401);
    expect((await lab.refresh(refresh)).body['error']).toBe('invalid_grant');
    expect(await countConnections(context.workspaceId)).toBe(0);
  });

  test('updates the last use of its connection at most once a minute', async () => {
    const { access, context } = await lab.connect();
    const secondsAfterCall = async (secondsBefore: number | null) => {
      await lab.database.asSystem((executor) =>
        sql`UPDATE agent_connections SET last_used_at = now() - make_interval(secs => ${secondsBefore})
          WHERE workspace_id = ${context.workspaceId}`.execute(executor),
      );
      await lab.call(access, 'who_am_i');
      const { rows } = await lab.database.asSystem((executor) =>
        sql<{ seconds: number | null }>`
          SELECT extract(epoch FROM now() - last_used_at)::float AS seconds FROM agent_connections
          WHERE workspace_id = ${context.workspaceId}`.execute(executor),
      );
      return rows[0]?.seconds;
    };
    expect(await secondsAfterCall(null)).toBeLessThan(60);
    expect(await secondsAfterCall(10)).toBeGreaterThanOrEqual(10);
    expect(await secondsAfterCall(1_000)).toBeLessThan(60);
  });

  test('is not stored in plain text', async () => {
    const { access, refresh } = await lab.connect();
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ all: string }>`SELECT string_agg(oauth_records::text, ' ') AS all FROM oauth_records`.execute(
        executor,
      ),
    );
    expect(rows[0]?.all).not.toContain(access);
    expect(rows[0]?.all).not.toContain(refresh);
  });
});

describe('text that PostgreSQL cannot store', () => {
  test.each(['state', 'client_id', 'redirect_uri', 'resource', 'unknown'])(
    'is rejected in the %s parameter of an authorization request',
    async (name) => {
      const url = await lab.authorizationUrl({ [name]: 'a\0b' });
      const { status, body } = await lab.send(url.href);
      expect([status, body['error']]).toEqual([400, 'invalid_request']);
      expect(body['error_description']).toBe(`${name}: must not contain NUL or an unpaired surrogate`);
    },
  );

  test.each([
    { client_name: 'a', redirect_uris: ['agent.example:/\0'] },
    { client_name: 'a', redirect_uris: ['agent.example:/\ud800'] },
    { client_name: 'a\0', redirect_uris: ['http://127.0.0.1:43210/callback'] },
  ])('is rejected in a registration: %j', async (metadata) => {
    const { status, body } = await lab.register(metadata);
    expect([status, body['error']]).toEqual([400, 'invalid_client_metadata']);
  });

  test('is rejected in token requests and revocations', async () => {
    for (const answer of [
      await lab.exchange('a\0'),
      await lab.refresh('a\0'),
      await lab.post('/oauth/revoke', { token: 'a\0', client_id: await lab.clientId() }),
    ])
      expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_request']);
  });

  test("is rejected in every tool's input, and the error names the field", async () => {
    const { access } = await lab.connect();
    for (const [tool, input, field] of [
      ['list_events', { clickId: 'a\0' }, 'clickId'],
      ['list_events', { transactionId: '\ud800' }, 'transactionId'],
      ['list_records', { type: 'campaign', search: 'a\0' }, 'search'],
      ['get_record', { type: 'campaign', id: '\udfff' }, 'id'],
      ['run_report', { from: '2026-06-15', to: '2026-06-15\0', dimensions: [], metrics: ['visits'] }, 'to'],
    ] as const) {
      const { body } = await lab.call(access, tool, input);
      expect(body['result'], tool).toEqual({
        isError: true,
        content: [{ type: 'text', text: `${field}: must not contain NUL or an unpaired surrogate` }],
      });
    }
  });
});

test('an unterminated, deeply nested registration is rejected', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = `{"redirect_uris":${'['.repeat(30_000)}`;
  const answer = await lab.send('/oauth/register', { method: 'POST', headers, body });
  expect([answer.status, answer.body['error']]).toEqual([400, 'invalid_client_metadata']);
});

test("an agent cannot read another workspace's records or change any record", async () => {
  const { access, context } = await lab.connect();
  const foreign = await makeCampaign(await makeWorkspace(lab.database));
  const getCampaign = async (id: string) =>
    (await lab.call(access, 'get_record', { type: 'campaign', id })).body['result'];
  expect(await getCampaign(foreign.id)).toEqual(await getCampaign('01a1dd2b-3f10-7c44-8d1e-5b6f0c9a7e21'));
  expect(await getCampaign(foreign.id)).toMatchObject({ isError: true });
  const { id } = await makeCampaign(context);
  expect(await getCampaign(id)).toMatchObject({ structuredContent: { data: { record: { id } } } });
  const page = { name: 'L', url: 'https://example.com/' };
  const reading = { ...context, database: lab.reading };
  const actor = { type: 'agent', id, label: 'agent' } as const;
  await expect(createLanding({ ...context, actor }, page)).rejects.toThrow('does not allow');
  // The database itself refuses writes, even with operator permissions.
  await expect(createLanding(reading, page)).rejects.toThrow('does not accept writes');
  await expect(lab.reading.asSystem()).rejects.toThrow('read-only database');
});

test('an agent sees no secrets and no IP addresses, even when the owner connected it', async () => {
  const { access, context } = await lab.connect(undefined, 'owner');
  const secret = 'canary-7c1d9e';
  await addTrafficSource(context, {
    name: 'S',
    postbackUrl: `https://example.com/?key=${secret}`,
    postbackMethod: 'POST',
    postbackHeaders: [{ name: 'authorization', value: secret }],
    postbackBody: `{"access_token":"${secret}"}`,
  });
  const sources = await lab.call(access, 'list_records', { type: 'trafficSource', detail: 'full' });
  expect(JSON.stringify(sources.body)).toContain('********');
  expect(JSON.stringify(sources.body)).not.toContain(secret);
  const { id } = await makeCampaign(context);
  const clickId = await makeRecordedVisit(context, id, { ip: '198.51.100.77', user_agent: secret });
  const visit = await lab.call(access, 'explain_visit', { id: clickId });
  expect(visit.body).toMatchObject({ result: { structuredContent: { data: { story: { clickId } } } } });
  expect(JSON.stringify(visit.body)).not.toContain(secret);
  expect(JSON.stringify(visit.body)).not.toContain('198.51.100.77');
});

describe('a JSON-RPC batch', () => {
  const batchOf = (length: number) =>
    JSON.stringify(
      Array.from({ length }, (_, id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'who_am_i', arguments: {} },
      })),
    );

  test('consumes one unit of the rate limit per message', async () => {
    const { access } = await lab.connect();
    const options = { readDatabase: lab.reading, agentRate: { perMinute: 1, burst: 10 } };
    const { server } = await makeApiServer(lab.database, makeTemporaryDirectory(), options);
    const send = async (payload: string) => {
      const { statusCode, headers } = await server.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          host: new URL(lab.base).host,
          authorization: `Bearer ${access}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        payload,
      });
      return [statusCode, Number(headers['retry-after'] ?? 0) > 60];
    };
    try {
      expect(await send(batchOf(8))).toEqual([200, false]);
      expect(await send(batchOf(8))).toEqual([429, true]);
      expect(await send(batchOf(2))).toEqual([200, false]);
      expect(await send('[]')).toEqual([429, false]);
    } finally {
      await server.close();
    }
  });

  test.each(['2025-06-18', '2025-11-25', '2026-07-28'])('is refused in revision %s', async (revision) => {
    const { access } = await lab.connect();
    const headers = {
      authorization: `Bearer ${access}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    };
    for (const body of [batchOf(2), ` \n${batchOf(1)}`]) {
      const answer = await lab.send('/mcp', { method: 'POST', headers, body });
      expect([answer.status, answer.body['error']]).toMatchObject([400, { code: -32_600 }]);
    }
  });
});

test('foreign origins, foreign hosts, invalid redirect URIs and excessive registrations are rejected', async () => {
  const { access } = await lab.connect();
  expect((await lab.call(access, 'who_am_i', {}, { origin: 'https://evil.example' })).status).toBe(403);
  const elsewhere = await lab.api.server.inject({
    url: '/mcp',
    method: 'POST',
    headers: { host: 'evil.example' },
  });
  expect(elsewhere.statusCode).toBe(403);
  for (const redirect of ['javascript:alert(1)', 'http://evil.example/', 'data:text/html,x', 'not a url'])
    expect([redirect, await lab.register({ redirect_uris: [redirect] })]).toMatchObject([
      redirect,
      { status: 400, body: { error: 'invalid_client_metadata', error_description: expect.any(String) } },
    ]);
  // An IP address may send at most 300 authorization requests per hour.
  const [{ subject }] = authorizationLimits('127.0.0.1');
  await lab.database.asSystem((executor) =>
    sql`INSERT INTO access_attempts (id, subject, at)
      SELECT gen_random_uuid(), ${subject}, now() FROM generate_series(1, 300)`.execute(executor),
  );
  const full = await lab.send((await lab.authorizationUrl()).href);
  expect([full.status, full.headers.get('location')]).toEqual([429, null]);
  await lab.database.asSystem((executor) =>
    sql`DELETE FROM access_attempts WHERE subject = ${subject}`.execute(executor),
  );
  const statuses: number[] = [];
  for (let at = 0; at < 11; at += 1) statuses.push((await lab.register()).status);
  expect(statuses).toContain(201);
  expect(statuses.at(-1)).toBe(429);
});

test('the audit log keeps the first 2,000 characters of the input of a call', async () => {
  const { workspaceId } = await makeWorkspace(lab.database);
  const caller = {
    workspaceId,
    workspaceName: 'Workspace',
    actor: { type: 'agent', id: newId(), label: 'Agent' },
    person: { id: newId(), email: 'ada@example.com' },
    client: { id: 'client', name: 'Agent' },
    expiresAt: inDays(1),
  } as const;
  const fitting = { q: 'x'.repeat(2_000 - '{"q":""}'.length) };
  const inputs = [undefined, fitting, { q: `${fitting.q}x` }];
  for (const input of inputs)
    await recordAgentCall(lab, caller, { tool: 'list_records', address: '192.0.2.1', input });
  const entries = await lab.database.asSystem((executor) => listAuditEntries(executor, workspaceId));
  const calls = entries.filter(({ action }) => action === 'agent.call').toReversed();
  const shortened = `${JSON.stringify(inputs[2]).slice(0, 2_000)} …`;
  expect(calls.map(({ details }) => details?.['input'])).toEqual([undefined, fitting, shortened]);
});

const system = () => ({ ...operatorContext(lab.database), actor: systemActor('test') });

test('purging deletes expired records and connections without usable tokens', async () => {
  const { context } = await lab.connect();
  const count = async () => {
    const { rows } = await lab.database.asSystem((executor) =>
      sql<{ count: number }>`SELECT count(*)::int AS count FROM oauth_records`.execute(executor),
    );
    return rows[0]?.count;
  };
  // This connection was allowed, but the agent never fetched its tokens.
  const abandoned = await lab.makeBrowser();
  await lab.allow(abandoned.browser);
  await expect(purgeAgents({ ...system(), actor: context.actor })).rejects.toThrow('does not allow');
  await purgeAgents(system());
  expect(await countConnections(abandoned.context.workspaceId)).toBe(1);
  await purgeAgents({ ...system(), now: () => inDays(1) });
  expect(await countConnections(abandoned.context.workspaceId)).toBe(0);
  await purgeAgents({ ...system(), now: () => inDays(8) });
  expect(await countConnections(context.workspaceId)).toBe(1);
  await purgeAgents({ ...system(), now: () => inDays(31) });
  expect(await countConnections(context.workspaceId)).toBe(0);
  await purgeAgents({ ...system(), now: () => inDays(181) });
  expect(await count()).toBe(0);
});

test('a client unused for a year can still connect; an unknown one is asked to register again', async () => {
  await lab.clientId();
  await purgeAgents({ ...system(), now: () => inDays(365) });
  const { browser } = await lab.makeBrowser();
  expect((await lab.exchange(await lab.allow(browser))).status).toBe(200);

  const page = await lab.send((await lab.authorizationUrl({ client_id: 'forgotten' })).href);
  expect([page.status, page.body['text']]).toEqual([400, expect.stringContaining('register again')]);
  const { status, body } = await lab.refresh('some-token', { client_id: 'forgotten' });
  expect([status, body['error']]).toEqual([401, 'invalid_client']);
});
