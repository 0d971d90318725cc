import { manyIds } from '@waypost/contract/campaigns/bulk.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockRecords } from '../../store/records/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { labelOf } from './label-of.ts';
import type { RecordKind } from './record-kind.ts';
import { requireVersions } from './require-version.ts';
import { setState } from './set-state.ts';

type RestoreHook = (executor: Executor, workspaceId: string, ids: string[]) => Promise<void>;

type RestorableRecord = RecordKind & {
  /** Locks records that must be locked together with other records in a fixed order. */
  lockFirst?: RestoreHook;
  prepare?: RestoreHook;
};

/** Restores all records or none. Returns the number of distinct IDs, including records that were already active. */
export async function restoreRecords(
  context: WorkspaceContext,
  record: RestorableRecord,
  input: unknown,
): Promise<number> {
  const { workspaceId } = context;
  const ids = [...new Set(parseInput(manyIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    await record.lockFirst?.(executor, workspaceId, ids);
    const found = await lockRecords(executor, record.table, workspaceId, ids);
    requireAll(labelOf(record), ids, found);
    requireVersions(context, record, found);
    const records = found.filter(({ isArchived }) => isArchived);
    if (records.length === 0) return;
    await record.prepare?.(
      executor,
      workspaceId,
      records.map(({ id }) => id),
    );
    await setState(executor, context, record, { verb: 'restore', status: 'active', records });
  });
  return ids.length;
}

export function requireAll(name: string, ids: string[], found: { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new WaypostError('NOT_FOUND', `Some of the ${name}s were not found`, { details: { missing } });
}
