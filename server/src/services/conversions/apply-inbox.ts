import { keepAddress } from '../../domain/keep-address.ts';
import { retryAt } from '../../domain/conversions/next-match.ts';
import { describeError, WaypostError } from '../../platform/errors.ts';
import { listWorkspaceTerms } from '../../store/conversions/attribution-terms.ts';
import {
  claimDueRequests,
  claimRequest,
  postponeRequest,
  saveVerdicts,
} from '../../store/conversions/inbox-claims.ts';
import { isRowError } from '../../store/database/database.ts';
import { asSystem } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import type { AttributionContext } from './event-to-apply.ts';
import { applyRequests } from './apply-requests.ts';

export class FailedRequests extends Error {
  readonly ids: readonly string[];
  /**
   * True if the request contains a value that cannot be stored. Other failures, such as a missing migration or a bug,
   * may be temporary.
   */
  readonly isTheirFault: boolean;

  constructor(ids: readonly string[], cause: unknown) {
    super(describeError(cause), { cause });
    this.ids = ids;
    this.isTheirFault = isRowError(cause);
  }
}

/** Processes due requests in one transaction, so that a crash leaves the requests unchanged. Returns their verdicts. */
export async function applyInbox(context: AttributionContext, limit: number): Promise<string[]> {
  requirePermission(context.actor, 'attribution.run');
  let ids: string[] = [];
  try {
    return await asSystem(context, async (executor) => {
      const requests = await claimDueRequests(executor, context.now(), limit);
      ids = requests.map(({ id }) => id);
      if (requests.length === 0) return [];
      return (await applyRequests(context, executor, requests)).map(({ verdict }) => verdict);
    });
  } catch (error) {
    // If the database or traffic store is unavailable, the request is not at fault.
    const isUnavailable = error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE';
    throw isUnavailable || ids.length === 0 ? error : new FailedRequests(ids, error);
  }
}

// The database error is only logged, because it names tables and may contain values.
const unstorableReason = 'The request contains a value that cannot be stored.';

/** Rejects a request that can never be stored, so that it does not block other requests. */
export async function giveUpRequest(context: AttributionContext, id: string): Promise<void> {
  requirePermission(context.actor, 'attribution.run');
  await asSystem(context, async (executor) => {
    const request = await claimRequest(executor, id);
    if (request === undefined) return;
    const { workspaceId, isSourceAllowed } = request;
    const [terms] = await listWorkspaceTerms(executor, [workspaceId]);
    const address = keepAddress(request.address, terms?.addressPrivacy ?? 'truncated');
    const now = context.now();
    const judged = {
      id,
      workspaceId,
      address,
      isSourceAllowed,
      verdict: 'unreadable',
      changes: null,
      visitId: null,
    };
    await saveVerdicts(
      executor,
      [{ ...judged, reason: unstorableReason, isHandled: true, nextMs: now.getTime() }],
      now,
    );
  });
}

/**
 * Postpones a request that failed for a reason other than its content, so that it does not block other requests. The
 * failure does not use up the request's attempts to find its visit. Returns when the request is due again, or undefined
 * if another worker has taken it.
 */
export async function postponeFailedRequest(
  context: AttributionContext,
  id: string,
): Promise<number | undefined> {
  requirePermission(context.actor, 'attribution.run');
  return await asSystem(context, async (executor) => {
    const request = await claimRequest(executor, id);
    if (request === undefined) return undefined;
    const nextMs = retryAt(request.receivedMs, context.now().getTime());
    await postponeRequest(executor, request, nextMs);
    return nextMs;
  });
}
