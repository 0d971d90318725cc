import { createHash, randomBytes } from 'node:crypto';
import { WaypostError } from '../../platform/errors.ts';
import {
  findNetworkToken,
  saveNetworkTokenHash,
  type TokenState,
} from '../../store/records/affiliate-networks.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecord, getRecordForUpdate } from '../records/get-record.ts';
import { saveRecordVersion } from '../records/save-record-version.ts';
import { affiliateNetworkRecord } from './affiliate-networks.ts';

const tokenBytes = 24;

export async function getNetworkToken(context: WorkspaceContext, id: string): Promise<TokenState> {
  requirePermission(context.actor, 'affiliate-networks.read');
  return await getRecord(context, affiliateNetworkRecord, id, findNetworkToken);
}

/** Issues a token that replaces the previous token. The token is shown only once, because only its hash is stored. */
export async function issueNetworkToken(context: WorkspaceContext, id: string): Promise<{ token: string }> {
  const token = randomBytes(tokenBytes).toString('base64url');
  await saveToken(context, id, createHash('sha256').update(token).digest());
  return { token };
}

export async function removeNetworkToken(context: WorkspaceContext, id: string): Promise<void> {
  await saveToken(context, id, null);
}

async function saveToken(context: WorkspaceContext, id: string, hash: Buffer | null): Promise<void> {
  requirePermission(context.actor, 'affiliate-networks.write');
  const { workspaceId, actor } = context;
  await inWorkspace(context, async (executor) => {
    const network = await getRecordForUpdate(executor, context, affiliateNetworkRecord, id);
    if (network.isArchived)
      throw new WaypostError('CONFLICT', 'The affiliate network is archived. Restore it first.', {
        reason: 'archived',
      });
    const before = await findNetworkToken(executor, workspaceId, network.id);
    if (hash === null && before?.isSet !== true) return;
    await saveNetworkTokenHash(executor, workspaceId, network.id, { hash, now: context.now() });
    await recordChange(executor, workspaceId, actor, {
      action: hash === null ? 'affiliate-network.remove-token' : 'affiliate-network.issue-token',
      subjectId: network.id,
      name: network.name,
      version: network.version + 1,
    });
    // Versions do not contain the token itself, but the new version records that the token changed.
    await saveRecordVersion(executor, context, affiliateNetworkRecord, network.id);
  });
}
