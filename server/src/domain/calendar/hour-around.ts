import type { Day } from './day-around.ts';
import { offsetAt } from './zone-offsets.ts';

const hourMs = 3_600_000;

/** The hour that clocks in a timezone show at a moment; in some zones it begins at half past. */
export function hourAround(timezone: string, timeMs: number): Day {
  const offsetMs = offsetAt(timezone, timeMs);
  const startMs = Math.floor((timeMs + offsetMs) / hourMs) * hourMs - offsetMs;
  return { startMs, endMs: startMs + hourMs };
}
