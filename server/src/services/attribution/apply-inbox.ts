import { keepAddress } from '../../domain/inbox/keep-address.ts';
import { retryAt } from '../../domain/inbox/next-match.ts';
import { describeError, WaypostError } from '../../platform/errors.ts';
import { listWorkspaceTerms } from '../../store/attribution/attribution-terms.ts';
import {
  claimDueRequests,
  claimRequest,
  postponeRequest,
  saveVerdicts,
} from '../../store/attribution/inbox-claims.ts';
import { isRowError } from '../../store/database/database.ts';
import { asSystem } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import type { AttributionContext } from './event-to-apply.ts';
import { judgeRequests } from './judge-requests.ts';

/** Why requests could not be applied, and which: none of them was. */
export class FailedRequests extends Error {
  readonly ids: readonly string[];
  /** What they say cannot be stored. Anything else may pass, or be mended: a schema that is behind, a mistake of ours. */
  readonly isTheirFault: boolean;

  constructor(ids: readonly string[], cause: unknown) {
    super(describeError(cause), { cause });
    this.ids = ids;
    this.isTheirFault = isRowError(cause);
  }
}

/** Works off requests that are due, as one transaction: a crash leaves them as they were. Gives their verdicts. */
export async function applyInbox(context: AttributionContext, limit: number): Promise<string[]> {
  requirePermission(context.actor, 'attribution.run');
  let ids: string[] = [];
  try {
    return await asSystem(context, async (executor) => {
      const requests = await claimDueRequests(executor, context.now(), limit);
      ids = requests.map(({ id }) => id);
      if (requests.length === 0) return [];
      return (await judgeRequests(context, executor, requests)).map(({ verdict }) => verdict);
    });
  } catch (error) {
    // An engine that is away is no fault of what was to be done.
    const isAway = error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE';
    throw isAway || ids.length === 0 ? error : new FailedRequests(ids, error);
  }
}

// The error itself is for the log: it speaks of tables, and may quote values.
const givenUp = 'The request contains a value that cannot be stored.';

/** Sets one request aside that can never be stored, so that the others get on. */
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
      [{ ...judged, reason: givenUp, isHandled: true, nextMs: now.getTime() }],
      now,
    );
  });
}

/**
 * Puts one request off that could not be applied through no fault of its own, so that the others get on meanwhile. Its
 * looks for a visit are not used up. Gives when it is due again; undefined where somebody else has it in hand.
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
