import type { Difference } from '../../domain/configuration/list-differences.ts';
import type { KnownRecord } from './describe-workspace.ts';
import type { Entries, Settings } from './entries.ts';
import type { Kind } from './kinds.ts';

/** `before` is missing for records that are created. */
export type Step<Name extends Kind = Kind> = {
  kind: Name;
  entry: Entries[Name];
  before: KnownRecord<Name> | undefined;
  differences: Difference[];
};

export type Plan = {
  settings: { wanted: Settings; differences: Difference[] };
  steps: Step[];
  /** Ordered so that no record is archived while it is in use. */
  archiving: ToArchive[];
  unchanged: number;
  leftAlone: number;
  warnings: string[];
};

export type ToArchive = { kind: Kind; key: string; isPruned: boolean };
