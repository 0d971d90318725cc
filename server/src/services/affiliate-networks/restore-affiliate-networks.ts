import type { WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { restoreRecords } from '../records/restore-records.ts';
import { affiliateNetworkRecord } from './affiliate-network-record.ts';

/** Brings back the networks only; their offers stay as they are. */
export async function restoreAffiliateNetworks(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ restored: number }> {
  requirePermission(context.actor, 'affiliate-networks.write');
  return { restored: await restoreRecords(context, affiliateNetworkRecord, input) };
}
