import { campaignBlockers } from '../campaigns/campaign-blockers.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import { rotatorKind } from './rotator-kind.ts';

export async function archiveRotator(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'rotators.manage');
  await archiveRecord(context, rotatorKind, id, campaignBlockers('rotator_id'));
}
