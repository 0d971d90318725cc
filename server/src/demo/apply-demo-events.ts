import { readIncoming } from '../domain/goals/index.ts';
import { buildAttemptRow } from '../domain/postbacks/attempt-row.ts';
import { newEventId } from '../platform/event-ids.ts';
import { applyEvents } from '../services/attribution/apply-events.ts';
import type { AppliedEvent, AttributionContext } from '../services/attribution/event-to-apply.ts';
import { freezeOutboxRows, shipOutboxBatch } from '../services/attribution/ship-outbox.ts';
import { asSystem } from '../services/context.ts';
import type { Executor } from '../store/database/database.ts';
import { insertOutboxRows, type OutboxRow } from '../store/attribution/outbox.ts';
import type { VisitKey } from '../traffic/traffic-store.ts';
import type { DemoRandom } from './demo-random.ts';
import { makeDemoAttempts } from './make-demo-attempts.ts';
import type { DemoEvent } from './make-demo-events.ts';
import { withRetry } from './retry-limits.ts';

export type DemoContext = AttributionContext & { workspaceId: string };

const eventsAtOnce = 200;
const postbackDays = 30;

type Given = {
  events: readonly DemoEvent[];
  random: DemoRandom;
  toMs: number;
  /** By the numbers that click ids name them by. */
  campaigns: ReadonlyMap<number, string>;
  onProgress: (message: string) => void;
};

/** Lets events count as those of networks do. No postback is sent: of each there are rows that tell of attempts. */
export async function applyDemoEvents(context: DemoContext, given: Given): Promise<number> {
  const { events, onProgress } = given;
  let attempts = 0;
  for (let at = 0; at < events.length; at += eventsAtOnce) {
    const part = events.slice(at, at + eventsAtOnce);
    const toApply = part.map(({ timeMs, clickId, params, source }) => ({
      workspaceId: context.workspaceId,
      incoming: readIncoming(Object.entries({ cid: clickId, ...params })),
      receivedMs: timeMs,
      source,
    }));
    // Both or none: what counts already is not told of again.
    const apply = async (executor: Executor) => {
      const own = { ...context, transaction: executor };
      const applied = await applyEvents(own, toApply, { postbacks: false });
      const rows = await tellSources(context, given, part, applied);
      await insertOutboxRows(executor, rows);
      return rows.length;
    };
    attempts += await withRetry(() => asSystem(context, apply));
    onProgress(`${Math.min(at + eventsAtOnce, events.length)} of ${events.length} events`);
  }
  return attempts;
}

async function tellSources(
  context: DemoContext,
  { random, toMs, campaigns }: Given,
  events: readonly DemoEvent[],
  applied: readonly AppliedEvent[],
): Promise<OutboxRow[]> {
  const news = events.flatMap((event, at) =>
    (applied[at]?.changes ?? []).filter(({ isNew }) => isNew).map((change) => ({ event, change })),
  );
  const keys = news.flatMap(({ event }) => keyOf(context, campaigns, event.clickId));
  const visits = await context.traffic.findVisits(keys);
  return news.flatMap(({ event, change }) => {
    const visit = visits.get(context.clickIds.decode(event.clickId)?.visitId ?? '');
    if (visit === undefined || event.postback === undefined) return [];
    const about = { visit, eventId: change.eventId, idx: change.idx, method: 'GET', keptDays: postbackDays };
    return makeDemoAttempts(random, event.timeMs)
      .filter(({ timeMs }) => timeMs < toMs)
      .map((attempt) => ({
        workspaceId: context.workspaceId,
        timeMs: attempt.timeMs,
        row: buildAttemptRow({
          ...about,
          ...attempt,
          id: newEventId(attempt.timeMs),
          url: `${event.postback}${visit.externalId ?? ''}`,
        }),
      }));
  });
}

function keyOf(
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

/** Has all of it recorded. A worker that runs beside it may take some of the rows. */
export async function shipDemoRows(context: DemoContext): Promise<void> {
  const target = context.traffic.targets.outbox;
  const system = { ...context, actor: { type: 'system', label: 'demo' } as const };
  while ((await freezeOutboxRows(system)) > 0);
  while ((await shipOutboxBatch(system, target)) !== undefined);
}
