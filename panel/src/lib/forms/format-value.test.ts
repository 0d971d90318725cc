import { expect, it } from 'vitest';
import { formatValue } from './format-value.ts';

const names = new Map([['01a1', 'Spring source']]);

it.each([
  ['01a1', 'Spring source'],
  [{ rotatorId: '01a1' }, 'Spring source'],
  [{ rotatorId: '01a2' }, '01a2'],
  [{ method: 'redirect', domainId: '', includePrefetch: false }, 'redirect no'],
  [['a', '01a1'], 'a; Spring source'],
  ['', 'empty'],
  [[], 'empty'],
  [{ rotatorId: '' }, 'empty'],
  [null, 'empty'],
  [12.5, '12.5'],
  [true, 'yes'],
])('formatValue formats %j as "%s"', (value, text) => {
  expect(formatValue(value, names)).toBe(text);
});
