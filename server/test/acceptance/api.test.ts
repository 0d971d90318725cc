import { connect } from 'node:net';
import { errorEnvelope } from '@waypost/contract/api/envelope.ts';
import { callerIdentity } from '@waypost/contract/accounts/identity.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOperations, type OpenApiDocument } from '../../src/http/openapi/document.ts';
import { lightStoreEnvironment } from '../../src/testing/machine.ts';
import { listParts } from '../../src/testing/product/processes.ts';
import {
  lastJson,
  removeDataDirectory,
  runCommand,
  startProduct,
  type Product,
} from '../../src/testing/product/product.ts';

let product: Product;
let workspace: string;
let key: { id: string; token: string };

function run<Result>(...args: string[]): Result {
  return lastJson<Result>(runCommand(product, [...args, '--json']));
}

function makeKey(scope: string): { id: string; token: string } {
  return run(
    'key',
    'create',
    '--workspace',
    workspace,
    '--label',
    'Acceptance',
    '--scope',
    scope,
    '--expires',
    '30',
  );
}

beforeAll(async () => {
  product = await startProduct({ environment: lightStoreEnvironment });
  workspace = run<{ id: string }>(
    'workspace',
    'create',
    '--name',
    'Acceptance',
    '--timezone',
    'Europe/Berlin',
  ).id;
  key = makeKey('read');
});

afterAll(async () => {
  await product.stop();
  removeDataDirectory(product.dataDirectory);
});

function send(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${product.urls.panel}${path}`, init);
}

function whoAmI(token: string): Promise<Response> {
  return send('/api/v1/whoami', { headers: { authorization: `Bearer ${token}` } });
}

/** Sends bytes that a regular HTTP client would never send. */
function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(product.urls.panel);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (data: string) => (answer += data));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

describe('whoami', () => {
  test('returns the key, workspace and scope', async () => {
    const response = await whoAmI(key.token);
    expect(response.status).toBe(200);
    const body = (await response.json()) as { ok: boolean; data: unknown };
    expect(body).toEqual({
      ok: true,
      data: { tenantId: workspace, provider: 'api-key', scope: 'read', keyId: key.id, label: 'Acceptance' },
    });
    expect(callerIdentity.safeParse(body.data).success).toBe(true);
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('gives the same response to missing, malformed, truncated, unknown and revoked keys', async () => {
    const revoked = makeKey('write');
    run('key', 'revoke', '--workspace', workspace, '--id', revoked.id);
    const headers: Record<string, string>[] = [
      {},
      { authorization: 'Bearer' },
      { authorization: 'Basic abc' },
      { authorization: `Bearer ${key.token.slice(0, -1)}` },
      { authorization: `Bearer ${key.token}x` },
      { authorization: `Bearer ${key.id}` },
      { authorization: `Bearer ${revoked.token}` },
    ];
    const bodies = await Promise.all(
      headers.map(async (one) => {
        const response = await send('/api/v1/whoami', { headers: one });
        expect(response.status).toBe(401);
        const body = errorEnvelope.parse(await response.json());
        expect(body.requestId).toBe(response.headers.get('x-request-id'));
        return { ...body, requestId: '' };
      }),
    );
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  test('does not accept a key in the query string', async () => {
    for (const name of ['token', 'api_key', 'access_token', 'key'])
      expect((await send(`/api/v1/whoami?${name}=${key.token}`)).status).toBe(401);
  });

  test('rejects the old token immediately after rotation and accepts the new one', async () => {
    const old = makeKey('write');
    expect((await whoAmI(old.token)).status).toBe(200);
    const rotated = run<{ id: string; token: string }>(
      'key',
      'rotate',
      '--workspace',
      workspace,
      '--id',
      old.id,
    );
    expect(rotated.id).toBe(old.id);
    expect((await whoAmI(old.token)).status).toBe(401);
    expect((await whoAmI(rotated.token)).status).toBe(200);
  });

  test('blocks a valid key while the subscription is lapsed, without a restart', async () => {
    run('subscription', 'set', '--workspace', workspace, '--status', 'lapsed');
    const blocked = await whoAmI(key.token);
    expect(blocked.status).toBe(402);
    expect(errorEnvelope.parse(await blocked.json()).error.code).toBe('BILLING_REQUIRED');
    expect((await whoAmI('nonsense')).status).toBe(401);
    run('subscription', 'set', '--workspace', workspace, '--status', 'active');
    expect((await whoAmI(key.token)).status).toBe(200);
  });
});

describe('the rate limit', () => {
  test('appears in the response headers only for a valid key', async () => {
    const response = await whoAmI(key.token);
    expect(response.headers.get('ratelimit-limit')).toBe('12000');
    expect(Number(response.headers.get('ratelimit-remaining'))).toBeGreaterThan(1_000);
    expect(response.headers.get('ratelimit-reset')).toMatch(/^\d+$/);
    expect((await whoAmI('nonsense')).headers.has('ratelimit-limit')).toBe(false);
  });
});

test('the API names an unknown query parameter and says that the operation has no parameters', async () => {
  const response = await send('/api/v1/whoami?verbose=1', {
    headers: { authorization: `Bearer ${key.token}` },
  });
  expect(response.status).toBe(400);
  expect(errorEnvelope.parse(await response.json()).error.details).toEqual({
    issues: [{ path: 'verbose', message: 'is not a known parameter; this operation has none' }],
  });
});

test('the last use of a key is recorded within seconds', async () => {
  const fresh = makeKey('read');
  const readUse = () =>
    run<{ id: string; lastUsedAt: string | null }[]>('key', 'list', '--workspace', workspace).find(
      (one) => one.id === fresh.id,
    )?.lastUsedAt;
  expect(readUse()).toBeNull();
  await whoAmI(fresh.token);
  await expect.poll(readUse, { interval: 1_000 }).toMatch(/^20/);
});

describe('unknown paths and malformed requests', () => {
  const requests: [method: string, path: string][] = [
    ['GET', '/api/v1/nothing'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/'],
    ['GET', '/api/v1/whoami/'],
    ['POST', '/api/v1/whoami'],
    ['DELETE', '/api/v1/whoami'],
    ['OPTIONS', '/api/v1/whoami'],
    ['HEAD', '/api/v1/whoami'],
    ['GET', '/api/v1//whoami'],
  ];

  test.each(requests)('%s %s gets 401 without a key and 404 with one', async (method, path) => {
    expect((await send(path, { method })).status).toBe(401);
    const response = await send(path, { method, headers: { authorization: `Bearer ${key.token}` } });
    expect(response.status).toBe(404);
    if (method !== 'HEAD') expect(errorEnvelope.parse(await response.json()).error.code).toBe('NOT_FOUND');
  });

  test('a request that cannot be parsed is answered with 400 and the error envelope', async () => {
    const invalidRequests = [
      'NONSENSE\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n',
      `GET /${'a'.repeat(600 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ];
    for (const text of invalidRequests) {
      const [head = '', body = ''] = (await sendRaw(text)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      const envelope = errorEnvelope.parse(JSON.parse(body));
      expect(envelope.error.code).toBe('VALIDATION_FAILED');
      expect(head.toLowerCase()).toContain(`x-request-id: ${envelope.requestId}`);
    }
  });

  test('a path that cannot be decoded gets 401 without a key', async () => {
    const response = await send('/api/v1/%ff%');
    expect(response.status).toBe(401);
    expect(errorEnvelope.safeParse(await response.json()).success).toBe(true);
  });
});

describe('other endpoints and logs', () => {
  test('the panel is served with a strict content security policy', async () => {
    const response = await send('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    const page = await response.text();
    expect(page).toContain('<div id="app">');
    const script = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect((await send(script)).status).toBe(200);
  });

  test('the OpenAPI description lists exactly the operations in the contract', async () => {
    const document = (await (await send('/openapi.json')).json()) as OpenApiDocument;
    expect(document.openapi).toBe('3.1.0');
    const described = listOperations(document).map(({ method, path }) => `${method} ${path}`);
    expect(described.toSorted()).toEqual(
      [
        'get /whoami',
        'get /campaigns',
        'post /campaigns',
        'get /campaigns/{id}',
        'patch /campaigns/{id}',
        'delete /campaigns/{id}',
        'post /campaigns/archive',
        'post /campaigns/restore',
        'get /campaigns/{id}/goals',
        'get /events',
        'get /reports',
        'get /landings',
        'post /landings',
        'get /landings/{id}',
        'patch /landings/{id}',
        'delete /landings/{id}',
        'post /landings/restore',
        'get /rotators',
        'post /rotators',
        'post /rotators/restore',
        'get /rotators/{id}/rules',
        'get /rotator-paths',
        'post /traffic-sources',
        'delete /traffic-sources/{id}',
        'post /traffic-sources/restore',
      ].toSorted(),
    );
  });

  test('the API reference is served as HTML without a key', async () => {
    const response = await send('/docs');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await response.text()).toContain('id="createCampaign"');
    expect((await send('/docs.css')).headers.get('content-type')).toBe('text/css; charset=utf-8');
  });

  test('every role reports that it is alive and ready on its health endpoints', async () => {
    for (const base of Object.values(product.urls)) {
      const alive = await fetch(`${base}/healthz`);
      expect(await alive.json()).toMatchObject({ status: 'alive' });
      const ready = await fetch(`${base}/readyz`);
      expect(ready.status).toBe(200);
      expect(await ready.json()).toMatchObject({ status: 'ready' });
    }
  });

  test('the status port exposes metrics for every process', async () => {
    const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
    for (const role of ['supervisor', 'api', 'edge', 'worker'])
      expect(metrics).toContain(`waypost_process_cpu_seconds_total{role="${role}"}`);
    for (const part of listParts(product))
      expect(metrics).toContain(`waypost_process_restarts{process="${part}",role="supervisor"} 0`);
    expect((await send('/metrics')).status).toBe(404);
    expect((await fetch(`${product.urls.edge}/metrics`)).status).toBe(404);
  });

  test('the edge answers 404 without details for an unknown campaign', async () => {
    const response = await fetch(`${product.urls.edge}/c/unknown?url=http://example.com`, {
      redirect: 'manual',
    });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Nothing here.\n');
  });

  test('the log contains no secrets from any part of a request', async () => {
    const canary = 'canary5secret7value';
    await send(`/api/v1/whoami?token=${canary}`, {
      headers: { authorization: `Bearer ${canary}`, cookie: `session=${canary}` },
    });
    await send(`/${canary}`, {
      method: 'POST',
      body: JSON.stringify({ password: canary }),
      headers: { 'content-type': 'application/json' },
    });
    await sendRaw(`BROKEN ${canary}\r\n\r\n`);
    expect(product.output()).toContain('"path":"/api/v1/whoami"');
    expect(product.output().replaceAll(`"path":"/${canary}"`, '')).not.toContain(canary);
    expect(product.output()).not.toContain(key.token);
    expect(product.output()).not.toContain('wpk_');
  });
});
