import { manyIds } from '@waypost/contract/campaigns/bulk.ts';
import type { Executor } from '../../store/database/database.ts';
import { listCampaignUses, type CampaignReference } from '../../store/records/campaigns.ts';
import { lockRecords, type LockedRecord, type RecordUse } from '../../store/records/records.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { getRecordForUpdate } from './get-record.ts';
import { labelOf } from './label-of.ts';
import { refuseBlocked, type NamedRecord } from './refuse-blocked.ts';
import type { RecordKind } from './record-kind.ts';
import { requireVersions } from './require-version.ts';
import { requireAll } from './restore-records.ts';
import { setState } from './set-state.ts';

export type ArchivableRecord = RecordKind & {
  listBlockers: (executor: Executor, workspaceId: string, ids: string[]) => Promise<Blocker[]>;
};

export type Blocker = NamedRecord & RecordUse;

export async function archiveRecord(
  context: WorkspaceContext,
  kind: ArchivableRecord,
  id: string,
): Promise<void> {
  await inWorkspace(context, async (executor) => {
    await archive(executor, context, kind, [await getRecordForUpdate(executor, context, kind, id)]);
  });
}

/** Archives all records or none. Returns the number of distinct IDs, including records that were already archived. */
export async function archiveRecords(
  context: WorkspaceContext,
  kind: ArchivableRecord,
  input: unknown,
): Promise<number> {
  const ids = [...new Set(parseInput(manyIds, input).ids)];
  await inWorkspace(context, async (executor) => {
    const found = await lockRecords(executor, kind.table, context.workspaceId, ids);
    requireAll(labelOf(kind), ids, found);
    requireVersions(context, kind, found);
    await archive(executor, context, kind, found);
  });
  return ids.length;
}

/**
 * Archives records that the caller has locked. A transaction that starts to use a record also locks it, so either the
 * use is found here, or that transaction sees that the record is archived. Records archived by the same call do not
 * block each other.
 */
async function archive(
  executor: Executor,
  context: WorkspaceContext,
  kind: ArchivableRecord,
  found: LockedRecord[],
): Promise<void> {
  const records = found.filter(({ isArchived }) => !isArchived);
  const ids = new Set(records.map(({ id }) => id));
  const users = await kind.listBlockers(executor, context.workspaceId, [...ids]);
  const others = users.filter((user) => user.type !== kind.name || !ids.has(user.id));
  const byUsed = Map.groupBy(others, ({ used }) => used);
  const blocked = records.flatMap(({ id, name }) => {
    const by = byUsed.get(id)?.map((user) => ({ type: user.type, id: user.id, name: user.name }));
    return by === undefined ? [] : [{ type: kind.name, id, name, by }];
  });
  const label = labelOf(kind);
  if (blocked.length > 0)
    refuseBlocked(
      'in-use',
      found.length === 1 ? `The ${label} is in use` : `Some of the ${label}s are in use`,
      blocked,
    );
  await setState(executor, context, kind, { verb: 'archive', status: 'archived', records });
}

/** Lists campaigns that are not archived and that refer to the record in this column. */
export function campaignBlockers(reference: CampaignReference): ArchivableRecord['listBlockers'] {
  return async (executor, workspaceId, ids) => {
    const campaigns = await listCampaignUses(executor, workspaceId, reference, ids);
    return campaigns.map((campaign) => ({ type: 'campaign', ...campaign }));
  };
}
