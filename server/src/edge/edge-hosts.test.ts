import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeAnswer } from '../testing/edge/edge-server.ts';

const fallbackUrl = 'https://fallback.example/';
const base = makeCampaignDocument();
const document = { ...base, campaign: { ...base.campaign, fallbackUrl } };
const { id } = document.campaign;

const requests = [
  ['a visit', 'GET', `/c/${id}`, ''],
  ['a visit to an unknown campaign', 'GET', `/c/${newId()}`, ''],
  ['a landing-page click', 'GET', `/go?c=${id}`, ''],
  ['a landing-page click without a visit', 'GET', '/go', ''],
  ['the tracking script', 'GET', '/t.js', ''],
  ['a script message', 'POST', '/v', JSON.stringify({ c: id })],
  ['an invalid script message', 'POST', '/v', 'invalid'],
  ['a preflight request', 'OPTIONS', '/v', ''],
  ['the pixel', 'GET', `/p.gif?c=${id}`, ''],
  ['any other path', 'GET', '/', ''],
] as const;

async function serve() {
  const edge = await makeEdgeServer({ documents: [document], ownHosts: ['track.example'] });
  edge.parts.snapshot.setHosts([
    { host: 'ours.example', workspaceId: document.workspaceId },
    { host: 'theirs.example', workspaceId: newId() },
  ]);
  return edge;
}

function comparable({ status, headers, body, location }: EdgeAnswer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, body, location };
}

describe('a request to an unknown host', () => {
  it.each(requests)('gets the neutral page for %s', async (_, method, path, body) => {
    const edge = await serve();
    const headers = { host: 'unknown.example' };
    const page = await edge.send('/', { headers });
    expect([page.status, page.body]).toEqual([404, 'Nothing here.\n']);
    const answer = await edge.send(path, { method, headers, body });
    expect(comparable(answer)).toEqual(comparable(page));
  });

  it('gets 404 if the Host header is missing or invalid', async () => {
    const edge = await serve();
    for (const host of ['', 'track.example/', 'track.example@evil', 'track_example', '[::1', 'a'.repeat(300)])
      expect((await edge.send(`/c/${id}`, { headers: { host } })).status).toBe(404);
  });

  it('is answered if it is a health check, because monitors use the IP address', async () => {
    const edge = await serve();
    expect((await edge.send('/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
    expect((await edge.send('/readyz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
  });
});

describe('a request to the host of another workspace', () => {
  // A redirect would let the owner of one workspace control visitors on another workspace's domain.
  it('is never redirected to pages or the fallback URL of this workspace', async () => {
    const edge = await serve();
    const headers = { host: 'theirs.example' };
    for (const path of [`/c/${id}`, `/go?c=${id}`, `/go/2?c=${id}`]) {
      const known = await edge.send(path, { headers });
      const unknown = await edge.send(path.replace(id, newId()), { headers });
      expect([known.status, known.location]).toEqual([404, '']);
      expect(comparable(known)).toEqual(comparable(unknown));
    }
    expect(edge.visits().map(({ outcome }) => outcome)).toEqual(['foreign-host', 'unknown-campaign']);
  });

  it('does not reveal whether a campaign exists if it is a script message or a pixel request', async () => {
    const edge = await serve();
    const headers = { host: 'theirs.example' };
    const sendBoth = (campaign: string) =>
      [
        edge.send('/v', { method: 'POST', headers, body: JSON.stringify({ c: campaign }) }),
        edge.send(`/p.gif?c=${campaign}`, { headers }),
      ] as const;
    const [known, unknown] = [await Promise.all(sendBoth(id)), await Promise.all(sendBoth(newId()))];
    expect(known.map(comparable)).toEqual(unknown.map(comparable));
  });

  it('does not confirm a prefetched visit and sets no cookie', async () => {
    const edge = await serve();
    const prefetch = await edge.send(`/c/${id}`, {
      headers: { host: 'ours.example', 'sec-purpose': 'prefetch' },
    });
    const cookie = prefetch.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const click = await edge.send('/go', { headers: { host: 'theirs.example', cookie } });
    expect([click.status, click.headers['set-cookie']]).toEqual([404, undefined]);
    expect(edge.clicks()).toMatchObject([{ type: 'lpclick', outcome: 'foreign-host' }]);
  });
});

it.each([
  ['http', ''],
  ['https', '; Secure'],
])('cookies over %s are HttpOnly and end with "%s"', async (scheme, end) => {
  const offersWithToken = document.offers.map((offer) => ({
    ...offer,
    url: 'https://offer.example/?t={token1}',
  }));
  const edge = await makeEdgeServer({ documents: [{ ...document, offers: offersWithToken }] });
  const headers = { 'x-forwarded-proto': scheme };
  const pixel = await edge.send(`/p.gif?c=${id}&token1=a`, { headers });
  const visit = await edge.send(`/c/${id}?token1=a`, { headers });
  const cookies = [...(pixel.headers['set-cookie'] ?? []), ...(visit.headers['set-cookie'] ?? [])];
  expect(cookies.map((cookie) => cookie.slice(0, 4))).toEqual(['wpv=', 'wps=', 'wpv=', 'wps=']);
  for (const cookie of cookies)
    expect(cookie).toMatch(
      new RegExp(`^wp[vs]=[\\w%!~.&=-]+; Max-Age=\\d+; Path=/; HttpOnly; SameSite=Lax${end}$`),
    );
});
