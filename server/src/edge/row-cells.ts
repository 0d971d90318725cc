import { filledValue } from '../domain/macros/index.ts';
import { noId } from '../domain/traffic/cells.ts';

/** Empty workspace and campaign IDs, for requests that match no campaign. */
export const noOwner = `${noId}\t${noId}`;

export const unownedDays = 30;

export function flag(value: boolean): string {
  return value ? '1' : '';
}

/** Joins two lists of reason codes into one array cell. Codes need no escaping. */
export function reasonsCell(first: readonly string[], second: readonly string[]): string {
  let cell = '';
  for (const reason of first) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  for (const reason of second) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  return cell === '' ? '' : `${cell}]`;
}

export const tagsMax = 10;
const tagLengthMax = 64;

export function normalizeTags(names: readonly string[]): string[] {
  const tags = names.flatMap((name) => filledValue(name)?.slice(0, tagLengthMax) ?? []);
  return [...new Set(tags)].slice(0, tagsMax);
}
