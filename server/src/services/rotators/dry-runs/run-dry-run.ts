import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { dryRunInput, dryRunSample, type DryRunResult } from '@waypost/contract/rotators/dry-runs.ts';
import { personalEventFields } from '@waypost/contract/events/events.ts';
import type { VisitAttribute } from '@waypost/contract/visits/visit-attributes.ts';
import { packParts, type TimedVisits } from '../../../domain/costs/allot-cost.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { groupedBy, Tally } from '../../../domain/replay/tally.ts';
import { isId } from '../../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import type { WithTraffic } from '../../tools.ts';
import { invalidInput, parseInput } from '../../parse-input.ts';
import { isAllowed, requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../refuse-missing.ts';
import { presentTally } from './present-tally.ts';
import { readDryRunRules, type Decide } from './read-dry-run-rules.ts';

const dayMs = 86_400_000;
const defaultDays = 7;
const hashes = 2 ** 32;
const sliceMs = 5 * 60_000;
// Visits per query. Small enough to limit memory use and the time until a cancellation takes effect, and large enough
// to keep the number of queries low.
const batchSize = 20_000;
// Time after which routing yields to the event loop.
const yieldAfterMs = 8;

type DryRunListener = {
  signal?: AbortSignal | undefined;
  onProgress?: (progress: { looked: number; of: number }) => Promise<void>;
};

/** Routes recorded visits with the draft rules and with the saved rules, to compare the results. Writes nothing. */
export async function runDryRun(
  context: WorkspaceContext & WithTraffic,
  rotatorId: string,
  input: unknown,
  { signal, onProgress }: DryRunListener = {},
): Promise<DryRunResult> {
  requirePermission(context.actor, 'rotators.read');
  requirePermission(context.actor, 'reports.read');
  const given = parseInput(dryRunInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  const traffic = context.traffic;
  const rules = await inSnapshot(context, (executor) =>
    readDryRunRules(executor, context, { rotatorId, draft: given.draft ?? undefined }),
  );
  if (given.draft !== undefined && given.draft !== null) refusePersonal(context, rules.attributes);
  const untilMs = context.now().getTime();
  const fromMs = untilMs - (given.days ?? defaultDays) * dayMs;
  const { workspaceId } = context;
  const request = { workspaceId, rotatorId, fromMs, untilMs, withBots: given.bots === true, signal };
  const slices = await traffic.countDecided(request, sliceMs);
  const recorded = slices.reduce((sum, { visits }) => sum + visits, 0);
  const share = shareOf(given.sample ?? dryRunSample.default, recorded);
  const attributes: VisitAttribute[] = [...new Set([...Object.values(groupedBy), ...rules.attributes])];
  const read = (part: TimedVisits | undefined) =>
    part === undefined
      ? undefined
      : traffic.readDecided({ ...request, ...part }, { attributes, hashBound: Math.round(share * hashes) });
  const tally = new Tally();
  const parts = packParts(slices, Math.ceil(batchSize / share));
  const of = Math.round(recorded * share);
  let next = read(parts[0]);
  for (const at of parts.keys()) {
    await onProgress?.({ looked: tally.looked, of });
    const visits = (await next) ?? [];
    // Reads the next visits while the current visits are routed. If the run ends first, an error in this read is
    // ignored.
    next = read(parts[at + 1]);
    next?.catch(() => undefined);
    await decideAll(rules, visits, tally, signal);
  }
  return await presentTally(context, rules, {
    tallied: tally.result(recorded, rules.saved !== undefined),
    span: { from: new Date(fromMs).toISOString(), to: new Date(untilMs).toISOString() },
  });
}

/**
 * Rejects conditions on personal data that the caller may not read, because drafts could reveal the values one
 * condition at a time.
 */
function refusePersonal({ actor }: WorkspaceContext, attributes: readonly string[]): void {
  if (isAllowed(actor, 'personal-data.read')) return;
  const hidden = attributes.filter((name) => personalEventFields.includes(name));
  if (hidden.length === 0) return;
  const message = `uses ${hidden.join(', ')}, which you may not read; omit the draft to run the saved rules`;
  throw invalidInput([{ path: 'draft', message }]);
}

function shareOf(sample: number | 'all', recorded: number): number {
  return sample === 'all' || recorded <= sample ? 1 : sample / recorded;
}

async function decideAll(
  { draft, saved }: { draft: Decide; saved: Decide | undefined },
  visits: readonly DecidedVisit[],
  tally: Tally,
  signal: AbortSignal | undefined,
): Promise<void> {
  let startedAt = performance.now();
  for (const visit of visits) {
    decide(visit, draft, saved, tally);
    if (performance.now() - startedAt < yieldAfterMs) continue;
    await yieldToEventLoop();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
  signal?.throwIfAborted();
}

function decide(visit: DecidedVisit, draft: Decide, saved: Decide | undefined, tally: Tally): void {
  if (visit.isCapped) return tally.addCapped();
  const byDraft = draft(visit);
  if (typeof byDraft === 'string') return tally.addUnrecorded(byDraft);
  const bySaved = saved?.(visit);
  tally.add(visit, byDraft, typeof bySaved === 'string' ? undefined : bySaved);
}
