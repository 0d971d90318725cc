import { capitalize } from '@waypost/contract/values/capitalize.ts';
import type { LifecycleVerb } from '../../lib/records/use-lifecycle.ts';

/**
 * Returns the records whose status changes. Leaves out records that already have the new status, so that Undo does not
 * affect them.
 */
export function recordsToChange<Changed extends { status: string }>(
  verb: LifecycleVerb,
  records: readonly Changed[],
): Changed[] {
  return records.filter(({ status }) => (status === 'archived') === (verb === 'restore'));
}

export function formatDone(
  { one, many }: { one: string; many: string },
  verb: LifecycleVerb,
  done: readonly { status?: string | undefined }[],
): string {
  const what = done.length === 1 ? capitalize(one) : `${done.length} ${many.toLowerCase()}`;
  return `${what} ${verb}d${formatPaused(done)}.`;
}

/** Formats the number of paused records. A restored campaign returns to its previous status, so it may be paused. */
function formatPaused(records: readonly { status?: string | undefined }[]): string {
  const paused = records.filter(({ status }) => status === 'paused').length;
  if (paused === 0) return '';
  return paused === records.length ? ' (paused)' : `, ${paused} paused`;
}
