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
