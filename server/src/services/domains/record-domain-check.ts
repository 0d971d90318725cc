import { WaypostError } from '../../platform/errors.ts';
import { isDuplicate, type Executor } from '../../store/database/database.ts';
import { requestPublishing } from '../../store/publishing/publish-requests.ts';
import { findDomain, saveDomainCheck, type DomainCheckResult } from '../../store/records/domains.ts';
import { recordChange } from '../audit/record-change.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { getRecordForUpdate } from '../records/get-record.ts';
import { domainRecord } from './domains.ts';

export type DomainCheck = { verified: true } | { verified: false; error: string };

const errorLengthMax = 500;

/**
 * Stores the result of an automated check. Members may not call this function, so they cannot mark a domain as
 * verified.
 */
export async function recordDomainCheck(
  context: WorkspaceContext,
  id: string,
  check: DomainCheck,
): Promise<void> {
  requirePermission(context.actor, 'domains.record-check');
  await storeDomainCheck(context, id, check);
}

/**
 * Stores the result of a check. An unchanged result only updates the time of the check. Campaigns are published only if
 * the verification changes.
 */
export async function storeDomainCheck(
  context: WorkspaceContext,
  id: string,
  check: DomainCheck,
): Promise<void> {
  const { workspaceId, actor } = context;
  const result = readCheck(check);
  await inWorkspace(context, async (executor) => {
    const locked = await getRecordForUpdate(executor, context, domainRecord, id);
    if (locked.isArchived)
      throw new WaypostError('CONFLICT', 'The domain is archived. Restore it first.', { reason: 'archived' });
    const before = await findDomain(executor, workspaceId, locked.id);
    const now = context.now();
    await save(executor, workspaceId, locked.id, { ...result, now });
    if (before?.verification === result.verification && before.checkError === result.checkError) return;
    await recordChange(executor, workspaceId, actor, {
      action: 'domain.check',
      subjectId: locked.id,
      name: locked.name,
      before: { verification: before?.verification, checkError: before?.checkError },
      after: result,
    });
    if (before?.verification !== result.verification)
      await requestPublishing(executor, workspaceId, { domainIds: [locked.id] }, now);
  });
}

function readCheck(check: DomainCheck): DomainCheckResult {
  if (check.verified) return { verification: 'verified', checkError: null };
  // The error text comes from third-party DNS servers, so control characters are removed.
  const text = check.error.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return { verification: 'failed', checkError: Array.from(text).slice(0, errorLengthMax).join('') };
}

/**
 * Saves the result. A conflict ends the transaction, because PostgreSQL accepts no more statements after an error.
 */
async function save(
  executor: Executor,
  workspaceId: string,
  id: string,
  check: DomainCheckResult & { now: Date },
): Promise<void> {
  try {
    await saveDomainCheck(executor, workspaceId, id, check);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new WaypostError('CONFLICT', 'Another workspace has already verified this host', {
      reason: 'host-taken',
      cause: error,
    });
  }
}
