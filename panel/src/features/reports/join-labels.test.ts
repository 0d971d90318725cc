import { expect, it } from 'vitest';
import { joinLabels } from './join-labels.ts';

it('joinLabels merges the names of all responses', () => {
  const first = { meta: { labels: { campaign: { a: 'Spring' }, offer: { x: 'Vouchers' } } } };
  const second = { meta: { labels: { campaign: { b: 'Autumn' } } } };
  expect(joinLabels([first, second])).toEqual({
    campaign: { a: 'Spring', b: 'Autumn' },
    offer: { x: 'Vouchers' },
  });
  expect(first.meta.labels.campaign).toEqual({ a: 'Spring' });
  expect(joinLabels([])).toEqual({});
});
