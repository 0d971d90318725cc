import { assert, constantFrom, option, property, subarray } from 'fast-check';
import { expect, it } from 'vitest';
import {
  chooseColumns,
  compareValues,
  nameRow,
  narrowColumns,
  readSort,
  toggleColumn,
  type Column,
} from './column.ts';

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

it('narrowColumns keeps two numeric columns, or one text column if there are none', () => {
  const shownOf = (list: Column<Row>[]) => idsOf(narrowColumns(list).shown);
  expect(shownOf(columns)).toEqual(['name', 'visits', 'cost']);
  expect(shownOf(columns.slice(0, 3))).toEqual(['name', 'visits']);
  expect(shownOf(columns.slice(0, 2))).toEqual(['name', 'url']);
  const main = [...columns, column('state', { isMain: true })];
  expect(shownOf(main)).toEqual(['name', 'state', 'visits']);
});

it('narrowColumns returns other columns that identify a row as a separate list', () => {
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

it('toggleColumn changes one column, keeps screen order, and is undone by a second click', () => {
  expect(toggleColumn(columns, undefined, 'url')).toEqual(['visits', 'cost']);
  expect(toggleColumn(columns, ['epc', 'url'], 'visits')).toEqual(['url', 'visits', 'epc']);
  expect(toggleColumn(columns, ['url'], 'url')).toEqual([]);
  const ids = idsOf(columns).slice(1);
  assert(
    property(option(subarray(ids), { nil: undefined }), constantFrom(...ids), (chosen, id) => {
      const shown = new Set(idsOf(chooseColumns(columns, chosen)).slice(1));
      const once = toggleColumn(columns, chosen, id);
      expect(once.includes(id)).toBe(!shown.has(id));
      expect(once.filter((one) => one !== id)).toEqual(ids.filter((one) => one !== id && shown.has(one)));
      expect(toggleColumn(columns, once, id)).toEqual(ids.filter((one) => shown.has(one)));
    }),
  );
});

it('chooseColumns and narrowColumns show nothing without columns', () => {
  expect(chooseColumns([], ['name'])).toEqual([]);
  expect(narrowColumns([])).toEqual({ shown: [], keys: [] });
});

it('narrowColumns shows one figure of a tree: the sorted one, or else the most important one', () => {
  const figures = [
    column('name'),
    column('visits', { isFigure: true, isMain: true }),
    column('roi', { isFigure: true }),
  ];
  const shownFor = (sorted?: string) =>
    idsOf(narrowColumns(figures, { isTree: true, ...(sorted === undefined ? {} : { sorted }) }).shown);
  expect([shownFor(), shownFor('roi'), shownFor('name')]).toEqual([
    ['name', 'visits'],
    ['name', 'roi'],
    ['name', 'visits'],
  ]);
});

it('nameRow leaves a missing value empty', () => {
  const missing = column('browser', { isKey: true, value: () => null });
  expect(nameRow([column('country'), missing, column('url')], { name: 'DE' })).toBe('DE / ');
});
