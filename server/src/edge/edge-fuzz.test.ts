import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import { newId } from '../platform/ids.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer, type EdgeServer } from '../testing/edge/edge-server.ts';
import { hostileRequests, marker } from '../testing/http/hostile-requests.ts';
import {
  exchange,
  findHeader,
  parseResponses,
  writeRequest,
  type RawResponse,
} from '../testing/http/raw-http.ts';

// Makes a campaign whose URLs insert visitor input wherever a macro is allowed.
function makeMacroCampaign(change: Partial<CampaignDocument['campaign']> = {}): CampaignDocument {
  const base = makeCampaignDocument();
  return {
    ...base,
    source: { ...base.source, clickIdParam: 'ext', costParam: 'bid' },
    campaign: {
      ...base.campaign,
      passParameters: true,
      cost: { mode: 'auto', amount: '0' },
      fallbackUrl: 'https://fallback.example/{param.url:raw}?{param.r:raw}#{token1:raw}',
      ...change,
    },
    landings: base.landings.map((landing) => ({
      ...landing,
      url: 'https://page.example:8443/{token1}/{param.url:raw}?cid={clickid}&u={useragent:raw}&r={param.r:raw}#{token2:raw}',
    })),
    offers: base.offers.map((offer) => ({
      ...offer,
      url: 'http://offer.example/{param.url:raw}/{token1:raw}?sub={clickid}&e={externalid:raw}&c={cost}&q={param.q}',
    })),
  };
}

const active = makeMacroCampaign();
const documents = [
  active,
  makeMacroCampaign({ status: 'paused' }),
  { ...makeMacroCampaign(), visitors: 'cookieless' as const },
];
const foreign = makeMacroCampaign();
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

function expectSafeResponse(answer: RawResponse): void {
  expect([200, 204, 302, 304, 400, 404]).toContain(answer.status);
  for (const [header, value] of answer.headers) {
    expect(allowedHeaders).toContain(header);
    // Only redirects and the signed cookie with source values may contain encoded visitor input.
    if (header !== 'location' && !value.startsWith('wps=')) expect(value).not.toContain(marker);
    if (header === 'set-cookie')
      expect(value).toMatch(
        /^wp[vs]=[\w%!~.&=-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax(?:; Secure)?$/,
      );
  }
  expect(answer.body).not.toContain(marker);
  const location = findHeader(answer, 'location');
  expect(location !== undefined).toBe(answer.status === 302);
  if (location === undefined) return;
  expect(origins).toContain(new URL(location).origin);
  expect(location).toMatch(/^https?:\/\/[a-z.]+(?::8443)?\/[!-~]*$/);
  expect(location.length).toBeLessThanOrEqual(8_192);
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}

function expectExactCounts({ parts: { counters }, visits, clicks }: EdgeServer): void {
  const byType = Map.groupBy(clicks(), ({ type }) => type);
  const countOf = (type: string) => byType.get(type)?.length ?? 0;
  expect(sum(counters.visits)).toBe(visits().length);
  expect(sum(counters.clicks)).toBe(countOf('lpclick'));
  const promotions = clicks().filter(({ reasons }) => reasons.includes('prefetch-followed')).length;
  expect(sum(counters.rowResults)).toBe(
    visits().length + countOf('lpclick') + countOf('adjustment') - promotions,
  );
  expect(counters.failures).toBe(0);
}

test('the edge never redirects hostile requests to other origins or reflects them, and counts every row', async () => {
  const edge = await serve();
  const first = await edge.send(`/c/${ids[0] ?? ''}?token1=a&ext=b`, { headers: { host: 'track.example' } });
  const clickIds = documents.map(({ campaign }) => edge.clickIds.encode(newId(), campaign.number));
  const request = hostileRequests({ ids, clickIds, cookie: cookieOf(first) });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ method, target, host: requestHost, headers, cookie, body }) => {
      const sent = writeRequest(
        method,
        target,
        {
          host: requestHost,
          ...headers,
          ...(cookie === undefined ? {} : { cookie }),
          'content-length': String(body.length),
        },
        body,
      );
      const answers = parseResponses(await exchange(edge.port, sent), () => method !== 'HEAD');
      expect(answers).toHaveLength(1);
      for (const answer of answers) {
        expectSafeResponse(answer);
        seen.add(answer.status);
      }
      expect(edge.failures).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
  expectExactCounts(edge);
  // Ensures that the generated requests reach real routes.
  expect([...seen]).toEqual(expect.arrayContaining([200, 204, 302, 404]));
  const { visits, clicks } = edge.parts.counters;
  expect(Object.keys(visits).filter((outcome) => visits[outcome as keyof typeof visits] > 0)).toEqual(
    expect.arrayContaining(['landing', 'direct', 'paused', 'impression', 'unknown-campaign', 'foreign-host']),
  );
  expect(clicks.offer).toBeGreaterThan(20);
});

test('the edge answers arbitrary bytes with 400 or a regular response and serves the next visitor', async () => {
  const edge = await serve();
  const validRequest = writeRequest('GET', `/c/${ids[0] ?? ''}`, { host: 'track.example' });
  const damaged = fc
    .tuple(fc.nat(validRequest.length), fc.nat(8), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([at, cut, insert]) =>
      Buffer.from(validRequest.slice(0, at) + insert + validRequest.slice(at + cut)),
    );
  const bytes = fc.oneof(
    { arbitrary: damaged, weight: 4 },
    fc.uint8Array({ maxLength: 200 }),
    fc.array(damaged, { minLength: 2, maxLength: 5 }).map((all) => Buffer.concat(all)),
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (sent) => {
      const response = await exchange(edge.port, sent);
      for (const [, status = ''] of response.matchAll(/HTTP\/1\.1 (\d+)/g))
        expect(['200', '302', '400', '404', '417', '100', '204']).toContain(status);
      expect(edge.failures).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect((await edge.send(`/c/${ids[0] ?? ''}`, { headers: { host: 'track.example' } })).status).toBe(302);
  expectExactCounts(edge);
});
