import { describe, expect, it } from 'vitest';
import { formatAction } from './format-action.ts';

describe('what was done, in words', () => {
  it.each([
    ['landing.update', 'Landing changed'],
    ['traffic-source.archive', 'Traffic source archived'],
    ['rotator.put-back', 'Rotator put back'],
    ['member.change-role', 'Role changed'],
    ['campaign.settings', 'Settings of the campaign changed'],
    // Of a later version than these words.
    ['alert-rule.mute', 'Alert rule mute'],
  ])('%s', (action, said) => {
    expect(formatAction(action)).toBe(said);
  });
});
