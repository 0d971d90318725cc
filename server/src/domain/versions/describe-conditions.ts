import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';
import type { Names } from './compare-contents.ts';

const textMax = 80;

export function shorten(text: string, max = textMax): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

const wordsMax = 200;

export function describeConditions(conditions: unknown, names: Names): string {
  return `“${shorten(formatConditions(conditions ?? null, names), wordsMax)}”`;
}
