import { sql } from 'kysely';
import { completeContent } from '../../domain/versions/complete-content.ts';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { tablesByType } from './records.ts';

export type RecordType = Schema['record_versions']['record_type'];
export type ListedType = Exclude<RecordType, 'workspace'>;
export type VersionContent = Record<string, unknown>;

export type Author = { type: Schema['record_versions']['actor_type']; id: string | null; label: string };

export type VersionRow = {
  version: number;
  content: VersionContent;
  createdAt: Date;
  actorType: Schema['record_versions']['actor_type'];
  actorId: string | null;
  actorLabel: string;
};

export async function insertVersion(
  executor: Executor,
  workspaceId: string,
  record: { type: RecordType; id: string },
  row: VersionRow,
): Promise<void> {
  const tags =
    record.type === 'workspace' ? {} : await readTagsOf(executor, workspaceId, record.type, record.id);
  await executor
    .insertInto('record_versions')
    .values({
      workspace_id: workspaceId,
      record_type: record.type,
      record_id: record.id,
      version: row.version,
      content: JSON.stringify(executor.seals.sealIn({ ...row.content, ...tags }, workspaceId)),
      created_at: row.createdAt,
      actor_type: row.actorType,
      actor_id: row.actorId,
      actor_label: row.actorLabel,
    })
    .execute();
}

// Tags are part of every version, but not of the rows of records.
async function readTagsOf(
  executor: Executor,
  workspaceId: string,
  type: ListedType,
  id: string,
): Promise<{ tags: string[] }> {
  const row = await executor
    .selectFrom(tablesByType[type])
    .select('tags')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return { tags: row?.tags ?? [] };
}

/**
 * Lists versions from `from` downward. Each version contains a whole record, so callers should request only as many as
 * they need.
 */
export async function listVersionRows(
  executor: Executor,
  workspaceId: string,
  record: { type: RecordType; id: string },
  page: { from?: number | undefined; limit: number },
): Promise<VersionRow[]> {
  const from = page.from;
  const rows = await executor
    .selectFrom('record_versions')
    .select([
      'version',
      'content',
      'created_at as createdAt',
      'actor_type as actorType',
      'actor_id as actorId',
      'actor_label as actorLabel',
    ])
    .where('workspace_id', '=', workspaceId)
    .where('record_type', '=', record.type)
    .where('record_id', '=', record.id)
    .$if(from !== undefined, (query) => query.where('version', '<=', from ?? 0))
    .orderBy('version', 'desc')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    content: executor.seals.openIn(completeContent(row.content), workspaceId),
  }));
}

export async function countVersions(
  executor: Executor,
  workspaceId: string,
  record: { type: RecordType; id: string },
): Promise<number> {
  const { total } = await executor
    .selectFrom('record_versions')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('record_type', '=', record.type)
    .where('record_id', '=', record.id)
    .executeTakeFirstOrThrow();
  return total;
}

export async function findVersionContent(
  executor: Executor,
  workspaceId: string,
  record: { type: RecordType; id: string },
  version: number,
): Promise<VersionContent | undefined> {
  const [row] = await listVersionRows(executor, workspaceId, record, { from: version, limit: 1 });
  return row?.version === version ? row.content : undefined;
}

/** Saves a version for a status change: the content of the previous version with the new status. */
export async function insertStateVersions(
  executor: Executor,
  workspaceId: string,
  type: ListedType,
  options: { ids: string[]; author: Author; now: Date },
): Promise<void> {
  const { ids, author, now } = options;
  await sql`
    INSERT INTO record_versions
      (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
    SELECT last.workspace_id, ${type}, record.id, record.version,
      jsonb_set(last.content, ARRAY[${type}, 'status'], to_jsonb(record.status)),
      ${now}, ${author.type}, ${author.id}::uuid, ${author.label}
    FROM ${sql.table(tablesByType[type])} AS record
    JOIN record_versions AS last ON last.record_id = record.id AND last.version = record.version - 1
    WHERE record.workspace_id = ${workspaceId} AND record.id IN (SELECT unnest(${ids}::uuid[]))`.execute(
    executor,
  );
}

export async function findCurrentVersion(
  executor: Executor,
  workspaceId: string,
  record: { type: ListedType; id: string },
): Promise<number | undefined> {
  const row = await executor
    .selectFrom(tablesByType[record.type])
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', record.id)
    .executeTakeFirst();
  return row?.version;
}

export async function listRecordNames(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const tableNames = [...Object.values(tablesByType), 'rotator_paths'];
  const selected = tableNames.map(
    (table) => sql`SELECT id, name FROM ${sql.table(table)} ${whereIds(workspaceId, ids)}`,
  );
  const hosts = sql`SELECT id, host AS name FROM domains ${whereIds(workspaceId, ids)}`;
  const { rows } = await sql<{ id: string; name: string }>`
    ${sql.join([...selected, hosts], sql` UNION ALL `)}`.execute(executor);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function whereIds(workspaceId: string, ids: string[]) {
  return sql`WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`;
}
