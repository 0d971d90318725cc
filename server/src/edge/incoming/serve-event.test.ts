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

describe('an incoming event is kept as it came', () => {
  it.each<[string, string, EdgeRequest, object]>([
    ['a query', '?cid=a%20b&payout=1,5&x=%zz&tab=%09', {}, { query: 'cid=a%20b&payout=1,5&x=%zz&tab=%09' }],
    ['a query that begins with &', '&cid=1', {}, { query: 'cid=1' }],
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
    ['something else', '', { method: 'POST', body: '\0\t\n\\ é' }, { body: '\0\t\n\\ é' }],
    ['16 KiB', '', { method: 'POST', body: 'x'.repeat(16_384) }, { body: 'x'.repeat(16_384) }],
    ['8 KiB of a query', `?${'q'.repeat(8_192)}`, {}, { query: 'q'.repeat(8_192) }],
  ])('%s', async (_, rest, request, expected) => {
    const { edge, document } = await start();
    const headers = { 'user-agent': 'network/1.0', 'x-forwarded-for': '81.2.3.4', ...request.headers };
    const answer = await edge.send(`/e/${key}${rest}`, { ...request, headers });
    expect([answer.status, answer.body]).toEqual([200, 'OK']);
    const [kept] = edge.inbox();
    expect({ ...kept, body: Buffer.from(kept?.body ?? '', 'base64').toString() }).toMatchObject({
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

  it('answers nothing but OK, to be kept by nobody', async () => {
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

  it('of a campaign in whatever state, on whatever host', async () => {
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

  it('by the key that was replaced, until its time is over', async () => {
    const { edge } = await start();
    expect((await edge.send('/e/ending')).status).toBe(200);
    expect((await edge.send('/e/ended')).status).toBe(404);
    expect(edge.inbox()).toHaveLength(1);
  });
});

it.each([`/e/${key}/more?cid=1`, `//e/${key}?cid=1`, `/E/${key}.php&cid=1`, `/e/${key}%20?cid=1`])(
  'an event is kept however its address is spelled: %s',
  async (path) => {
    const { edge } = await start();
    expect((await edge.send(path)).body).toBe('OK');
    expect(edge.inbox()[0]?.query).toBe('cid=1');
  },
);

describe('nothing is kept', () => {
  it.each<[string, string, EdgeRequest, number]>([
    ['of an unknown key', '/e/nothing?cid=1', {}, 404],
    ['of an unknown key with a body', '/e/nothing', { method: 'POST', body: 'x'.repeat(40_000) }, 404],
    ['without a key', '/e/', {}, 404],
    ['of a key in another spelling', `/e/${key.toLowerCase()}`, {}, 404],
    ['of something more in the key', `/e/${key}more`, {}, 404],
    ['of a name that every object has', '/e/__proto__', {}, 404],
    ['of another method', `/e/${key}`, { method: 'PUT', body: 'cid=1' }, 404],
    ['of somebody who only looks', `/e/${key}`, { method: 'HEAD' }, 200],
    ['of a body that is too long', `/e/${key}`, { method: 'POST', body: 'x'.repeat(16_385) }, 413],
    [
      'of a body that is too long and does not say so',
      `/e/${key}`,
      { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: 'x'.repeat(30_000) },
      413,
    ],
    ['of a query that is too long', `/e/${key}?${'q'.repeat(8_193)}`, {}, 414],
  ])('%s', async (_, path, request, status) => {
    const { edge } = await start();
    expect((await edge.send(path, request)).status).toBe(status);
    expect(edge.inbox()).toEqual([]);
    expect(edge.failures).toEqual([]);
    const { events } = edge.parts.counters;
    expect(Object.values(events).reduce((sum, count) => sum + count)).toBe(1);
  });

  it('an unknown key is answered like anything else that is not there', async () => {
    const { edge } = await start();
    const [unknown, other] = [await edge.send('/e/nothing'), await edge.send('/nothing')];
    expect([unknown.status, unknown.body]).toEqual([other.status, other.body]);
    expect({ ...unknown.headers, date: '' }).toEqual({ ...other.headers, date: '' });
  });
});

describe('who cannot be told OK', () => {
  it('is told to come again when there is no room', async () => {
    const { edge } = await start({ fate: 'lost' });
    const { status, headers } = await edge.send(`/e/${key}?cid=1`);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(edge.parts.counters.events).toMatchObject({ kept: 0, unavailable: 1 });
  });

  it('is told so after a mistake of ours as well, which is counted', async () => {
    const { edge } = await start();
    edge.parts.inbox.appendOrFail = () => {
      throw new Error('broken');
    };
    expect((await edge.send(`/e/${key}?cid=1`)).status).toBe(503);
    expect(edge.failures).toMatchObject([{ message: 'broken' }]);
    expect(edge.parts.counters).toMatchObject({ failures: 1, events: { unavailable: 1 } });
  });
});
