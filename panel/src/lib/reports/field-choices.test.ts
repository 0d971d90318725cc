import { expect, it } from 'vitest';
import { dimensionChoices, fieldChoices, metricChoices, type ChoiceGroup } from './field-choices.ts';
import { isOffered, namingOf, noNaming } from './field-naming.ts';

const naming = namingOf({
  tokens: [
    { index: 1, names: ['Zone'], hasData: false },
    { index: 2, names: ['Country'], hasData: true },
    { index: 7, names: [], hasData: true },
  ],
  goalActions: [{ idx: 1, names: ['Deposit'], hasData: false }],
});

function labelsOf(groups: readonly ChoiceGroup[]): string[] {
  return groups.flatMap(({ items }) => items.map(({ label }) => label));
}

it('offers tokens that have a name or data, with their names', () => {
  const labels = labelsOf(dimensionChoices({ naming, chosen: [], isAll: false }));
  expect(labels.filter((label) => /token|zone/i.test(label))).toEqual([
    'Zone',
    'Country (token 2)',
    'Token 7',
    'Show all tokens and events…',
  ]);
});

it('offers metrics of goal actions that have a name or data', () => {
  const labels = labelsOf(metricChoices({ naming, chosen: [], isAll: false }));
  expect(labels.slice(-5)).toEqual([
    'Deposit',
    'Deposit revenue',
    'Deposit cost',
    'Deposit value',
    'Show all tokens and events…',
  ]);
});

it('keeps offering a chosen field without a name', () => {
  const labels = labelsOf(fieldChoices({ naming: noNaming, chosen: ['token9', 'event4'], isAll: false }));
  expect(labels).toContain('Token 9');
  expect(labels).toContain('Event 4');
  expect(labels).not.toContain('Token 8');
});

it('offers everything after “Show all”', () => {
  const labels = labelsOf(fieldChoices({ naming: noNaming, chosen: [], isAll: true }));
  expect(labels).toContain('Token 15');
  expect(labels).toContain('Event 20 value');
  expect(labels).not.toContain('Show all tokens and events…');
});

it('isOffered hides only numbered fields', () => {
  expect(['country', 'visits', 'token1', 'token2', 'cost3'].map((id) => isOffered(id, naming))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});
