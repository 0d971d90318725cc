import { expect, it } from 'vitest';
import { showValue } from './show-value.ts';

const names = new Map([['id-1', 'Push source']]);

it('showValue formats IDs as names and missing values as words', () => {
  const shown = [undefined, null, '', [], true, 'id-1', 'other', 0.5].map((value) => showValue(value, names));
  expect(shown).toEqual(['not set', 'empty', 'empty', 'empty', 'yes', 'Push source', 'other', '0.5']);
});

it('showValue writes one line for each part with a value', () => {
  const rule = {
    id: 'x',
    priority: 1,
    label: 'Sale',
    enabled: true,
    conditions: { field: 'event', op: 'is', values: ['sale'] },
    actions: [{ idx: 1, payoutFixed: null, postbackHeaders: [], postbackOn: ['first', 'refunded'] }],
  };
  expect(showValue(rule, names).split('\n')).toEqual([
    'label: Sale',
    'enabled: yes',
    'conditions: event is sale',
    'actions:',
    '  1:',
    '    idx: 1',
    '    postback on: first, refunded',
  ]);
});

it('showValue writes a list on one line, with names for IDs and words for booleans', () => {
  expect(showValue(['id-1', 'id-2', false], names)).toBe('Push source, id-2, no');
});

it('showValue shows zero and false, but not an empty string', () => {
  expect(showValue({ weight: 0, enabled: false, note: '' }, names)).toBe('weight: 0\nenabled: no');
});

it('showValue writes field names as words, and currency codes unchanged', () => {
  expect(
    showValue({ trafficSourceId: 'id-1', rates: { EUR: 1.1 }, postbackUrl: 'x' }, names).split('\n'),
  ).toEqual(['traffic source: Push source', 'rates:', '  EUR: 1.1', 'postback url: x']);
});

it('showValue numbers the items of a list from 1, including empty items that are not shown', () => {
  expect(showValue([{ name: 'a' }, null, { name: 'b' }], names).split('\n')).toEqual([
    '1:',
    '  name: a',
    '3:',
    '  name: b',
  ]);
});

it('showValue writes each nested list on one line', () => {
  expect(showValue({ caps: [[1, 2], [3]] }, names).split('\n')).toEqual(['caps:', '  1: 1, 2', '  2: 3']);
});
