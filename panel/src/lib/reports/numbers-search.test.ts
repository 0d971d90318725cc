import { describe, expect, it } from 'vitest';
import { readNumbers, readNumbersSearch } from './numbers-search.ts';

describe('readNumbersSearch', () => {
  it.each([
    [{ range: 'yesterday', chart: 'visits', step: 'hour' }],
    [{ range: '2026-11-01..2026-11-03', step: 'day' }],
    [{}],
  ])('keeps the parameters %j', (search) => {
    expect(readNumbersSearch(search)).toEqual(search);
  });

  it('ignores empty, unknown and malformed parameters', () => {
    expect(readNumbersSearch({ range: '', chart: 7, step: 'week', page: 2 })).toEqual({});
  });
});

describe('readNumbers', () => {
  const today = '2026-11-18';

  it('shows today’s profit by default', () => {
    expect(readNumbers({}, today, 'today')).toEqual({
      range: 'today',
      days: { from: today, to: today },
      metric: 'profit',
    });
  });

  it('shows another default range', () => {
    expect(readNumbers({}, today, 'last-7-days')).toMatchObject({
      range: 'last-7-days',
      days: { from: '2026-11-12', to: today },
    });
  });

  it('shows the chosen days and metric', () => {
    expect(readNumbers({ range: '2026-11-01..2026-11-03', chart: 'visits' }, today, 'today')).toEqual({
      range: '2026-11-01..2026-11-03',
      days: { from: '2026-11-01', to: '2026-11-03' },
      metric: 'visits',
    });
  });

  it('computes named ranges relative to today', () => {
    expect(readNumbers({ range: 'yesterday' }, today, 'today').days).toEqual({
      from: '2026-11-17',
      to: '2026-11-17',
    });
  });

  it('falls back to today’s profit if the range or metric does not exist', () => {
    expect(readNumbers({ range: '2026-11-03..2026-11-01', chart: 'luck' }, today, 'today')).toEqual(
      readNumbers({}, today, 'today'),
    );
  });
});
