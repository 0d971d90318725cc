import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { archiveCampaign } from '../../src/services/campaigns/archive-campaigns.ts';
import type { WorkspaceContext } from '../../src/services/context.ts';
import { archiveLanding, createLanding } from '../../src/services/landings/landings.ts';
import { getTrafficSource } from '../../src/services/traffic-sources/traffic-sources.ts';
import { Database } from '../../src/store/database/database.ts';
import { makeApiServer, type ApiServer } from '../../src/testing/http/api-server.ts';
import { exchange } from '../../src/testing/http/raw-http.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { removeDataDirectory } from '../../src/testing/product/product.ts';
import { makeCampaign, makeKey, makeWorkspace } from '../../src/testing/workspaces/factories.ts';
import { makeSession } from '../../src/testing/workspaces/sessions.ts';

let database: Database;
let api: ApiServer;
let context: WorkspaceContext;
let token: string;
const directory = makeDataDirectory();

beforeAll(async () => {
  database = new Database(inject('postgresUrl'), { connectionsMax: 4 });
  api = await makeApiServer(database, directory);
  context = await makeWorkspace(database);
  token = (await makeKey(context)).token;
});

afterAll(async () => {
  await api.server.close();
  await database.close();
  removeDataDirectory(directory);
});

type RequestOptions = {
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  payload?: string | Buffer;
};

async function request(path: string, options: RequestOptions = {}) {
  const response = await api.server.inject({
    method: options.method ?? 'GET',
    url: `/api/v1${path}`,
    headers: { authorization: `Bearer ${token}`, ...options.headers },
    ...(options.payload === undefined ? {} : { payload: options.payload }),
  });
  return {
    status: response.statusCode,
    body: response.json<{ error: { details: Record<string, unknown> } }>(),
  };
}

test.each([
  '/campaigns?query=%00',
  '/landings?query=a%00b',
  '/rotators?q=%01',
  '/landings?q=%ff',
  '/campaigns?query=%',
])('%s is rejected with 400', async (path) => {
  const { status, body } = await request(path);
  expect(status).toBe(400);
  expect(body.error.details['issues']).toHaveLength(1);
});

test.each(['%zz', '%ff', '%', 'a'.repeat(101), 'a'.repeat(20_000), '%00'])(
  'a request with the invalid ID %s is answered with 404, or 401 without a valid key',
  async (id) => {
    for (const path of [`/campaigns/${id}`, `/landings/${id}`]) {
      expect((await request(path)).status).toBe(404);
      expect((await request(path, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    }
  },
);

const json = { 'content-type': 'application/json' };
const text = { 'content-type': 'text/plain' };

test.each<[problem: string, options: RequestOptions, status: number]>([
  ['broken JSON', { headers: json, payload: '{' }, 400],
  ['not UTF-8', { headers: json, payload: Buffer.from([0x22, 0xff, 0x22]) }, 400],
  ['nested too deeply', { headers: json, payload: '['.repeat(33) + ']'.repeat(33) }, 400],
  ['sent with a different content type', { headers: text, payload: '{}' }, 400],
  ['sent with a different content type and too large', { headers: text, payload: 'x'.repeat(300_000) }, 413],
  ['too large', { headers: json, payload: 'x'.repeat(300_000) }, 413],
])('a body that is %s is rejected', async (_, options, status) => {
  const response = await request('/landings', { method: 'POST', ...options });
  expect(response.status).toBe(status);
  if (status === 400) expect(response.body.error.details['issues']).toMatchObject([{ path: '' }]);
});

test('an empty body with a different content type is treated as no body', async () => {
  const { id } = await createLanding(context, { name: 'L', url: 'https://example.com/' });
  expect((await request(`/landings/${id}`, { method: 'DELETE', headers: text, payload: '' })).status).toBe(
    200,
  );
});

test('changing an archived record is rejected, and the error names the record', async () => {
  const { id } = await makeCampaign(context);
  const landing = await createLanding(context, { name: 'L', url: 'https://example.com/' });
  await archiveCampaign(context, id);
  await archiveLanding(context, landing.id);
  const send = (path: string) => api.send({ token, method: 'PATCH', path, body: { name: 'x' } });
  expect((await send(`/campaigns/${id}`)).body.error?.details).toEqual({
    blocked: [{ type: 'campaign', id, name: 'Campaign', by: [] }],
    blockedCampaignIds: [id],
  });
  expect((await send(`/landings/${landing.id}`)).body.error?.details).toEqual({
    blocked: [{ type: 'landing', id: landing.id, name: 'L', by: [] }],
  });
});

test('null and blank text leave an optional field unset', async () => {
  const source = await api.send({
    token,
    method: 'POST',
    path: '/traffic-sources',
    body: { name: 'S', clickIdParam: '  ', costParam: null, status: null },
  });
  expect(source.status).toBe(200);
  const { id } = source.body.data as { id: string };
  expect(await getTrafficSource(context, id)).toMatchObject({ clickIdParam: null, costParam: null });
  const { rotatorId } = await makeCampaign(context);
  const campaign = await api.send({
    token,
    method: 'POST',
    path: '/campaigns',
    body: {
      name: 'C',
      trafficSourceId: id,
      destination: { mode: 'use_rotator', rotatorId },
      status: null,
      country: null,
      cost: null,
      tracking: null,
    },
  });
  expect(campaign).toMatchObject({ status: 201, body: { data: { campaign: { status: 'active' } } } });
});

test('a missing field is reported as required', async () => {
  const { body } = await api.send({ token, method: 'POST', path: '/landings', body: { url: 5 } });
  expect(body.error?.details['issues']).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'url', message: 'must be text, not a number' },
  ]);
});

test('responses forbid content sniffing, and requests with zero or two Host headers are rejected', async () => {
  const { headers } = await api.server.inject({ url: '/api/v1/landings' });
  expect(headers['x-content-type-options']).toBe('nosniff');
  await api.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.server.server.address() as AddressInfo;
  const send = (hosts: string) =>
    exchange(port, `GET /healthz HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
  expect(await send('host: localhost\r\n')).toContain('HTTP/1.1 200 ');
  expect(await send('')).toContain('The request has no Host header');
  for (const other of ['localhost', 'evil.example']) {
    const response = await send(`host: localhost\r\nHost: ${other}\r\n`);
    expect(response).toContain('HTTP/1.1 400 ');
    expect(response).toContain('The request has more than one Host header');
  }
});

test('the public API rejects NUL and unpaired surrogates in any field of a body', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const payload of [String.raw`{"url":"https://a.example/\u0000"}`, String.raw`{"x":["\udc00"]}`]) {
    const { status, body } = await request('/landings', { method: 'POST', headers, payload });
    expect(status).toBe(400);
    expect(body.error.details['issues']).toEqual([
      expect.objectContaining({ message: 'must not contain NUL or an unpaired surrogate' }),
    ]);
  }
});

test('a NUL in the query or path of any URL is a client error', async () => {
  const statusOf = async (url: string) => (await api.server.inject({ url })).statusCode;
  expect(await statusOf('/internal/domain-check?domain=a%00')).toBe(400);
  expect(await statusOf('/docs?a=%00')).toBe(400);
  for (const url of ['/%00', '/docs/%00', '/panel/api/workspaces/%00/landings', '/api/v1/landings/%00'])
    expect(await statusOf(url), url).toBeLessThan(500);
});

test('the panel API rejects NUL, unpaired surrogates and unexpected request bodies', async () => {
  const session = await makeSession(context, 'owner');
  const send = async (method: string, path: string, body: unknown) => {
    const response = await api.ask({ session, method, path, body });
    return [response.status, response.body.error?.details['issues']];
  };
  const unreadable = 'must not contain NUL or an unpaired surrogate';
  expect(await send('POST', '/postbacks/hosts/resume', String.raw`{"origin":"\u0000"}`)).toEqual([
    400,
    [{ path: 'origin', message: unreadable }],
  ]);
  expect(await send('POST', '/landings', String.raw`{"name":"\ud800"}`)).toEqual([
    400,
    [{ path: 'name', message: unreadable }],
  ]);
  expect(await send('GET', '/audit-log?action=%00', undefined)).toEqual([
    400,
    [{ path: 'action', message: unreadable }],
  ]);
  for (const [method, path] of [
    ['DELETE', '/session'],
    ['DELETE', '/sessions'],
    ['GET', '/me'],
    ['GET', '/landings'],
  ] as const)
    expect(await send(method, path, {})).toEqual([
      400,
      [{ path: '', message: 'this operation has no request body' }],
    ]);
});
