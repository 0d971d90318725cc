import type { SavedDefinition } from '@waypost/contract/reports/saved-reports.ts';
import { describe, expect, it } from 'vitest';
import { resolveSavedReport } from './resolve-saved-report.ts';

const at = new Date('2026-11-18T23:30:00Z');
const resolve = (question: SavedDefinition, isSummary = false) =>
  resolveSavedReport(question, { timezone: 'Europe/Berlin', at, isSummary });

describe('resolveSavedReport', () => {
  it.each<[SavedDefinition, string, string, string]>([
    [{ range: 'today' }, '2026-11-19', '2026-11-19', 'Today (19 Nov 2026)'],
    [{}, '2026-11-13', '2026-11-19', 'Last 7 days (13 Nov 2026 – 19 Nov 2026)'],
    [{ range: 'last-month' }, '2026-10-01', '2026-10-31', 'Last month (1 Oct 2026 – 31 Oct 2026)'],
    [{ range: 'today', timezone: 'UTC' }, '2026-11-18', '2026-11-18', 'Today (18 Nov 2026)'],
    [{ from: '2026-11-01', to: '2026-11-02' }, '2026-11-01', '2026-11-02', '1 Nov 2026 – 2 Nov 2026'],
    [{ from: '2026-11-01' }, '2026-11-01', '2026-11-01', '1 Nov 2026'],
  ])('covers the days of %j in the time zone', (question, from, to, range) => {
    const resolved = resolve(question);
    expect([resolved.definition.from, resolved.definition.to, resolved.range]).toEqual([from, to, range]);
  });

  it('is compared and has a chart only if the report has them', () => {
    expect(resolve({ range: 'yesterday' })).toMatchObject({ compared: undefined, chart: undefined });
    expect(resolve({ range: 'yesterday', compare: 'week', chart: 'cost', step: 'day' })).toMatchObject({
      compared: { from: '2026-11-11', to: '2026-11-11' },
      chart: { metric: 'cost', step: 'day', days: { from: '2026-11-18', to: '2026-11-18' } },
    });
  });

  it('always has both in a summary, with the previous period and the first metric', () => {
    expect(resolve({ range: 'today', metrics: ['profit', 'visits'] }, true)).toMatchObject({
      compared: { from: '2026-11-18', to: '2026-11-18 00:30:00' },
      chart: { metric: 'profit', step: 'hour' },
    });
    expect(resolve({ range: 'today' }, true).chart?.metric).toBe('visits');
  });

  it('leaves metric filters and very long ranges out of the chart', () => {
    const filters: SavedDefinition['filters'] = [
      { field: 'country', op: 'is', values: ['DE'] },
      { field: 'visits', op: 'gt', values: [5] },
    ];
    expect(resolve({ chart: 'cost', filters }).chart?.filters).toEqual(filters.slice(0, 1));
    expect(resolve({ chart: 'cost', from: '2020-01-01', to: '2026-01-01' }).chart).toBeUndefined();
  });

  it('keeps times, which have neither comparison nor chart', () => {
    const times = { from: '2026-11-01 10:00', to: '2026-11-01 11:00' };
    expect(resolve(times, true)).toMatchObject({ definition: times, compared: undefined, chart: undefined });
  });

  it('leaves out how the panel shows the report', () => {
    const { definition } = resolve({
      layout: 'flat',
      heat: 'visits',
      shade: 'share',
      order: 'change',
      metrics: ['cost'],
    });
    expect(Object.keys(definition).toSorted()).toEqual(['from', 'metrics', 'timezone', 'to']);
  });
});
