const formats = new Map<string, Intl.DateTimeFormat>();

export function formatClock(moment: string, timezone: string): string {
  const known = formats.get(timezone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', { timeZone: timezone, dateStyle: 'medium', timeStyle: 'medium' });
  if (known === undefined) formats.set(timezone, format);
  return format.format(new Date(moment));
}
