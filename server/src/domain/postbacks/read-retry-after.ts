/** Nobody is waited for longer than the longest pause of the timetable. */
const waitMaxMs = 24 * 60 * 60 * 1_000;

/** How long a receiver asks to be left alone, by its header in either of its forms; 0 where it says nothing. */
export function readRetryAfter(header: string | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const waitMs = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : readDate(text) - nowMs;
  return Number.isNaN(waitMs) ? 0 : Math.min(Math.max(waitMs, 0), waitMaxMs);
}

// The one form that is still written; others are read in more than one way.
const dateForm = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

function readDate(text: string): number {
  return dateForm.test(text) ? Date.parse(text) : Number.NaN;
}
