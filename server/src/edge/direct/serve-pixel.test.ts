import { expect, test } from 'vitest';
import { makeCampaignDocument } from '../../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer } from '../../testing/edge/edge-server.ts';
import { sendRawRequest } from '../../testing/http/send-raw-request.ts';
import { pixel } from './serve-pixel.ts';

const document = makeCampaignDocument({
  source: { id: '', name: '', clickIdParam: 'ext', costParam: null, tokens: [{ index: 1, param: 'mail' }] },
});
const address = `/p.gif?c=${document.campaign.id}`;
const start = async () => await makeEdgeServer({ documents: [document] });

test('the pixel is a 43-byte GIF that is not cached and can be embedded by every page', async () => {
  const { port } = await start();
  const { status, headers, body } = await sendRawRequest(`http://127.0.0.1:${port}${address}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/gif',
    'content-length': '43',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(body).toEqual(pixel);
  expect(body.toString('latin1')).toMatch(/^GIF89a[^]{36};$/);
});

test('the pixel records an impression as a visit with the parameters of its URL and without a path', async () => {
  const edge = await start();
  await edge.send(`${address}&mail=spring&ext=abc&tag=x,y`, {
    headers: { referer: 'https://news.example/' },
  });
  expect(edge.visits()).toHaveLength(1);
  expect(edge.visits()[0]).toMatchObject({
    type: 'visit',
    outcome: 'impression',
    campaign_id: document.campaign.id,
    token1: 'spring',
    external_id: 'abc',
    tags: "['x','y']",
    referrer_domain: 'news.example',
    path_id: '',
    landing_id: '',
    offer_id: '',
    destination_url: '',
    visits: '1',
    unique_visits: '1',
    lp_views: '',
  });
  expect(edge.parts.counters.visits.impression).toBe(1);
});

test("the pixel does not count a browser's second impression as unique in a workspace with cookies", async () => {
  const edge = await start();
  const cookie = cookieOf(await edge.send(address));
  expect(cookie).not.toBe('');
  await edge.send(address, { headers: { cookie } });
  expect(edge.visits().map((row) => row.unique_visits)).toEqual(['1', '']);
});

test('the pixel sets no cookie in a cookieless workspace', async () => {
  const edge = await makeEdgeServer({ documents: [{ ...document, visitors: 'cookieless' }] });
  expect(cookieOf(await edge.send(address))).toBe('');
  await edge.send(address);
  expect(edge.visits().map((row) => row.unique_visits)).toEqual(['1', '']);
});

test.each([
  ['paused', { ...document, campaign: { ...document.campaign, status: 'paused' as const } }, 1],
  ['archived', document, null],
])('the pixel records the outcome %s for a campaign in that state', async (outcome, changed, version) => {
  const edge = await makeEdgeServer();
  edge.publish(changed, version);
  expect((await edge.send(address)).status).toBe(200);
  expect(edge.visits()[0]).toMatchObject({ outcome, visits: '1' });
});

test.each(['/p.gif', '/p.gif?c=', '/p.gif?c=nothing', '/p.gif?c=%00%ff&c=x', '/p.gif??'])(
  'the pixel is served for %s, and the visit is recorded without a workspace',
  async (path) => {
    const edge = await start();
    const response = await edge.send(path);
    expect([response.status, cookieOf(response)]).toEqual([200, '']);
    expect(edge.visits()[0]).toMatchObject({
      outcome: 'unknown-campaign',
      workspace_id: '00000000-0000-0000-0000-000000000000',
    });
  },
);

test('the pixel does not count bots and HEAD requests, and answers other methods with 404', async () => {
  const edge = await start();
  await edge.send(address, { method: 'HEAD' });
  await edge.send(address, { headers: { 'user-agent': 'curl/8' } });
  expect(edge.visits().map(({ visits, bot_visits }) => [visits, bot_visits])).toEqual([
    ['', ''],
    ['', '1'],
  ]);
  expect((await edge.send(address, { method: 'POST' })).status).toBe(404);
  expect(edge.visits()).toHaveLength(2);
});
