import { campaignBlockers } from '../campaigns/campaign-blockers.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { archiveRecord } from '../records/archive-record.ts';
import { domainRecord } from './domain-record.ts';

/** Refused while a campaign that is not archived uses it. Another workspace can have the host verified from then on. */
export async function archiveDomain(context: WorkspaceContext, id: string): Promise<void> {
  requirePermission(context.actor, 'domains.write');
  await archiveRecord(context, domainRecord, id, campaignBlockers('domain_id'));
}
