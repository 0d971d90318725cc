import { expect, it } from 'vitest';
import { readHeader } from '../../domain/csv/read-header.ts';
import { conversionColumns, readConversion } from './read-conversion.ts';

const header = readHeader(['click id', 'time'], conversionColumns);
const nowMs = Date.UTC(2026, 10, 16, 9, 30);

function readTimeOf(time: string, visitMs: number | undefined): number | string {
  const given = { timezone: 'UTC', nowMs, readVisitTime: () => visitMs };
  const read = readConversion({ line: 2, cells: ['click', time] }, header, given);
  return typeof read === 'string' ? read : read.timeMs;
}

it('a conversion can happen now, but not a millisecond later', () => {
  expect(readTimeOf('2026-11-16T09:30:00.000Z', undefined)).toBe(nowMs);
  expect(readTimeOf('2026-11-16T09:30:00.001Z', undefined)).toBe('invalid-time');
});

it('a conversion can happen in the same millisecond as the visit, but not earlier', () => {
  expect(readTimeOf('2026-11-16T09:00:00.000Z', Date.UTC(2026, 10, 16, 9))).toBe(Date.UTC(2026, 10, 16, 9));
  expect(readTimeOf('2026-11-16T08:59:59.999Z', Date.UTC(2026, 10, 16, 9))).toBe('invalid-time');
});

it('a conversion on the day of the visit has the time of the visit', () => {
  const visitMs = Date.UTC(2026, 10, 15, 18);
  expect(readTimeOf('2026-11-15', visitMs)).toBe(visitMs);
  expect(readTimeOf('2026-11-15', Date.UTC(2026, 10, 16) - 1)).toBe(Date.UTC(2026, 10, 16) - 1);
  expect(readTimeOf('2026-11-15', Date.UTC(2026, 10, 16))).toBe('invalid-time');
  expect(readTimeOf('2026-11-15', undefined)).toBe(Date.UTC(2026, 10, 15));
});
