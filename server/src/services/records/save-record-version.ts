import type { Executor } from '../../store/database/database.ts';
import { insertVersion } from '../../store/records/record-versions.ts';
import { actorColumns } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';
import type { FindRecord } from './get-record.ts';
import type { RecordKind } from './record-kind.ts';

type Kept = { id: string; version: number; createdAt?: Date };

export async function saveRecordVersion<Row extends Kept>(
  executor: Executor,
  { workspaceId, actor, now }: WorkspaceContext,
  { history, find }: RecordKind & { find: FindRecord<Row> },
  id: string,
): Promise<void> {
  if (history === undefined) return;
  const row = await find(executor, workspaceId, id);
  if (row === undefined) return;
  const { id: _, version, createdAt: __, ...content } = row;
  await insertVersion(
    executor,
    workspaceId,
    { type: history, id },
    { version, content: { [history]: content }, createdAt: now(), ...actorColumns(actor) },
  );
}
