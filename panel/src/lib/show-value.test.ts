import { expect, it } from 'vitest';
import { showValue } from './show-value.ts';

const names = new Map([['id-1', 'Push source']]);

it('values are read by people: names for ids, words for nothing', () => {
  const shown = [undefined, null, '', [], true, 'id-1', 'other', 0.5].map((value) => showValue(value, names));
  expect(shown).toEqual(['not there', 'nothing', 'nothing', 'nothing', 'yes', 'Push source', 'other', '0.5']);
});

it('what has parts is a line for each that says something', () => {
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
