/** Browsers name those they are like, so the ones that others name come last; systems do the same. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** Enough to know it again: the browser and the system. */
export function formatAgent(agent: string): string {
  const parts = [browsers, systems].flatMap(
    (known) => known.find(([sign]) => agent.includes(sign))?.[1] ?? [],
  );
  return parts.length === 0 ? 'Unknown browser' : parts.join(' on ');
}
