import { defaultPostbackRequest } from '@waypost/contract/postbacks/postback-requests.ts';
import { describe, expect, it } from 'vitest';
import { compareContents } from './compare-contents.ts';
import { completeContent } from './complete-content.ts';

const early = {
  rotator: { name: 'R' },
  settings: { sticky: true },
  routing: { defaultPathId: 'p', rules: [], paths: [{ id: 'p', name: 'P', landings: [], offers: [] }] },
};

describe('completeContent for a rotator', () => {
  it('adds settings that did not exist when the version was saved', () => {
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

describe('completeContent for a campaign', () => {
  const contentOf = (action: object) => ({
    tags: [],
    goals: [{ id: 'r', label: 'Sale', actions: [{ idx: 1, ...action }] }],
  });
  const defaults = { from: 'network', postbackOn: ['first'], ...defaultPostbackRequest };

  it('adds action fields that did not exist when the version was saved', () => {
    const old = completeContent(contentOf({}));
    expect(compareContents(old, contentOf(defaults))).toEqual([]);
    expect(compareContents(old, contentOf({ ...defaults, postbackOn: ['hold'] }))).toHaveLength(1);
    const newer = contentOf({ ...defaults, postbackOn: ['hold'] });
    expect(completeContent(newer)).toEqual(newer);
  });
});
