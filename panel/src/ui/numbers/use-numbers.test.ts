import { expect, it } from 'vitest';
import { readFigure } from './use-numbers.ts';

it.each([
  ['undefined while the report is loading', undefined, undefined],
  ['the value of the metric', { rows: [{ roi: 0.25 }] }, 0.25],
  ['zero if the value is zero', { rows: [{ roi: 0 }] }, 0],
  ['null for a ratio with a zero denominator', { rows: [{ roi: null }] }, null],
  ['null without traffic', { rows: [] }, null],
])('readFigure returns %s', (_, report, value) => {
  expect(readFigure(report, 'roi')).toBe(value);
});
