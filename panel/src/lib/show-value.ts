import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';

type Names = ReadonlyMap<string, string>;

/** A value of a version as a person reads it: names for ids, words for what is not there, a line for each part. */
export function showValue(value: unknown, names: Names): string {
  if (value === undefined) return 'not there';
  if (isNothing(value)) return 'nothing';
  return isComposed(value) ? linesOf(value, names).join('\n') : say(value, names);
}

function linesOf(composed: object, names: Names): string[] {
  if (Array.isArray(composed) && !composed.some(isComposed))
    return [composed.map((part: unknown) => say(part, names)).join(', ')];
  return Object.entries(composed).flatMap(([name, part]: [string, unknown]) => {
    // Ids and places in lists tell nobody anything, and what is not set would hide what is.
    if (name === 'id' || name === 'priority' || isNothing(part)) return [];
    const label = Array.isArray(composed) ? `${Number(name) + 1}` : formatName(name);
    if (!isComposed(part)) return [`${label}: ${say(part, names)}`];
    if (name === 'conditions') return [`${label}: ${formatConditions(part, names)}`];
    const inner = linesOf(part, names);
    return Array.isArray(part) && !part.some(isComposed)
      ? [`${label}: ${inner.join('')}`]
      : [`${label}:`, ...inner.map((line) => `  ${line}`)];
  });
}

function say(value: unknown, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return names.get(String(value)) ?? String(value);
}

/** `payoutType` is the payout type. */
function formatName(name: string): string {
  // The code of a currency.
  if (/^[A-Z]+$/.test(name)) return name;
  return name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isComposed(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isNothing(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
