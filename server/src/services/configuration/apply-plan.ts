import { isEqual } from '../../domain/configuration/list-differences.ts';
import { WaypostError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../context.ts';
import { updateWorkspaceSettings } from '../workspaces/workspace-settings.ts';
import { applyGoals } from './apply-campaign.ts';
import { appliers } from './apply-record.ts';
import { applyRouting } from './apply-routing.ts';
import { applyTags } from './apply-tags.ts';
import { archiveVerbs, restoreVerbs } from './archive-entries.ts';
import { describe } from './build-plan.ts';
import type { DescribedWorkspace } from './describe-workspace.ts';
import type { Entry, Routing } from './entries.ts';
import { kinds, type Kind } from './kinds.ts';
import type { Plan, PlanStep } from './plan.ts';
import { RecordIds } from './record-ids.ts';

export async function applyPlan(
  context: WorkspaceContext,
  plan: Plan,
  workspace: DescribedWorkspace,
  { relabelAmounts }: { relabelAmounts: boolean },
): Promise<void> {
  const ids = new RecordIds(workspace);
  const applying = { context: { ...context, now: everLater(context.now) }, ids };
  if (plan.settings.differences.length > 0)
    await updateWorkspaceSettings(applying.context, {
      ...plan.settings.wanted,
      ...(relabelAmounts ? { relabelAmounts } : {}),
    });
  const waiting: PlanStep<'rotators'>[] = [];
  for (const kind of kinds) {
    const steps = stepsOf(plan, kind);
    for (const step of steps) await named(step, () => applyStep(applying, step));
    if (kind === 'offers') await linkOverflows(applying, stepsOf(plan, 'offers'));
    if (kind === 'rotators') waiting.push(...(await routeRotators(applying, stepsOf(plan, 'rotators'))));
  }
  // These rotators had to wait until all campaigns that their rules refer to were created.
  for (const step of waiting)
    await named(step, () => applyRouting(applying.context, step.entry, ids, { isNew: false }));
  for (const step of stepsOf(plan, 'campaigns').filter(hasOtherGoals))
    await named(step, () => applyGoals(applying.context, step.entry, ids));
  for (const { kind, key } of plan.archiving)
    await named({ kind, entry: { key } }, () => archiveVerbs[kind](applying.context, ids.get(kind, key)));
}

type Applying = { context: WorkspaceContext; ids: RecordIds };

function stepsOf<Name extends Kind>(plan: Plan, kind: Name): PlanStep<Name>[] {
  return plan.steps.filter((step) => step.kind === kind) as unknown as PlanStep<Name>[];
}

async function applyStep<Name extends Kind>(
  { context, ids }: Applying,
  { kind, entry, before }: PlanStep<Name>,
): Promise<void> {
  if (before === undefined) {
    const id = await appliers[kind].make(context, entry, ids);
    ids.set(kind, entry.key, id);
    await applyTags(context, { kind, id, entry });
    return;
  }
  if (before.entry.status === 'archived') await restoreVerbs[kind](context, { ids: [before.id] });
  await appliers[kind].change(context, before.id, entry, ids);
  await applyTags(context, { kind, id: before.id, entry });
}

/**
 * Sets fallback offers only after all offers exist, because an offer may refer to an offer that is created later, even
 * in a cycle.
 */
async function linkOverflows({ context, ids }: Applying, steps: PlanStep<'offers'>[]): Promise<void> {
  for (const step of steps) {
    if (step.entry.overflowOffer === null) continue;
    const id = ids.get('offers', step.entry.key);
    await named(step, () => appliers.offers.change(context, id, step.entry, ids));
  }
}

async function routeRotators(
  { context, ids }: Applying,
  steps: PlanStep<'rotators'>[],
): Promise<PlanStep<'rotators'>[]> {
  const waiting: PlanStep<'rotators'>[] = [];
  for (const step of steps.filter(hasOtherRouting)) {
    const isNew = step.before === undefined;
    const isDone = await named(step, () => applyRouting(context, step.entry, ids, { isNew }));
    if (!isDone) waiting.push(step);
  }
  return waiting;
}

function hasOtherGoals({ entry, before }: PlanStep<'campaigns'>): boolean {
  return !isEqual(entry.goals, before?.entry.goals ?? []);
}

function hasOtherRouting({ entry, before }: PlanStep<'rotators'>): boolean {
  return before === undefined || !isEqual(routingOf(entry), routingOf(before.entry));
}

function routingOf({ defaultPath, paths, rules }: Routing): unknown {
  return [defaultPath, paths, rules];
}

async function named<Result>(
  { kind, entry }: { kind: Kind; entry: Pick<Entry, 'key'> },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    throw error.with({}, `${describe(kind, entry)}: ${error.message}`);
  }
}

/**
 * Returns a clock whose times strictly increase. Records with the same name are distinguished by the time of their
 * creation, and several records can be created within a millisecond.
 */
function everLater(now: () => Date): () => Date {
  let last = 0;
  return () => {
    last = Math.max(last + 1, now().getTime());
    return new Date(last);
  };
}
