import type { Day } from './day-around.ts';
import { offsetAt } from './zone-offsets.ts';

const hourMs = 3_600_000;

/** Returns the local hour that contains a time. In some time zones, hours start at half past the hour in UTC. */
export function hourAround(timezone: string, timeMs: number): Day {
  const offsetMs = offsetAt(timezone, timeMs);
  const startMs = Math.floor((timeMs + offsetMs) / hourMs) * hourMs - offsetMs;
  return { startMs, endMs: startMs + hourMs };
}
