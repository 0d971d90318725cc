import type { Icon } from '@tabler/icons-react';
import { rankOf } from './match.ts';

export type Entry = {
  id: string;
  label: string;
  detail?: string | undefined;
  icon: Icon;
  words?: string | undefined;
  choose: () => void;
};

export type EntryGroup = { title: string; entries: Entry[] };

export function matching(typed: string, entries: readonly Entry[]): Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(typed, entry.label, entry.words);
      return rank === undefined ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

/** Returns the entry `by` steps away from the active one. Wraps around at the ends of the list. */
export function neighborOf(
  entries: readonly Entry[],
  active: Entry | undefined,
  by: number,
): Entry | undefined {
  const at = active === undefined ? 0 : entries.indexOf(active) + by;
  return entries.at(at % Math.max(entries.length, 1));
}
