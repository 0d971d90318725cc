import type { CampaignStatus } from '@waypost/contract/campaigns/campaigns.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { insertStateVersions } from '../../store/records/record-versions.ts';
import { setRecordStatus } from '../../store/records/records.ts';
import { recordChanges } from '../audit/record-change.ts';
import type { WorkspaceContext } from '../context.ts';
import type { RecordKind } from './record-kind.ts';
import { authorOf, type VersionedRecord } from './require-version.ts';

type StateChange = {
  verb: string;
  status: CampaignStatus;
  records: (VersionedRecord & { status: CampaignStatus })[];
};

export async function setState(
  executor: Executor,
  context: WorkspaceContext,
  kind: RecordKind,
  { verb, status, records }: StateChange,
): Promise<void> {
  if (records.length === 0) return;
  const { workspaceId, actor } = context;
  const ids = records.map(({ id }) => id);
  const now = context.now();
  await setRecordStatus(executor, kind.table, { workspaceId, ids, status, now });
  if (kind.history !== undefined)
    await insertStateVersions(executor, workspaceId, kind.history, { ids, author: authorOf(actor), now });
  const lines = records.map(({ id, name, version, status: before }) => ({
    action: `${kind.name}.${verb}`,
    subjectId: id,
    name,
    version: version + 1,
    before: { status: before },
    after: { status },
  }));
  await recordChanges(executor, context, lines);
  if (kind.touched !== undefined) await requestPublishing(executor, workspaceId, kind.touched(ids), now);
}
