import { expect, it } from 'vitest';
import {
  dimensionChoices,
  fieldChoices,
  fieldFilter,
  metricChoices,
  showAllOption,
  type ChoiceGroup,
} from './field-choices.ts';
import { isOffered, namingOf, noNaming } from './field-naming.ts';

const naming = namingOf({
  tokens: [
    { index: 1, names: ['Zone'], hasData: false },
    { index: 2, names: ['Country'], hasData: true },
    { index: 7, names: [], hasData: true },
  ],
  goalActions: [{ idx: 1, names: ['Deposit'], hasData: false }],
});

type Picker = Partial<Parameters<typeof fieldFilter>[0]> & { search?: string };

function shown(options: ChoiceGroup[], { search = '', ...picker }: Picker = {}): string[] {
  const filter = fieldFilter({ naming, chosen: [], isAll: false, ...picker });
  return filter({ options, search }).flatMap(({ items }) => items.map(({ label }) => label));
}

it('offers tokens that have a name or data, with their names', () => {
  const labels = shown(dimensionChoices(naming));
  expect(labels.filter((label) => /token|zone/i.test(label))).toEqual([
    'Zone',
    'Country (token 2)',
    'Token 7',
    showAllOption.label,
  ]);
});

it('offers metrics of goal actions that have a name or data', () => {
  expect(shown(metricChoices(naming)).slice(-5)).toEqual([
    'Deposit',
    'Deposit revenue',
    'Deposit cost',
    'Deposit value',
    showAllOption.label,
  ]);
});

it('keeps offering a chosen field without a name', () => {
  const labels = shown(fieldChoices(noNaming), { naming: noNaming, chosen: ['token9', 'event4'] });
  expect(labels).toContain('Token 9');
  expect(labels).toContain('Event 4');
  expect(labels).not.toContain('Token 8');
});

it('finds hidden fields in a search, without the option that shows all', () => {
  expect(shown(fieldChoices(naming), { search: ' tOken 8' })).toEqual(['Token 8']);
  expect(shown(fieldChoices(naming), { search: 'all tok' })).toEqual([]);
});

it('offers everything after “Show all”', () => {
  const labels = shown(fieldChoices(naming), { isAll: true });
  expect(labels).toContain('Token 15');
  expect(labels).toContain('Event 20 value');
  expect(labels).not.toContain(showAllOption.label);
});

it('isOffered hides only numbered fields', () => {
  const ids = ['country', 'visits', 'token1', 'token2', 'token3', 'cost3'];
  expect(ids.map((id) => isOffered(id, naming))).toEqual([true, true, true, true, false, false]);
});
