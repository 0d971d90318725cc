import { WaypostError } from '../../platform/errors.ts';
import type { Author } from '../../store/records/record-versions.ts';
import { actorColumns } from '../audit/record-change.ts';
import type { Actor, WorkspaceContext } from '../context.ts';
import { labelOf } from './label-of.ts';

export type VersionedRecord = { id: string; name: string; version: number };

export const staleReason = 'stale';

/**
 * Rejects a write that is based on an outdated version. The caller must have locked the records, so that exactly one of
 * two writes based on the same version succeeds. Records without an expected version are not checked.
 */
export function requireVersions(
  { expectedVersions }: Pick<WorkspaceContext, 'expectedVersions'>,
  kind: { name: string },
  records: VersionedRecord[],
): void {
  const stale = records.filter(({ id, version }) => (expectedVersions?.get(id) ?? version) !== version);
  if (stale.length === 0) return;
  const label = labelOf(kind);
  const message =
    records.length === 1
      ? `The ${label} has changed since it was read`
      : `Some of the ${label}s have changed since they were read`;
  const details = stale.map(({ id, name, version }) => ({ type: kind.name, id, name, version }));
  throw new WaypostError('CONFLICT', message, { details: { reason: staleReason, stale: details } });
}

export function authorOf(actor: Actor): Author {
  const { actorType, actorId, actorLabel } = actorColumns(actor);
  return { type: actorType, id: actorId, label: actorLabel };
}
