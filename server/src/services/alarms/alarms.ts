import { alarmListQuery, type Alarm, type AlarmPage, type AlarmSummary } from '@waypost/contract/alarms.ts';
import { countAlarmReceivers, findMailReceiver } from '../../store/alarms/alarm-receivers.ts';
import {
  countOpenAlarms,
  deletePastAlarms,
  listAlarmPart,
  listAllOpenAlarms,
  type AlarmRow,
} from '../../store/alarms/alarms.ts';
import { kindsFor } from '../attention/alarm-rules.ts';
import {
  asSystem,
  inSnapshot,
  readAsSystem,
  readInWorkspace,
  type ServiceContext,
  type WorkspaceContext,
} from '../context.ts';
import { openList } from '../lists/open-list.ts';
import { requirePermission } from '../permissions.ts';

const keptDays = 90;
const listedMax = 1_000;

/** Those that are open, or those that are over, of the kinds that the caller may see. */
export async function listAlarms(context: WorkspaceContext, input: unknown): Promise<AlarmPage> {
  requirePermission(context.actor, 'alarms.read');
  const list = await openList(context, { name: 'alarms', query: alarmListQuery }, input);
  const filter = { kinds: kindsFor(context.actor), isOpen: list.filter.state !== 'past' };
  const { rows, next } = await readInWorkspace(context, 'list', (executor) =>
    listAlarmPart(executor, context.workspaceId, filter, list.part),
  );
  return list.answer(rows.map(presentAlarm), { next, total: null });
}

function presentAlarm({ openedAt, lastSeenAt, recoveredAt, ...alarm }: AlarmRow): Alarm {
  return {
    ...alarm,
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    recoveredAt: recoveredAt?.toISOString() ?? null,
  };
}

/** For the menu, and for whoever asks whether they would be told. */
export async function summariseAlarms(context: WorkspaceContext): Promise<AlarmSummary> {
  const { actor, workspaceId } = context;
  requirePermission(actor, 'alarms.read');
  return await inSnapshot(context, async (executor) => ({
    open: await countOpenAlarms(executor, workspaceId, kindsFor(actor)),
    isMailed:
      actor.type === 'user' && (await findMailReceiver(executor, workspaceId, actor.id)) !== undefined,
    canSendMail: context.accounts?.mailer !== undefined,
    receivers: await countAlarmReceivers(executor, workspaceId),
  }));
}

/** Of all workspaces, for the operator. */
export async function listOpenAlarms(context: ServiceContext) {
  requirePermission(context.actor, 'alarms.list-all');
  return await readAsSystem(context, (executor) => listAllOpenAlarms(executor, listedMax));
}

export async function purgeAlarms(context: ServiceContext): Promise<number> {
  requirePermission(context.actor, 'alarms.watch');
  const before = new Date(context.now().getTime() - keptDays * 86_400_000);
  return await asSystem(context, (executor) => deletePastAlarms(executor, before));
}
