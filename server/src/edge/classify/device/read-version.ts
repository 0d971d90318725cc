const digitZero = 48;
const digitNine = 57;
const dot = 46;
const underscore = 95;
const lengthMax = 24;

/** Reads a version such as `17.4.1`. Apple writes underscores instead of dots. */
export function readVersion(text: string, from: number): string | undefined {
  let end = from;
  const limit = Math.min(text.length, from + lengthMax);
  while (end < limit) {
    const code = text.charCodeAt(end);
    if ((code < digitZero || code > digitNine) && code !== dot && code !== underscore) break;
    end += 1;
  }
  const version = text.slice(from, end).replaceAll('_', '.');
  const trimmed = version.endsWith('.') ? version.slice(0, -1) : version;
  return trimmed === '' || trimmed.startsWith('.') ? undefined : trimmed;
}

export function versionAfter(text: string, word: string): string | undefined {
  const at = text.indexOf(word);
  if (at < 0) return undefined;
  const from = at + word.length;
  const code = text.charCodeAt(from);
  return readVersion(text, code === 47 || code === 32 ? from + 1 : from);
}

export function majorOf(version: string | undefined): number {
  const major = version === undefined ? Number.NaN : Number.parseInt(version, 10);
  return Number.isNaN(major) ? -1 : major;
}

export function trimZeros(version: string): string {
  let end = version.length;
  while (end > 2 && version.startsWith('.0', end - 2)) end -= 2;
  return version.slice(0, end);
}
