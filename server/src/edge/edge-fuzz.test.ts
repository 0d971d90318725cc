import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import { newId } from '../platform/ids.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer, type EdgeServer } from '../testing/edge/edge-server.ts';
import { hostileRequests, marker } from '../testing/http/hostile-requests.ts';
import { exchange, headerOf, readAnswers, writeRequest, type RawAnswer } from '../testing/http/raw-http.ts';

/** A campaign whose pages take from the visitor whatever they can, in every part of a URL. */
function greedy(change: Partial<CampaignDocument['campaign']> = {}): CampaignDocument {
  const plain = makeCampaignDocument();
  return {
    ...plain,
    source: { ...plain.source, clickIdParam: 'ext', costParam: 'bid' },
    campaign: {
      ...plain.campaign,
      passParameters: true,
      cost: { mode: 'auto', amount: '0' },
      fallbackUrl: 'https://fallback.example/{param.url:raw}?{param.r:raw}#{token1:raw}',
      ...change,
    },
    landings: plain.landings.map((landing) => ({
      ...landing,
      url: 'https://page.example:8443/{token1}/{param.url:raw}?cid={clickid}&u={useragent:raw}&r={param.r:raw}#{token2:raw}',
    })),
    offers: plain.offers.map((offer) => ({
      ...offer,
      url: 'http://offer.example/{param.url:raw}/{token1:raw}?sub={clickid}&e={externalid:raw}&c={cost}&q={param.q}',
    })),
  };
}

const usual = greedy();
const documents = [usual, greedy({ status: 'paused' }), { ...greedy(), visitors: 'cookieless' as const }];
const foreign = greedy();
const origins = ['https://page.example:8443', 'http://offer.example', 'https://fallback.example'];
const ids = [...documents, foreign].map(({ campaign }) => campaign.id);

async function serve(): Promise<EdgeServer> {
  const edge = await makeEdgeServer({ documents: [...documents, foreign], ownHosts: ['track.example'] });
  edge.parts.snapshot.setHosts([{ host: 'foreign.example', workspaceId: foreign.workspaceId }]);
  return edge;
}

const allowedHeaders = new Set([
  'location',
  'cache-control',
  'referrer-policy',
  'x-robots-tag',
  'content-length',
  'content-type',
  'set-cookie',
  'date',
  'connection',
  'keep-alive',
  'etag',
  'vary',
  'allow',
  'accept-ch',
  'x-content-type-options',
  'cross-origin-resource-policy',
  'content-encoding',
  'access-control-allow-origin',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-max-age',
]);

/** What must be true of every answer, whatever was asked. */
function expectHarmless(answer: RawAnswer): void {
  expect([200, 204, 302, 304, 400, 404]).toContain(answer.status);
  for (const [header, value] of answer.headers) {
    expect(allowedHeaders).toContain(header);
    // Links take values of the visitor along, encoded, and so does the signed cookie for the offers behind a landing.
    if (header !== 'location' && !value.startsWith('wps=')) expect(value).not.toContain(marker);
    if (header === 'set-cookie')
      expect(value).toMatch(
        /^wp[vs]=[\w%!~.&=-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax(?:; Secure)?$/,
      );
  }
  expect(answer.body).not.toContain(marker);
  const location = headerOf(answer, 'location');
  expect(location !== undefined).toBe(answer.status === 302);
  if (location === undefined) return;
  expect(origins).toContain(new URL(location).origin);
  expect(location).toMatch(/^https?:\/\/[a-z.]+(?::8443)?\/[!-~]*$/);
  expect(location.length).toBeLessThanOrEqual(8_192);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

/** Every row has its outcome counted, and every answer what became of its row. */
function expectExactCounts({ parts: { counters }, visits, clicks }: EdgeServer): void {
  const kinds = Map.groupBy(clicks(), ({ type }) => type);
  const many = (type: string) => kinds.get(type)?.length ?? 0;
  expect(sum(counters.visits)).toBe(visits().length);
  expect(sum(counters.clicks)).toBe(many('lpclick'));
  const promotions = clicks().filter(({ reasons }) => reasons.includes('prefetch-followed')).length;
  expect(sum(counters.fates)).toBe(visits().length + many('lpclick') + many('adjustment') - promotions);
  expect(counters.failures).toBe(0);
}

test('whatever is asked, nobody is sent astray, nothing comes back, and the counts are exact', async () => {
  const edge = await serve();
  const first = await edge.send(`/c/${ids[0] ?? ''}?token1=a&ext=b`, { headers: { host: 'track.example' } });
  const clickIds = documents.map(({ campaign }) => edge.clickIds.encode(newId(), campaign.number));
  const request = hostileRequests({ ids, clickIds, cookie: cookieOf(first) });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, host: asked, headers, cookie, body }) => {
      const sent = writeRequest(
        method,
        target,
        {
          host: asked,
          ...headers,
          ...(cookie === undefined ? {} : { cookie }),
          'content-length': String(body.length),
        },
        body,
      );
      const answers = readAnswers(await exchange(edge.port, sent), () => method !== 'HEAD');
      expect(answers).toHaveLength(1);
      for (const answer of answers) {
        expectHarmless(answer);
        seen.add(answer.status);
      }
      expect(edge.failures).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  expectExactCounts(edge);
  // Or the requests would all have missed what is there.
  expect([...seen]).toEqual(expect.arrayContaining([200, 204, 302, 404]));
  const { visits, clicks } = edge.parts.counters;
  expect(Object.keys(visits).filter((outcome) => visits[outcome as keyof typeof visits] > 0)).toEqual(
    expect.arrayContaining(['landing', 'direct', 'paused', 'impression', 'unknown-campaign', 'foreign-host']),
  );
  expect(clicks.offer).toBeGreaterThan(20);
});

test('bytes of every kind are answered with 400 or like a request, and the next visitor as always', async () => {
  const edge = await serve();
  const good = writeRequest('GET', `/c/${ids[0] ?? ''}`, { host: 'track.example' });
  const damaged = fc
    .tuple(fc.nat(good.length), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([at, cut, put]) => Buffer.from(good.slice(0, at) + put + good.slice(at + cut)));
  const bytes = fc.oneof(
    { arbitrary: damaged, weight: 4 },
    fc.uint8Array({ maxLength: 200 }),
    fc.array(damaged, { minLength: 2, maxLength: 5 }).map((all) => Buffer.concat(all)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      const said = await exchange(edge.port, sent);
      for (const [, status = ''] of said.matchAll(/HTTP\/1\.1 (\d+)/g))
        expect(['200', '302', '400', '404', '417', '100', '204']).toContain(status);
      expect(edge.failures).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect((await edge.send(`/c/${ids[0] ?? ''}`, { headers: { host: 'track.example' } })).status).toBe(302);
  expectExactCounts(edge);
});
