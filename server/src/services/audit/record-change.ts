import { newId } from '../../platform/ids.ts';
import { insertAuditEntries, type AuditEntry } from '../../store/accounts/audit-log.ts';
import type { Executor } from '../../store/database/database.ts';
import type { Actor, WorkspaceContext } from '../context.ts';

type Change = { action: string; subjectId: string; details?: Record<string, unknown> };

/** Written with the change itself, in its transaction: there is no change without its line, and no line without it. */
export async function recordChange(
  executor: Executor,
  workspaceId: string,
  actor: Actor,
  change: Change,
): Promise<void> {
  await insertAuditEntries(executor, workspaceId, [describeChange(actor, change)]);
}

/** The same change of many records, a line for each. */
export async function recordChanges(
  executor: Executor,
  context: WorkspaceContext,
  action: string,
  subjectIds: string[],
): Promise<void> {
  const [first, ...rest] = subjectIds.map((subjectId) =>
    describeChange(context.actor, { action, subjectId }),
  );
  if (first !== undefined) await insertAuditEntries(executor, context.workspaceId, [first, ...rest]);
}

function describeChange(actor: Actor, change: Change): AuditEntry {
  return {
    id: newId(),
    actorType: actor.type,
    actorId: 'id' in actor ? actor.id : null,
    actorLabel: actor.label,
    action: change.action,
    subjectId: change.subjectId,
    details: change.details ?? {},
  };
}
