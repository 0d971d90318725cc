import { createHash } from 'node:crypto';
import {
  inboxFilter,
  inboxLimitByDefault,
  type InboxEntry,
  type InboxPage,
} from '@waypost/contract/inbox.ts';
import type { AddressPrivacy } from '@waypost/contract/settings.ts';
import { verdicts, type Verdict } from '../../domain/goals/index.ts';
import { keepAddress } from '../../domain/inbox/keep-address.ts';
import { maskSecrets, type IsSecret } from '../../domain/inbox/mask-secrets.ts';
import { timeOfId } from '../../platform/ids.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import { listInboxPage, type InboxRow } from '../../store/attribution/inbox.ts';
import { listNetworkTokenHashes } from '../../store/records/affiliate-networks.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';

/** Incoming events as they came, newest first, a page at a time; those that come in meanwhile do not move the pages. */
export async function listInbox(context: WorkspaceContext, input: unknown): Promise<InboxPage> {
  requirePermission(context.actor, 'inbox.read');
  const { limit = inboxLimitByDefault, cursor, ...filter } = parseInput(inboxFilter, input);
  // An id begins with the moment of its row, so that it is a place in the list by itself.
  const after = cursor === undefined ? undefined : { id: cursor, receivedAt: new Date(timeOfId(cursor)) };
  return await inSnapshot(context, async (executor) => {
    const { workspaceId } = context;
    // One more than asked for tells whether there is a next page.
    const rows = await listInboxPage(executor, workspaceId, { ...filter, after }, limit + 1);
    const isSecret = recognise(await listNetworkTokenHashes(executor, workspaceId));
    const settings = await findWorkspaceSettings(executor, workspaceId);
    const view: InboxView = { isSecret, privacy: settings?.addressPrivacy ?? 'truncated' };
    const entries = rows.slice(0, limit).map((row) => presentEntry(row, view));
    const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
    return { entries, meta: { limit, count: entries.length, nextCursor } };
  });
}

/** Tokens of networks by their hashes, which is all that is kept of them. */
function recognise(hashes: readonly Buffer[]): IsSecret {
  const known = new Set(hashes.map((hash) => hash.toString('hex')));
  return (value) => known.size > 0 && known.has(createHash('sha256').update(value).digest('hex'));
}

/** What people may see of requests. */
type InboxView = { isSecret: IsSecret; privacy: AddressPrivacy };

/** Of the time when it was not written down. */
const untold = { postbackId: null, noPostback: null };

function presentEntry(row: InboxRow, { isSecret, privacy }: InboxView): InboxEntry {
  const { id, campaignId, method, contentType, address, userAgent, verdict, attempts } = row;
  return {
    id,
    campaignId,
    receivedAt: row.receivedAt.toISOString(),
    method,
    query: maskSecrets(row.query, isSecret),
    contentType,
    body: maskSecrets(row.body.toString(), isSecret),
    // Some are stored whole for a while, because networks' lists have to be asked for them.
    address: keepAddress(address, privacy),
    userAgent,
    verdict,
    reason: row.reason ?? describe(verdict),
    changes: (row.changes ?? []).map((change) => ({ ...untold, ...change })),
    handledAt: row.handledAt?.toISOString() ?? null,
    attempts,
    nextAt: row.handledAt === null ? row.nextAt.toISOString() : null,
  };
}

function describe(verdict: string | null): string | null {
  return verdict === null ? null : (verdicts[verdict as Verdict] ?? null);
}
