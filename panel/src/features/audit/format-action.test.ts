import { describe, expect, it } from 'vitest';
import { formatAction } from './format-action.ts';

describe('formatAction', () => {
  it.each([
    ['landing.update', 'Landing page updated'],
    ['traffic-source.archive', 'Traffic source archived'],
    ['rotator.put-back', 'Rotator version restored'],
    ['key.rotate', 'API key rotated'],
    ['member.change-role', 'Role changed'],
    ['campaign.settings', 'Campaign settings updated'],
    // Example of an action that exists only in a later version of Waypost.
    ['alert-rule.mute', 'Alert rule mute'],
  ])('formats %s as "%s"', (action, phrase) => {
    expect(formatAction(action)).toBe(phrase);
  });
});
