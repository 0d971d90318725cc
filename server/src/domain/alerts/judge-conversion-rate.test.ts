import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../testing/rounds.ts';
import { judgeConversionRate, rateDaysBefore, type CampaignDay } from './judge-conversion-rate.ts';

const days = (visits: number, conversions: number): CampaignDay[] =>
  Array.from({ length: rateDaysBefore }, () => ({ visits, conversions }));

describe('judgeConversionRate', () => {
  it('reports a rate far from that of the preceding days', () => {
    expect(judgeConversionRate({ visits: 5_000, conversions: 40 }, days(5_000, 100), 0.4)).toEqual({
      rate: 0.008,
      usualRate: 0.02,
      change: expect.closeTo(-0.6),
    });
    expect(
      judgeConversionRate({ visits: 5_000, conversions: 200 }, days(5_000, 100), 0.4)?.change,
    ).toBeCloseTo(1);
  });

  it('reports nothing for few conversions, few days, a small change or a rate that often varies by as much', () => {
    expect(judgeConversionRate({ visits: 500, conversions: 0 }, days(500, 10), 0.4)).toBeUndefined();
    expect(
      judgeConversionRate({ visits: 5_000, conversions: 40 }, days(5_000, 100).slice(0, 6), 0.4),
    ).toBeUndefined();
    expect(
      judgeConversionRate({ visits: 50_000, conversions: 700 }, days(50_000, 1_000), 0.4),
    ).toBeUndefined();
    const restless = days(5_000, 100).map((day, at) => ({ ...day, conversions: at % 2 === 0 ? 40 : 160 }));
    expect(judgeConversionRate({ visits: 5_000, conversions: 40 }, restless, 0.4)).toBeUndefined();
    expect(judgeConversionRate({ visits: 0, conversions: 0 }, [], 0.4)).toBeUndefined();
  });

  it('requires 20 expected conversions', () => {
    const judged = (visits: number) =>
      judgeConversionRate({ visits, conversions: 100 }, days(100_000, 50_000), 0.4);
    expect([judged(38), judged(40)]).toEqual([undefined, { rate: 2.5, usualRate: 0.5, change: 4 }]);
  });

  it('derives the expected spread from the sample variance of the preceding days', () => {
    const restless = days(5_000, 100).map((day, at) => ({ ...day, conversions: at % 2 === 0 ? 70 : 130 }));
    const judged = (conversions: number) =>
      judgeConversionRate({ visits: 5_000, conversions }, restless, 0.4);
    expect([judged(270), judged(280)]).toEqual([undefined, expect.objectContaining({ usualRate: 0.02 })]);
  });

  it('reports a change that equals the minimum', () => {
    const half = { visits: 50_000, conversions: 500 };
    expect(judgeConversionRate(half, days(50_000, 1_000), 0.5)).toMatchObject({ change: -0.5 });
    expect(judgeConversionRate(half, days(50_000, 1_000), 0.501)).toBeUndefined();
  });

  it('never reports an unchanged rate or a change below the minimum', () => {
    const day = fc.record({ visits: fc.nat(100_000), conversions: fc.nat(2_000) });
    fc.assert(
      fc.property(
        fc.array(day, { maxLength: 14 }),
        day,
        fc.double({ min: 0.1, max: 5, noNaN: true }),
        (before, last, least) => {
          const unusual = judgeConversionRate(last, before, least);
          if (unusual !== undefined) {
            expect(Math.abs(unusual.change)).toBeGreaterThanOrEqual(least);
            expect(unusual.rate / unusual.usualRate - 1).toBeCloseTo(unusual.change, 6);
          }
          const same = before.map(({ visits }) => ({ visits, conversions: visits / 50 }));
          expect(
            judgeConversionRate({ visits: last.visits, conversions: last.visits / 50 }, same, least),
          ).toBeUndefined();
        },
      ),
      { numRuns: rounds(200, 5_000) },
    );
  });
});

// Returns a seeded random number generator, so that every run produces the same results.
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

// Draws a Poisson-distributed number: with Knuth's algorithm for small means, and from the normal distribution for
// large means.
function poisson(mean: number, random: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let [count, product] = [0, random()];
  for (; product > limit; product *= random()) count += 1;
  return count;
}

// Simulates campaigns whose true conversion rate never changes, and returns the number of alerts per campaign and year.
// The rate is checked every hour, and an open alert is counted once.
function alertsPerYear(conversionsADay: number, spread: number, campaignDays: number): number {
  const random = randomFrom(7);
  const hours = campaignDays * 24;
  const conversions: number[] = [];
  for (let hour = 0, mood = 1; hour < hours; hour += 1) {
    if (hour % 24 === 0) mood = Math.exp(spread * normal(random) - (spread * spread) / 2);
    conversions.push(poisson((conversionsADay / 24) * mood, random));
  }
  const sums = [0];
  for (const some of conversions) sums.push((sums.at(-1) ?? 0) + some);
  const dayUntil = (hour: number): CampaignDay => ({
    visits: conversionsADay * 50,
    conversions: (sums[hour] ?? 0) - (sums[hour - 24] ?? 0),
  });
  let [alerts, wasOpen] = [0, false];
  for (let hour = 24 * (rateDaysBefore + 1); hour <= hours; hour += 1) {
    const before = Array.from({ length: rateDaysBefore }, (_, day) => dayUntil(hour - 24 * (day + 1)));
    const isOpen = judgeConversionRate(dayUntil(hour), before, 0.4) !== undefined;
    if (isOpen && !wasOpen) alerts += 1;
    wasOpen = isOpen;
  }
  return (alerts * 365) / (campaignDays - rateDaysBefore - 1);
}

// Over 8,000 campaign-days each, the measured rates are 0, 0, 0.64 and 0.96 alerts per year. docs/alerts.md quotes the
// highest rate.
it.each([
  [30, 0, 0.3],
  [100, 0, 0.3],
  [100, 0.15, 1.5],
  [300, 0.25, 2],
])(
  'with %i conversions a day and extra variation of %f, there are at most %f false alerts a year',
  (mean, spread, most) => {
    expect(alertsPerYear(mean, spread, rounds(3_000, 20_000))).toBeLessThanOrEqual(most);
  },
);

it('judgeConversionRate detects more than 80% of halved rates after a day with about 100 conversions', () => {
  const random = randomFrom(3);
  const reported = Array.from({ length: 200 }, () => {
    const before = Array.from({ length: rateDaysBefore }, () => ({
      visits: 10_000,
      conversions: poisson(200, random),
    }));
    return (
      judgeConversionRate({ visits: 10_000, conversions: poisson(100, random) }, before, 0.4) !== undefined
    );
  });
  expect(reported.filter(Boolean).length).toBeGreaterThan(160);
});
