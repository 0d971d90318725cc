import { filledValue } from '../domain/macros/index.ts';
import { noId } from '../domain/traffic/cells.ts';

/** Workspace and campaign of a row that belongs to nobody. */
export const noOwner = `${noId}\t${noId}`;

/** How long a row is kept where no workspace says so. */
export const unownedDays = 30;

export function flag(value: boolean): string {
  return value ? '1' : '';
}

/** The words of two lists as one cell. They are our own, or made so, so that nothing in them has to be escaped. */
export function reasonsCell(some: readonly string[], others: readonly string[]): string {
  let cell = '';
  for (const reason of some) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  for (const reason of others) cell += cell === '' ? `['${reason}'` : `,'${reason}'`;
  return cell === '' ? '' : `${cell}]`;
}

export const tagsMax = 10;
const tagLengthMax = 64;

/** Tags as they are kept: each once and not too long, not too many of them, and no macros that nobody filled. */
export function normalizeTags(names: readonly string[]): string[] {
  const tags = names.flatMap((name) => filledValue(name)?.slice(0, tagLengthMax) ?? []);
  return [...new Set(tags)].slice(0, tagsMax);
}
