import type { Difference } from './compare-contents.ts';

const textMax = 80;

/** The difference as a sentence that a person reads in a list. */
export function describeDifference(difference: Difference): string {
  const { path } = difference;
  if (path.endsWith('.order')) return `${path.slice(0, -'.order'.length)} put into another order`;
  if (!('before' in difference)) return `${path} added${showIfShort(difference.after)}`;
  if (!('after' in difference)) return `${path} removed`;
  return `${path} changed from ${show(difference.before)} to ${show(difference.after)}`;
}

function showIfShort(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : `: ${show(value)}`;
}

function show(value: unknown): string {
  if (value === null) return 'nothing';
  if (typeof value === 'string') return `“${shorten(value)}”`;
  return shorten(JSON.stringify(value));
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= textMax ? text : `${characters.slice(0, textMax - 1).join('')}…`;
}
