import type { WorkspaceSettings } from '@waypost/contract/settings.ts';
import type { Executor } from '../../store/database.ts';
import { insertRetentionCut, type KeptKind } from '../../store/retention-cuts.ts';

type Retention = WorkspaceSettings['retention'];
const settingOf: Readonly<Record<KeptKind, keyof Retention>> = {
  visits: 'visitDays',
  events: 'eventDays',
  postbacks: 'postbackDays',
};

/** Where fewer days are kept than before, rows that are there already have to follow; more days are for new rows only. */
export async function recordRetentionCuts(
  executor: Executor,
  workspaceId: string,
  { before, after }: { before: Retention; after: Retention },
  madeAt: Date,
): Promise<void> {
  for (const [kind, setting] of Object.entries(settingOf) as [KeptKind, keyof Retention][]) {
    const keptDays = after[setting];
    if (keptDays < before[setting])
      await insertRetentionCut(executor, { workspaceId, kind, keptDays, madeAt });
  }
}
