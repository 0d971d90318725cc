import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { trafficSourceRecord } from './traffic-source-record.ts';

export async function restoreTrafficSources(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'traffic-sources.write');
  return { restored: await restoreRecords(context, trafficSourceRecord, input) };
}
