import { afterEach, expect, it, vi } from 'vitest';
import { localTime } from './local-time.ts';

afterEach(() => void vi.unstubAllEnvs());

it.each([
  ['UTC', '2026-11-16T10:20:30.900Z', '2026-11-16T10:20:30'],
  ['Asia/Kathmandu', '2026-11-16T20:00:00Z', '2026-11-17T01:45:00'],
  ['America/New_York', '2026-11-16T03:00:00Z', '2026-11-15T22:00:00'],
  ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026-03-29T01:59:59'],
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T03:00:00'],
])('localTime of a browser in %s formats %s as %s', (timezone, moment, text) => {
  vi.stubEnv('TZ', timezone);
  expect(localTime(new Date(moment))).toBe(text);
});

it.each(['UTC', 'Asia/Kathmandu', 'America/New_York', 'Pacific/Kiritimati'])(
  'localTime in %s is read back by the browser as the same moment, to the second',
  (timezone) => {
    vi.stubEnv('TZ', timezone);
    for (const moment of ['2026-01-01T00:00:00Z', '2026-07-01T12:34:56Z', '2024-02-29T23:59:59Z'])
      expect(new Date(localTime(new Date(moment))).getTime()).toBe(Date.parse(moment));
  },
);
