import {
  auditActorTypes,
  auditFilter,
  auditLimitByDefault,
  type AuditEntry,
  type AuditPage,
} from '@waypost/contract/audit.ts';
import { isId } from '../../platform/ids.ts';
import { hasAuditEntry, listAuditPage } from '../../store/accounts/audit-log.ts';
import type { Executor } from '../../store/database/database.ts';
import { inSnapshot, type WorkspaceContext } from '../context.ts';
import { invalidInput, parseInput } from '../parse-input.ts';
import { requirePermission } from '../permissions.ts';

type Row = Awaited<ReturnType<typeof listAuditPage>>[number];

/** Newest first, a page at a time; lines that come in meanwhile do not move the pages. */
export async function listAuditLog(context: WorkspaceContext, input: unknown): Promise<AuditPage> {
  requirePermission(context.actor, 'audit.read');
  const { limit = auditLimitByDefault, cursor, actor, ...rest } = parseInput(auditFilter, input);
  const actorType = auditActorTypes.find((type) => type === actor);
  const filter = {
    ...rest,
    actorType,
    actorId: actorType === undefined ? actor : undefined,
    afterId: cursor,
  };
  return await inSnapshot(context, async (executor) => {
    await requireCursor(executor, context.workspaceId, cursor);
    // One more than asked for tells whether there is a next page.
    const rows = await listAuditPage(executor, context.workspaceId, filter, limit + 1);
    const entries = rows.slice(0, limit).map(presentEntry);
    const nextCursor = rows.length > limit ? (entries.at(-1)?.id ?? null) : null;
    return { entries, meta: { limit, count: entries.length, nextCursor } };
  });
}

/** A cursor is the id of the last line that was seen: the log only grows, so the line is there for good. */
async function requireCursor(
  executor: Executor,
  workspaceId: string,
  cursor: string | undefined,
): Promise<void> {
  if (cursor === undefined || (isId(cursor) && (await hasAuditEntry(executor, workspaceId, cursor)))) return;
  throw invalidInput([{ path: 'cursor', message: 'is no cursor of this list' }]);
}

function presentEntry({
  id,
  at,
  actorType,
  actorId,
  actorLabel,
  action,
  subjectId,
  subjectName,
  changes,
  version,
  address,
  details,
}: Row): AuditEntry {
  return {
    id,
    at: at.toISOString(),
    actor: { type: actorType, id: actorId, label: actorLabel },
    action,
    subjectId,
    subjectName,
    changes,
    version,
    address,
    details,
  };
}
