import type { ListPage } from '@waypost/contract/api/paging.ts';
import {
  versionListQuery,
  type RecordVersion,
  type RecordVersionDetail,
} from '@waypost/contract/api/versions.ts';
import { hideInDifference, hideSecrets } from '../../domain/postbacks/hide-secrets.ts';
import {
  compareContents,
  pathOf,
  type Difference,
  type Names,
} from '../../domain/versions/compare-contents.ts';
import { completeContent } from '../../domain/versions/complete-content.ts';
import { describeDifference } from '../../domain/versions/describe-difference.ts';
import { isId } from '../../platform/ids.ts';
import type { Executor } from '../../store/database/database.ts';
import {
  countVersions,
  findVersionContent,
  listRecordNames,
  listVersionRows,
  type RecordType,
  type VersionContent,
  type VersionRow,
} from '../../store/records/record-versions.ts';
import { inSnapshot, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission, type Permission } from '../permissions.ts';
import { labelOf } from '../records/label-of.ts';
import { refuseMissing } from '../refuse-missing.ts';

export const readPermissions = {
  campaign: 'campaigns.read',
  rotator: 'rotators.read',
  landing: 'landings.read',
  offer: 'offers.read',
  'traffic-source': 'traffic-sources.read',
  'affiliate-network': 'affiliate-networks.read',
  workspace: 'workspaces.read',
} as const satisfies Record<RecordType, Permission>;

export function isRecordType(type: string): type is RecordType {
  return Object.hasOwn(readPermissions, type);
}

type ComparedVersion = VersionRow & { differences: Difference[]; names: Names; hasOlder: boolean };

async function readVersions(
  context: WorkspaceContext,
  { type, id }: { type: RecordType; id: string },
  page: { from?: number | undefined; limit: number },
): Promise<ComparedVersion[]> {
  requirePermission(context.actor, readPermissions[type]);
  if (!isId(id)) refuseMissing(labelOf({ name: type }));
  const { workspaceId } = context;
  // Reads one extra version, so that the last version on the page can be compared with its predecessor.
  const more = { ...page, limit: page.limit + 1 };
  const { rows, names } = await inSnapshot(context, async (executor) => {
    const found = await listVersionRows(executor, workspaceId, { type, id }, more);
    const complete = found.map((row) => ({ ...row, content: completeContent(row.content) }));
    return {
      rows: complete,
      names: await listRecordNames(executor, workspaceId, idsIn(complete.map(({ content }) => content))),
    };
  });
  return rows.slice(0, page.limit).map((row, at) => {
    const before = rows[at + 1];
    // The first version has no predecessor. Without this exception, its whole content would be listed as differences.
    const differences = before === undefined ? [] : compareContents(before.content, row.content, names);
    return { ...row, differences, names, hasOlder: before !== undefined };
  });
}

export function idsIn(contents: VersionContent[]): string[] {
  const texts = contents.map((content) => JSON.stringify(content));
  return [
    ...new Set(texts.flatMap((text) => text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [])),
  ];
}

/** Lists versions, newest first. Every existing record has versions, so a record without versions does not exist. */
export async function listVersions(
  context: WorkspaceContext,
  type: RecordType,
  id: string,
  input: unknown = {},
): Promise<ListPage<RecordVersion>> {
  requirePermission(context.actor, readPermissions[type]);
  if (!isId(id)) refuseMissing(labelOf({ name: type }));
  const list = await openList(context, { name: `versions of ${type} ${id}`, query: versionListQuery }, input);
  const total = await readInWorkspace(context, 'lookup', (executor) =>
    countVersions(executor, context.workspaceId, { type, id }),
  );
  if (total === 0) refuseMissing(labelOf({ name: type }));
  const { limit, after } = list.part;
  const from = after === undefined ? undefined : Number(after.value) - 1;
  const versions = await readVersions(context, { type, id }, { from, limit });
  const last = versions.at(-1);
  const next = last?.hasOlder === true ? { value: String(last.version), id } : undefined;
  return list.answer(versions.map(presentVersion), { next, total });
}

export function presentVersion(row: Omit<ComparedVersion, 'hasOlder'>): RecordVersion {
  return {
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    author: { type: row.actorType, id: row.actorId, label: row.actorLabel },
    changes: row.differences.map((difference) => describeDifference(hideSides(difference), row.names)),
  };
}

/** Hides secrets that postback URLs, headers and bodies may contain. */
function hideSides(difference: Difference): Difference {
  const hide = (value: unknown) => hideInDifference(pathOf(difference), value);
  const { before, after } = difference;
  return {
    ...difference,
    ...('before' in difference ? { before: hide(before) } : {}),
    ...('after' in difference ? { after: hide(after) } : {}),
  };
}

function presentDifference(difference: Difference): RecordVersionDetail['differences'][number] {
  const { steps: _, isOrder: __, ...sides } = hideSides(difference);
  return { path: pathOf(difference), ...sides };
}

export async function getVersion(
  context: WorkspaceContext,
  record: { type: RecordType; id: string },
  version: string,
): Promise<RecordVersionDetail> {
  const row = await findVersion(context, record, version);
  return {
    ...presentVersion(row),
    differences: row.differences.map(presentDifference),
    content: hideSecrets(row.content),
  };
}

export async function describeSince(
  executor: Executor,
  workspaceId: string,
  record: { type: RecordType; id: string },
  sides: { from: number; to: number },
): Promise<string[]> {
  const [before, after] = [
    await findVersionContent(executor, workspaceId, record, sides.from),
    await findVersionContent(executor, workspaceId, record, sides.to),
  ];
  if (before === undefined || after === undefined) return [];
  const names = await listRecordNames(executor, workspaceId, idsIn([before, after]));
  return compareContents(before, after, names).map((difference) =>
    describeDifference(hideSides(difference), names),
  );
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
