/** Formats a time for a `datetime-local` input, in the browser's time zone. */
export function localTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}
