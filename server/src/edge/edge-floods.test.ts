import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import { makeCampaignDocument } from '../testing/edge/campaign-document.ts';
import { cookieOf, makeEdgeServer } from '../testing/edge/edge-server.ts';
import { createClassifier } from './classify/index.ts';
import { emptyLocation } from './classify/location/location.ts';
import { truncateHeader } from './request/header-text.ts';
import { normalizeHost } from './request/visitor-host.ts';
import { RowQueue } from './spool/row-queue.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const mebibyte = 1024 * 1024;

function heapBytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

// Creates a string that shares no memory with other strings, like the header strings that Node creates.
function header(number: number, length: number): string {
  return Buffer.from(`${number} ${'z'.repeat(length)}`, 'latin1').toString('latin1');
}

it('truncateHeader does not keep a long header in memory', () => {
  const before = heapBytes();
  const cuts = Array.from({ length: 2_000 }, (_, at) => truncateHeader(header(at, 30_000), 100));
  expect(heapBytes() - before).toBeLessThan(5 * mebibyte);
  expect(cuts.every((text) => text.length === 100)).toBe(true);
});

it('the classifier does not keep requests in memory', () => {
  const classifier = createClassifier({ geo: { find: () => emptyLocation } });
  const before = heapBytes();
  for (let visit = 0; visit < 2_000; visit += 1) {
    const whole = header(visit, 30_000);
    const part = (begin: number) => `${visit} `.concat(whole).slice(begin, begin + 100);
    const headers = { 'sec-ch-ua': part(1), 'sec-ch-ua-platform': part(2), 'accept-language': part(3) };
    classifier.classify({ address: '', userAgent: part(0), headers, method: 'GET' });
    normalizeHost(part(4));
  }
  expect(heapBytes() - before).toBeLessThan(10 * mebibyte);
});

it('the row queue does not keep requests in memory while their rows wait for the disk', () => {
  const queue = new RowQueue();
  const before = heapBytes();
  for (let visit = 0; visit < 2_000; visit += 1) {
    const whole = header(visit, 30_000);
    const row = `visit\t${visit}\t${whole.slice(5, 105)}\tand other columns`;
    queue.add({ row, timeMs: 0, appendedAt: 0, done: undefined, isDropped: false });
  }
  expect(heapBytes() - before).toBeLessThan(20 * mebibyte);
  expect(queue.bytes).toBeGreaterThan(200_000);
});

it("the classifier's memory is bounded when every request has new hints and a new language", () => {
  const classifier = createClassifier({ geo: { find: () => emptyLocation } });
  const before = heapBytes();
  for (let visit = 0; visit < 40_000; visit += 1) {
    // Sends each user agent with several different hints, because the cache key contains both the user agent and the
    // hints.
    const headers = {
      'sec-ch-ua': header(visit, 250),
      'sec-ch-ua-platform': header(visit, 250),
      'sec-ch-ua-model': header(visit, 250),
      'sec-ch-ua-full-version-list': header(visit, 250),
      'accept-language': header(visit, 400),
    };
    classifier.classify({ address: '', userAgent: header(visit >> 4, 20), headers, method: 'GET' });
  }
  expect(heapBytes() - before).toBeLessThan(40 * mebibyte);
  expect(classifier.classify({ address: '', userAgent: 'x', headers: {}, method: 'GET' }).isBot).toBe(true);
});

it("the edge recognizes one campaign's visitors while another campaign is flooded", async () => {
  const [flooded, quiet] = [makeCampaignDocument(), makeCampaignDocument()];
  const withToken: CampaignDocument = {
    ...quiet,
    offers: quiet.offers.map((offer) => ({ ...offer, url: 'https://offer.example/?t={token1}' })),
  };
  const edge = await makeEdgeServer({ documents: [flooded, withToken] });
  const cookie = cookieOf(await edge.send(`/c/${quiet.campaign.id}?token1=mine`));
  for (let round = 0; round < 40; round += 1)
    await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        edge.send(`/c/${flooded.campaign.id}?token1=${round}-${at}`, {
          headers: { 'user-agent': `Flood/${round}.${at}`, 'x-forwarded-for': `81.0.${round}.${at}` },
        }),
      ),
    );
  expect(edge.visits()).toHaveLength(2_001);
  const click = await edge.send('/go', { headers: { cookie } });
  expect(click.location).toBe('https://offer.example/?t=mine');
  await edge.send(`/c/${quiet.campaign.id}`, { headers: { cookie } });
  expect(edge.visits().at(-1)).toMatchObject({ campaign_id: quiet.campaign.id, is_unique: '' });
});
