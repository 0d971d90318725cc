import { keepAddress } from '../../domain/keep-address.ts';
import { nextMatch } from '../../domain/conversions/next-match.ts';
import { readRequest } from '../../domain/conversions/read-request.ts';
import { listWorkspaceTerms } from '../../store/conversions/attribution-terms.ts';
import {
  saveVerdicts,
  type ClaimedRequest,
  type JudgedRequest,
} from '../../store/conversions/inbox-claims.ts';
import type { Executor } from '../../store/database/database.ts';
import { applyEvents } from './pipeline.ts';
import {
  refuseEvent,
  type AppliedChange,
  type AppliedEvent,
  type AttributionContext,
  type EventToApply,
} from './event-to-apply.ts';

type Outcome = { verdict: string; changes: AppliedChange[] };

type JudgeOptions = {
  dryRun?: boolean;
  /** True for a replay, in which requests whose visit no longer exists keep their earlier verdict. */
  isReplay?: boolean;
};

/**
 * Applies locked requests and saves their verdicts in the same transaction. Results are in the order of the requests. A
 * dry run changes nothing.
 */
export async function applyRequests(
  context: AttributionContext,
  executor: Executor,
  requests: readonly ClaimedRequest[],
  options: JudgeOptions = {},
): Promise<Outcome[]> {
  const stored = requests.map(readStored);
  const readable = stored.flatMap(({ event, isUnreadable }) => (isUnreadable ? [] : [event]));
  const applied = await applyEvents({ ...context, transaction: executor }, readable, options);
  const byId = new Map(readable.map(({ inboxId }, at) => [inboxId, applied[at]]));
  const outcomes = requests.map(({ id }) => byId.get(id) ?? refuseEvent('unreadable'));
  const isKept = (at: number) => options.isReplay === true && outcomes[at]?.verdict === 'waiting';
  // A click ID from another workspace is invalid here, so nothing about its visit is stored.
  const visitIds = stored.map(({ event }, at) =>
    outcomes[at]?.verdict === 'bad-click-id'
      ? null
      : (context.clickIds.decode(event.incoming.clickId)?.visitId ?? null),
  );
  const judged = await judge(context, executor, requests, { outcomes, visitIds });
  const changed = judged.filter((_, at) => !isKept(at));
  if (options.dryRun !== true) await saveVerdicts(executor, changed, context.now());
  return judged.map(({ verdict }, at) => ({
    verdict: isKept(at) ? (requests[at]?.verdict ?? verdict) : verdict,
    changes: outcomes[at]?.changes ?? [],
  }));
}

export function readStored(request: ClaimedRequest): {
  event: EventToApply & { inboxId: string };
  isUnreadable: boolean;
} {
  const { id, workspaceId, campaignId, receivedMs, attempts, address, isSourceAllowed } = request;
  const { incoming, isBodyUnreadable } = readRequest(request);
  const event = {
    workspaceId,
    campaignId,
    incoming,
    receivedMs,
    attempts,
    source: request.method === 'PAGE' ? ('page' as const) : ('network' as const),
    address,
    inboxId: id,
    isSourceAllowed: isSourceAllowed === true,
  };
  return { event, isUnreadable: isBodyUnreadable && incoming.clickId === '' };
}

async function judge(
  context: AttributionContext,
  executor: Executor,
  requests: readonly ClaimedRequest[],
  { outcomes, visitIds }: { outcomes: readonly AppliedEvent[]; visitIds: readonly (string | null)[] },
): Promise<JudgedRequest[]> {
  const workspaces = await listWorkspaceTerms(executor, [
    ...new Set(requests.map(({ workspaceId }) => workspaceId)),
  ]);
  const privacy = new Map(workspaces.map(({ id, addressPrivacy }) => [id, addressPrivacy]));
  const nowMs = context.now().getTime();
  return requests.map((request, at) => {
    const { id, workspaceId, receivedMs, attempts, address } = request;
    const { verdict, reason, changes, isSourceAllowed } = outcomes[at] ?? refuseEvent('unreadable');
    const isWaiting = verdict === 'waiting';
    const next = isWaiting ? nextMatch(attempts, receivedMs, nowMs) : { verdict, nextMs: nowMs };
    return {
      id,
      workspaceId,
      verdict: next.verdict,
      reason,
      changes: changes.length === 0 ? null : JSON.stringify(changes),
      isHandled: !isWaiting,
      nextMs: next.nextMs,
      // The full address is kept, because a later retry or replay may still have to check the allowlist of a network.
      address:
        isWaiting || verdict === 'refused-source'
          ? address
          : keepAddress(address, privacy.get(workspaceId) ?? 'truncated'),
      isSourceAllowed: isSourceAllowed ?? request.isSourceAllowed,
      visitId: visitIds[at] ?? null,
    };
  });
}
