import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGeo, type GeoReader } from '../edge/classify/index.ts';
import { demoCampaigns } from './demo-campaigns.ts';
import { demoCountries, makePerson, makeBot, type DemoCountry } from './demo-people.ts';
import { DemoRandom } from './demo-random.ts';
import { makeDemoVisits } from './make-demo-visits.ts';

const dayMs = 86_400_000;
const fromMs = Date.UTC(2026, 9, 1);
const span = { fromMs, toMs: fromMs + 30 * dayMs };
const day = (at: number, seed = 7) =>
  makeDemoVisits(new DemoRandom(seed), demoCampaigns, span, fromMs + at * dayMs);

let geo: GeoReader;
beforeAll(async () => {
  geo = await openGeo();
});
afterAll(() => geo.close());

it('demo visitors have addresses from their country, and demo bots have data center addresses', () => {
  const random = new DemoRandom(1);
  for (const country of Object.keys(demoCountries) as DemoCountry[])
    for (let at = 0; at < 20; at += 1) {
      const { address } = makePerson(random, country, 0.5);
      expect([address, geo.find(address).country]).toEqual([address, country]);
    }
  expect(geo.find(makeBot(random).address).isDatacenter).toBe(true);
});

it('makeDemoVisits returns the same visits for the same seed and day, all within that day', () => {
  const visits = day(12);
  expect(visits).toEqual(day(12));
  expect(visits).not.toEqual(day(12, 8));
  expect(visits.length).toBeGreaterThan(1_000);
  expect(visits.every(({ timeMs }) => timeMs >= fromMs + 12 * dayMs && timeMs < fromMs + 13 * dayMs)).toBe(
    true,
  );
});

it('makeDemoVisits returns no visits after the end of the time range', () => {
  const toMs = fromMs + 5 * dayMs + 3_600_000;
  const visits = makeDemoVisits(new DemoRandom(7), demoCampaigns, { fromMs, toMs }, fromMs + 5 * dayMs);
  expect(visits.length).toBeGreaterThan(0);
  expect(visits.every(({ timeMs }) => timeMs < toMs)).toBe(true);
});

it('makeDemoVisits returns fewer visits at night', () => {
  const hours = day(12)
    .filter(({ campaign }) => campaign.name === 'Joint cream')
    .map(({ timeMs }) => new Date(timeMs + 3_600_000).getUTCHours());
  const share = (from: number, to: number) => hours.filter((hour) => hour >= from && hour < to).length;
  expect(share(18, 22)).toBeGreaterThan(3 * share(1, 5));
});

it('makeDemoVisits returns no visits for a campaign after it stops', () => {
  const names = (at: number) => new Set(day(at).map(({ campaign }) => campaign.name));
  expect([names(10).has('Puzzle game'), names(29).has('Puzzle game')]).toEqual([true, false]);
});
