import { changeTagList, tagsMax } from '@waypost/contract/values/tags.ts';
import {
  tagChange,
  tagListQuery,
  type TaggedType,
  type TagProblem,
  type TagResults,
  type UsedTags,
} from '@waypost/contract/campaigns/tags.ts';
import type { Executor } from '../../store/database/database.ts';
import { requestPublishing, type ChangedRecords } from '../../store/publishing/publish-requests.ts';
import { listUsedTags, readTags, setTags } from '../../store/records/record-tags.ts';
import { lockRecords, tablesByType, type LockedRecord } from '../../store/records/records.ts';
import { recordChanges } from '../audit/record-change.ts';
import { inWorkspace, readInWorkspace, type WorkspaceContext } from '../context.ts';
import { parseInput } from '../parse-input.ts';
import { requirePermission, type Permission } from '../permissions.ts';
import { authorOf } from '../records/require-version.ts';

const permissions = {
  campaign: ['campaigns.read', 'campaigns.write'],
  'traffic-source': ['traffic-sources.read', 'traffic-sources.manage'],
  offer: ['offers.read', 'offers.write'],
  landing: ['landings.read', 'landings.write'],
  rotator: ['rotators.read', 'rotators.manage'],
  'affiliate-network': ['affiliate-networks.read', 'affiliate-networks.write'],
} as const satisfies Record<TaggedType, [read: Permission, write: Permission]>;

export async function getUsedTags(context: WorkspaceContext, input: unknown): Promise<UsedTags> {
  requirePermission(context.actor, 'workspaces.read');
  const { type } = parseInput(tagListQuery, input);
  requirePermission(context.actor, permissions[type][0]);
  const tags = await readInWorkspace(context, 'list', (executor) =>
    listUsedTags(executor, context.workspaceId, type),
  );
  return { tags };
}

type Change = { add: string[]; remove: string[] };

// Adds and removes tags. A record that cannot be changed has a problem in its result and does not affect others.
export async function changeTags(context: WorkspaceContext, input: unknown): Promise<TagResults> {
  requirePermission(context.actor, 'tags.write');
  const { type, records, add = [], remove = [] } = parseInput(tagChange, input);
  requirePermission(context.actor, permissions[type][1]);
  return await inWorkspace(context, async (executor) => {
    const { workspaceId } = context;
    const ids = records.map(({ id }) => id);
    const locked = await lockRecords(executor, tablesByType[type], workspaceId, ids);
    const tags = await readTags(executor, tablesByType[type], workspaceId, ids);
    const byId = new Map(locked.map((record) => [record.id, record]));
    const judged = records.map(({ id, version }) =>
      judge(byId.get(id), { id, version, before: tags.get(id) ?? [], change: { add, remove } }),
    );
    const changed = judged.filter(({ isChanged }) => isChanged).map(({ result }) => result);
    await writeTags(executor, context, { type, results: changed });
    return { results: judged.map(({ result }) => result) };
  });
}

// Replaces all tags of a record, whatever its version. Used where a whole record is written.
export async function replaceRecordTags(
  context: WorkspaceContext,
  { type, id, tags }: { type: TaggedType; id: string; tags: string[] },
): Promise<void> {
  requirePermission(context.actor, permissions[type][1]);
  await inWorkspace(context, async (executor) => {
    const [record] = await lockRecords(executor, tablesByType[type], context.workspaceId, [id]);
    const found = await readTags(executor, tablesByType[type], context.workspaceId, [id]);
    const before = found.get(id) ?? [];
    if (record === undefined || isSameList(tags, before)) return;
    const { name, version } = record;
    const result = { id, name, version: version + 1, before, tags, problem: null };
    await writeTags(executor, context, { type, results: [result] });
  });
}

// Gives a new record the tags of another.
export async function copyRecordTags(
  context: WorkspaceContext,
  { type, from, to }: { type: TaggedType; from: string; to: string },
): Promise<void> {
  const found = await readInWorkspace(context, 'list', (executor) =>
    readTags(executor, tablesByType[type], context.workspaceId, [from]),
  );
  await replaceRecordTags(context, { type, id: to, tags: found.get(from) ?? [] });
}

type Result = TagResults['results'][number];

function judge(
  record: LockedRecord | undefined,
  { id, version, before, change }: { id: string; version: number; before: string[]; change: Change },
): { result: Result; isChanged: boolean } {
  const tags = changeTagList(before, change);
  const isSame = isSameList(tags, before);
  const problem = findProblem(record, { version, tags, isSame });
  const isChanged = problem === null && !isSame;
  const name = record?.name ?? null;
  const after = record === undefined ? null : record.version + (isChanged ? 1 : 0);
  return {
    result: { id, name, version: after, before, tags: isChanged ? tags : before, problem },
    isChanged,
  };
}

function findProblem(
  record: LockedRecord | undefined,
  { version, tags, isSame }: { version: number; tags: string[]; isSame: boolean },
): TagProblem | null {
  if (record === undefined) return 'not-found';
  if (isSame) return null;
  if (record.isArchived) return 'archived';
  if (record.version !== version) return 'stale';
  return tags.length > tagsMax ? 'too-many-tags' : null;
}

async function writeTags(
  executor: Executor,
  context: WorkspaceContext,
  { type, results }: { type: TaggedType; results: Result[] },
): Promise<void> {
  if (results.length === 0) return;
  const { workspaceId, actor } = context;
  const now = context.now();
  const ids = results.map(({ id }) => id);
  const records = results.map(({ id, tags }) => ({ id, tags }));
  await setTags(executor, workspaceId, { type, records, author: authorOf(actor), now });
  const lines = results.map(({ id, name, version, before, tags }) => ({
    action: `${type}.tags`,
    subjectId: id,
    name: name ?? '',
    version: version ?? 0,
    before: { tags: before },
    after: { tags },
  }));
  await recordChanges(executor, context, lines);
  // Edges record the versions of campaigns and rotators with each visit.
  const touched: ChangedRecords | undefined =
    type === 'campaign' ? { campaignIds: ids } : type === 'rotator' ? { rotatorIds: ids } : undefined;
  if (touched !== undefined) await requestPublishing(executor, workspaceId, touched, now);
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((tag, at) => tag === other[at]);
}
