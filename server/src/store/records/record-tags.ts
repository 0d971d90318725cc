import type { TaggedType, UsedTags } from '@waypost/contract/campaigns/tags.ts';
import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import { unnestIds } from './record-filter.ts';
import type { Author } from './record-versions.ts';
import { tablesByType, type RecordTable } from './records.ts';

// Returns the tags of records that have any.
export async function readTags(
  executor: Executor,
  table: RecordTable,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; tags: string[] }>`
    SELECT record.* FROM ${unnestIds([...ids])}, LATERAL (
      SELECT id, tags FROM ${sql.table(table)} AS record
      WHERE workspace_id = ${workspaceId} AND record.id = wanted.id AND tags <> '{}') AS record`.execute(
    executor,
  );
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

// Returns the tags of all records in the workspace that have any.
export async function readAllTags(executor: Executor, workspaceId: string): Promise<Map<string, string[]>> {
  const selects = Object.values(tablesByType).map(
    (table) =>
      sql`SELECT id, tags FROM ${sql.table(table)} WHERE workspace_id = ${workspaceId} AND tags <> '{}'`,
  );
  const { rows } = await sql<{ id: string; tags: string[] }>`${sql.join(selects, sql` UNION ALL `)}`.execute(
    executor,
  );
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}

export async function listUsedTags(
  executor: Executor,
  workspaceId: string,
  type: TaggedType,
): Promise<UsedTags['tags']> {
  const { rows } = await sql<UsedTags['tags'][number]>`
    SELECT min(tag COLLATE "C") AS tag, count(DISTINCT id)::int AS records
    FROM ${sql.table(tablesByType[type])}, unnest(tags) AS tag
    WHERE workspace_id = ${workspaceId} AND status <> 'archived'
    GROUP BY lower(tag) ORDER BY lower(tag) COLLATE "C"`.execute(executor);
  return rows;
}

type TagsToSet = { type: TaggedType; records: { id: string; tags: string[] }[]; author: Author; now: Date };

// Sets the tags of locked records and saves a version of each: the previous version with the new tags.
export async function setTags(
  executor: Executor,
  workspaceId: string,
  { type, records, author, now }: TagsToSet,
): Promise<void> {
  const table = sql.table(tablesByType[type]);
  const ids = records.map(({ id }) => id);
  await sql`
    UPDATE ${table} AS record SET updated_at = ${now}, version = version + 1,
      tags = ARRAY(SELECT jsonb_array_elements_text(given.tags))
    FROM unnest(${ids}::uuid[], ${records.map(({ tags }) => JSON.stringify(tags))}::jsonb[]) AS given (id, tags)
    WHERE record.workspace_id = ${workspaceId} AND record.id = given.id`.execute(executor);
  await sql`
    INSERT INTO record_versions
      (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
    SELECT last.workspace_id, ${type}, record.id, record.version,
      jsonb_set(last.content, '{tags}', to_jsonb(record.tags)),
      ${now}, ${author.type}, ${author.id}::uuid, ${author.label}
    FROM ${table} AS record
    JOIN record_versions AS last ON last.record_id = record.id AND last.version = record.version - 1
    WHERE record.workspace_id = ${workspaceId} AND record.id IN (SELECT unnest(${ids}::uuid[]))`.execute(
    executor,
  );
}

// Replaces the tags of a record without a new version, for a caller that saves the version.
export async function replaceTags(
  executor: Executor,
  workspaceId: string,
  { type, id, tags }: { type: TaggedType; id: string; tags: readonly string[] },
): Promise<void> {
  await sql`
    UPDATE ${sql.table(tablesByType[type])} SET tags = ${tags}::text[]
    WHERE workspace_id = ${workspaceId} AND id = ${id}`.execute(executor);
}
