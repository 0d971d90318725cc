import { describe, expect, it } from 'vitest';
import { dimensionIds } from '@waypost/contract/reports/report-dimensions.ts';
import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { isExactOp, isOfSeveral, operatorLabels, opsOf } from '@waypost/contract/reports/operator-labels.ts';
import { optionsOf } from './filter-options.ts';
import { readReportSearch } from './report-search.ts';
import { writeFilter } from './write-filter.ts';

describe('writeFilter', () => {
  it.each([
    ['0', 0],
    [' 12.5 ', 12.5],
    ['-3', -3],
    ['.5', 0.5],
    ['20%', 0.2],
  ])('reads "%s" as a number for a metric', (text, value) => {
    expect(writeFilter({ field: 'roi', op: 'gt', texts: [text], isUnknown: false })?.values).toEqual([value]);
  });

  it.each(['', ' ', '1,5', '%', '2%0', 'Infinity', 'NaN'])('rejects "%s" for a metric', (text) => {
    expect(writeFilter({ field: 'roi', op: 'lt', texts: [text], isUnknown: false })).toBeUndefined();
  });

  it('requires at least one value', () => {
    expect(writeFilter({ field: 'os', op: 'is', texts: [], isUnknown: false })).toBeUndefined();
    expect(writeFilter({ field: 'roi', op: 'gt', texts: [], isUnknown: true })).toBeUndefined();
    expect(writeFilter({ field: 'os', op: 'contains', texts: [], isUnknown: true })).toBeUndefined();
  });

  it('adds the unknown value only for operators that compare whole values', () => {
    const filter = { field: 'city' as const, texts: ['Bonn'], isUnknown: true };
    expect(writeFilter({ ...filter, op: 'isNot' })?.values).toEqual(['Bonn', null]);
    expect(writeFilter({ ...filter, op: 'contains' })?.values).toEqual(['Bonn']);
    expect(writeFilter({ ...filter, texts: [], op: 'is' })?.values).toEqual([null]);
  });

  it('uses only the first value for "greater than", even if several remain from another operator', () => {
    const texts = ['2026-11-01', '2026-11-02'];
    expect(writeFilter({ field: 'day', op: 'gt', texts, isUnknown: false })?.values).toEqual(['2026-11-01']);
    expect(writeFilter({ field: 'day', op: 'is', texts, isUnknown: false })?.values).toEqual(texts);
  });

  it('writes filters that readReportSearch reads unchanged, for every field and operator', () => {
    for (const field of [...dimensionIds, ...metricIds])
      for (const op of opsOf(field)) {
        const filter = writeFilter({ field, op, texts: ['1'], isUnknown: true });
        expect(filter, `${field} ${op}`).toBeDefined();
        expect(readReportSearch({ filters: [filter] }).filters).toEqual([filter]);
      }
  });
});

describe('operators', () => {
  it('have different labels within each field', () => {
    for (const field of [...dimensionIds, ...metricIds]) {
      const ops = opsOf(field);
      expect(new Set(ops.map((op) => operatorLabels[op])).size, field).toBe(ops.length);
    }
  });

  it('that compare whole values accept several values', () => {
    for (const op of opsOf('token1').concat(opsOf('day')))
      if (isExactOp(op)) expect(isOfSeveral(op)).toBe(true);
    expect([isOfSeveral('gt'), isOfSeveral('lt'), isOfSeveral('startsWith')]).toEqual([false, false, true]);
  });
});

describe('optionsOf', () => {
  it('offers the values of a closed list, with labels', () => {
    const options = optionsOf('deviceType', [], {});
    expect(options?.map(({ value }) => value)).toContain('mobile');
    expect(optionsOf('country', [], {})).toContainEqual({ value: 'DE', label: 'Germany (DE)' });
  });

  it('offers the paths in the report, without the unknown one', () => {
    expect(optionsOf('path', ['p1', null, 'p2'], { p1: 'Main' })).toEqual([
      { value: 'p1', label: 'Main' },
      { value: 'p2', label: 'p2' },
    ]);
  });

  it.each(['city', 'token1', 'tag', 'day'] as const)('allows any text for %s', (field) => {
    expect(optionsOf(field, ['x'], {})).toBeUndefined();
  });
});
