import { dimensionIds, type DimensionId } from '@waypost/contract/reports/report-dimensions.ts';
import { expect, it } from 'vitest';
import { dimensionGroups, dimensionLabel, formatDimensionValue } from './dimension-labels.ts';

it('formatDimensionValue makes invisible characters in visitor data visible', () => {
  expect(formatDimensionValue('token1', 'shoes\u202e', undefined)).toBe('shoes[U+202E]');
  expect(formatDimensionValue('campaign', 'id', { id: 'Main\u200b' })).toBe('Main[U+200B]');
});

it.each<[DimensionId, string | number | null, string]>([
  ['weekday', 1, 'Monday'],
  ['weekday', '7', 'Sunday'],
  ['weekday', 8, '8'],
  ['hourOfDay', 0, '00:00'],
  ['hourOfDay', '23', '23:00'],
  ['hour', '2026-10-25T02:00+02:00', '25 Oct 2026, 02:00'],
  ['day', '2026-10-25', '25 Oct 2026'],
  ['country', 'DE', 'Germany'],
  ['country', 'unknown', 'unknown'],
  ['os', 'iOS', 'iOS'],
  ['campaign', 'id-2', 'id-2'],
  ['token1', null, 'Unknown'],
  ['token1', '', 'Unknown'],
  ['token1', '0', '0'],
])('formatDimensionValue formats %s %j as "%s"', (id, value, text) => {
  expect(formatDimensionValue(id, value, { 'id-1': 'Spring' })).toBe(text);
});

it.each(['constructor', 'toString', '__proto__'])(
  'formatDimensionValue shows the visitor text "%s" unchanged, although every object has such a property',
  (value) => {
    expect(formatDimensionValue('token1', value, {})).toBe(value);
  },
);

it('dimensionGroups lists every dimension once, under different labels', () => {
  const listed = dimensionGroups.flatMap(({ items }) => items);
  expect(listed.toSorted()).toEqual(dimensionIds.toSorted());
  expect(new Set(listed.map((id) => dimensionLabel(id))).size).toBe(listed.length);
});

it.each<[DimensionId, string]>([
  ['token1', 'Tokens and other'],
  ['status', 'Tokens and other'],
  ['day', 'Time'],
  ['campaign', 'Campaigns and destinations'],
  ['configVersion', 'Campaigns and destinations'],
  ['country', 'Visitors'],
])('dimensionGroups lists %s under "%s"', (id, group) => {
  expect(dimensionGroups.find(({ items }) => items.includes(id))?.group).toBe(group);
});

it.each<[DimensionId, string]>([
  ['token1', 'Token 1'],
  ['os', 'OS'],
  ['country', 'Country'],
  ['landing', 'Landing page'],
])('dimensionLabel of %s is "%s"', (id, label) => {
  expect(dimensionLabel(id)).toBe(label);
});
