import { sql } from 'kysely';
import type { Executor } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

export type AuditEntry = {
  id: string;
  actorType: Schema['audit_log']['actor_type'];
  actorId: string | null;
  actorLabel: string;
  action: string;
  subjectId: string;
  /** What it was called then. */
  subjectName: string | null;
  /** What differs since; what is not there on one side is left out. */
  changes: AuditedChange[];
  /** The version that the change made of a record that has one. */
  version: number | null;
  /** Where the person who did it came from. */
  address: string | null;
  details: Record<string, unknown>;
};

export type AuditedChange = { field: string; before?: unknown; after?: unknown };

/** One statement for any number of lines. */
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
  /** With a point: this one. Without: all that begin so. */
  action?: string | undefined;
  subjectId?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
  /** Only lines before this one in the list; it has to exist. */
  afterId?: string | undefined;
};

/** One page, newest first. */
export async function listAuditPage(
  executor: Executor,
  workspaceId: string,
  filter: AuditFilter,
  limit: number,
): Promise<(AuditEntry & { at: Date })[]> {
  const { actorType, actorId, action = '', subjectId, from, to, afterId } = filter;
  return await selectEntries(executor, workspaceId)
    .select('at')
    .$if(actorType !== undefined, (query) => query.where('actor_type', '=', actorType ?? 'system'))
    .$if(actorId !== undefined, (query) => query.where('actor_id', '=', actorId ?? null))
    .$if(action.includes('.'), (query) => query.where('action', '=', action))
    .$if(action !== '' && !action.includes('.'), (query) =>
      query.where(sql<boolean>`starts_with(action, ${`${action}.`})`),
    )
    .$if(subjectId !== undefined, (query) => query.where('subject_id', '=', subjectId ?? ''))
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date()))
    // The database counts in microseconds: what happened within the last millisecond is meant too.
    .$if(to !== undefined, (query) =>
      query.where(sql<boolean>`at < ${to}::timestamptz + interval '1 millisecond'`),
    )
    .$if(afterId !== undefined, (query) =>
      query.where(
        sql<boolean>`(at, id) < (SELECT last.at, last.id FROM audit_log AS last WHERE last.workspace_id = ${workspaceId} AND last.id = ${afterId}::uuid)`,
      ),
    )
    .limit(limit)
    .execute();
}

export async function hasAuditEntry(executor: Executor, workspaceId: string, id: string): Promise<boolean> {
  const found = await executor
    .selectFrom('audit_log')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** What made a record the versions after this one, oldest first; what is shared by many is not read without end. */
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
