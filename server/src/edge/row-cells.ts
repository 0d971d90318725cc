const dayMs = 86_400_000;
/** Stands where there is no id. */
export const noId = '00000000-0000-0000-0000-000000000000';

/** Workspace and campaign of a row that belongs to nobody. */
export const noOwner = `${noId}\t${noId}`;

// Kept for a month where no workspace says how long.
const unownedDays = 30;

/** Seconds since 1970 with milliseconds. */
export function timeCell(timeMs: number): string {
  const seconds = Math.floor(timeMs / 1_000);
  const rest = timeMs - seconds * 1_000;
  return `${seconds}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`;
}

export function flag(value: boolean): string {
  return value ? '1' : '';
}

const days = new Map<number, string>();

/** The day on which a row may be deleted. */
export function expiryDay(timeMs: number, afterDays: number = unownedDays): string {
  const number = Math.floor(timeMs / dayMs) + afterDays;
  const known = days.get(number);
  if (known !== undefined) return known;
  // Few days are in use at a time: one for each length of retention.
  if (days.size > 1_000) days.clear();
  const day = new Date(number * dayMs).toISOString().slice(0, 10);
  days.set(number, day);
  return day;
}

/** The words of two lists as one cell. They are our own, so that nothing in them has to be escaped. */
export function reasonsCell(some: readonly string[], others: readonly string[]): string {
  let cell = '';
  for (const reason of some) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  for (const reason of others) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  return cell === '' ? '' : `${cell}]`;
}
