import { formatConditions } from '@waypost/contract/conditions/format-conditions.ts';

type Names = ReadonlyMap<string, string>;

/** Formats a value in a version: names instead of IDs, words for missing values, and one line for each part. */
export function showValue(value: unknown, names: Names, labels?: Names): string {
  if (value === undefined) return 'not set';
  if (isEmpty(value)) return 'empty';
  return isComposed(value) ? linesOf(value, names, labels).join('\n') : formatLeaf(value, names);
}

function linesOf(composed: object, names: Names, labels?: Names): string[] {
  if (Array.isArray(composed) && !composed.some(isComposed))
    return [composed.map((part: unknown) => formatLeaf(part, names)).join(', ')];
  return Object.entries(composed).flatMap(([name, part]: [string, unknown]) => {
    // IDs and positions are left out, because they mean nothing to a reader. Empty parts would only distract from the
    // other parts.
    if (name === 'id' || name === 'priority' || isEmpty(part)) return [];
    const label = Array.isArray(composed) ? `${Number(name) + 1}` : formatName(name);
    if (!isComposed(part)) return [`${label}: ${formatLeaf(part, names)}`];
    if (name === 'conditions') return [`${label}: ${formatConditions(part, names, labels)}`];
    const inner = linesOf(part, names, labels);
    return Array.isArray(part) && !part.some(isComposed)
      ? [`${label}: ${inner.join('')}`]
      : [`${label}:`, ...inner.map((line) => `  ${line}`)];
  });
}

function formatLeaf(value: unknown, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return names.get(String(value)) ?? String(value);
}

function formatName(name: string): string {
  // Currency codes are shown unchanged.
  if (/^[A-Z]+$/.test(name)) return name;
  return name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function isComposed(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}
