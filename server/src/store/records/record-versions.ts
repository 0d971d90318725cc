import { sql } from 'kysely';
import { completeContent } from '../../domain/versions/complete-content.ts';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

export type RecordType = Schema['record_versions']['record_type'];
/** Those that a workspace has many of. */
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
  await executor
    .insertInto('record_versions')
    .values({
      workspace_id: workspaceId,
      record_type: record.type,
      record_id: record.id,
      version: row.version,
      content: JSON.stringify(executor.seals.sealIn(row.content, workspaceId)),
      created_at: row.createdAt,
      actor_type: row.actorType,
      actor_id: row.actorId,
      actor_label: row.actorLabel,
    })
    .execute();
}

/** Newest first, from this version down. Each holds a whole record, so nobody reads more than they need. */
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

/**
 * Keeps that records are in another state now, as the versions that the change of state made: what they are besides is
 * what it was in the version before.
 */
export async function insertStateVersions(
  executor: Executor,
  workspaceId: string,
  type: ListedType,
  how: { ids: string[]; author: Author; now: Date },
): Promise<void> {
  const { ids, author, now } = how;
  await sql`
    INSERT INTO record_versions
      (workspace_id, record_type, record_id, version, content, created_at, actor_type, actor_id, actor_label)
    SELECT last.workspace_id, ${type}, record.id, record.version,
      jsonb_set(last.content, ARRAY[${type}, 'status'], to_jsonb(record.status)),
      ${now}, ${author.type}, ${author.id}::uuid, ${author.label}
    FROM ${sql.table(tables[type])} AS record
    JOIN record_versions AS last ON last.record_id = record.id AND last.version = record.version - 1
    WHERE record.workspace_id = ${workspaceId} AND record.id IN (SELECT unnest(${ids}::uuid[]))`.execute(
    executor,
  );
}

const tables = {
  campaign: 'campaigns',
  rotator: 'rotators',
  landing: 'landings',
  offer: 'offers',
  'traffic-source': 'traffic_sources',
  'affiliate-network': 'affiliate_networks',
} as const satisfies Record<ListedType, string>;

export async function findCurrentVersion(
  executor: Executor,
  workspaceId: string,
  record: { type: ListedType; id: string },
): Promise<number | undefined> {
  const row = await executor
    .selectFrom(tables[record.type])
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', record.id)
    .executeTakeFirst();
  return row?.version;
}

/** What the records with these ids are called, whatever they are; ids of nothing are left out. */
export async function listRecordNames(
  executor: Executor,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const named = [...Object.values(tables), 'rotator_paths'];
  const selected = named.map(
    (table) => sql`SELECT id, name FROM ${sql.table(table)} ${of(workspaceId, ids)}`,
  );
  const hosts = sql`SELECT id, host AS name FROM domains ${of(workspaceId, ids)}`;
  const { rows } = await sql<{ id: string; name: string }>`
    ${sql.join([...selected, hosts], sql` UNION ALL `)}`.execute(executor);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function of(workspaceId: string, ids: string[]) {
  return sql`WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}::uuid[])`;
}
