import { bulkIds } from '@waypost/contract/records.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { lockRecords, setRecordStatus } from '../../store/records/records.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { labelOf, type RecordKind } from './record-kind.ts';

type Step = (executor: Executor, workspaceId: string, ids: string[]) => Promise<void>;

type RestorableRecord = RecordKind & {
  /** Where more than the records themselves must be locked in one order. */
  lockFirst?: Step;
  /** With those that are archived, all of them locked: refuses, or makes ready. */
  prepare?: Step;
};

/** All of them or none; what is active already counts as restored. Returns how many different records the call covered. */
export async function restoreRecords(
  context: WorkspaceContext,
  record: RestorableRecord,
  input: unknown,
): Promise<number> {
  const { workspaceId } = context;
  const ids = [...new Set(parseInput(bulkIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    await record.lockFirst?.(executor, workspaceId, ids);
    const found = await lockRecords(executor, record.table, workspaceId, ids);
    requireAll(labelOf(record), ids, found);
    const archived = found.filter(({ isArchived }) => isArchived).map(({ id }) => id);
    if (archived.length === 0) return;
    await record.prepare?.(executor, workspaceId, archived);
    const now = context.now();
    await setRecordStatus(executor, record.table, { workspaceId, ids: archived, status: 'active', now });
    await recordChanges(executor, context, `${record.name}.restore`, archived);
    if (record.touched !== undefined)
      await requestPublishing(executor, workspaceId, record.touched(archived), now);
  });
  return ids.length;
}

/** A bulk call is about records that all exist; those that do not are named. */
export function requireAll(name: string, ids: string[], found: { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new WaypostError('NOT_FOUND', `some of the ${name}s do not exist`, { details: { missing } });
}
