import type { Difference } from '../../domain/configuration/list-differences.ts';
import { hideInDifference } from '../../domain/postbacks/hide-secrets.ts';
import { kindFacts } from './kinds.ts';
import type { Plan } from './plan.ts';

export type PlannedChange = {
  action: 'create' | 'change' | 'archive';
  kind: string;
  key: string;
  differences: Difference[];
};

export type DescribedPlan = {
  applied: boolean;
  changes: PlannedChange[];
  unchanged: number;
  /** Number of records that are not in the files and are left unchanged. */
  leftAlone: number;
  warnings: string[];
};

export function describePlan(plan: Plan, { isApplied }: { isApplied: boolean }): DescribedPlan {
  const { settings, steps, archiving, unchanged, leftAlone, warnings } = plan;
  const changes: PlannedChange[] = steps.map(({ kind, entry, before, differences }) => ({
    action: before === undefined ? 'create' : 'change',
    kind: kindFacts[kind].label,
    key: entry.key,
    differences: differences.map(hideSecrets),
  }));
  if (settings.differences.length > 0)
    changes.unshift({
      action: 'change',
      kind: 'workspace',
      key: 'settings',
      differences: settings.differences,
    });
  for (const { kind, key, isPruned } of archiving)
    if (isPruned) changes.push({ action: 'archive', kind: kindFacts[kind].label, key, differences: [] });
  return { applied: isApplied, changes, unchanged, leftAlone, warnings };
}

function hideSecrets({ field, before, after }: Difference): Difference {
  return { field, before: hideInDifference(field, before), after: hideInDifference(field, after) };
}
