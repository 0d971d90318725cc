import { expect, it } from 'vitest';
import { listCustomIds } from './list-custom-ids.ts';

it('lists the custom metrics of columns, filters, sort order, chart and heat map once each', () => {
  const filters = [
    { field: 'custom2', op: 'gt', values: [1] },
    { field: 'country', op: 'is', values: ['custom9'] },
  ] as const;
  const search = {
    metrics: 'visits,custom1,customer,custom0',
    filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    sort: '-custom1',
    chart: 'custom3',
    heat: 'custom4',
  };
  expect(listCustomIds(search)).toEqual(['custom1', 'custom2', 'custom3', 'custom4']);
  expect(listCustomIds({})).toEqual([]);
});
