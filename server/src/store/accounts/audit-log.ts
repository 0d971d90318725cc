import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { readListPage, type RowPage, type PageRequest } from '../lists/list-page.ts';
import { always } from '../records/record-filter.ts';

export type AuditEntry = {
  id: string;
  actorType: Schema['audit_log']['actor_type'];
  actorId: string | null;
  actorLabel: string;
  action: string;
  subjectId: string;
  subjectName: string | null;
  /**
   * `before` is not set if the field did not exist before the change, and `after` is not set if it did not exist
   * afterward.
   */
  changes: AuditedChange[];
  version: number | null;
  address: string | null;
  details: Record<string, unknown>;
};

export type AuditedChange = { field: string; before?: unknown; after?: unknown };

export async function insertAuditEntries(
  executor: Executor,
  workspaceId: string,
  entries: [AuditEntry, ...AuditEntry[]],
): Promise<void> {
  await executor
    .insertInto('audit_log')
    .values(
      entries.map((entry) => ({
        id: entry.id,
        workspace_id: workspaceId,
        actor_type: entry.actorType,
        actor_id: entry.actorId,
        actor_label: entry.actorLabel,
        action: entry.action,
        subject_id: entry.subjectId,
        subject_name: entry.subjectName,
        changes: JSON.stringify(entry.changes),
        version: entry.version,
        address: entry.address,
        details: JSON.stringify(entry.details),
      })),
    )
    .execute();
}

export async function listAuditEntries(executor: Executor, workspaceId: string): Promise<AuditEntry[]> {
  return await selectEntries(executor, workspaceId).execute();
}

type AuditFilter = {
  actorType?: AuditEntry['actorType'] | undefined;
  actorId?: string | undefined;
  /** An action such as `campaign.update`, or a prefix without a dot such as `campaign`. */
  action?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
};

export async function listAuditPage(
  executor: Executor,
  workspaceId: string,
  filter: AuditFilter,
  page: PageRequest,
): Promise<RowPage<AuditEntry & { at: Date }>> {
  const { actorType, actorId, action = '', subjectId, from, to } = filter;
  const isAction = action.includes('.') ? sql`action = ${action}` : sql`starts_with(action, ${`${action}.`})`;
  const conditions = [
    sql`workspace_id = ${workspaceId}`,
    actorType === undefined ? always : sql`actor_type = ${actorType}`,
    actorId === undefined ? always : sql`actor_id = ${actorId}::uuid`,
    action === '' ? always : isAction,
    subjectId === undefined ? always : sql`subject_id = ${subjectId}::uuid`,
    from === undefined ? always : sql`at >= ${from}`,
    // PostgreSQL stores microseconds, so an entry within the millisecond `to` may be slightly later than `to` itself.
    to === undefined ? always : sql`at < ${to}::timestamptz + interval '1 millisecond'`,
  ];
  const source = {
    columns: sql`id, actor_type AS "actorType", actor_id AS "actorId", actor_label AS "actorLabel", action,
      subject_id AS "subjectId", subject_name AS "subjectName", changes, version, address, details, at`,
    from: sql`audit_log`,
    where: sql.join(conditions, sql` AND `),
    id: sql`id`,
    sorts: { at: { by: sql`at`, type: 'timestamptz' } },
  } as const;
  return await readListPage(executor, source, page);
}

/**
 * Lists the changes after a version, oldest first. If there are more than 200 changes, only the newest 200 are listed.
 */
export async function listVersionChanges(
  executor: Executor,
  workspaceId: string,
  record: { id: string; after: number },
): Promise<(AuditEntry & { at: Date })[]> {
  const newest = await selectEntries(executor, workspaceId)
    .select('at')
    .where('subject_id', '=', record.id)
    .where('version', '>', record.after)
    .limit(200)
    .execute();
  return newest.toReversed();
}

function selectEntries(executor: Executor, workspaceId: string) {
  return executor
    .selectFrom('audit_log')
    .select([
      'id',
      'actor_type as actorType',
      'actor_id as actorId',
      'actor_label as actorLabel',
      'action',
      'subject_id as subjectId',
      'subject_name as subjectName',
      'changes',
      'version',
      'address',
      'details',
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
}
