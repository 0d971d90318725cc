import { alertRuleKinds } from '@waypost/contract/alert-rules.ts';
import type { SystemHealth } from '../../lib/api.ts';

const statusNames: Readonly<Record<SystemHealth['status'], string>> = {
  ready: 'Everything answers.',
  degraded: 'Something is missing, and visitors are served.',
  unavailable: 'A part without which nothing is served does not answer.',
  unknown: 'The status port of this machine does not answer.',
};

export function formatStatus(status: SystemHealth['status']): string {
  return statusNames[status];
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** step;
  return `${value.toFixed(step === 0 || value >= 100 ? 0 : 1)} ${units[step]}`;
}

/** What each engine keeps, by its name. */
export function formatSizes({
  databaseBytes,
  trafficBytes,
  trafficStore,
}: Pick<SystemHealth, 'databaseBytes' | 'trafficBytes' | 'trafficStore'>): [string, string][] {
  const database = formatBytes(databaseBytes);
  const traffic = trafficBytes === null ? undefined : formatBytes(trafficBytes);
  if (trafficStore === 'postgres')
    return [['PostgreSQL', traffic === undefined ? database : `${database}, ${traffic} of it traffic`]];
  return [
    ['PostgreSQL', database],
    ['ClickHouse', traffic ?? 'not known: it does not answer'],
  ];
}

const dayMs = 86_400_000;
const endsMax = 3;

/** Those that ended so often within a day that it is no accident any more. */
function formatRestless(log: NonNullable<SystemHealth['restartLog']>, now: string): string[] {
  const since = new Date(now).getTime() - dayMs;
  const ends = new Map<string, number>();
  for (const { process, at, times } of log)
    if (process !== 'waypost' && new Date(at).getTime() >= since)
      ends.set(process, (ends.get(process) ?? 0) + times);
  return [...ends]
    .filter(([, times]) => times >= endsMax)
    .map(
      ([process, times]) =>
        `${process} ended ${times} times within a day: after SIGKILL look whether the machine has enough memory, else into its log.`,
    );
}

const oldBackupDays = 7;

/** How long ago whoever makes backups said that one was made. */
function backupAgeDays({
  lastBackupAt,
  checkedAt,
}: Pick<SystemHealth, 'lastBackupAt' | 'checkedAt'>): number | undefined {
  if (lastBackupAt === null) return undefined;
  return Math.max(0, Math.floor((new Date(checkedAt).getTime() - new Date(lastBackupAt).getTime()) / dayMs));
}

const leastDisk = (alertRuleKinds['low-disk'].threshold?.default ?? 0) / 100;
const oldGeoDays = alertRuleKinds['old-geo-files'].threshold?.default ?? Infinity;

/** What the operator should do now, each in a sentence. */
export function whatToDo(health: SystemHealth): string[] {
  const { status, parts, restartLog, edges, jobs, disk, geoAgeDays, publication, erasures } = health;
  const failing = parts.filter(({ isOk }) => !isOk).map(({ name }) => name);
  const backupDays = backupAgeDays(health) ?? 0;
  const late = jobs.filter(({ isLate }) => isLate).map(({ name }) => name);
  return [
    status === 'unknown'
      ? 'Processes and restarts are not known: is WAYPOST_METRICS_PORT the same for all roles?'
      : '',
    failing.length === 0 ? '' : `Look into the log of ${failing.join(', ')}; waypost doctor tells more.`,
    ...formatRestless(restartLog ?? [], health.checkedAt),
    edges.some(({ isAlive }) => isAlive) ? '' : 'No edge runs: visitors are not served. Start one.',
    late.length === 0 ? '' : `Nobody does ${late.join(', ')}: is a worker running?`,
    disk !== null && disk.freeBytes < leastDisk * disk.totalBytes
      ? 'Make room on the disk of the data directory.'
      : '',
    backupDays > oldBackupDays ? `The last backup is ${backupDays} days old: make one.` : '',
    geoAgeDays !== null && geoAgeDays > oldGeoDays ? 'Replace the files of places: addresses move.' : '',
    publication.failed > 0 ? 'Some campaigns could not be published; the log of the worker says why.' : '',
    erasures.stuck > 0 ? 'Some erasures are stuck; the log of the worker says why.' : '',
  ].filter((line) => line !== '');
}
