const dayMs = 24 * 60 * 60 * 1_000;

/** First and last moment of a question, as the clock of its zone shows them. */
type Period = { from: string; to: string };

/**
 * As many days right before. Of a range that is still running only as much of the last day counts as has passed of this
 * one: a morning beside a whole day would always look bad.
 */
export function periodBefore({ from, to }: Period, clock: { day: string; time: string }): Period {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  const before = { from: shift(from, -days), to: shift(to, -days) };
  return to >= clock.day && from <= clock.day
    ? { ...before, to: `${shift(clock.day, -days)} ${clock.time}` }
    : before;
}

/** The day and the time of day that it is somewhere. */
export function clockIn(timezone: string, moment: Date): { day: string; time: string } {
  const text = moment.toLocaleString('sv-SE', { timeZone: timezone });
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

function shift(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
