import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { listCampaignUses, type CampaignReference } from '../../store/records/campaigns.ts';
import { setRecordStatus } from '../../store/records/records.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { getRecordForUpdate } from './get-record.ts';
import { labelOf, refuseBlocked, type NamedRecord, type RecordKind } from './record-kind.ts';

type ListBlockers = (executor: Executor, workspaceId: string, id: string) => Promise<NamedRecord[]>;

/**
 * Refused while something uses the record; archiving it again changes nothing. Its users are looked for once it is
 * locked: whoever is about to use it holds it too, so either they are seen here or they see that it is archived.
 */
export async function archiveRecord(
  context: WorkspaceContext,
  kind: RecordKind,
  id: string,
  listBlockers: ListBlockers,
): Promise<void> {
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    const record = await getRecordForUpdate(executor, workspaceId, kind, id);
    if (record.isArchived) return;
    const by = await listBlockers(executor, workspaceId, record.id);
    if (by.length > 0) {
      const blocked = { type: kind.name, id: record.id, name: record.name, by };
      refuseBlocked(`the ${labelOf(kind)} is in use`, [blocked]);
    }
    const now = context.now();
    await setRecordStatus(executor, kind.table, { workspaceId, ids: [record.id], status: 'archived', now });
    await recordChange(executor, workspaceId, actor, {
      action: `${kind.name}.archive`,
      subjectId: record.id,
    });
    if (kind.touched !== undefined)
      await requestPublishing(executor, workspaceId, kind.touched([record.id]), now);
  });
}

/** The campaigns, archived ones left out, that refer to a record by this column and keep it from being archived. */
export function campaignBlockers(reference: CampaignReference): ListBlockers {
  return async (executor, workspaceId, id) => {
    const campaigns = await listCampaignUses(executor, workspaceId, reference, id);
    return campaigns.map((campaign) => ({ type: 'campaign', ...campaign }));
  };
}
