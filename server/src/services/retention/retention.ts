import type { WorkspaceSettings } from '@waypost/contract/settings.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  insertRetentionCut,
  listOpenRetentionCuts,
  markRetentionCutApplied,
  shortenConversions,
  type KeptKind,
} from '../../store/publishing/retention-cuts.ts';
import { asSystem, readAsSystem, type ServiceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { requireTraffic } from '../require-traffic.ts';

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

// Each may touch all rows of its workspace: never very many at a time.
const atOnce = 20;

/** Has rows that are there already expire earlier, where workspaces keep them for fewer days than before. */
export async function applyRetentionCuts(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  const cuts = await readAsSystem(context, (executor) => listOpenRetentionCuts(executor, atOnce), 'queue');
  for (const { id, madeAt, ...cut } of cuts) {
    if (cut.kind === 'events')
      await asSystem(context, (executor) => shortenConversions(executor, { ...cut, madeAt }));
    await requireTraffic(context).shortenRetention({ ...cut, madeMs: madeAt.getTime() });
    await asSystem(context, (executor) => markRetentionCutApplied(executor, id, context.now()));
  }
  return cuts.length;
}

/** Deletes recorded traffic that has expired, where that does not happen by itself. Answers how many rows went. */
export async function deleteExpiredTraffic(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'retention.run');
  return await requireTraffic(context).deleteExpired(context.now());
}
