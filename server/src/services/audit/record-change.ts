import { newId } from '../../platform/ids.ts';
import { insertAuditEntry } from '../../store/audit-log.ts';
import type { Executor } from '../../store/database.ts';
import type { Actor } from '../context.ts';

export type Change = { action: string; subjectId: string; details?: Record<string, unknown> };

/** Written with the change itself, in its transaction: there is no change without its line, and no line without it. */
export async function recordChange(
  executor: Executor,
  workspaceId: string,
  actor: Actor,
  change: Change,
): Promise<void> {
  await insertAuditEntry(executor, workspaceId, {
    id: newId(),
    actorType: actor.type,
    actorId: 'id' in actor ? actor.id : null,
    actorLabel: actor.label,
    action: change.action,
    subjectId: change.subjectId,
    details: change.details ?? {},
  });
}
