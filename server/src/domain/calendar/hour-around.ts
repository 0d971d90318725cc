import type { Day } from './day-around.ts';
import { offsetAt } from './zone-offsets.ts';

const hourMs = 3_600_000;

/** In some zones, hours start at half past in UTC. */
export function hourAround(timezone: string, timeMs: number): Day {
  const offsetMs = offsetAt(timezone, timeMs);
  const startMs = Math.floor((timeMs + offsetMs) / hourMs) * hourMs - offsetMs;
  return { startMs, endMs: startMs + hourMs };
}
