import type { Executor } from '../../store/database/database.ts';
import { shareLockRecords } from '../../store/records/records.ts';
import { labelOf } from './label-of.ts';
import { refuseBlocked, type NamedRecord } from './refuse-blocked.ts';
import { refuseMissing } from '../refuse-missing.ts';
import type { RecordKind } from './record-kind.ts';

/** Reference to lock. `label` replaces the name of the kind in messages. */
type Reference = { kind: RecordKind; id: string; label?: string };

export async function lockReference(
  executor: Executor,
  workspaceId: string,
  reference: Reference,
  referrer?: NamedRecord,
): Promise<void> {
  const { kind, id, label = labelOf(kind) } = reference;
  const [record] = await shareLockRecords(executor, kind.table, workspaceId, [id]);
  if (record === undefined) refuseMissing(label);
  if (!record.isArchived) return;
  const archived = { type: kind.name, id: record.id, name: record.name };
  const blocked = referrer === undefined ? { ...archived, by: [] } : { ...referrer, by: [archived] };
  refuseBlocked('archived', `The ${label} is archived. Restore it first.`, [blocked]);
}
