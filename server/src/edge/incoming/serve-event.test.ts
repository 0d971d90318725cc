import { describe, expect, it } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeRequest, type EdgeServerOptions } from '../../testing/edge/edge-server.ts';

const key = 'h3Vq8nW0sXcJk2Lr5TzPyB7dMfG9aEuQ1oiKtRxC4ZA';
const now = 1_700_000_000_000;

async function start(options: EdgeServerOptions = {}) {
  const edge = await makeEdgeServer({ now: () => now, ...options });
  const document = makeCampaignDocument();
  edge.publish(document, 1, [
    { key, untilMs: null },
    { key: 'ended', untilMs: now },
    { key: 'ending', untilMs: now + 1 },
  ]);
  return { edge, document };
}

const form = 'application/x-www-form-urlencoded';

describe('an incoming postback', () => {
  it.each<[string, string, EdgeRequest, object]>([
    ['a query', '?cid=a%20b&payout=1,5&x=%zz&tab=%09', {}, { query: 'cid=a%20b&payout=1,5&x=%zz&tab=%09' }],
    ['a query that starts with &', '&cid=1', {}, { query: 'cid=1' }],
    ['a slash before the query', '/?cid=1', {}, { query: 'cid=1' }],
    ['no query', '', {}, { query: '', body: '' }],
    [
      'a form',
      '?a=1',
      { method: 'POST', headers: { 'content-type': form }, body: 'cid=1&sum=2' },
      { method: 'POST', query: 'a=1', contentType: form, body: 'cid=1&sum=2' },
    ],
    [
      'JSON',
      '',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"cid":\n\t"1\\\\"}' },
      { method: 'POST', contentType: 'application/json', body: '{"cid":\n\t"1\\\\"}' },
    ],
    ['another content type', '', { method: 'POST', body: '\0\t\n\\ é' }, { body: '\0\t\n\\ é' }],
    ['a body of 16 KiB', '', { method: 'POST', body: 'x'.repeat(16_384) }, { body: 'x'.repeat(16_384) }],
    ['a query of 8 KiB', `?${'q'.repeat(8_192)}`, {}, { query: 'q'.repeat(8_192) }],
  ])('is stored unchanged: %s', async (_, rest, request, expected) => {
    const { edge, document } = await start();
    const headers = { 'user-agent': 'network/1.0', 'x-forwarded-for': '81.2.3.4', ...request.headers };
    const response = await edge.send(`/e/${key}${rest}`, { ...request, headers });
    expect([response.status, response.body]).toEqual([200, 'OK']);
    const [stored] = edge.inbox();
    expect({ ...stored, body: Buffer.from(stored?.body ?? '', 'base64').toString() }).toMatchObject({
      campaignId: document.campaign.id,
      receivedMs: now,
      method: request.method ?? 'GET',
      address: '81.2.3.4',
      userAgent: 'network/1.0',
      ...expected,
    });
    expect(edge.inbox()).toHaveLength(1);
    expect(edge.parts.counters.events).toMatchObject({ kept: 1 });
    expect(edge.failures).toEqual([]);
  });

  it('is answered with OK and no caching', async () => {
    const { edge } = await start();
    const { headers } = await edge.send(`/e/${key}`);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '2',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('is accepted for a campaign in any status and on any host', async () => {
    const { edge } = await start({ ownHosts: ['track.example.com'] });
    const document = makeCampaignDocument();
    const paused = { ...document, campaign: { ...document.campaign, status: 'paused' as const } };
    for (const version of [1, null]) {
      edge.publish(paused, version, [{ key: 'state', untilMs: null }]);
      const { status } = await edge.send('/e/state?cid=1', { headers: { host: 'elsewhere.example' } });
      expect(status).toBe(200);
    }
    expect(edge.inbox()).toHaveLength(2);
  });

  it('is accepted with a replaced key until that key expires', async () => {
    const { edge } = await start();
    expect((await edge.send('/e/ending')).status).toBe(200);
    expect((await edge.send('/e/ended')).status).toBe(404);
    expect(edge.inbox()).toHaveLength(1);
  });
});

it.each([`/e/${key}/more?cid=1`, `//e/${key}?cid=1`, `/E/${key}.php&cid=1`, `/e/${key}%20?cid=1`])(
  'an incoming postback is accepted at %s',
  async (path) => {
    const { edge } = await start();
    expect((await edge.send(path)).body).toBe('OK');
    expect(edge.inbox()[0]?.query).toBe('cid=1');
  },
);

describe('a rejected request', () => {
  it.each<[string, string, EdgeRequest, number]>([
    ['an unknown key', '/e/nothing?cid=1', {}, 404],
    ['an unknown key with a body', '/e/nothing', { method: 'POST', body: 'x'.repeat(40_000) }, 404],
    ['no key', '/e/', {}, 404],
    ['a key in lowercase', `/e/${key.toLowerCase()}`, {}, 404],
    ['a key with extra characters', `/e/${key}more`, {}, 404],
    ['the name of an object property', '/e/__proto__', {}, 404],
    ['another method', `/e/${key}`, { method: 'PUT', body: 'cid=1' }, 404],
    ['a HEAD request', `/e/${key}`, { method: 'HEAD' }, 200],
    ['a body that is too long', `/e/${key}`, { method: 'POST', body: 'x'.repeat(16_385) }, 413],
    [
      'a chunked body that is too long',
      `/e/${key}`,
      { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(30_000) },
      413,
    ],
    ['a query that is too long', `/e/${key}?${'q'.repeat(8_193)}`, {}, 414],
  ])('is not stored: %s', async (_, path, request, status) => {
    const { edge } = await start();
    expect((await edge.send(path, request)).status).toBe(status);
    expect(edge.inbox()).toEqual([]);
    expect(edge.failures).toEqual([]);
    const { events } = edge.parts.counters;
    expect(Object.values(events).reduce((sum, count) => sum + count)).toBe(1);
  });

  it('with an unknown key gets the same response as a request for an unknown path', async () => {
    const { edge } = await start();
    const [unknown, other] = [await edge.send('/e/nothing'), await edge.send('/nothing')];
    expect([unknown.status, unknown.body]).toEqual([other.status, other.body]);
    expect({ ...unknown.headers, date: '' }).toEqual({ ...other.headers, date: '' });
  });
});

describe('an incoming postback that cannot be stored', () => {
  it('is answered with 503 and retry-after if the spool is full', async () => {
    const { edge } = await start({ fate: 'lost' });
    const { status, headers } = await edge.send(`/e/${key}?cid=1`);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(edge.parts.counters.events).toMatchObject({ kept: 0, unavailable: 1 });
  });

  it('is answered with 503 and counted after an internal error', async () => {
    const { edge } = await start();
    edge.parts.inbox.appendOrFail = () => {
      throw new Error('broken');
    };
    expect((await edge.send(`/e/${key}?cid=1`)).status).toBe(503);
    expect(edge.failures).toMatchObject([{ message: 'broken' }]);
    expect(edge.parts.counters).toMatchObject({ failures: 1, events: { unavailable: 1 } });
  });
});
