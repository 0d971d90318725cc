import type { Landing } from '@waypost/contract/landings.ts';
import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord } from '../records/get-record.ts';
import { landingRecord } from './landing-record.ts';
import { presentLanding } from './present-landing.ts';

export async function getLanding(context: WorkspaceContext, id: string): Promise<Landing> {
  requirePermission(context.actor, 'landings.read');
  return presentLanding(await getRecord(context, landingRecord, id, landingRecord.find));
}
