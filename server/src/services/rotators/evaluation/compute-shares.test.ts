import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileCampaign, type CampaignSource } from '../../../domain/publishing/compile-campaign.ts';
import { loadRouting } from '../../../domain/routing/index.ts';
import { computeShares, keepOne } from './compute-shares.ts';

const drawn = fc.record({
  weight: fc.constantFrom(0, 1, 3, 100, 1_000_000),
  enabled: fc.boolean(),
  isActive: fc.boolean(),
  isFull: fc.constant(false),
});

function publish(items: { id: string; weight: number; enabled: boolean; isActive: boolean }[]) {
  const source: Partial<CampaignSource> = {
    timezone: 'UTC',
    rules: [],
    paths: [{ id: 'p', name: 'P', enabled: true, hasCaps: false, landings: items, offers: [] }],
    landings: items.map(({ id, isActive }) => ({ id, name: id, url: 'https://a.example/', isActive })),
    offers: [],
  };
  const rotator = { id: 'r', name: 'R', version: 1, sticky: false, defaultPathId: 'p' };
  const compiled = compileCampaign({ ...source, rotator } as CampaignSource);
  if (!compiled.ok) throw new Error(compiled.reason);
  return loadRouting(compiled.document).paths.get('p')?.landings;
}

describe('traffic shares', () => {
  it('match the weights that are used to route visitors', () => {
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 6 }), (list) => {
        const items = list.map((item, at) => ({ ...item, id: `l${at}` }));
        const pool = publish(items);
        const served = computeShares(items.map((item) => ({ ...item, item: item.id }))).filter(
          ({ state }) => state === 'served',
        );
        expect(served.map(({ item }) => item)).toEqual(pool?.items.map(({ id }) => id));
        for (const [at, { share }] of served.entries())
          expect(share).toBeCloseTo(((pool?.weights[at] ?? 0) / (pool?.total ?? 1)) * 100, 3);
      }),
    );
  });

  it('have a state that explains why they are zero', () => {
    const item = { item: 'x', weight: 1, enabled: true, isActive: true, isFull: false };
    const states = [
      item,
      { ...item, enabled: false },
      { ...item, isActive: false, enabled: false },
      { ...item, weight: 0 },
      { ...item, isFull: true },
      { ...item, weight: 2, isFull: true, hasOverflow: true },
    ];
    expect(computeShares(states).map(({ share, state }) => [share, state])).toEqual([
      [33.3333, 'served'],
      [0, 'disabled'],
      [0, 'archived'],
      [0, 'weightless'],
      [0, 'full'],
      [66.6667, 'full'],
    ]);
  });
});

describe('a sticky choice', () => {
  const shared = (['served', 'full', 'served'] as const).map((state, at) => ({
    item: { id: `${at}` },
    share: 50,
    state,
    isKept: false,
  }));

  it('gets all of the traffic', () => {
    expect(keepOne(shared, '2').map(({ share, isKept }) => [share, isKept])).toEqual([
      [0, false],
      [0, false],
      [100, true],
    ]);
  });

  it.each([['1'], ['9'], [undefined]])('changes no share if the item %s is not served', (id) => {
    expect(keepOne(shared, id)).toEqual(shared);
  });
});
