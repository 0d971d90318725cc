import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { landingRecord } from './landing-record.ts';

export async function restoreLandings(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'landings.write');
  return { restored: await restoreRecords(context, landingRecord, input) };
}
