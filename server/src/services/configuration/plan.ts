import type { Difference } from '../../domain/configuration/list-differences.ts';
import type { KnownRecord } from './describe-workspace.ts';
import type { Entries, Settings } from './entries.ts';
import type { Kind } from './kinds.ts';

/** Step that creates or changes a record. `before` is not set for a new record. */
export type PlanStep<Name extends Kind = Kind> = {
  kind: Name;
  entry: Entries[Name];
  before: KnownRecord<Name> | undefined;
  differences: Difference[];
};

export type Plan = {
  settings: { wanted: Settings; differences: Difference[] };
  steps: PlanStep[];
  /** Records to archive, ordered so that no record is archived while another record uses it. */
  archiving: ToArchive[];
  unchanged: number;
  leftAlone: number;
  warnings: string[];
};

export type ToArchive = { kind: Kind; key: string; isPruned: boolean };
