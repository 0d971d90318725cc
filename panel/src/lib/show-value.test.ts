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
