import { openDataDirectory, type DataDirectory } from '../../engines/data-directory.ts';
import { OperatorError } from '../../platform/operator-error.ts';
import { readRunning, switchRoles, waitUntilAcknowledged, withdraw } from '../upgrade/switch-roles.ts';
import { changeLink, removeReleases } from '../upgrade/activation-channel.ts';
import { findLayout, isInLayout, readLink, type Layout } from '../upgrade/layout.ts';
import { checkRoles } from '../upgrade/self-check.ts';
import { planUpgrade, type UpgradePlan } from '../upgrade/plan-upgrade.ts';
import type { EngineAddresses } from '../engine-addresses.ts';
import type { Instance } from '../instance.ts';
import { beginLongTask } from '../long-task.ts';
import { migratePostgresSchema, migrateTrafficSchema } from '../migrate.ts';
import { ownProgram } from '../program.ts';
import { readStatus } from '../roles/installation-tools.ts';
import { findRunningEngines } from '../running-engines.ts';
import { configuredTrafficStore } from '../engine-addresses.ts';
import { readTrafficStore } from '../../engines/data-directory.ts';
import type { Settings } from '../settings.ts';
import { backUp } from './back-up.ts';
import { migrateExternal } from './migrate-external.ts';
import { openInstallation } from './open-installation.ts';

type ActivationOptions = {
  // Where to back up first if there is no recent backup.
  backupTo: string | undefined;
  withoutBackup: boolean;
  onProgress: (step: string, detail: string) => void;
};

type Activation = {
  from: string | undefined;
  version: string;
  folder: string;
  link: string;
  migrations: string[];
  removed: string[];
  notes: string[];
};

// Makes this version the one that the installation runs. The previous version continues if anything fails.
export async function activateVersion(settings: Settings, options: ActivationOptions): Promise<Activation> {
  const { onProgress } = options;
  const program = ownProgram();
  const layout = findLayout(program.root);
  if (!isInLayout(program.root, layout))
    throw new OperatorError('refused', `${program.root} was not prepared by \`waypost upgrade\`.`);
  onProgress('Plan', 'comparing versions and migrations');
  const plan = await planUpgrade(settings, { version: program.version, folder: program.root });
  if (plan.problems.length > 0) throw new OperatorError('refused', plan.problems.join(' '));
  onProgress('Plan', describePlan(plan));
  await ensureBackup(settings, plan, options);
  const task = await beginLongTask(settings.dataDirectory, 'upgrade');
  if ('running' in task)
    throw new OperatorError('refused', `A ${task.running} is running. Try again when it is complete.`);
  try {
    const removed = await activate(settings, { layout, plan, onProgress });
    const { from, migrations, notes } = plan;
    const { version, root: folder } = program;
    return { from, version, folder, link: layout.link, migrations, removed, notes };
  } finally {
    task.release();
  }
}

type Step = Pick<ActivationOptions, 'onProgress'> & { layout: Layout; plan: UpgradePlan };

async function activate(settings: Settings, step: Step): Promise<string[]> {
  const directory = openDataDirectory(settings.dataDirectory);
  const instance = readRunning(directory);
  if (instance?.program === undefined) return await activateStopped(settings, step);
  return await activateRunning(settings, { ...step, directory, instance });
}

async function activateStopped(settings: Settings, { onProgress }: Step): Promise<string[]> {
  onProgress('Migrate', 'applying migrations');
  if (settings.databaseUrl !== undefined || settings.clickhouseUrl !== undefined)
    await migrateExternal(settings);
  // Migrates embedded engines.
  await (await openInstallation(settings, { traffic: true })).close();
  await changeLink(ownProgram().root);
  return [];
}

async function activateRunning(
  settings: Settings,
  step: Step & { directory: DataDirectory; instance: Instance },
): Promise<string[]> {
  const { layout, onProgress, directory, instance } = step;
  const { urls, program: previous } = instance;
  if (urls === undefined || previous === undefined) throw new Error('the instance has no URLs');
  const program = ownProgram();
  const before = await readStatus(urls.status);
  if (before === undefined || before.readiness.status === 'unavailable')
    throw new OperatorError(
      'refused',
      'Waypost is not healthy. Run `waypost doctor`, and upgrade afterward.',
    );
  const engines = requireEngines(settings, directory, instance);
  onProgress('Migrate', 'applying migrations');
  await migratePostgresSchema(engines.postgres);
  const isExternal = settings.clickhouseUrl !== undefined;
  await migrateTrafficSchema(engines, isExternal ? settings.clickhouseTopology : undefined);
  onProgress('Migrate', 'up to date');
  const switching = {
    directory,
    instance,
    link: layout.link,
    onProgress: (detail: string) => onProgress('Switch', detail),
  };
  if (previous.root !== program.root) {
    // An earlier attempt may have changed the link without completing the switch.
    if (readLink(layout) === program.root) await changeLink(previous.root);
    await switchRoles(switching);
  }
  const check = { urls, postgresUrl: engines.postgres, version: program.version, before, onProgress };
  const problems = await checkRoles(check);
  if (problems.length > 0) {
    if (previous.root !== program.root) {
      onProgress('Switch', 'returning to the previous version');
      await withdraw(switching, previous);
    }
    const message = `The new version failed its check: ${problems.join('; ')}. All processes run ${previous.version} again.`;
    throw new OperatorError('refused', message);
  }
  await changeLink(program.root);
  await waitUntilAcknowledged(directory);
  return await removeReleases([program.root, previous.root, instance.supervisor?.root ?? '']);
}

function requireEngines(settings: Settings, directory: DataDirectory, instance: Instance): EngineAddresses {
  const store = configuredTrafficStore(settings) ?? readTrafficStore(directory);
  const { postgres, traffic } = findRunningEngines(settings, directory, { instance, store });
  if (postgres !== undefined && traffic !== undefined) return { postgres, traffic };
  throw new OperatorError('engineUnavailable', 'The databases cannot be found. Run `waypost doctor`.');
}

async function ensureBackup(
  settings: Settings,
  plan: UpgradePlan,
  { backupTo, withoutBackup, onProgress }: ActivationOptions,
): Promise<void> {
  const place = backupTo ?? settings.backup.schedule?.to;
  if (withoutBackup || (!plan.needsBackup && backupTo === undefined)) return;
  if (place === undefined)
    throw new OperatorError(
      'refused',
      'The upgrade applies migrations, and the last backup is missing or older than a day. Pass --backup with a folder to back up first, or --without-backup.',
    );
  await backUp(settings, {
    folder: place,
    keep: undefined,
    isFull: false,
    withSecrets: true,
    ageRecipient: undefined,
    onProgress: (step, detail) => onProgress('Back up', `${step.toLowerCase()}: ${detail}`),
  });
}

function describePlan({ from, to, migrations }: UpgradePlan): string {
  const count = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`;
  return from === undefined ? `${to}, Waypost is not running` : `${from} to ${to}, ${count}`;
}
