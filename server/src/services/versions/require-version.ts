import { WaypostError } from '../../platform/errors.ts';
import { findCampaignSettings } from '../../store/campaign-content.ts';
import type { Executor } from '../../store/database.ts';
import { findRotatorVersion } from '../../store/rotators.ts';
import { listVersionRows, type RecordType } from '../../store/record-versions.ts';
import type { WorkspaceContext } from '../context.ts';

/**
 * Refuses a change that was made on another version than the one there is, and shows both: what it was made on and what
 * has become of it. A change that names no version is made on whatever there is.
 */
export async function requireVersion(
  executor: Executor,
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  versions: { madeOn: number | undefined; current: number },
): Promise<void> {
  const { madeOn, current } = versions;
  if (madeOn === undefined || madeOn === current) return;
  const rows = await listVersionRows(executor, context.workspaceId, record);
  const contentOf = (version: number) => rows.find((row) => row.version === version)?.content ?? null;
  throw new WaypostError('CONFLICT', `the ${record.type} was changed since it was read`, {
    details: { version: current, current: contentOf(current), madeOn: contentOf(madeOn) },
  });
}

export async function requireCampaignVersion(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
  madeOn: number | undefined,
): Promise<void> {
  if (madeOn === undefined) return;
  const campaign = await findCampaignSettings(executor, context.workspaceId, id);
  await requireVersion(
    executor,
    context,
    { type: 'campaign', id },
    { madeOn, current: campaign?.version ?? 0 },
  );
}

export async function requireRotatorVersion(
  executor: Executor,
  context: WorkspaceContext,
  id: string,
  madeOn: number | undefined,
): Promise<void> {
  if (madeOn === undefined) return;
  const current = await findRotatorVersion(executor, context.workspaceId, id);
  await requireVersion(executor, context, { type: 'rotator', id }, { madeOn, current: current ?? 0 });
}
