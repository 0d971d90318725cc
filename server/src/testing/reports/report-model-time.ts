const cache = new Map<string, Record<string, string | number>>();
const formatters = new Map<string, Intl.DateTimeFormat>();

export function readTimeDimensions(timeMs: number, timezone: string): Record<string, string | number> {
  const key = `${timezone} ${timeMs}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const parts = new Map(
    formatterOf(timezone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  );
  const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const weekday = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(parts.get('weekday') ?? '') + 1;
  const monday = new Date(`${day}T12:00:00Z`);
  monday.setUTCDate(monday.getUTCDate() - (weekday - 1));
  const offset = (parts.get('timeZoneName') ?? '').replace('GMT', '') || '+00:00';
  const dimensions = {
    day,
    weekday,
    week: monday.toISOString().slice(0, 10),
    month: day.slice(0, 7),
    hourOfDay: Number(parts.get('hour')),
    hour: `${day}T${parts.get('hour')}:00${offset}`,
  };
  cache.set(key, dimensions);
  return dimensions;
}

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const formatter =
    formatters.get(timezone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: timezone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      timeZoneName: 'longOffset',
    });
  formatters.set(timezone, formatter);
  return formatter;
}
