import type { Icon } from '@tabler/icons-react';
import { rankOf } from './match.ts';

/** One line of the search: what it is called and what choosing it does. */
export type Entry = {
  id: string;
  label: string;
  /** Smaller, behind the name. */
  detail?: string | undefined;
  icon: Icon;
  words?: string | undefined;
  choose: () => void;
};

export type EntryGroup = { title: string; entries: Entry[] };

/** The entries that what was typed means, the best first. */
export function matching(typed: string, entries: readonly Entry[]): Entry[] {
  return entries
    .flatMap((entry) => {
      const rank = rankOf(typed, entry.label, entry.words);
      return rank === undefined ? [] : [{ entry, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}
