import { Option, type Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';
import { ProgressLines } from './progress-lines.ts';

type UpgradeFlags = {
  check?: true;
  repository?: string;
  backup?: string;
  withoutBackup?: true;
  activate?: true;
  plan?: string;
  json?: boolean;
};

export function registerUpgrade(program: Command): void {
  program
    .command('upgrade')
    .description('switch the running installation to another version without refusing visitors')
    .argument(
      '[version]',
      'tag, branch or commit, git checkout, or package file (.tgz); the newest release tag by default',
    )
    .option('--check', 'show what the upgrade would do, and change nothing')
    .option('--repository <url>', 'git repository with the version')
    .option('--backup <place>', 'back up to this folder or s3://BUCKET/PREFIX first')
    .addOption(new Option('--without-backup', 'apply migrations without a recent backup').conflicts('backup'))
    // The new version continues the upgrade with this option.
    .addOption(new Option('--activate').hideHelp())
    // Folder with the files of the version, for a check as another user.
    .addOption(new Option('--plan <folder>').hideHelp())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost upgrade --backup /backup v0.10.0')
    .action(async (wanted: string | undefined, flags: UpgradeFlags) => {
      if (flags.activate === true) return await activate(flags);
      const progress = new ProgressLines();
      const options = { wanted, repository: flags.repository, onProgress: progress.show };
      if (flags.check === true) return await check(options, flags).finally(progress.end);
      const { upgrade } = await import('../start/commands/upgrade.ts');
      process.exitCode = await upgrade(
        loadSettings(),
        { ...options, onPrepared: progress.end },
        passedOn(flags),
      );
    });
}

function passedOn({ backup, withoutBackup, json }: UpgradeFlags): string[] {
  return [
    ...(backup === undefined ? [] : ['--backup', backup]),
    ...(withoutBackup === true ? ['--without-backup'] : []),
    ...(json === true ? ['--json'] : []),
  ];
}

async function activate(flags: UpgradeFlags): Promise<void> {
  const { activateVersion } = await import('../start/commands/activate-version.ts');
  const progress = new ProgressLines();
  const result = await activateVersion(loadSettings(), {
    backupTo: flags.backup,
    withoutBackup: flags.withoutBackup === true,
    onProgress: progress.show,
  }).finally(progress.end);
  const { from, version, folder, link, notes, removed } = result;
  printResult(flags, result, [
    from === undefined ? `The next start uses ${version}.` : `Upgraded from ${from} to ${version}.`,
    `${link} leads to ${folder}.`,
    ...notes,
    ...removed.map((name) => `Deleted ${name}.`),
  ]);
}

async function check(
  options: Parameters<typeof import('../start/commands/upgrade.ts').checkUpgrade>[1],
  flags: UpgradeFlags,
): Promise<void> {
  const { checkUpgrade, planFolder } = await import('../start/commands/upgrade.ts');
  const settings = loadSettings();
  const plan =
    flags.plan === undefined ? await checkUpgrade(settings, options) : await planFolder(settings, flags.plan);
  if (typeof plan === 'number') {
    process.exitCode = plan;
    return;
  }
  printResult(flags, plan, [
    plan.from === undefined ? `To ${plan.to}. Waypost is not running.` : `From ${plan.from} to ${plan.to}.`,
    plan.migrations.length === 0 ? 'No migrations.' : `Migrations: ${plan.migrations.join(', ')}.`,
    ...(plan.needsBackup ? ['The last backup is missing or older than a day.'] : []),
    ...plan.notes,
    ...plan.problems,
  ]);
  if (plan.problems.length > 0) process.exitCode = exitCodes.refused;
}
