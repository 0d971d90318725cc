import { expect, it } from 'vitest';
import type { RotatorRouting } from '../../../lib/api/api.ts';
import { changesOf, pathSwitch, placesOf, withPlaces } from './path-weights.ts';

const item = (weight: number, enabled = true) => ({ weight, enabled });

const routing: RotatorRouting = {
  version: 2,
  defaultPathId: 'p1',
  rules: [
    {
      id: 'r1',
      priority: 1,
      name: 'Mobile',
      enabled: true,
      conditions: null,
      paths: [
        { pathId: 'p1', weight: 1 },
        { pathId: 'p2', weight: 3 },
      ],
    },
  ],
  paths: [
    {
      id: 'p1',
      name: 'Main',
      enabled: true,
      blocks: false,
      caps: [],
      landings: [{ landingId: 'l1', ...item(100) }],
      offers: [
        { offerId: 'o1', ...item(50) },
        { offerId: 'o2', ...item(50) },
        { offerId: 'o3', ...item(900, false) },
      ],
    },
    {
      id: 'p2',
      name: 'Other',
      enabled: true,
      blocks: false,
      caps: [{ limit: 5, per: 'day', counts: 'visits' }],
      landings: [],
      offers: [{ offerId: 'o1', ...item(10, false) }],
    },
  ],
};

const offer = { field: 'offer', value: 'o1' } as const;
const path = { field: 'path', value: 'p2' } as const;

it('placesOf lists the paths of an offer with its share among the enabled offers', () => {
  expect(placesOf(routing, offer)).toEqual([
    { key: 'p1', label: 'Main', weight: 50, share: 0.5, enabled: true },
    { key: 'p2', label: 'Other', weight: 10, share: 0, enabled: false },
  ]);
  expect(placesOf(routing, { field: 'landing', value: 'l1' })).toEqual([
    { key: 'p1', label: 'Main', weight: 100, share: 1, enabled: true },
  ]);
  expect(placesOf(routing, { field: 'offer', value: 'unused' })).toEqual([]);
});

it('placesOf lists the rules of a path', () => {
  expect(placesOf(routing, path)).toEqual([
    { key: 'r1', label: 'Mobile', weight: 3, share: 0.75, enabled: undefined },
  ]);
});

it('withPlaces changes only the weight and switch of the offer, and keeps caps', () => {
  const input = withPlaces(routing, offer, new Map([['p1', { weight: 70, enabled: false }]]));
  expect(input.paths[0]?.offers).toEqual([
    { offerId: 'o1', ...item(70, false) },
    { offerId: 'o2', ...item(50) },
    { offerId: 'o3', ...item(900, false) },
  ]);
  expect(input.paths[1]).toEqual(routing.paths[1]);
  expect(input.version).toBe(2);
});

it('withPlaces changes the weight of a path in its rules, and turns it off', () => {
  const changes = new Map([
    ...changesOf(routing, path),
    ['r1', { weight: 8, enabled: undefined }] as const,
    [pathSwitch, { weight: 0, enabled: false }] as const,
  ]);
  const input = withPlaces(routing, path, changes);
  expect(input.rules[0]?.paths).toEqual([
    { pathId: 'p1', weight: 1 },
    { pathId: 'p2', weight: 8 },
  ]);
  expect(input.paths.map(({ enabled }) => enabled)).toEqual([true, false]);
});

it('changesOf without edits saves the same rules', () => {
  for (const subject of [offer, path]) {
    const input = withPlaces(routing, subject, changesOf(routing, subject));
    expect(input.paths).toEqual(routing.paths);
    expect(routing.rules).toMatchObject(input.rules);
  }
});
