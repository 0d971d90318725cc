import { describe, expect, it } from 'vitest';
import { readOverview, readOverviewSearch } from './overview-search.ts';

describe('readOverviewSearch', () => {
  it.each([
    [{ range: 'yesterday', chart: 'visits', step: 'hour' }],
    [{ range: '2026-11-01..2026-11-03', step: 'day' }],
    [{}],
  ])('keeps the parameters %j', (search) => {
    expect(readOverviewSearch(search)).toEqual(search);
  });

  it('ignores empty, unknown and malformed parameters', () => {
    expect(readOverviewSearch({ range: '', chart: 7, step: 'week', page: 2 })).toEqual({});
  });
});

describe('readOverview', () => {
  const today = '2026-11-18';

  it('shows today’s profit by default', () => {
    expect(readOverview({}, today)).toEqual({
      range: 'today',
      days: { from: today, to: today },
      metric: 'profit',
    });
  });

  it('shows the chosen days and metric', () => {
    expect(readOverview({ range: '2026-11-01..2026-11-03', chart: 'visits' }, today)).toEqual({
      range: '2026-11-01..2026-11-03',
      days: { from: '2026-11-01', to: '2026-11-03' },
      metric: 'visits',
    });
  });

  it('computes named ranges relative to today', () => {
    expect(readOverview({ range: 'yesterday' }, today).days).toEqual({
      from: '2026-11-17',
      to: '2026-11-17',
    });
  });

  it('falls back to today’s profit if the range or metric does not exist', () => {
    expect(readOverview({ range: '2026-11-03..2026-11-01', chart: 'luck' }, today)).toEqual(
      readOverview({}, today),
    );
  });
});
