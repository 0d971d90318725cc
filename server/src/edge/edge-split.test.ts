import { expect, test } from 'vitest';
import type { CampaignDocument } from '../domain/publishing/campaign-document.ts';
import { newId } from '../platform/ids.ts';
import { makeCampaignDocument, buildPool } from '../testing/edge/campaign-document.ts';
import { makeEdgeServer, type EdgeServer } from '../testing/edge/edge-server.ts';
import { exchange, findHeader, parseResponses, writeRequest } from '../testing/http/raw-http.ts';
import type { TrafficRow } from '../testing/traffic/event-rows.ts';

const weights = { paths: [5, 3, 2], landings: [70, 30], offers: [6, 3, 1] };

function makeSplit(): CampaignDocument {
  const base = makeCampaignDocument();
  const landings = weights.landings.map((_, at) => {
    const id = newId();
    return { id, name: `Page ${at}`, url: `https://page.example/${at}?cid={clickid}&id=${id}` };
  });
  const offers = weights.offers.flatMap((_, at) =>
    base.offers.map((offer) => ({ ...offer, id: newId(), url: `https://offer.example/${at}` })),
  );
  const paths = weights.paths.map(() => ({
    id: newId(),
    name: 'Path',
    landings: buildPool(landings.map(({ id }, at) => ({ landingId: id, weight: weights.landings[at] ?? 0 }))),
    offers: buildPool(offers.map(({ id }, at) => ({ offerId: id, weight: weights.offers[at] ?? 0 }))),
  }));
  const split = buildPool(paths.map(({ id }, at) => ({ pathId: id, weight: weights.paths[at] ?? 0 })));
  const rules = [{ id: newId(), conditions: null, paths: split }];
  const rotator = { ...base.rotator, defaultPathId: paths[0]?.id ?? '' };
  return { ...base, landings, offers, paths, rules, rotator };
}

async function sendVisits(edge: EdgeServer, path: string, count: number): Promise<string[]> {
  const locations: string[] = [];
  const sent = writeRequest('GET', path, { host: 'track.example' }).repeat(100);
  while (locations.length < count)
    for (const answer of parseResponses(await exchange(edge.port, sent)))
      locations.push(findHeader(answer, 'location') ?? '');
  return locations;
}

function tally(rows: readonly TrafficRow[], of: (row: TrafficRow) => string, names: string[]): number[] {
  const counts = new Map(names.map((name) => [name, 0]));
  for (const row of rows) counts.set(of(row), (counts.get(of(row)) ?? 0) + 1);
  expect([...counts.keys()]).toEqual(names);
  return [...counts.values()];
}

function chiSquare(observed: readonly number[], shares: readonly number[]): number {
  const total = observed.reduce((sum, count) => sum + count, 0);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return observed.reduce((sum, count, at) => {
    const expected = (total * (shares[at] ?? 0)) / whole;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

// Chi-square limits by degrees of freedom, exceeded by chance once in a million runs.
const limits: Readonly<Record<number, number>> = { 1: 23.93, 2: 27.63, 17: 61.1 };

function expectShares(observed: readonly number[], shares: readonly number[]): void {
  expect(chiSquare(observed, shares)).toBeLessThan(limits[shares.length - 1] ?? 0);
}

const cross = (one: readonly number[], other: readonly number[]) =>
  one.flatMap((first) => other.map((second) => first * second));

test('visits are split by weight on each level, independently of the other levels', async () => {
  const document = makeSplit();
  const edge = await makeEdgeServer({ documents: [document] });
  const locations = await sendVisits(edge, `/c/${document.campaign.id}`, 6_000);
  const rows = edge.visits();
  expect(rows.map(({ landing_id }) => landing_id)).toEqual(
    locations.map((location) => new URL(location).searchParams.get('id')),
  );
  const [paths, landings, offers] = [document.paths, document.landings, document.offers].map((all) =>
    all.map(({ id }) => id),
  );
  if (paths === undefined || landings === undefined || offers === undefined) throw new Error('no pools');
  expectShares(
    tally(rows, (row) => row.path_id, paths),
    weights.paths,
  );
  expectShares(
    tally(rows, (row) => row.landing_id, landings),
    weights.landings,
  );
  expectShares(
    tally(rows, (row) => row.offer_id, offers),
    weights.offers,
  );
  // Checks all levels combined: if one draw depended on another, some of the 18 combinations would be too frequent.
  const combinations = paths.flatMap((path) =>
    landings.flatMap((landing) => offers.map((offer) => `${path} ${landing} ${offer}`)),
  );
  const combinationOf = (row: TrafficRow) => `${row.path_id} ${row.landing_id} ${row.offer_id}`;
  expectShares(
    tally(rows, combinationOf, combinations),
    cross(cross(weights.paths, weights.landings), weights.offers),
  );
});

test('two edges make the same choices for the same visit IDs and version', async () => {
  const document = makeSplit();
  const timeMs = Date.now();
  const options = { documents: [document], now: () => timeMs };
  const [first, second] = [await makeEdgeServer(options), await makeEdgeServer(options)];
  const ids = Array.from({ length: 500 }, () => newId(timeMs));
  const choices = [];
  for (const edge of [first, second]) {
    const remaining = [...ids];
    edge.parts.newId = () => remaining.shift() ?? newId(timeMs);
    choices.push(await sendVisits(edge, `/c/${document.campaign.id}`, ids.length));
    expect(edge.visits().map(({ id }) => id)).toEqual(ids);
  }
  expect(choices[0]).toEqual(choices[1]);
  // A click that contains only the visit's ID leads to the offer that was drawn for the visit.
  for (const row of first.visits().slice(0, 50)) {
    const clickId = first.clickIds.encode(row.id, document.campaign.number);
    await second.send(`/go?cid=${clickId}`);
    expect(second.clicks().at(-1)).toMatchObject({ path_id: row.path_id, offer_id: row.offer_id });
  }
});
