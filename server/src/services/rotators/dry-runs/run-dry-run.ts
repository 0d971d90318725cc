import { setImmediate as breathe } from 'node:timers/promises';
import { dryRunInput, dryRunSample, type DryRunResult } from '@waypost/contract/dry-runs.ts';
import { personalEventFields } from '@waypost/contract/events.ts';
import type { VisitAttribute } from '@waypost/contract/visit-attributes.ts';
import { packParts, type TimedVisits } from '../../../domain/costs/allot-cost.ts';
import type { DecidedVisit } from '../../../domain/replay/decided-visit.ts';
import { groupedBy, Tally } from '../../../domain/replay/tally.ts';
import { isId } from '../../../platform/ids.ts';
import { inSnapshot, type WorkspaceContext } from '../../context.ts';
import { invalidInput, parseInput } from '../../parse-input.ts';
import { isAllowed, requirePermission } from '../../permissions.ts';
import { refuseMissing } from '../../records/record-kind.ts';
import { requireTraffic } from '../../require-traffic.ts';
import { presentTally } from './present-tally.ts';
import { readDryRunRules, type Decide } from './read-dry-run-rules.ts';

const dayMs = 86_400_000;
const usualDays = 7;
const hashes = 2 ** 32;
const stretchMs = 5 * 60_000;
// Few enough for memory and for the next stop, enough that little is asked twice.
const visitsAtOnce = 20_000;
// Whatever else the process has to do waits no longer than this.
const breathAfterMs = 8;

type DryRunListener = {
  signal?: AbortSignal | undefined;
  /** Told of each step; what it throws ends the run. */
  onProgress?: (progress: { looked: number; of: number }) => Promise<void>;
};

/**
 * Decides about recorded visits of a rotator by a draft of its rules, and by those that are saved. Reads traffic, and
 * writes nothing.
 */
export async function runDryRun(
  context: WorkspaceContext,
  rotatorId: string,
  input: unknown,
  { signal, onProgress }: DryRunListener = {},
): Promise<DryRunResult> {
  requirePermission(context.actor, 'rotators.read');
  requirePermission(context.actor, 'reports.read');
  const given = parseInput(dryRunInput, input ?? {});
  if (!isId(rotatorId)) refuseMissing('rotator');
  const traffic = requireTraffic(context);
  const rules = await inSnapshot(context, (executor) =>
    readDryRunRules(executor, context, { rotatorId, draft: given.draft ?? undefined }),
  );
  if (given.draft !== undefined && given.draft !== null) refusePersonal(context, rules.attributes);
  const untilMs = context.now().getTime();
  const fromMs = untilMs - (given.days ?? usualDays) * dayMs;
  const { workspaceId } = context;
  const request = { workspaceId, rotatorId, fromMs, untilMs, withBots: given.bots === true, signal };
  const stretches = await traffic.countDecided(request, stretchMs);
  const recorded = stretches.reduce((sum, { visits }) => sum + visits, 0);
  const share = shareOf(given.sample ?? dryRunSample.default, recorded);
  const attributes: VisitAttribute[] = [...new Set([...Object.values(groupedBy), ...rules.attributes])];
  const read = (part: TimedVisits | undefined) =>
    part === undefined
      ? undefined
      : traffic.readDecided({ ...request, ...part }, { attributes, hashBound: Math.round(share * hashes) });
  const tally = new Tally();
  const parts = packParts(stretches, Math.ceil(visitsAtOnce / share));
  const of = Math.round(recorded * share);
  let next = read(parts[0]);
  for (const at of parts.keys()) {
    await onProgress?.({ looked: tally.looked, of });
    const visits = (await next) ?? [];
    // The store finds the next ones while these are decided about. Where this ends first, nobody waits for them.
    next = read(parts[at + 1]);
    next?.catch(() => undefined);
    await decideAll(rules, visits, tally, signal);
  }
  return await presentTally(context, rules, {
    tallied: tally.result(recorded, rules.saved !== undefined),
    span: { from: new Date(fromMs).toISOString(), to: new Date(untilMs).toISOString() },
  });
}

/** A draft could find out what callers may not read, one question at a time. */
function refusePersonal({ actor }: WorkspaceContext, attributes: readonly string[]): void {
  if (isAllowed(actor, 'personal-data.read')) return;
  const hidden = attributes.filter((name) => personalEventFields.includes(name));
  if (hidden.length === 0) return;
  const message = `uses ${hidden.join(', ')}, which you may not read; only saved rules can be run`;
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
  let begunAt = performance.now();
  for (const visit of visits) {
    decide(visit, draft, saved, tally);
    if (performance.now() - begunAt < breathAfterMs) continue;
    await breathe();
    signal?.throwIfAborted();
    begunAt = performance.now();
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
