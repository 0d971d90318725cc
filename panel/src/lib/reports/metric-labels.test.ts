import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { expect, it } from 'vitest';
import { explainMetric, metricLabel } from './metric-labels.ts';

it('metricLabel is different for every metric, and numbers custom events without a name', () => {
  expect(new Set(metricIds.map((id) => metricLabel(id))).size).toBe(metricIds.length);
  expect(metricLabel('event3')).toBe('Event 3');
  expect(metricLabel('revenue3')).toBe('Event 3 revenue');
  expect(metricLabel('event3', new Map([['event3', 'Deposit']]))).toBe('Deposit');
});

it('explainMetric adds the formula to computed metrics only', () => {
  expect(explainMetric('lpviews')).toBe('Visits to a landing page.');
  expect(explainMetric('uniqueLpclicks')).toBe('Visits with at least one landing-page click.');
  expect(explainMetric('profit')).toMatch(/^Revenue minus cost: .*revenue.*cost.*\.$/);
  expect(explainMetric('cr')).toMatch(/: .*conversions.*visits\.$/);
});
