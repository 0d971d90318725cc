import type { RecordVersionDetail } from '@waypost/contract/versions.ts';
import type { RecordType } from '../../store/record-versions.ts';
import type { WorkspaceContext } from '../context.ts';
import { refuseMissing } from '../records/record-kind.ts';
import { presentVersion, readVersions, type ComparedVersion } from './list-versions.ts';

/** One version with all that it held; the number comes as text, out of a path. */
export async function getVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<RecordVersionDetail> {
  const row = await findVersion(context, record, version);
  return { ...presentVersion(row), differences: row.differences, content: row.content };
}

export async function findVersion(
  context: WorkspaceContext,
  { type, id }: { type: RecordType; id: string },
  version: string,
): Promise<ComparedVersion> {
  const rows = await readVersions(context, type, id);
  return rows.find((row) => String(row.version) === version) ?? refuseMissing('version');
}
