import { statfs } from 'node:fs/promises';
import { nextBackupAt } from '../../domain/backups/next-backup.ts';
import { readRestarts } from '../../engines/restart-log.ts';
import type { Readiness } from '../../platform/health.ts';
import { version } from '../../platform/version.ts';
import type { InstallationTools, StatusReading } from '../../services/tools.ts';
import { readBackupState } from '../backup/backup-state.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import type { Settings } from '../settings.ts';

const statusTimeoutMs = 3_000;

export function provideInstallation(
  settings: Pick<Settings, 'publicUrl' | 'trackingUrl' | 'metricsPort' | 'dataDirectory' | 'backup'>,
  { traffic }: Pick<EngineAddresses, 'traffic'>,
): InstallationTools {
  const { publicUrl, trackingUrl, metricsPort, dataDirectory, backup } = settings;
  const urls = [publicUrl, trackingUrl].flatMap((url) => (url === undefined ? [] : [new URL(url)]));
  return {
    version,
    trafficStore: traffic.store,
    hasPublicUrl: publicUrl !== undefined,
    secureHosts: urls.filter(({ protocol }) => protocol === 'https:').map(({ host }) => host),
    readStatus: () => readStatus(`http://127.0.0.1:${metricsPort}`),
    readDisk: () => readDisk(dataDirectory),
    readBackups: () => readBackups(dataDirectory, backup.schedule),
    readRestarts: () => readRestarts({ path: dataDirectory }),
  };
}

export async function readStatus(url: string): Promise<StatusReading | undefined> {
  const read = async (path: string) =>
    await (await fetch(`${url}${path}`, { signal: AbortSignal.timeout(statusTimeoutMs) })).text();
  try {
    const [readiness, metrics] = await Promise.all([read('/readyz'), read('/metrics')]);
    return { readiness: JSON.parse(readiness) as Readiness, figures: parseMetrics(metrics) };
  } catch {
    return undefined;
  }
}

async function readDisk(path: string): ReturnType<InstallationTools['readDisk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(path);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

function readBackups(
  dataDirectory: string,
  schedule: Settings['backup']['schedule'],
): ReturnType<InstallationTools['readBackups']> {
  const state = readBackupState(dataDirectory);
  const times = { lastSuccessAt: state.last?.at, lastFailureAt: state.failure?.at };
  const nextAt = schedule === undefined ? undefined : nextBackupAt(times, schedule.minuteOfDay, new Date());
  return { ...state, nextAt };
}

const samplePattern = /^(\w+)(?:\{(.*)\})? (-?[\d.e+]+)$/;

export function parseMetrics(page: string): StatusReading['figures'] {
  return page.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = samplePattern.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    return [
      { name, labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])), value: Number(value) },
    ];
  });
}
