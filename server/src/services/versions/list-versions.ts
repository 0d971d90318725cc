import type { RecordVersion } from '@waypost/contract/versions.ts';
import { compareContents, type Difference } from '../../domain/versions/compare-contents.ts';
import { describeDifference } from '../../domain/versions/describe-difference.ts';
import { isId } from '../../platform/ids.ts';
import { listVersionRows, type RecordType, type VersionRow } from '../../store/record-versions.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { requirePermission } from '../permissions.ts';
import { refuseMissing } from '../records/record-kind.ts';

const readPermissions = { campaign: 'campaigns.read', rotator: 'rotators.read' } as const;

export type ComparedVersion = VersionRow & { differences: Difference[] };

/** Newest first, each compared with the one before it. */
export async function readVersions(
  context: WorkspaceContext,
  type: RecordType,
  id: string,
): Promise<ComparedVersion[]> {
  requirePermission(context.actor, readPermissions[type]);
  const rows = isId(id)
    ? await readInWorkspace(context, 'lookup', (executor) =>
        listVersionRows(executor, context.workspaceId, { type, id }),
      )
    : [];
  if (rows.length === 0) refuseMissing(type);
  return rows.map((row, at) => {
    const before = rows[at + 1];
    // The first was made out of nothing: everything in it would be a difference.
    return { ...row, differences: before === undefined ? [] : compareContents(before.content, row.content) };
  });
}

export async function listVersions(
  context: WorkspaceContext,
  type: RecordType,
  id: string,
): Promise<RecordVersion[]> {
  return (await readVersions(context, type, id)).map(presentVersion);
}

export function presentVersion(row: ComparedVersion): RecordVersion {
  return {
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    author: { type: row.actorType, id: row.actorId, label: row.actorLabel },
    changes: row.differences.map(describeDifference),
  };
}
