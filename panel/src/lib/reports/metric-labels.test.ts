import { metricIds } from '@waypost/contract/reports/report-metrics.ts';
import { expect, it } from 'vitest';
import { explainMetric, metricLabel } from './metric-labels.ts';

it('metricLabel is different for every metric, and is the ID for a custom event', () => {
  expect(new Set(metricIds.map(metricLabel)).size).toBe(metricIds.length);
  expect(metricLabel('event3')).toBe('event3');
});

it('explainMetric adds the formula to computed metrics only', () => {
  expect(explainMetric('lpviews')).toBe('Visits to a landing page.');
  expect(explainMetric('uniqueLpclicks')).toBe('Visits with at least one landing-page click.');
  expect(explainMetric('profit')).toMatch(/^Revenue minus cost: .*revenue.*cost.*\.$/);
  expect(explainMetric('cr')).toMatch(/: .*conversions.*visits\.$/);
});
