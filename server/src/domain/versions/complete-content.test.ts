import { defaultPostbackRequest } from '@waypost/contract/postback-requests.ts';
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
});

describe('a version of a campaign', () => {
  const contentOf = (action: object) => ({
    goals: [{ id: 'r', label: 'Sale', actions: [{ idx: 1, ...action }] }],
  });
  const usual = { from: 'network', postbackOn: ['first'], ...defaultPostbackRequest };

  it('that was kept before actions could say more differs from a later one only where that says otherwise', () => {
    const old = completeContent(contentOf({}));
    expect(compareContents(old, contentOf(usual))).toEqual([]);
    expect(compareContents(old, contentOf({ ...usual, postbackOn: ['hold'] }))).toHaveLength(1);
    const newer = contentOf({ ...usual, postbackOn: ['hold'] });
    expect(completeContent(newer)).toEqual(newer);
  });
});
