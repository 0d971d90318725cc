import { newAffiliateNetwork } from '@waypost/contract/campaigns/affiliate-networks.ts';
import { newId } from '../../platform/ids.ts';
import { insertAffiliateNetwork, type AffiliateNetworkRow } from '../../store/records/affiliate-networks.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';
import { saveRecordVersion } from '../records/save-record-version.ts';
import { affiliateNetworkRecord } from './affiliate-networks.ts';

export async function createAffiliateNetwork(
  context: WorkspaceContext,
  input: unknown,
): Promise<{ id: string }> {
  requirePermission(context.actor, 'affiliate-networks.write');
  const given = parseInput(newAffiliateNetwork, input);
  const content = {
    name: given.name,
    clickIdParam: given.clickIdParam ?? null,
    defaultPayout: given.defaultPayout ?? null,
    currency: given.currency ?? null,
    postbackIps: given.postbackIps,
    statusMap: given.statusMap,
    duplicatePolicy: given.duplicatePolicy,
    decimalMark: given.decimalMark ?? null,
  };
  const network: Omit<AffiliateNetworkRow, 'version'> = {
    id: newId(),
    ...content,
    status: 'active',
    createdAt: context.now(),
  };
  await inWorkspace(context, async (executor) => {
    await insertAffiliateNetwork(executor, context.workspaceId, network);
    await recordChange(executor, context.workspaceId, context.actor, {
      action: 'affiliate-network.create',
      subjectId: network.id,
      name: network.name,
      version: 1,
      after: content,
    });
    await saveRecordVersion(executor, context, affiliateNetworkRecord, network.id);
  });
  return { id: network.id };
}
