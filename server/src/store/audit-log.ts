import type { Executor } from './database.ts';
import type { Schema } from './schema.ts';

export type AuditEntry = {
  id: string;
  actorType: Schema['audit_log']['actor_type'];
  actorId: string | null;
  actorLabel: string;
  action: string;
  subjectId: string;
  details: Record<string, unknown>;
};

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
        details: JSON.stringify(entry.details),
      })),
    )
    .execute();
}

export async function listAuditEntries(executor: Executor, workspaceId: string): Promise<AuditEntry[]> {
  return await executor
    .selectFrom('audit_log')
    .select([
      'id',
      'actor_type as actorType',
      'actor_id as actorId',
      'actor_label as actorLabel',
      'action',
      'subject_id as subjectId',
      'details',
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}
