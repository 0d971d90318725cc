import type { DryRun } from '../../../lib/api/api.ts';
import { formatPercent } from '../../../lib/format/format-metrics.ts';
import { recentDays } from './use-routing.ts';

// Formats how many visits would have taken a different path with the new rules than with the saved ones.
export function formatBlockDryRun(run: Pick<DryRun, 'state' | 'failure' | 'result'> | undefined): string {
  if (run === undefined) return 'Dry run: checking recent visits…';
  const { result } = run;
  if (result === null) return `Dry run failed: ${run.failure ?? 'no result'}`;
  // Without an earlier change of the rules, the recorded paths are those of the saved rules.
  const { visits } = result.fromSaved ?? result.changed;
  if (result.judged === 0)
    return `Dry run: no visits of the rotator in the last ${recentDays} days can be evaluated.`;
  const sample = result.looked < result.recorded ? ' in a sample' : '';
  return `Dry run: ${count(visits)} of ${count(result.judged)} visits of the rotator${sample} (${formatPercent(visits / result.judged)}) would have taken a different path.`;
}

function count(amount: number): string {
  return amount.toLocaleString('en');
}
