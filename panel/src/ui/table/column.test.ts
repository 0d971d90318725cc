import { expect, it } from 'vitest';
import { chooseColumns, compareValues, nameRow, narrowColumns, readSort, type Column } from './column.ts';

type Row = { name: string };
const column = (id: string, more: Partial<Column<Row>> = {}): Column<Row> => ({
  id,
  label: id,
  value: ({ name }) => name,
  widthPx: 100,
  ...more,
});
const columns = [
  column('name'),
  column('url'),
  column('visits', { isFigure: true }),
  column('cost', { isFigure: true }),
  column('epc', { isFigure: true, isExtra: true }),
];
const idsOf = (list: Column<Row>[]) => list.map(({ id }) => id);

it('chooseColumns shows the chosen columns in order, and always the first column', () => {
  expect(idsOf(chooseColumns(columns, undefined))).toEqual(['name', 'url', 'visits', 'cost']);
  expect(idsOf(chooseColumns(columns, ['epc', 'url']))).toEqual(['name', 'epc', 'url']);
  expect(idsOf(chooseColumns(columns, ['gone', 'name']))).toEqual(['name']);
});

it('narrowColumns keeps two figure columns, or one text column if there are none', () => {
  const shownOf = (list: Column<Row>[]) => idsOf(narrowColumns(list).shown);
  expect(shownOf(columns)).toEqual(['name', 'visits', 'cost']);
  expect(shownOf(columns.slice(0, 3))).toEqual(['name', 'visits']);
  expect(shownOf(columns.slice(0, 2))).toEqual(['name', 'url']);
  const main = [...columns, column('state', { isMain: true })];
  expect(shownOf(main)).toEqual(['name', 'state', 'visits']);
});

it('narrowColumns keeps every column that identifies a row, below the first one', () => {
  const keyed = [column('country'), column('browser', { isKey: true }), ...columns.slice(2)];
  const { shown, keys } = narrowColumns(keyed);
  expect([idsOf(shown), idsOf(keys)]).toEqual([['country', 'visits', 'cost'], ['browser']]);
  expect(nameRow(keyed, { name: 'DE' })).toBe('DE / DE');
});

it('compareValues sorts text naturally and numbers by size', () => {
  expect(['Offer 10', 'offer 9', 'Émile'].toSorted(compareValues)).toEqual(['Émile', 'offer 9', 'Offer 10']);
  expect([10, 9, -1].toSorted(compareValues)).toEqual([-1, 9, 10]);
});

it('readSort reads the order from the URL', () => {
  expect(readSort('-createdAt')).toEqual([{ id: 'createdAt', desc: true }]);
  expect(readSort('name')).toEqual([{ id: 'name', desc: false }]);
  expect(readSort(undefined)).toEqual([]);
});
