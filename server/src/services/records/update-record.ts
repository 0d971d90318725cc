import { isDeepStrictEqual } from 'node:util';
import type { RecordStatus } from '@waypost/contract/api/records.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { incrementVersion } from '../../store/records/records.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { invalidInput } from '../parse-input.ts';
import { saveRecordVersion } from './save-record-version.ts';
import { getRecordForUpdate, type FindRecord } from './get-record.ts';
import { labelOf } from './label-of.ts';
import { refuseArchived } from './refuse-blocked.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { RecordKind } from './record-kind.ts';

type Stored = { id: string; name: string; status: RecordStatus; version: number; createdAt?: Date };

export type EditableRecord<Row extends Stored> = RecordKind & {
  find: FindRecord<Row>;
  update: (executor: Executor, workspaceId: string, row: Row, now: Date) => Promise<void>;
};

type RecordUpdate<Row extends Stored> = {
  given: FieldChanges<Omit<Row, 'id' | 'createdAt'>>;
  /** Locks records that must be locked together with other records in a fixed order. */
  lockFirst?: (executor: Executor) => Promise<unknown>;
  check?: (executor: Executor, before: Row, changed: Partial<Row>) => Promise<void>;
  keepVersion?: (executor: Executor, id: string) => Promise<void>;
};

/** Updates a record. Unchanged values are not recorded as changes. */
export async function updateRecord<Row extends Stored>(
  context: WorkspaceContext,
  kind: EditableRecord<Row>,
  id: string,
  { given, lockFirst, check, keepVersion }: RecordUpdate<Row>,
): Promise<void> {
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    await lockFirst?.(executor);
    const locked = await getRecordForUpdate(executor, context, kind, id);
    // A separate statement after the lock also sees changes that were committed while this transaction waited for the
    // lock.
    const before = (await kind.find(executor, workspaceId, locked.id)) ?? refuseMissing(labelOf(kind));
    refuseStatus(kind, before, given.status);
    const changed = changedFields<Row>(before, given as FieldChanges<Row>);
    if (Object.keys(changed).length === 0) return;
    await check?.(executor, before, changed);
    const now = context.now();
    await kind.update(executor, workspaceId, { ...before, ...changed }, now);
    await recordChange(executor, workspaceId, actor, {
      action: `${kind.name}.update`,
      subjectId: before.id,
      name: before.name,
      version: locked.version + 1,
      ...beforeAndAfter(before, changed),
    });
    if (keepVersion === undefined) {
      await incrementVersion(executor, kind.table, workspaceId, before.id);
      await saveRecordVersion(executor, context, kind, before.id);
    } else await keepVersion(executor, before.id);
    if (kind.touched !== undefined)
      await requestPublishing(executor, workspaceId, kind.touched([before.id]), now);
  });
}

function refuseStatus(kind: RecordKind, { id, name, status }: Stored, given: RecordStatus | undefined): void {
  if (given !== undefined && given !== status)
    throw invalidInput([{ path: 'status', message: 'can only be changed by archiving or restoring' }]);
  if (status === 'archived') refuseArchived({ type: kind.name, id, name });
}

export function beforeAndAfter<Row extends object>(
  before: Row,
  changed: Partial<Row>,
): { before: Partial<Row>; after: Partial<Row> } {
  const names = Object.keys(changed) as (keyof Row)[];
  return {
    before: Object.fromEntries(names.map((name) => [name, before[name]])) as Partial<Row>,
    after: changed,
  };
}

type FieldChanges<Row> = { [Field in keyof Row]?: Row[Field] | undefined };

export function changedFields<Row extends object>(before: Row, given: FieldChanges<Row>): Partial<Row> {
  const fields = Object.entries(given) as [keyof Row, unknown][];
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && !isDeepStrictEqual(value, before[name])),
  ) as Partial<Row>;
}
