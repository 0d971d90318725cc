import type { WorkspaceSettings } from '@waypost/contract/accounts/settings.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  insertRetentionCut,
  listOpenRetentionCuts,
  markRetentionCutApplied,
  shortenConversions,
  type RetentionKind,
} from '../../store/accounts/retention-cuts.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import type { WithTraffic } from '../tools.ts';
import { requirePermission } from '../permissions.ts';

type Retention = WorkspaceSettings['retention'];
const settingOf: Readonly<Record<RetentionKind, keyof Retention>> = {
  visits: 'visitDays',
  events: 'eventDays',
  postbacks: 'postbackDays',
};

/** Records shorter retention periods, which also apply to existing rows. Longer periods apply only to new rows. */
export async function recordRetentionCuts(
  executor: Executor,
  workspaceId: string,
  { before, after }: { before: Retention; after: Retention },
  madeAt: Date,
): Promise<void> {
  for (const [kind, setting] of Object.entries(settingOf) as [RetentionKind, keyof Retention][]) {
    const keptDays = after[setting];
    if (keptDays < before[setting])
      await insertRetentionCut(executor, { workspaceId, kind, keptDays, madeAt });
  }
}

// The batches are small, because each change may affect all rows of its workspace.
const batchSize = 20;

export async function applyRetentionCuts(context: ServiceContext & WithTraffic): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  const cuts = await readAsSystem(context, (executor) => listOpenRetentionCuts(executor, batchSize), 'queue');
  for (const { id, madeAt, ...cut } of cuts) {
    if (cut.kind === 'events')
      await asSystem(context, (executor) => shortenConversions(executor, { ...cut, madeAt }));
    await context.traffic.shortenRetention({ ...cut, changedMs: madeAt.getTime() });
    await asSystem(context, (executor) => markRetentionCutApplied(executor, id, context.now()));
  }
  return cuts.length;
}

/** Deletes expired rows from traffic stores that do not expire rows themselves. Returns the number of deleted rows. */
export async function deleteExpiredTraffic(context: ServiceContext & WithTraffic): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  return await context.traffic.deleteExpired(context.now());
}
