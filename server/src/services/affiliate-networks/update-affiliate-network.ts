import { affiliateNetworkChange } from '@waypost/contract/affiliate-networks.ts';
import type { WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { updateRecord } from '../records/update-record.ts';
import { affiliateNetworkRecord } from './affiliate-network-record.ts';

/** Changes what is given and nothing else. */
export async function updateAffiliateNetwork(
  context: WorkspaceContext,
  id: string,
  input: unknown,
): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  const change = parseInput(affiliateNetworkChange, input);
  const { name, clickIdParam, defaultPayout, currency, postbackIps, statusMap, duplicatePolicy, status } =
    change;
  await updateRecord(context, affiliateNetworkRecord, id, {
    given: { name, clickIdParam, defaultPayout, currency, postbackIps, statusMap, duplicatePolicy, status },
  });
}
