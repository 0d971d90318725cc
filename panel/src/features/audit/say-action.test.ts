import { describe, expect, it } from 'vitest';
import { sayAction, sayField } from './say-action.ts';

describe('what was done, in words', () => {
  it.each([
    ['landing.update', 'Landing changed'],
    ['traffic-source.archive', 'Traffic source archived'],
    ['rotator.put-back', 'Rotator put back'],
    ['member.change-role', 'Role changed'],
    ['campaign.settings', 'Settings of the campaign changed'],
    // Of a later version than these words.
    ['alarm-rule.mute', 'Alarm rule mute'],
  ])('%s', (action, said) => {
    expect(sayAction(action)).toBe(said);
  });

  it.each([
    ['label', 'label'],
    ['retention.visitDays', 'retention, visit days'],
    ['fallbackUrl', 'fallback URL'],
    ['rates.USD', 'rates, USD'],
  ])('a field: %s', (path, said) => {
    expect(sayField(path)).toBe(said);
  });
});
