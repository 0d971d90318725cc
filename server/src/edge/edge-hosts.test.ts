import { describe, expect, it } from 'vitest';
import { newId } from '../platform/ids.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeAnswer } from '../testing/edge/edge-server.ts';

const fallbackUrl = 'https://fallback.example/';
const plain = makeCampaignDocument();
const document = { ...plain, campaign: { ...plain.campaign, fallbackUrl } };
const { id } = document.campaign;

const ways = [
  ['a visit', 'GET', `/c/${id}`, ''],
  ['a visit of nobody', 'GET', `/c/${newId()}`, ''],
  ['a click', 'GET', `/go?c=${id}`, ''],
  ['a click of nobody', 'GET', '/go', ''],
  ['the script', 'GET', '/t.js', ''],
  ['a report', 'POST', '/v', JSON.stringify({ c: id })],
  ['a report of rubbish', 'POST', '/v', 'rubbish'],
  ['a question before a report', 'OPTIONS', '/v', ''],
  ['the pixel', 'GET', `/p.gif?c=${id}`, ''],
  ['anything else', 'GET', '/', ''],
] as const;

/** An edge with a host of the operator, one of the campaign's workspace, and one of another workspace. */
async function serve() {
  const edge = await makeEdgeServer({ documents: [document], ownHosts: ['track.example'] });
  edge.parts.snapshot.setHosts([
    { host: 'ours.example', workspaceId: document.workspaceId },
    { host: 'theirs.example', workspaceId: newId() },
  ]);
  return edge;
}

function tellable({ status, headers, body, location }: EdgeAnswer) {
  const { date: _, ...others } = headers;
  return { status, headers: others, body, location };
}

describe('a host that is none of ours', () => {
  it.each(ways)('gets the same neutral page for everything: %s', async (_, method, path, body) => {
    const edge = await serve();
    const headers = { host: 'strange.example' };
    const page = await edge.send('/', { headers });
    expect([page.status, page.body]).toEqual([404, 'Nothing here.\n']);
    const answer = await edge.send(path, { method, headers, body });
    expect(tellable(answer)).toEqual(tellable(page));
  });

  it('is asked nothing where the host is missing or no host at all', async () => {
    const edge = await serve();
    for (const host of ['', 'track.example/', 'track.example@evil', 'track_example', '[::1', 'a'.repeat(300)])
      expect((await edge.send(`/c/${id}`, { headers: { host } })).status).toBe(404);
  });

  it('still says whether the process is alive: whoever watches it asks by its address', async () => {
    const edge = await serve();
    expect((await edge.send('/healthz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
    expect((await edge.send('/readyz', { headers: { host: '10.0.0.7' } })).status).toBe(200);
  });
});

describe('a host of another workspace', () => {
  // Or whoever has a workspace could send visitors of the others' domains where they want.
  it('sends nobody to a page of this one, not even to its fallback', async () => {
    const edge = await serve();
    const headers = { host: 'theirs.example' };
    for (const path of [`/c/${id}`, `/go?c=${id}`, `/go/2?c=${id}`]) {
      const known = await edge.send(path, { headers });
      const unknown = await edge.send(path.replace(id, newId()), { headers });
      expect([known.status, known.location]).toEqual([404, '']);
      expect(tellable(known)).toEqual(tellable(unknown));
    }
    expect(edge.visits().map(({ outcome }) => outcome)).toEqual(['foreign-host', 'unknown-campaign']);
  });

  it('does not tell whether a campaign of this one exists: reports and pixels', async () => {
    const edge = await serve();
    const headers = { host: 'theirs.example' };
    const asks = (campaign: string) =>
      [
        edge.send('/v', { method: 'POST', headers, body: JSON.stringify({ c: campaign }) }),
        edge.send(`/p.gif?c=${campaign}`, { headers }),
      ] as const;
    const [known, unknown] = [await Promise.all(asks(id)), await Promise.all(asks(newId()))];
    expect(known.map(tellable)).toEqual(unknown.map(tellable));
  });

  it('is what a click that looked ahead came to: nothing is kept in its browser, nobody becomes a person', async () => {
    const edge = await serve();
    const ahead = await edge.send(`/c/${id}`, {
      headers: { host: 'ours.example', 'sec-purpose': 'prefetch' },
    });
    const cookie = ahead.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
    const click = await edge.send('/go', { headers: { host: 'theirs.example', cookie } });
    expect([click.status, click.headers['set-cookie']]).toEqual([404, undefined]);
    expect(edge.clicks()).toMatchObject([{ type: 'lpclick', outcome: 'foreign-host' }]);
  });
});

it.each([
  ['http', ''],
  ['https', '; Secure'],
])('cookies are for requests alone, and on %s end with "%s"', async (scheme, end) => {
  const wanting = document.offers.map((offer) => ({ ...offer, url: 'https://offer.example/?t={token1}' }));
  const edge = await makeEdgeServer({ documents: [{ ...document, offers: wanting }] });
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
