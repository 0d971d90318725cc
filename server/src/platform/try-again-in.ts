/**
 * Returns the last sentence of an error message, which states how long to wait. Clients show the message unchanged and
 * do not add the time themselves.
 */
export function tryAgainIn(seconds: number): string {
  if (seconds < 90) return `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  return `Try again in ${Math.ceil(seconds / 60)} minutes.`;
}
