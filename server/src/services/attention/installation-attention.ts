import type { AttentionKind } from '@waypost/contract/monitoring/attention.ts';
import { thresholdOf, type EffectiveRules } from './alert-rules.ts';
import type { InstallationTools, StatusReading, WithInstallation } from '../tools.ts';
import type { WorkspaceContext } from '../context.ts';
import { isFirstWorkspace } from '../installation/is-first-workspace.ts';
import { isAllowed } from '../permissions.ts';
import type { FoundAttention } from './describe-attention.ts';

type InstallationAttention = { items: FoundAttention[]; unknown: AttentionKind[] };

const noAttention: InstallationAttention = { items: [], unknown: [] };
const megabyte = 1_000_000;
const about = { subject: null, count: null };

export async function readInstallationAttention(
  context: WorkspaceContext & Partial<WithInstallation>,
  rules: EffectiveRules,
): Promise<InstallationAttention> {
  const { installation, actor } = context;
  if (installation === undefined || !isAllowed(actor, 'system.read')) return noAttention;
  if (!(await isFirstWorkspace(context))) return noAttention;
  const [status, disk] = await Promise.all([installation.readStatus(), installation.readDisk()]);
  return {
    items: [
      ...(status === undefined ? [] : describeStatus(status, rules)),
      ...(disk === undefined ? [] : describeDisk(disk, thresholdOf(rules, 'low-disk'))),
      ...describeBackups(installation.readBackups(), context.now(), thresholdOf(rules, 'overdue-backup')),
    ],
    unknown: [
      ...(status === undefined ? (['part-failing', 'growing-spool', 'old-geo-files'] as const) : []),
      ...(disk === undefined ? (['low-disk'] as const) : []),
    ],
  };
}

function describeStatus({ readiness, figures }: StatusReading, rules: EffectiveRules): FoundAttention[] {
  const failing = readiness.checks.filter(({ ok }) => !ok);
  const daysMax = thresholdOf(rules, 'old-geo-files');
  const megabytesMax = thresholdOf(rules, 'growing-spool');
  const old = figures.filter(({ name, value }) => name === 'waypost_edge_geo_age_days' && value > daysMax);
  const waiting = figures
    .filter(({ name }) => /^waypost_edge_spool_\w+_backlog_bytes$/.test(name))
    .reduce((sum, { value }) => sum + value / megabyte, 0);
  return [
    ...failing.map(({ name, message }): FoundAttention => ({
      kind: 'part-failing',
      key: name,
      message: `${name}: ${message ?? 'not responding'}.`,
      ...about,
    })),
    ...old.slice(0, 1).map(({ value }): FoundAttention => ({
      kind: 'old-geo-files',
      message: `The GeoIP database is ${Math.floor(value)} days old. Update it to keep locations accurate.`,
      ...about,
    })),
    ...(waiting > megabytesMax ? [describeSpool(waiting)] : []),
  ];
}

function describeSpool(megabytes: number): FoundAttention {
  const message = `${Math.round(megabytes)} MB are waiting in the edge spools. Visitors are served, but reports are behind.`;
  return { kind: 'growing-spool', message, ...about };
}

function describeDisk(
  { freeBytes, totalBytes }: { freeBytes: number; totalBytes: number },
  percentLeast: number,
): FoundAttention[] {
  const percent = (100 * freeBytes) / totalBytes;
  if (!(percent < percentLeast)) return [];
  const message = `Only ${Math.floor(percent)}% of the data directory’s disk is free. Free up space, or Waypost will stop storing traffic.`;
  return [{ kind: 'low-disk', message, ...about }];
}

const hourMs = 3_600_000;

// Only for automatic backups. Without any backup, the first one is about to start or has failed.
export function describeBackups(
  { last, failure, nextAt }: ReturnType<InstallationTools['readBackups']>,
  now: Date,
  hoursMax: number,
): FoundAttention[] {
  if (nextAt === undefined) return [];
  if (failure !== undefined && (last === undefined || failure.at > last.at))
    return [{ kind: 'overdue-backup', message: `The last backup failed: ${failure.reason}`, ...about }];
  const hours = last === undefined ? 0 : (now.getTime() - last.at.getTime()) / hourMs;
  if (hours <= hoursMax) return [];
  const message = `The last backup is ${Math.floor(hours)} hours old. Automatic backups are not running.`;
  return [{ kind: 'overdue-backup', message, ...about }];
}
