import { describe, expect, it } from 'vitest';
import { addressOf, send, sendForFile, WaypostApiError } from './runtime.ts';

type Sent = { url: string; init: RequestInit };

function answering(body: string, init: ResponseInit = {}) {
  const sent: Sent[] = [];
  const options = {
    baseUrl: 'https://track.example.com/api/v1/',
    headers: { authorization: 'Bearer wpk_secret' },
    fetch: (url: unknown, request?: RequestInit) => {
      sent.push({ url: String(url), init: request ?? {} });
      return Promise.resolve(new Response(body, init));
    },
  };
  return { options, sent };
}

const envelope = {
  ok: false,
  error: { code: 'NOT_FOUND', message: 'Landing page not found.', details: { missing: ['a'] } },
  requestId: 'r-1',
};

async function failureOf(body: string, init: ResponseInit): Promise<WaypostApiError> {
  const failure: unknown = await send(answering(body, init).options, { method: 'GET', path: '/x' }).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof WaypostApiError)) throw new Error(`no such error: ${String(failure)}`);
  return failure;
}

describe('request', () => {
  it('sends common headers and the query, with lists joined by commas and undefined values omitted', async () => {
    const { options, sent } = answering('{"ok":true,"data":[]}');
    const query = { q: 'a&b', ids: ['x', 'y,z'], limit: 5, country: undefined };
    await send(options, { method: 'GET', path: '/landings', query });
    expect(sent[0]?.url).toBe('https://track.example.com/api/v1/landings?q=a%26b&ids=x,y%2Cz&limit=5');
    expect(sent[0]?.init).toEqual({
      method: 'GET',
      headers: { accept: 'application/json', authorization: 'Bearer wpk_secret' },
    });
  });

  it('sends browser credentials if configured', async () => {
    const { options, sent } = answering('{"ok":true,"data":null}');
    await send({ ...options, credentials: 'same-origin' }, { method: 'GET', path: '/session' });
    expect(sent[0]?.init).toMatchObject({ credentials: 'same-origin' });
  });

  it('sends the idempotency key', async () => {
    const { options, sent } = answering('{"ok":true,"data":null}');
    await send(options, { method: 'POST', path: '/offers', body: {}, idempotencyKey: 'k-1' });
    expect(sent[0]?.init.headers).toMatchObject({ 'idempotency-key': 'k-1' });
  });

  it('returns a file, or throws the same errors as other calls', async () => {
    const { options } = answering('a,b\n');
    expect(addressOf(options, { path: '/f', query: { format: 'csv' } })).toBe(
      'https://track.example.com/api/v1/f?format=csv',
    );
    const file = await sendForFile(options, { method: 'POST', path: '/f', body: {} });
    expect(await file.text()).toBe('a,b\n');
    const failing = answering(JSON.stringify(envelope), { status: 404 });
    await expect(sendForFile(failing.options, { method: 'POST', path: '/f' })).rejects.toThrow(
      'Landing page not found',
    );
  });

  it('sends the body as JSON and passes the signal', async () => {
    const { options, sent } = answering('{"ok":true,"data":null}');
    const { signal } = new AbortController();
    await send(options, { method: 'POST', path: '/landings', body: { name: 'ü' }, signal });
    expect(sent[0]?.init).toMatchObject({ method: 'POST', body: '{"name":"ü"}', signal });
    expect(sent[0]?.init.headers).toMatchObject({ 'content-type': 'application/json' });
  });
});

describe('response handling', () => {
  it('returns data, including null', async () => {
    expect(
      await send(answering('{"ok":true,"data":{"id":"a"}}').options, { method: 'GET', path: '/' }),
    ).toEqual({
      id: 'a',
    });
    expect(await send(answering('{"ok":true,"data":null}').options, { method: 'GET', path: '/' })).toBeNull();
  });

  it('throws an API error with all its details', async () => {
    expect(await failureOf(JSON.stringify(envelope), { status: 404 })).toMatchObject({
      name: 'WaypostApiError',
      status: 404,
      code: 'NOT_FOUND',
      message: 'Landing page not found.',
      details: { missing: ['a'] },
      requestId: 'r-1',
      retryAfterSeconds: undefined,
    });
  });

  it('exposes the Retry-After header', async () => {
    const init = { status: 429, headers: { 'retry-after': '7' } };
    expect(await failureOf(JSON.stringify(envelope), init)).toMatchObject({ retryAfterSeconds: 7 });
  });

  it.each([
    ['a proxy page', '<html>Bad gateway</html>', 502],
    ['nothing', '', 200],
    ['unrelated JSON', '{"status":"alive"}', 200],
    ['a list', '[]', 200],
    ['a success with an error status', '{"ok":true,"data":1}', 500],
    ['an error without a code', '{"ok":false,"error":{}}', 400],
    ['null', 'null', 200],
  ])('throws for %s, which is not an envelope', async (_, body, status) => {
    const failure = await failureOf(body, {
      status,
      headers: { 'x-request-id': 'r-2', 'retry-after': 'soon' },
    });
    expect(failure).toMatchObject({
      status,
      code: 'UNEXPECTED_ANSWER',
      details: {},
      requestId: 'r-2',
      retryAfterSeconds: undefined,
    });
    expect(failure.message).toContain(String(status));
  });

  it('rejects with the error from fetch if there is no response', async () => {
    const broken = { ...answering('').options, fetch: () => Promise.reject(new TypeError('fetch failed')) };
    await expect(send(broken, { method: 'GET', path: '/' })).rejects.toThrow(TypeError);
  });
});
