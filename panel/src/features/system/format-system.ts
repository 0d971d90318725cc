import { alertRuleKinds } from '@waypost/contract/monitoring/alert-rules.ts';
import type { SystemHealth } from '../../lib/api/api.ts';

const statusNames: Readonly<Record<SystemHealth['status'], string>> = {
  ready: 'All components are running',
  degraded: 'Degraded: a component is down, but visitors are still being served',
  unavailable: 'Unavailable: a required component is not responding',
  unknown: 'Unknown: this machine’s status port is not responding',
};

export function formatStatus(status: SystemHealth['status']): string {
  return statusNames[status];
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let [value, step] = [bytes, 0];
  // The unit depends on the rounded value, so that 999,999 bytes are shown as 1.0 MB instead of 1000 kB.
  while (step < units.length - 1 && Math.round(value) >= 1_000) [value, step] = [value / 1_000, step + 1];
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}

export function formatSizes({
  databaseBytes,
  trafficBytes,
  trafficStore,
}: Pick<SystemHealth, 'databaseBytes' | 'trafficBytes' | 'trafficStore'>): [string, string][] {
  const database = formatBytes(databaseBytes);
  const traffic = trafficBytes === null ? undefined : formatBytes(trafficBytes);
  if (trafficStore === 'postgres')
    return [
      ['PostgreSQL', traffic === undefined ? database : `${database}, including ${traffic} of traffic`],
    ];
  return [
    ['PostgreSQL', database],
    ['ClickHouse', traffic ?? 'Unknown: not responding'],
  ];
}

const dayMs = 86_400_000;
const exitsMax = 3;

function formatMissingCertificates({
  certificates,
  checkedAt,
}: Pick<SystemHealth, 'certificates' | 'checkedAt'>): string {
  const hosts = certificates
    .filter(({ expiresAt }) => expiresAt === null || expiresAt <= checkedAt)
    .map(({ host }) => host);
  return hosts.length === 0 ? '' : `No valid certificate for ${hosts.join(', ')}. See Certificates below.`;
}

function formatFrequentExits(log: NonNullable<SystemHealth['restartLog']>, now: string): string[] {
  const since = new Date(now).getTime() - dayMs;
  const exits = new Map<string, number>();
  for (const { process, at, times } of log)
    if (process !== 'waypost' && new Date(at).getTime() >= since)
      exits.set(process, (exits.get(process) ?? 0) + times);
  return [...exits]
    .filter(([, times]) => times >= exitsMax)
    .map(
      ([process, times]) =>
        `${process} exited ${times} times in the last 24 hours. If it was killed with SIGKILL, check the machine’s memory; otherwise check the process log.`,
    );
}

const oldBackupDays = 7;
const hourMs = 3_600_000;
const oldBackupHours = alertRuleKinds['overdue-backup'].threshold?.default ?? Infinity;

function formatBackupProblem({
  backups: { last, failure, nextAt },
  checkedAt,
}: Pick<SystemHealth, 'backups' | 'checkedAt'>): string {
  if (failure !== null && (last === null || new Date(failure.at) > new Date(last.at)))
    return `The last backup failed: ${failure.reason}`;
  if (last === null) return '';
  const age = new Date(checkedAt).getTime() - new Date(last.at).getTime();
  const days = Math.floor(age / dayMs);
  if (nextAt === null)
    return days > oldBackupDays ? `The last backup is ${days} days old. Create a new one.` : '';
  const hours = Math.floor(age / hourMs);
  return age > oldBackupHours * hourMs
    ? `The last backup is ${hours} hours old. Check the log for the reason.`
    : '';
}

export function formatDuration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return ms < 1_000 ? 'less than a second' : `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const leastDisk = (alertRuleKinds['low-disk'].threshold?.default ?? 0) / 100;
const oldGeoDays = alertRuleKinds['old-geo-files'].threshold?.default ?? Infinity;

/** Lists the actions that the operator should take now, one sentence each. */
export function recommendedActions(health: SystemHealth): string[] {
  const { status, parts, restartLog, edges, jobs, disk, geoAgeDays, publication, erasures } = health;
  const failing = parts.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const late = jobs.filter(({ isLate }) => isLate).map(({ name }) => name);
  return [
    status === 'unknown'
      ? 'Process and restart information is unavailable. Check that WAYPOST_METRICS_PORT is the same for all roles.'
      : '',
    failing.length === 0
      ? ''
      : `Check the logs for ${failing.join(', ')}, or run waypost doctor for details.`,
    ...formatFrequentExits(restartLog ?? [], health.checkedAt),
    edges.some(({ isAlive }) => isAlive)
      ? ''
      : 'No edge is running, so visitors are not being served. Start an edge.',
    formatMissingCertificates(health),
    late.length === 0 ? '' : `Overdue jobs: ${late.join(', ')}. Check that a worker is running.`,
    disk !== null && disk.freeBytes < leastDisk * disk.totalBytes
      ? 'Free up disk space for the data directory.'
      : '',
    formatBackupProblem(health),
    geoAgeDays !== null && geoAgeDays > oldGeoDays
      ? 'Update the GeoIP database. Its location data is outdated.'
      : '',
    publication.failed > 0 ? 'Some campaigns could not be published. Check the worker log.' : '',
    erasures.stuck > 0 ? 'Some data deletions are stuck. Check the worker log.' : '',
  ].filter((line) => line !== '');
}
