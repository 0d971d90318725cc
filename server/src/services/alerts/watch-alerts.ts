import { alertRuleKinds } from '@waypost/contract/monitoring/alert-rules.ts';
import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import { followAlerts } from '../../domain/alerts/follow-alerts.ts';
import { newId } from '../../platform/ids.ts';
import {
  deleteAlerts,
  resolveAlerts,
  insertAlerts,
  listCurrentAlerts,
  listUnsentAlerts,
  markAlertsNotified,
  updateAlerts,
} from '../../store/alerts/alerts.ts';
import { insertAlertMessage } from '../../store/alerts/alert-messages.ts';
import {
  listWorkspacesToWatch,
  lockAlertWatch,
  recordAlertCheck,
  type AlertWatch,
} from '../../store/alerts/alert-watches.ts';
import type { Executor } from '../../store/database/database.ts';
import { findCertificateAttention } from '../attention/certificates-attention.ts';
import { readEffectiveRules, thresholdOf, type EffectiveRules } from '../attention/alert-rules.ts';
import type { FoundAttention } from '../attention/describe-attention.ts';
import { findAttention } from '../attention/list-attention.ts';
import { findNumbersAttention } from '../attention/numbers-attention.ts';
import { asSystem, readAsSystem, type ServiceContext, type WorkspaceContext } from '../context.ts';
import type { WithCertificates, WithTraffic, WithInstallation } from '../tools.ts';
import { requirePermission } from '../permissions.ts';
import { getWorkspace } from '../workspaces/workspaces.ts';
import { presentNotified } from './write-message.ts';

const minuteMs = 60_000;
// Slightly shorter than the job's interval. Otherwise, a workspace whose previous check ended late would be skipped.
const checkIntervalMs = 50_000;
const numbersIntervalMs = 60 * minuteMs;
const certificatesIntervalMs = 6 * 60 * minuteMs;
/** Maximum duration of a run, shorter than the job's lease. Any remaining workspaces are checked in the next run. */
const budgetMs = 40_000;
export const gatherMs = 5 * minuteMs;

/**
 * Checks the workspaces, least recently checked first, and returns how many were checked. A workspace whose check fails
 * stays first in the order but does not hold up the others. Its error is thrown at the end.
 */
export async function watchAlerts(
  context: ServiceContext & WithCertificates & WithInstallation & WithTraffic,
): Promise<number> {
  requirePermission(context.actor, 'alerts.watch');
  const startedAt = performance.now();
  const before = new Date(context.now().getTime() - checkIntervalMs);
  const failures: unknown[] = [];
  let checked = 0;
  for (const watch of await readAsSystem(context, (executor) => listWorkspacesToWatch(executor, before))) {
    if (performance.now() - startedAt > budgetMs) break;
    await watchWorkspace({ ...context, workspaceId: watch.workspaceId }, watch).then(
      () => (checked += 1),
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return checked;
}

/** Saves new problems, resolved alerts and the message about them in one transaction. */
export async function watchWorkspace(
  context: WorkspaceContext & WithCertificates & WithInstallation & WithTraffic,
  { numbersAt, certificatesAt }: Pick<AlertWatch, 'numbersAt' | 'certificatesAt'>,
): Promise<void> {
  requirePermission(context.actor, 'alerts.watch');
  const now = context.now();
  const isDue = (at: Date | null, afterMs: number) => at === null || now.getTime() - at.getTime() >= afterMs;
  const rules = await readEffectiveRules(context);
  const live = await findAttention(context, rules);
  const numbers = isDue(numbersAt, numbersIntervalMs)
    ? await findNumbersAttention(context, rules)
    : undefined;
  const certificates = isDue(certificatesAt, certificatesIntervalMs)
    ? await findCertificateAttention(context, rules)
    : undefined;
  const unknownKinds = new Set<AttentionKind>([
    ...live.unknown,
    ...(numbers === undefined ? (['spend-without-conversions', 'unusual-conversion-rate'] as const) : []),
    ...(certificates === undefined ? (['expiring-certificate'] as const) : []),
  ]);
  const all: FoundAttention[] = [...live.items, ...(numbers ?? []), ...(certificates ?? [])];
  const found = all
    .filter((item) => isEnough(item, rules))
    .map((item) => ({ ...item, key: item.key ?? keyOf(item) }));
  await asSystem(context, async (executor) => {
    const notifiedAt = await lockAlertWatch(executor, context.workspaceId);
    await saveAlerts(executor, context.workspaceId, { now, found, unknownKinds, rules });
    const isQuiet = notifiedAt !== null && now.getTime() - notifiedAt.getTime() < gatherMs;
    const isTold = isQuiet ? false : await queueNotification(executor, context.workspaceId, now);
    const checks = { numbers: numbers !== undefined, certificates: certificates !== undefined };
    await recordAlertCheck(executor, context.workspaceId, { now, isTold, ...checks });
  });
}

/** Returns whether a count of postbacks reaches its threshold. The checks themselves apply all other thresholds. */
function isEnough({ kind, count }: FoundAttention, rules: EffectiveRules): boolean {
  if (alertRuleKinds[kind].threshold?.unit !== 'postbacks' || count === null) return true;
  return count >= thresholdOf(rules, kind);
}

function keyOf({ subject }: FoundAttention): string {
  return subject === null ? '' : `${subject.type} ${subject.id}`;
}

type CheckResult = {
  now: Date;
  found: (FoundAttention & { key: string })[];
  unknownKinds: ReadonlySet<AttentionKind>;
  rules: EffectiveRules;
};

async function saveAlerts(executor: Executor, workspaceId: string, result: CheckResult): Promise<void> {
  const { now, found, unknownKinds, rules } = result;
  const { begun, seen, recovered, silenced, dropped } = followAlerts({
    nowMs: now.getTime(),
    known: await listCurrentAlerts(executor, workspaceId),
    found,
    unknownKinds,
    lastsMinutes: (kind) =>
      rules.get(kind)?.isOn === true ? (alertRuleKinds[kind].lastsMinutes ?? 0) : undefined,
  });
  const named = begun.map((one) => ({ id: newId(now.getTime()), ...one }));
  await insertAlerts(executor, workspaceId, named, now);
  await updateAlerts(executor, workspaceId, seen, now);
  await resolveAlerts(executor, workspaceId, recovered, { now, isQuiet: false });
  await resolveAlerts(executor, workspaceId, silenced, { now, isQuiet: true });
  await deleteAlerts(executor, workspaceId, dropped);
}

async function queueNotification(executor: Executor, workspaceId: string, now: Date): Promise<boolean> {
  const unsent = await listUnsentAlerts(executor, workspaceId);
  if (unsent.length === 0) return false;
  const [opened, recovered] = [
    unsent.filter(({ recoveredAt }) => recoveredAt === null),
    unsent.filter(({ recoveredAt }) => recoveredAt !== null),
  ];
  const { name } = await getWorkspace(executor, workspaceId);
  const id = newId(now.getTime());
  const workspace = { id: workspaceId, name };
  const data = { workspace, opened: opened.map(presentNotified), recovered: recovered.map(presentNotified) };
  await insertAlertMessage(executor, workspaceId, { id, type: 'alerts.changed', data, now });
  const ids = (list: typeof unsent) => list.map((one) => one.id);
  await markAlertsNotified(executor, workspaceId, {
    openedIds: ids(opened),
    recoveredIds: ids(recovered),
    messageId: id,
  });
  return true;
}
