import { describe, expect, it } from 'vitest';
import type { ListedCampaign } from '../../lib/api/api.ts';
import { campaignColumns, neededMetrics } from './campaign-columns.tsx';

const campaign = { id: 'c1', trafficSourceId: 's1', status: 'active' } as ListedCampaign;
const options = { metrics: undefined, isPartly: false, names: new Map([['s1', 'Push']]), currency: 'EUR' };
const columnOf = (id: string, change: Partial<Parameters<typeof campaignColumns>[0]> = {}) =>
  campaignColumns({ ...options, ...change }).find((column) => column.id === id);
/** Returns the value that a cell shows: undefined while it is loading, null if there is no value. */
const shownIn = (change: Partial<Parameters<typeof campaignColumns>[0]>) => {
  const cell = columnOf('visits', change)?.cell?.(campaign) as { props: { value?: number | null } };
  return cell.props.value;
};

describe('campaignColumns', () => {
  it('shows the default metrics and leaves the others optional', () => {
    const shown = campaignColumns(options).filter(
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

  it('names the traffic source, or leaves it empty until its name is known', () => {
    expect(columnOf('source')?.value(campaign)).toBe('Push');
    expect(columnOf('source', { names: new Map() })?.value(campaign)).toBe('');
  });

  it('sorts by metrics in the browser, because the server cannot', () => {
    expect(columnOf('visits')?.isServerSort).toBeUndefined();
    expect(columnOf('name')?.isServerSort).toBe(true);
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
