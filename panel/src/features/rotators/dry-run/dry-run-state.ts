import { isSame } from '../../../lib/forms/compare-sides.ts';
import type { DryRun, RotatorRulesInput } from '../../../lib/api/api.ts';

export function isUnfinished({ state }: Pick<DryRun, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}

/**
 * Returns true if the rules have changed since the run, and false while they are invalid. Ignores the version, because
 * saving the rules changes only the version.
 */
export function isOutdated(
  ranOn: RotatorRulesInput | undefined,
  draft: RotatorRulesInput | undefined,
): boolean {
  return draft !== undefined && !isSame({ ...ranOn, version: draft.version }, { ...draft });
}

export function dryRunPercent({ looked, of }: DryRun['progress']): number {
  return of === null || of === 0 ? 0 : Math.min(100, (looked / of) * 100);
}

export function formatDryRunProgress({
  state,
  progress: { looked, of },
}: Pick<DryRun, 'state' | 'progress'>): string {
  if (state === 'waiting') return 'Waiting for a worker';
  if (of === null) return 'Counting visits';
  return `${looked.toLocaleString('en')} of ${of.toLocaleString('en')} visits`;
}

/** Converts the selected option to the sample size that the request expects. */
export function readSample(option: string): number | 'all' {
  return option === 'all' ? 'all' : Number(option);
}
