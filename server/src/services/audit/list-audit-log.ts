import {
  auditActorTypes,
  auditListQuery,
  type AuditEntry,
  type AuditPage,
} from '@waypost/contract/accounts/audit.ts';
import { hideInDifference } from '../../domain/postbacks/hide-secrets.ts';
import { listAuditPage } from '../../store/accounts/audit-log.ts';
import { readInWorkspace, type WorkspaceContext } from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission } from '../permissions.ts';

type Row = Awaited<ReturnType<typeof listAuditPage>>['rows'][number];

/**
 * Lists the audit log. Pages stay stable while entries are added. There is no total, because the log only grows and
 * counting its entries would become ever slower.
 */
export async function listAuditLog(context: WorkspaceContext, input: unknown): Promise<AuditPage> {
  requirePermission(context.actor, 'audit.read');
  const list = await openList(context, { name: 'audit-log', query: auditListQuery }, input);
  const { actor, ...rest } = list.filter;
  const actorType = auditActorTypes.find((type) => type === actor);
  const filter = { ...rest, actorType, actorId: actorType === undefined ? actor : undefined };
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listAuditPage(executor, context.workspaceId, filter, list.part),
  );
  return list.answer(rows.map(presentEntry), { next, total: null });
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
    changes: changes.map(hideSides),
    version,
    address,
    details,
  };
}

/** Hides secrets that earlier versions of Waypost logged in postback URLs and bodies. */
function hideSides(change: Row['changes'][number]): Row['changes'][number] {
  const { field, ...sides } = change;
  const hidden = Object.entries(sides).map(([side, value]) => [side, hideInDifference(field, value)]);
  return { field, ...Object.fromEntries(hidden) } as Row['changes'][number];
}
