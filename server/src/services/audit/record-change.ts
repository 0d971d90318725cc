import { hideInDifference } from '../../domain/postbacks/hide-secrets.ts';
import { compareContents, pathOf } from '../../domain/versions/compare-contents.ts';
import { newId } from '../../platform/ids.ts';
import { insertAuditEntries, type AuditEntry } from '../../store/accounts/audit-log.ts';
import type { Executor } from '../../store/database/database.ts';
import { refuse, type Actor, type WorkspaceContext } from '../context.ts';

export type Change = {
  action: string;
  subjectId: string;
  name?: string;
  version?: number;
  /**
   * Values of the changed fields before the change. Neither `before` nor `after` may contain secrets other than header
   * values.
   */
  before?: object;
  after?: object;
  details?: Record<string, unknown>;
};

/**
 * Records a change. Must be called in the transaction that makes the change, so that neither is saved without the
 * other.
 */
export async function recordChange(
  executor: Executor,
  workspaceId: string,
  actor: Actor,
  change: Change,
): Promise<void> {
  await insertAuditEntries(executor, workspaceId, [describeChange(actor, change)]);
}

export async function recordChanges(
  executor: Executor,
  { workspaceId, actor }: WorkspaceContext,
  changes: Change[],
): Promise<void> {
  const [first, ...rest] = changes.map((change) => describeChange(actor, change));
  if (first !== undefined) await insertAuditEntries(executor, workspaceId, [first, ...rest]);
}

type Author = {
  actorType: Exclude<Actor['type'], 'agent' | 'reader'>;
  actorId: string | null;
  actorLabel: string;
};

export function actorColumns(actor: Actor): Author {
  if (actor.type === 'agent') return refuse('AI agents have read-only access', 'role-too-low');
  // The audit log has no type for share links and schedules. Their label says what they are.
  if (actor.type === 'reader') return { actorType: 'system', actorId: null, actorLabel: actor.label };
  return { actorType: actor.type, actorId: 'id' in actor ? actor.id : null, actorLabel: actor.label };
}

function describeChange(actor: Actor, change: Change): AuditEntry {
  return {
    id: newId(),
    ...actorColumns(actor),
    action: change.action,
    subjectId: change.subjectId,
    subjectName: change.name ?? null,
    changes: listChanges(change),
    version: change.version ?? null,
    address: ('address' in actor ? actor.address : undefined) ?? null,
    details: change.details ?? {},
  };
}

const changesMax = 200;

/** Lists changed fields. For a secret, lists only the fact that it changed. */
function listChanges({ before, after }: Change): AuditEntry['changes'] {
  const differences = compareContents(before ?? {}, after ?? {}).slice(0, changesMax);
  return differences.map((difference) => {
    const field = pathOf(difference);
    const hide = (value: unknown) => hideInDifference(field, value);
    return {
      field,
      ...('before' in difference ? { before: hide(difference.before) } : {}),
      ...('after' in difference ? { after: hide(difference.after) } : {}),
    };
  });
}
