// The user agents of Chromium-based browsers also contain "Chrome" and "Safari", so more specific names come first.
// Operating systems are sorted the same way, because Android's user agents also contain "Linux".
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

/** Returns a short name for a browser and its device, such as "Chrome on Android". */
export function formatAgent(agent: string): string {
  const parts = [browsers, systems].flatMap(
    (known) => known.find(([sign]) => agent.includes(sign))?.[1] ?? [],
  );
  return parts.length === 0 ? 'Unknown browser' : parts.join(' on ');
}
