import { sql } from 'kysely';
import { completeContent } from '../../domain/versions/complete-content.ts';
import type { Executor } from '../database/database.ts';
import { always } from '../records/record-filter.ts';
import type { RecordType, VersionContent, VersionRow } from '../records/record-versions.ts';
import { readListPage, type RowPage, type PageRequest } from './list-page.ts';

type ChangeRow = VersionRow & {
  type: RecordType;
  id: string;
  before: VersionContent | null;
};

export async function listChangePage(
  executor: Executor,
  workspaceId: string,
  { types, id, from, to }: { types: RecordType[]; id?: string; from?: Date; to?: Date },
  page: PageRequest,
): Promise<RowPage<ChangeRow>> {
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    sql`record_type = ANY(${types}::text[])`,
    id === undefined ? always : sql`record_id = ${id}::uuid`,
    from === undefined ? always : sql`created_at >= ${from}`,
    to === undefined ? always : sql`created_at <= ${to}`,
  ];
  const source = {
    columns: sql`record_type AS type, record_id AS id, version, content, created_at AS "createdAt",
      actor_type AS "actorType", actor_id AS "actorId", actor_label AS "actorLabel",
      (SELECT earlier.content FROM record_versions AS earlier
        WHERE earlier.workspace_id = changed.workspace_id AND earlier.record_id = changed.record_id
          AND earlier.version < changed.version
        ORDER BY earlier.version DESC LIMIT 1) AS before`,
    from: sql`record_versions AS changed`,
    where: sql.join(conditions, sql` AND `),
    id: sql`record_id`,
    sorts: { createdAt: { by: sql`created_at`, type: 'timestamptz' } },
  } as const;
  const { rows, next } = await readListPage<ChangeRow>(executor, source, page);
  const open = (content: VersionContent) => executor.seals.openIn(completeContent(content), workspaceId);
  return {
    rows: rows.map((row) => ({
      ...row,
      content: open(row.content),
      before: row.before === null ? null : open(row.before),
    })),
    next,
  };
}
