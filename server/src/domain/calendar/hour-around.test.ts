import { expect, test } from 'vitest';
import { hourAround } from './hour-around.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['UTC', '2026-11-16T10:59:59.999Z', '2026-11-16T10:00:00Z'],
  ['Europe/Berlin', '2026-11-16T10:00:00Z', '2026-11-16T10:00:00Z'],
  ['Asia/Kolkata', '2026-11-16T10:29:00Z', '2026-11-16T09:30:00Z'],
  ['Asia/Kathmandu', '2026-11-16T10:15:00Z', '2026-11-16T10:15:00Z'],
  // When clocks go back, the repeated hour counts as two hours.
  ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00Z'],
])('in %s, the hour at %s starts at %s', (timezone, moment, start) => {
  const hour = hourAround(timezone, at(moment));
  expect(new Date(hour.startMs).toISOString()).toBe(new Date(at(start)).toISOString());
  expect(hour.endMs - hour.startMs).toBe(3_600_000);
});
