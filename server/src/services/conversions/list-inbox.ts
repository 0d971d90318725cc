import { createHash } from 'node:crypto';
import { inboxListQuery, type InboxEntry, type InboxPage } from '@waypost/contract/conversions/inbox.ts';
import type { AddressPrivacy } from '@waypost/contract/accounts/settings.ts';
import { verdicts, type Verdict } from '../../domain/conversions/index.ts';
import { keepAddress } from '../../domain/keep-address.ts';
import { maskSecrets, type IsSecret } from '../../domain/conversions/mask-secrets.ts';
import { findWorkspaceSettings } from '../../store/accounts/workspace-settings.ts';
import { listInboxPage, type InboxRow } from '../../store/conversions/inbox.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import { listNetworkTokenHashes } from '../../store/records/affiliate-networks.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import type { WithClickIds } from '../tools.ts';
import { findVisitKey } from '../find-visit-key.ts';
import { openList } from '../lists/open-list.ts';
import { isAllowed, requirePermission } from '../permissions.ts';

/**
 * Lists incoming postbacks. Pages stay stable while requests arrive. There is no total, because counting is too
 * expensive.
 */
export async function listInbox(
  context: WorkspaceContext & WithClickIds,
  input: unknown,
): Promise<InboxPage> {
  requirePermission(context.actor, 'inbox.read');
  const { filter, part, answer } = await openList(context, { name: 'inbox', query: inboxListQuery }, input);
  const { workspaceId } = context;
  const { clickId, ...others } = filter;
  const visitId = clickId === undefined ? undefined : await readVisitId(context, clickId);
  // A click ID that cannot be decoded matches no visit.
  if (clickId !== undefined && visitId === undefined) return answer([], { next: undefined, total: null });
  const read = async (executor: Executor) => {
    const { rows, next } = await listInboxPage(executor, workspaceId, { ...others, visitId }, part);
    const isSecret = recognize(await listNetworkTokenHashes(executor, workspaceId));
    const settings = await findWorkspaceSettings(executor, workspaceId);
    const view: InboxView = {
      isSecret,
      privacy: settings?.addressPrivacy ?? 'truncated',
      isPersonalShown: isAllowed(context.actor, 'personal-data.read'),
    };
    const entries = rows.map((row) => presentEntry(row, view));
    return answer(entries, { next, total: null });
  };
  return await inSnapshot(context, read, 'list');
}

async function readVisitId(
  context: WorkspaceContext & WithClickIds,
  clickId: string,
): Promise<string | undefined> {
  return isId(clickId) ? clickId.toLowerCase() : (await findVisitKey(context, clickId))?.visitId;
}

function recognize(hashes: readonly Buffer[]): IsSecret {
  const known = new Set(hashes.map((hash) => hash.toString('hex')));
  return (value) => known.size > 0 && known.has(createHash('sha256').update(value).digest('hex'));
}

type InboxView = { isSecret: IsSecret; privacy: AddressPrivacy; isPersonalShown: boolean };

function presentEntry(row: InboxRow, view: InboxView): InboxEntry {
  const { id, campaignId, method, contentType, verdict, attempts } = row;
  return {
    id,
    campaignId,
    receivedAt: row.receivedAt.toISOString(),
    method,
    contentType,
    ...presentSender(row, view),
    verdict,
    reason: row.reason ?? describe(verdict),
    changes: row.changes ?? [],
    handledAt: row.handledAt?.toISOString() ?? null,
    attempts,
    nextAt: row.handledAt === null ? row.nextAt.toISOString() : null,
  };
}

/**
 * Hides data from callers who may not read personal data, because networks may put visitor data anywhere in a request.
 */
function presentSender(
  { query, body, address, userAgent }: InboxRow,
  { isSecret, privacy, isPersonalShown }: InboxView,
): Pick<InboxEntry, 'query' | 'body' | 'address' | 'userAgent'> {
  if (!isPersonalShown) return { query: null, body: null, address: null, userAgent: null };
  return {
    query: maskSecrets(query, isSecret),
    body: maskSecrets(body.toString(), isSecret),
    // Some addresses are temporarily stored in full, so that they can be compared with the allowed addresses of
    // networks.
    address: keepAddress(address, privacy),
    userAgent,
  };
}

function describe(verdict: string | null): string | null {
  return verdict === null ? null : (verdicts[verdict as Verdict] ?? null);
}
