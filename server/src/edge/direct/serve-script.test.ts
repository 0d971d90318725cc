import { Script } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeEdgeServer } from '../../testing/edge/edge-server.ts';
import { sendRawRequest } from '../../testing/http/send-raw-request.ts';
import { loadTrackingScript, stripScript } from './serve-script.ts';

const { plain, gzipped, etag } = loadTrackingScript();

async function read(headers: Record<string, string> = {}, method = 'GET', path = '/t.js') {
  const { port } = await makeEdgeServer();
  return await sendRawRequest(`http://127.0.0.1:${port}${path}`, { headers, method });
}

test('the script is cached for an hour and served to every origin without content sniffing', async () => {
  const { status, headers, body } = await read();
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-length': String(plain.length),
    vary: 'accept-encoding',
    etag,
  });
  expect(body).toEqual(plain);
  expect(headers).not.toHaveProperty('content-encoding');
  expect(headers).not.toHaveProperty('set-cookie');
});

test.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.5', 'deflate,GZIP', '*'])(
  'the script is compressed for accept-encoding %s',
  async (accepted) => {
    const { headers, body } = await read({ 'accept-encoding': accepted });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(gzipped.length) });
    expect(gunzipSync(body)).toEqual(plain);
  },
);

test.each(['', 'identity', 'br', 'gzip;q=0', 'gzip; q=0.000, br', 'xgzip'])(
  'the script is served uncompressed for accept-encoding %j',
  async (accepted) => {
    const { headers, body } = await read({ 'accept-encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(body).toEqual(plain);
  },
);

test.each([etag, etag.slice(2), `"other", ${etag}`, '*'])(
  'GET /t.js answers 304 for if-none-match %s',
  async (ifNoneMatch) => {
    const { status, headers, body } = await read({ 'if-none-match': ifNoneMatch });
    expect([status, body.length]).toEqual([304, 0]);
    expect(headers).toMatchObject({ etag, 'cache-control': 'public, max-age=3600' });
  },
);

test('GET /t.js answers 200 for a different etag', async () => {
  expect((await read({ 'if-none-match': 'W/"other"' })).status).toBe(200);
});

test('GET /t.js ignores the query, and HEAD is answered without a body', async () => {
  expect((await read({}, 'GET', '/t.js?v=2')).body).toEqual(plain);
  const { status, headers, body } = await read({}, 'HEAD');
  expect([status, body.length, headers['content-length']]).toEqual([200, 0, String(plain.length)]);
});

test.each([
  ['POST', '/t.js'],
  ['GET', '/t.jsx'],
  ['GET', '/t.js/'],
])('the edge answers %s %s with 404', async (method, path) => {
  expect((await read({}, method, path)).status).toBe(404);
});

const text = plain.toString('utf8');

test('the compressed script is smaller than 2 KB', () => {
  expect(gzipped.length).toBeLessThan(2_000);
  expect(gunzipSync(gzipped)).toEqual(plain);
});

test('the script is served in full but without comments', () => {
  expect(text).not.toMatch(/^\s|\/\/ |\/\*/m);
  expect(() => new Script(text)).not.toThrow();
  expect(text.endsWith('})();\n')).toBe(true);
});

test.each(['eval', 'new Function', 'innerHTML', 'document.write', '.style', 'createElement', 'onclick'])(
  'the script does not use %s, which a strict content security policy forbids',
  (word) => {
    expect(text).not.toContain(word);
  },
);

test('the etag stays the same when the same script is loaded again', () => {
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  expect(loadTrackingScript().etag).toBe(etag);
});

test('stripScript removes comments, indentation and empty lines', () => {
  expect(stripScript("// a\n  b('// c');\n\n    // d\n  e();\n")).toBe("b('// c');\ne();\n");
});
