export type Version = readonly number[];

const whole = /^\d{1,9}(?:\.\d{1,9}){0,7}$/;
const beginning = /^\d{1,9}(?:\.\d{1,9}){0,7}/;

export function parseVersion(text: string): Version | undefined {
  return whole.test(text) ? split(text) : undefined;
}

/** Returns the version at the start of the text. Ignores suffixes such as `-beta` or ` (Build 3)`. */
export function findVersion(text: string): Version | undefined {
  const found = beginning.exec(text)?.[0];
  return found === undefined ? undefined : split(found);
}

/**
 * Returns a negative number if `left` is older, and 0 if the versions are equal. Missing parts are 0, so 17 equals
 * 17.0.
 */
export function compareVersions(left: Version, right: Version): number {
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function split(text: string): Version {
  return text.split('.').map(Number);
}
