import { expect, it } from 'vitest';
import { makeCampaignDocument, buildPool } from '../../testing/edge/campaign-document.ts';
import { loadRouting } from '../routing/index.ts';
import type { DecidedVisit } from './decided-visit.ts';
import { replayVisit } from './replay-visit.ts';

const base = makeCampaignDocument();
const [landing] = base.landings;
const [offer] = base.offers;
const [path] = base.paths;
if (landing === undefined || offer === undefined || path === undefined)
  throw new Error('there is one of each');
const pathIds = [path.id, 'other'];
const landings = ['l1', 'l2'];
const offers = ['o1', 'o2'];
const routing = loadRouting({
  ...base,
  landings: landings.map((id) => ({ ...landing, id })),
  offers: offers.map((id) => ({ ...offer, id })),
  paths: pathIds.map((id) => ({
    ...path,
    id,
    landings: buildPool(landings.map((landingId) => ({ landingId, weight: 1 }))),
    offers: buildPool(offers.map((offerId) => ({ offerId, weight: 1 }))),
  })),
  rules: [{ id: 'r', conditions: null, paths: buildPool(pathIds.map((pathId) => ({ pathId, weight: 1 }))) }],
});

type Flags = Partial<Pick<DecidedVisit, 'isSticky' | 'isStickyLanding' | 'isStickyOffer'>>;
const allowed = { path: true, landing: true, offer: true };

// Replays a visit with a hash that draws the first or the second of two items.
function replay(flags: Flags, drawn: 'first' | 'second', stickiness = allowed) {
  const kept = drawn === 'first' ? 1 : 0;
  const visit = {
    visitId: 'v',
    configVersion: 1,
    pathId: pathIds[kept],
    landingId: landings[kept],
    offerId: offers[kept],
    isSticky: false,
    isStickyLanding: false,
    isStickyOffer: false,
    ...flags,
  } as DecidedVisit;
  const route = replayVisit(routing, visit, {
    facts: { of: () => ({}) } as never,
    drawHash: () => (drawn === 'first' ? 0 : 2 ** 32 - 1),
    stickiness,
  });
  const { isSticky, isStickyLanding, isStickyOffer } = route;
  return {
    ids: [route.path.id, route.landing?.id, route.offer?.id],
    kept: [isSticky, isStickyLanding, isStickyOffer],
  };
}

const sticky: [keyof Flags, 'path' | 'landing' | 'offer'][] = [
  ['isSticky', 'path'],
  ['isStickyLanding', 'landing'],
  ['isStickyOffer', 'offer'],
];

it.each([
  ['first', 0],
  ['second', 1],
] as const)('replayVisit draws every choice again for a visit without stickiness (draw: %s)', (drawn, at) => {
  expect(replay({}, drawn)).toEqual({
    ids: [pathIds[at], landings[at], offers[at]],
    kept: [false, false, false],
  });
});

it.each(sticky)('replayVisit keeps only the choice that is sticky (%s)', (flag) => {
  for (const [drawn, at] of [
    ['first', 0],
    ['second', 1],
  ] as const) {
    const { ids, kept } = replay({ [flag]: true }, drawn);
    const expected = sticky.map(([name]) => name === flag);
    expect(kept).toEqual(expected);
    const all = [pathIds, landings, offers];
    expect(ids).toEqual(all.map((two, level) => two[expected[level] === true ? 1 - at : at]));
  }
});

it.each(sticky)(
  'replayVisit draws a sticky choice again (%s) if the rotator no longer allows that choice to be sticky',
  (flag, level) => {
    expect(replay({ [flag]: true }, 'first', { ...allowed, [level]: false }).kept).toEqual([
      false,
      false,
      false,
    ]);
  },
);
