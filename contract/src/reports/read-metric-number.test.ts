import { describe, expect, it } from 'vitest';
import { describeBuiltInMetric } from './describe-metric.ts';
import { readMetricNumber, writeMetricNumber } from './read-metric-number.ts';

describe('readMetricNumber', () => {
  it.each([
    ['roi', '20%', 0.2],
    ['roi', ' -7 % ', -0.07],
    ['cr', '1.25%', 0.0125],
    ['roi', '0.2', 0.2],
    ['cost', '20', 20],
    ['cost', '.5', 0.5],
    ['cost', '20%', NaN],
    ['roi', '%', NaN],
    ['roi', '', NaN],
    ['roi', '1,5%', NaN],
  ] as const)('reads %s "%s" as %d', (id, text, value) => {
    expect(readMetricNumber(describeBuiltInMetric(id), text)).toBe(value);
  });
});

it('writeMetricNumber writes percentages as they are read', () => {
  expect([
    writeMetricNumber(describeBuiltInMetric('roi'), 0.07),
    writeMetricNumber(describeBuiltInMetric('cr'), 0.0125),
  ]).toEqual(['7%', '1.25%']);
  expect(writeMetricNumber(describeBuiltInMetric('cost'), 0.07)).toBe('0.07');
});
