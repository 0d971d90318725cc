import { campaignBlockers } from '../campaigns/campaign-blockers.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import { trafficSourceRecord } from './traffic-source-record.ts';

/** Refused while a campaign that is not archived uses it. */
export async function archiveTrafficSource(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'traffic-sources.write');
  await archiveRecord(context, trafficSourceRecord, id, campaignBlockers('traffic_source_id'));
}
