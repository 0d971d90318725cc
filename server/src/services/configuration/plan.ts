import type { Difference } from '../../domain/configuration/list-differences.ts';
import type { KnownRecord } from './describe-workspace.ts';
import type { Entries, Settings } from './entries.ts';
import type { Kind } from './kinds.ts';

/** A record that is made, or changed; `before` is what it is in the workspace. */
export type Step<Name extends Kind = Kind> = {
  kind: Name;
  entry: Entries[Name];
  before: KnownRecord<Name> | undefined;
  differences: Difference[];
};

export type Plan = {
  settings: { wanted: Settings; differences: Difference[] };
  steps: Step[];
  /** In an order in which nothing is archived while something uses it. */
  archiving: ToArchive[];
  unchanged: number;
  leftAlone: number;
  warnings: string[];
};

export type ToArchive = { kind: Kind; key: string; isPruned: boolean };
