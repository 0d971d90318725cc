import { WaypostError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { lockWorkspace } from '../../store/accounts/workspace-settings.ts';
import type { Executor } from '../../store/database/database.ts';
import { inWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { applyPlan } from './apply-plan.ts';
import { buildPlan, isEmpty } from './build-plan.ts';
import { describePlan, type DescribedPlan } from './describe-plan.ts';
import { describeWorkspace, type DescribedWorkspace } from './describe-workspace.ts';
import type { Plan } from './plan.ts';
import { readFiles, type ConfigurationFiles, type GivenConfiguration } from './read-files.ts';
import { readWorkspace } from './read-workspace.ts';
import type { Mistake } from './read-yaml.ts';

type ImportOptions = {
  files: ConfigurationFiles;
  planOnly: boolean;
  prune: boolean;
  /** Confirms a change of the workspace currency. The change does not convert existing amounts. */
  relabelAmounts?: boolean;
};

/** Applies the files completely or not at all. Importing the same files again changes nothing. */
export async function importConfiguration(
  context: WorkspaceContext,
  { files, planOnly, prune, relabelAmounts = false }: ImportOptions,
): Promise<DescribedPlan> {
  requirePermission(context.actor, 'configuration.import');
  const given = readFiles(files, context.outboundAllow ?? []);
  return await inWorkspace(context, async (transaction) => {
    const together = { ...context, transaction };
    // Without the lock, two parallel imports would both create the records that they find missing.
    if (!planOnly && isId(context.workspaceId)) await lockWorkspace(transaction, context.workspaceId);
    const workspace = await describeNow(transaction, context.workspaceId);
    const plan = planFor(given, workspace, prune);
    if (!planOnly && !isEmpty(plan)) {
      await applyPlan(together, plan, workspace, { relabelAmounts });
      requireDone(planFor(given, await describeNow(transaction, context.workspaceId), prune));
    }
    return describePlan(plan, { isApplied: !planOnly });
  });
}

async function describeNow(executor: Executor, workspaceId: string): Promise<DescribedWorkspace> {
  return describeWorkspace(await readWorkspace(executor, workspaceId), { includeArchived: true });
}

function planFor(given: GivenConfiguration, workspace: DescribedWorkspace, prune: boolean): Plan {
  const { plan, mistakes } = buildPlan(given, workspace, { prune });
  if (mistakes.length > 0) throw refuseMistakes(mistakes);
  return plan;
}

const shownMax = 50;

function refuseMistakes(mistakes: Mistake[]): WaypostError {
  const inOrder = mistakes.toSorted((a, b) =>
    a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1,
  );
  const lines = inOrder
    .slice(0, shownMax)
    .map(({ file, line, column, field, message }) =>
      [`  ${file}:${line}:${column}:`, field, message].filter((part) => part !== '').join(' '),
    );
  const more = mistakes.length > shownMax ? [`  and ${mistakes.length - shownMax} more`] : [];
  const count = mistakes.length === 1 ? '1 error' : `${mistakes.length} errors`;
  return new WaypostError(
    'VALIDATION_FAILED',
    [`${count} in the configuration files:`, ...lines, ...more].join('\n'),
    {
      details: { mistakes: inOrder.slice(0, 1_000) },
    },
  );
}

/**
 * Verifies the result before the transaction commits. Records with the same name are distinguished by creation order,
 * which an import cannot always reproduce if some of these records already exist.
 */
function requireDone(left: Plan): void {
  if (isEmpty(left)) return;
  const { changes } = describePlan(left, { isApplied: false });
  const what = changes.map(({ kind, key }) => `${kind} ${JSON.stringify(key)}`).slice(0, 5);
  throw new WaypostError(
    'CONFLICT',
    `The import would not produce the configuration in the files (${what.join(', ')}), because several records share a name. Give them unique names.`,
    { reason: 'ambiguous', details: { changes: changes.slice(0, 100) } },
  );
}
