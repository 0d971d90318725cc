import { readIncoming } from '../domain/conversions/index.ts';
import { buildAttemptRow } from '../domain/postbacks/attempt-row.ts';
import { newEventId } from '../platform/event-ids.ts';
import { applyEvents } from '../services/conversions/pipeline.ts';
import type { AppliedEvent, AttributionContext } from '../services/conversions/event-to-apply.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../services/conversions/ship-outbox.ts';
import { asSystem } from '../services/context.ts';
import type { Executor } from '../store/database/database.ts';
import { insertOutboxRows, type OutboxRow } from '../store/conversions/outbox.ts';
import type { VisitKey } from '../traffic/traffic-store.ts';
import type { DemoRandom } from './demo-random.ts';
import { makeDemoAttempts } from './make-demo-attempts.ts';
import type { DemoEvent } from './make-demo-events.ts';
import { withRetry } from './retry-limits.ts';

export type DemoContext = AttributionContext & { workspaceId: string };

const eventsPerBatch = 200;
const postbackDays = 30;

type ApplyOptions = {
  events: readonly DemoEvent[];
  random: DemoRandom;
  toMs: number;
  campaigns: ReadonlyMap<number, string>;
  onProgress: (message: string) => void;
};

/**
 * Applies the events as if they were incoming postbacks. Inserts made-up attempts instead of sending outgoing
 * postbacks.
 */
export async function applyDemoEvents(context: DemoContext, options: ApplyOptions): Promise<number> {
  const { events, onProgress } = options;
  let attempts = 0;
  for (let start = 0; start < events.length; start += eventsPerBatch) {
    const batch = events.slice(start, start + eventsPerBatch);
    const toApply = batch.map(({ timeMs, clickId, params, source }) => ({
      workspaceId: context.workspaceId,
      incoming: readIncoming(Object.entries({ cid: clickId, ...params })),
      receivedMs: timeMs,
      source,
    }));
    // Events and attempts are stored in one transaction, because events that were already applied get no attempts on a
    // retry.
    const apply = async (executor: Executor) => {
      const transactional = { ...context, transaction: executor };
      const applied = await applyEvents(transactional, toApply, { postbacks: false });
      const rows = await makeAttemptRows(context, options, batch, applied);
      await insertOutboxRows(executor, rows);
      return rows.length;
    };
    attempts += await withRetry(() => asSystem(context, apply));
    onProgress(`${Math.min(start + eventsPerBatch, events.length)} of ${events.length} events`);
  }
  return attempts;
}

async function makeAttemptRows(
  context: DemoContext,
  { random, toMs, campaigns }: ApplyOptions,
  events: readonly DemoEvent[],
  applied: readonly AppliedEvent[],
): Promise<OutboxRow[]> {
  const conversions = events.flatMap((event, index) =>
    (applied[index]?.changes ?? []).filter(({ isNew }) => isNew).map((change) => ({ event, change })),
  );
  const keys = conversions.flatMap(({ event }) => visitKeys(context, campaigns, event.clickId));
  const visits = await context.traffic.findVisits(keys);
  return conversions.flatMap(({ event, change }) => {
    const visit = visits.get(context.clickIds.decode(event.clickId)?.visitId ?? '');
    if (visit === undefined || event.postback === undefined) return [];
    const shared = { visit, eventId: change.eventId, idx: change.idx, method: 'GET', keptDays: postbackDays };
    return makeDemoAttempts(random, event.timeMs)
      .filter(({ timeMs }) => timeMs < toMs)
      .map((attempt) => ({
        workspaceId: context.workspaceId,
        timeMs: attempt.timeMs,
        row: buildAttemptRow({
          ...shared,
          ...attempt,
          id: newEventId(attempt.timeMs),
          url: `${event.postback}${visit.externalId ?? ''}`,
        }),
      }));
  });
}

function visitKeys(
  { clickIds, workspaceId }: DemoContext,
  campaigns: ReadonlyMap<number, string>,
  clickId: string,
): VisitKey[] {
  const decoded = clickIds.decode(clickId);
  const campaignId = campaigns.get(decoded?.campaignNumber ?? -1);
  return decoded === undefined || campaignId === undefined
    ? []
    : [{ workspaceId, campaignId, visitId: decoded.visitId }];
}

/** Ships all rows to the traffic store. A worker that runs at the same time may ship some of them. */
export async function shipDemoRows(context: DemoContext): Promise<void> {
  const target = context.traffic.targets.outbox;
  const system = { ...context, actor: { type: 'system', label: 'demo' } as const };
  while ((await freezeOutboxRows(system)) > 0);
  while ((await shipOutboxBatch(system, target)) !== undefined);
}
