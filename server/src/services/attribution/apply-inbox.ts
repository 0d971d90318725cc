import { describeError, WaypostError } from '../../platform/errors.ts';
import { claimDueRequests, claimRequest, saveVerdicts } from '../../store/inbox-claims.ts';
import { preferLookups } from '../../store/prefer-lookups.ts';
import { asSystem } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import type { AttributionContext } from './event-to-apply.ts';
import { judgeRequests } from './judge-requests.ts';

/** Why requests could not be applied, and which: none of them was. */
export class FailedRequests extends Error {
  readonly ids: readonly string[];

  constructor(ids: readonly string[], cause: unknown) {
    super(describeError(cause), { cause });
    this.ids = ids;
  }
}

/** Works off requests that are due, as one transaction: a crash leaves them as they were. Gives their verdicts. */
export async function applyInbox(context: AttributionContext, limit: number): Promise<string[]> {
  requirePermission(context.actor, 'attribution.run');
  let ids: string[] = [];
  try {
    return await asSystem(context, async (executor) => {
      await preferLookups(executor);
      const requests = await claimDueRequests(executor, context.now(), limit);
      ids = requests.map(({ id }) => id);
      return requests.length === 0 ? [] : await judgeRequests(context, executor, requests);
    });
  } catch (error) {
    // An engine that is away is no fault of what was to be done.
    const isAway = error instanceof WaypostError && error.code === 'SERVICE_UNAVAILABLE';
    throw isAway || ids.length === 0 ? error : new FailedRequests(ids, error);
  }
}

/** Sets one request aside that fails whatever is tried, so that the others get on. */
export async function giveUpRequest(context: AttributionContext, id: string, reason: string): Promise<void> {
  requirePermission(context.actor, 'attribution.run');
  await asSystem(context, async (executor) => {
    const request = await claimRequest(executor, id);
    if (request === undefined) return;
    const { workspaceId, address, isSourceAllowed } = request;
    const now = context.now();
    const judged = { id, workspaceId, address, isSourceAllowed, verdict: 'unreadable', changes: null };
    const told = `It could not be applied: ${reason}`.slice(0, 500);
    await saveVerdicts(executor, [{ ...judged, reason: told, isHandled: true, nextMs: now.getTime() }], now);
  });
}
