import { describe, expect, it } from 'vitest';
import type { DryRun, RotatorRulesInput } from '../../../lib/api/api.ts';
import {
  dryRunPercent,
  formatDryRunProgress,
  isOutdated,
  isUnfinished,
  readSample,
} from './dry-run-state.ts';

it('isUnfinished is true until the run has ended', () => {
  const states: DryRun['state'][] = ['waiting', 'running', 'done', 'stopped', 'failed'];
  expect(states.filter((state) => isUnfinished({ state }))).toEqual(['waiting', 'running']);
});

describe('isOutdated', () => {
  const rules: RotatorRulesInput = { version: 3, defaultPathId: 'p1', rules: [], paths: [] };

  it('is true once the rules have changed', () => {
    expect(isOutdated(rules, { ...rules, defaultPathId: 'p2' })).toBe(true);
  });

  it('is false while the rules are those of the run, even if a change was made and undone', () => {
    expect(isOutdated(rules, rules)).toBe(false);
    expect(isOutdated(rules, structuredClone(rules))).toBe(false);
  });

  it('is false after the rules of the run were saved, which only changes their version', () => {
    expect(isOutdated(rules, { ...rules, version: 4 })).toBe(false);
  });

  it('is false while the rules are invalid, because the drawer then asks the person to fix them', () => {
    expect(isOutdated(rules, undefined)).toBe(false);
  });
});

it.each([
  [0, 'before the visits are counted', { looked: 0, of: null }],
  [0, 'without visits', { looked: 0, of: 0 }],
  [50, 'after half of the visits', { looked: 2, of: 4 }],
  [100, 'if more visits were read than counted', { looked: 5, of: 4 }],
])('dryRunPercent is %s %s', (percent, _, progress) => {
  expect(dryRunPercent(progress)).toBe(percent);
});

it.each([
  ['waiting', { looked: 0, of: null }, 'Waiting for a worker'],
  ['running', { looked: 0, of: null }, 'Counting visits'],
  ['running', { looked: 1_500, of: 50_000 }, '1,500 of 50,000 visits'],
] as const)('formatDryRunProgress of a run that is %s with %j is %j', (state, progress, text) => {
  expect(formatDryRunProgress({ state, progress })).toBe(text);
});

it.each([
  ['all', 'all'],
  ['50000', 50_000],
])('readSample reads the option %s as %s', (option, sample) => {
  expect(readSample(option)).toBe(sample);
});
