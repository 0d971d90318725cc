const dayMs = 86_400_000;

/** A moment as a cell: seconds since 1970 with milliseconds. */
export function timeCell(timeMs: number): string {
  const seconds = Math.floor(timeMs / 1_000);
  const rest = timeMs - seconds * 1_000;
  return `${seconds}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
}

const days = new Map<number, string>();

/** The day on which a row may be deleted, as a cell. */
export function expiryDay(timeMs: number, afterDays: number): string {
  const number = Math.floor(timeMs / dayMs) + afterDays;
  const known = days.get(number);
  if (known !== undefined) return known;
  // Few days are in use at a time: one for each length of retention.
  if (days.size > 1_000) days.clear();
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}
