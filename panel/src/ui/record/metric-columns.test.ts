import { describe, expect, it } from 'vitest';
import { metricColumns, neededMetrics } from './metric-columns.tsx';

const options = { metrics: undefined, isPartly: false, currency: 'EUR' };
const columnOf = (id: string, change: Partial<Parameters<typeof metricColumns>[0]> = {}) =>
  metricColumns({ ...options, ...change }).find((column) => column.id === id);
/** Returns the value that a cell shows: undefined while it is loading, null if there is no value. */
const shownIn = (change: Partial<Parameters<typeof metricColumns>[0]>) => {
  const cell = columnOf('visits', change)?.cell?.({ id: 'c1' }) as { props: { value?: number | null } };
  return cell.props.value;
};

describe('metricColumns', () => {
  it('shows the default metrics and leaves the others optional', () => {
    const shown = metricColumns(options).filter(
      ({ isFigure, isExtra }) => isFigure === true && isExtra !== true,
    );
    expect(shown.map(({ id }) => id)).toEqual([
      'visits',
      'lpclicks',
      'conversions',
      'cost',
      'revenue',
      'profit',
      'roi',
    ]);
  });

  it('distinguishes metrics that are loading from metrics that will not be loaded', () => {
    expect(shownIn({})).toBeUndefined();
    expect(shownIn({ metrics: {}, isPartly: true })).toBeNull();
    expect(shownIn({ metrics: { c1: { now: { visits: 0 }, before: undefined } } })).toBe(0);
  });

  it('sorts by metrics in the browser, because the server cannot', () => {
    expect(columnOf('visits')?.isServerSort).toBeUndefined();
  });
});

describe('neededMetrics', () => {
  it.each([
    ['the chosen columns', ['roi', 'source', 'visits'], '', ['roi', 'visits']],
    ['the sort column, once', ['roi'], '-roi', ['roi']],
    ['a hidden sort column', ['roi'], '-epc', ['roi', 'epc']],
    ['nothing for other columns', ['source'], 'name', []],
  ])('returns %s', (_, chosen, sort, expected) => {
    expect(neededMetrics(chosen, sort)).toEqual(expected);
  });

  it('returns the default metrics if no columns are chosen', () => {
    expect(neededMetrics(undefined, '')).toHaveLength(7);
  });
});
