import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer, type EdgeServerOptions } from '../../testing/edge/edge-server.ts';

const document = makeCampaignDocument({ retention: { visitDays: 10, eventDays: 10, postbackDays: 10 } });
const visitTimeMs = Date.UTC(2026, 4, 1, 12) + 7;
const dayMs = 86_400_000;

const start = async (options: EdgeServerOptions = {}) =>
  await makeEdgeServer({ documents: [document], now: () => visitTimeMs + 2 * dayMs, ...options });
const clickIdOf = (edge: EdgeServer) => edge.clickIds.encode(newId(visitTimeMs), document.campaign.number);
const sendEvent = async (edge: EdgeServer, cid: string, e: unknown) =>
  await edge.send('/v', {
    method: 'POST',
    headers: { 'x-forwarded-for': '81.1.2.3', 'user-agent': 'Browser' },
    body: JSON.stringify({ cid, e }),
  });
const bodyOf = (edge: EdgeServer) =>
  JSON.parse(Buffer.from(edge.inbox()[0]?.body ?? '', 'base64').toString()) as unknown;

test('POST /v stores an event from a page with the method PAGE, which no network can send', async () => {
  const edge = await start();
  const cid = clickIdOf(edge);
  const response = await sendEvent(edge, cid, { event: 'lead', payout: 1.5, note: 'ä' });
  expect([response.status, response.body, response.headers['access-control-allow-origin']]).toEqual([
    204,
    '',
    '*',
  ]);
  expect(edge.inbox()).toHaveLength(1);
  expect(edge.inbox()[0]).toMatchObject({
    campaignId: document.campaign.id,
    receivedMs: visitTimeMs + 2 * dayMs,
    method: 'PAGE',
    query: '',
    contentType: 'application/json',
    address: '81.1.2.3',
    userAgent: 'Browser',
  });
  expect(bodyOf(edge)).toEqual({ cid, from: 'page', event: 'lead', payout: '1.5', note: 'ä' });
  expect(edge.parts.counters.events.kept).toBe(1);
});

test('POST /v ignores click ID and origin parameters that the page sends', async () => {
  const edge = await start();
  const cid = clickIdOf(edge);
  await sendEvent(edge, cid, { CID: 'x', subid: 'y', From: 'z', event: { a: 1 }, txid: 7, bad: null });
  expect(bodyOf(edge)).toEqual({ cid, from: 'page', txid: '7' });
});

test.each([
  ['the click ID is forged', {}, () => 'x'.repeat(38)],
  ['the visit has expired', { now: () => visitTimeMs + 10 * dayMs + 1 }, clickIdOf],
  ['the campaign is unknown', { documents: [] }, clickIdOf],
])('POST /v stores nothing if %s', async (_, options, clickId) => {
  const edge = await start(options);
  expect((await sendEvent(edge, clickId(edge), { event: 'lead' })).status).toBe(204);
  expect(edge.inbox()).toEqual([]);
  expect(edge.failures).toEqual([]);
});

test('POST /v stores nothing if the event is not an object', async () => {
  const edge = await start();
  for (const event of ['lead', null, 5])
    expect((await sendEvent(edge, clickIdOf(edge), event)).status).toBe(204);
  expect([edge.inbox(), edge.visits()]).toEqual([[], []]);
});

test('POST /v answers 503 if the event cannot be written to the spool', async () => {
  const edge = await start({ fate: 'lost' });
  const response = await sendEvent(edge, clickIdOf(edge), { event: 'lead' });
  expect([response.status, response.headers['access-control-allow-origin']]).toEqual([503, '*']);
  expect(edge.parts.counters.events.unavailable).toBe(1);
});

test('POST /v answers 204 but drops events and tag requests beyond 30 of each per visit and hour, and counts them', async () => {
  const clock = { ms: visitTimeMs };
  const edge = await start({ now: () => clock.ms });
  const [cid, other] = [clickIdOf(edge), clickIdOf(edge)];
  const tag = async () =>
    await edge.send('/v', { method: 'POST', body: JSON.stringify({ cid, t: ['read'] }) });
  for (let at = 0; at < 31; at += 1) {
    expect((await sendEvent(edge, cid, { event: 'lead' })).status).toBe(204);
    expect((await tag()).status).toBe(204);
  }
  expect([edge.inbox().length, edge.clicks().length]).toEqual([30, 30]);
  expect(edge.parts.counters.events['too-many']).toBe(2);
  await sendEvent(edge, other, { event: 'lead' });
  clock.ms += dayMs / 24;
  await sendEvent(edge, cid, { event: 'lead' });
  expect(edge.inbox()).toHaveLength(32);
});
