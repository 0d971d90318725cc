import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { lockRecords, type LockedRecord } from '../../store/records/records.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { labelOf } from './label-of.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { RecordKind } from './record-kind.ts';
import { requireVersions } from './require-version.ts';

export type FindRecord<Row> = (
  executor: Executor,
  workspaceId: string,
  id: string,
) => Promise<Row | undefined>;

export async function getRecord<Row>(
  context: WorkspaceContext,
  kind: RecordKind,
  id: string,
  find: FindRecord<Row>,
): Promise<Row> {
  const row = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) => find(executor, context.workspaceId, id))
    : undefined;
  return row ?? refuseMissing(labelOf(kind));
}

/** Locks the record until the transaction ends, and checks the expected version. */
export async function getRecordForUpdate(
  executor: Executor,
  context: WorkspaceContext,
  kind: RecordKind,
  id: string,
): Promise<LockedRecord> {
  const [found] = isId(id) ? await lockRecords(executor, kind.table, context.workspaceId, [id]) : [];
  const record = found ?? refuseMissing(labelOf(kind));
  requireVersions(context, kind, [record]);
  return record;
}
