import { describe, expect, it } from 'vitest';
import { compareContents } from './compare-contents.ts';
import { completeContent } from './complete-content.ts';

const early = {
  rotator: { name: 'R' },
  settings: { sticky: true },
  routing: { defaultPathId: 'p', rules: [], paths: [{ id: 'p', name: 'P', landings: [], offers: [] }] },
};

describe('a version of a rotator', () => {
  it('that was kept before there were caps differs from a later one only in what was changed', () => {
    const later = {
      ...early,
      settings: { sticky: true, stickyLanding: false, stickyOffer: true, stickyDays: 180 },
      routing: { ...early.routing, paths: [{ ...early.routing.paths[0], caps: [] }] },
    };
    const differences = compareContents(completeContent(early), completeContent(later));
    expect(differences).toEqual([
      { steps: [{ field: 'settings' }, { field: 'stickyOffer' }], before: false, after: true },
    ]);
  });

  it('of a campaign stays as it is', () => {
    const campaign = { campaign: { name: 'C' }, settings: { attributionDays: 30 }, goals: [] };
    expect(completeContent(campaign)).toBe(campaign);
  });
});
