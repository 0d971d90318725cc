import type { RecordVersionDetail } from '@waypost/contract/versions.ts';
import type { RecordType } from '../../store/record-versions.ts';
import type { WorkspaceContext } from '../context.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { presentDifference, presentVersion, readVersions, type ComparedVersion } from './list-versions.ts';

/** One version with all that it held; the number comes as text, out of a path. */
export async function getVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<RecordVersionDetail> {
  const row = await findVersion(context, record, version);
  return {
    ...presentVersion(row),
    differences: row.differences.map(presentDifference),
    content: row.content,
  };
}

export async function findVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<ComparedVersion> {
  const from = /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0;
  const [row] = await readVersions(context, record, { from, limit: 1 });
  return row !== undefined && row.version === from ? row : refuseMissing('version');
}
