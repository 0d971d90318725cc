import {
  alertListQuery,
  type Alert,
  type AlertPage,
  type AlertSummary,
} from '@waypost/contract/monitoring/alerts.ts';
import { countAlertReceivers, findMailReceiver } from '../../store/alerts/alert-receivers.ts';
import {
  countOpenAlerts,
  deleteOldAlerts,
  listAlertPage,
  listAllOpenAlerts,
  type AlertRow,
} from '../../store/alerts/alerts.ts';
import { kindsFor } from '../attention/alert-rules.ts';
import {
  asSystem,
  inSnapshot,
  readAsSystem,
  readInWorkspace,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import type { WithAccounts } from '../tools.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission } from '../permissions.ts';

const keptDays = 90;
const listedMax = 1_000;

export async function listAlerts(context: WorkspaceContext, input: unknown): Promise<AlertPage> {
  requirePermission(context.actor, 'alerts.read');
  const list = await openList(context, { name: 'alerts', query: alertListQuery }, input);
  const filter = { kinds: kindsFor(context.actor), isOpen: list.filter.state !== 'past' };
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listAlertPage(executor, context.workspaceId, filter, list.part),
  );
  return list.answer(rows.map(presentAlert), { next, total: null });
}

function presentAlert({ openedAt, lastSeenAt, recoveredAt, ...alert }: AlertRow): Alert {
  return {
    ...alert,
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    recoveredAt: recoveredAt?.toISOString() ?? null,
  };
}

export async function summarizeAlerts(context: WorkspaceContext & WithAccounts): Promise<AlertSummary> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alerts.read');
  return await inSnapshot(context, async (executor) => ({
    open: await countOpenAlerts(executor, workspaceId, kindsFor(actor)),
    isMailed:
      actor.type === 'user' && (await findMailReceiver(executor, workspaceId, actor.id)) !== undefined,
    canSendMail: context.accounts.mailer !== undefined,
    receivers: await countAlertReceivers(executor, workspaceId),
  }));
}

export async function listOpenAlerts(context: ServiceContext) {
  requirePermission(context.actor, 'alerts.list-all');
  return await readAsSystem(context, (executor) => listAllOpenAlerts(executor, listedMax));
}

export async function purgeAlerts(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'alerts.watch');
  const before = new Date(context.now().getTime() - keptDays * 86_400_000);
  return await asSystem(context, (executor) => deleteOldAlerts(executor, before));
}
