import { describe, expect, it } from 'vitest';
import { formatVerbDone, offeredVerbs, undoOf } from './campaign-verbs.ts';

it.each([
  ['an active campaign', 'active', null, ['pause', 'archive']],
  ['a paused campaign', 'paused', null, ['resume', 'archive']],
  ['a campaign archived while active', 'archived', 'active', ['restoreActive', 'restorePaused']],
  ['a campaign archived while paused', 'archived', 'paused', ['restorePaused', 'restoreActive']],
] as const)(
  'offeredVerbs returns the actions for %s, with the most common action first',
  (_, status, archivedFrom, verbs) => {
    expect(offeredVerbs({ status, archivedFrom })).toEqual(verbs);
  },
);

it.each([
  ['pause', 'resume'],
  ['resume', 'pause'],
  ['archive', 'restore'],
  ['restore', 'archive'],
  ['restoreActive', 'archive'],
  ['restorePaused', 'archive'],
] as const)('undoOf: %s is undone with %s', (verb, undo) => {
  expect(undoOf(verb)).toBe(undo);
});

describe('formatVerbDone', () => {
  it.each([
    ['pause', 'paused', 'Spring paused.'],
    ['restoreActive', 'active', 'Spring restored as active.'],
    ['restore', 'active', 'Spring restored.'],
  ] as const)('describes %s', (verb, status, text) => {
    expect(formatVerbDone(verb, { name: 'Spring', status })).toBe(text);
  });

  it('says that a campaign restored by undo is paused again', () => {
    expect(formatVerbDone('restore', { name: 'Spring', status: 'paused' })).toBe(
      'Spring restored as paused.',
    );
  });
});
