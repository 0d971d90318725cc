import { InvalidArgumentError, type Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { countOf, printResult } from './output.ts';
import { ProgressLines } from './progress-lines.ts';

type BackupFlags = {
  ageRecipient?: string;
  keep?: number;
  full?: true;
  list?: true;
  withoutSecrets?: true;
  json?: boolean;
};

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('back up the installation while it runs or is stopped')
    .argument('<place>', 'folder or s3://BUCKET/PREFIX that contains the backups')
    .option('--keep <count>', 'afterward, delete older backups so that this many remain', parseCount)
    .option('--full', 'copy all traffic, even if an earlier backup contains most of it')
    .option('--list', 'list the complete backups instead')
    .option('--age-recipient <key>', 'encrypt the secrets for this age public key')
    .option('--without-secrets', 'leave out the generated secrets and the settings')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost backup --keep 7 /backup')
    .action(async (place: string, options: BackupFlags) => {
      if (options.list === true) return await printBackups(place, options);
      endWithParent();
      const { backUp } = await import('../start/commands/back-up.ts');
      const progress = new ProgressLines();
      const result = await backUp(loadSettings(), {
        folder: place,
        keep: options.keep,
        isFull: options.full === true,
        withSecrets: options.withoutSecrets !== true,
        ageRecipient: options.ageRecipient,
        onProgress: progress.show,
      }).finally(progress.end);
      const megabytes = (result.bytes / 1024 / 1024).toFixed(1);
      printResult(options, result, [
        `Backed up to ${result.folder} (${countOf(result.files, 'file')}, ${megabytes} MiB).`,
        ...(result.base === null
          ? []
          : [`A restore also needs ${result.base}, which contains older traffic.`]),
        ...result.removed.map((name) => `Deleted ${name}.`),
      ]);
    });
}

async function printBackups(place: string, options: BackupFlags): Promise<void> {
  const { listBackups } = await import('../start/commands/list-backups.ts');
  const backups = await listBackups(loadSettings(), place);
  printResult(
    options,
    backups,
    backups.length === 0
      ? [`No backups in ${place}.`]
      : backups.map(({ name, base }) => (base === null ? name : `${name} (needs ${base})`)),
  );
}

// An automatic backup has a channel to the supervisor, which is closed when the supervisor is gone.
function endWithParent(): void {
  process.once('disconnect', () => process.exit(exitCodes.unexpected));
  process.channel?.unref();
}

export function registerRestore(program: Command): void {
  program
    .command('restore')
    .description('restore a backup into an empty data directory and empty databases')
    .argument('<backup>', 'folder or s3://BUCKET/PREFIX/NAME of one backup')
    .option('--age-identity <file>', 'file with the private key of the age recipient')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost restore /backup/waypost-2026-11-19T03-00-00Z')
    .action(async (folder: string, options: { ageIdentity?: string; json?: boolean }) => {
      const { restoreBackup } = await import('../start/commands/restore-backup.ts');
      const progress = new ProgressLines();
      const result = await restoreBackup(loadSettings(), {
        folder,
        identityFile: options.ageIdentity,
        onProgress: progress.show,
      }).finally(progress.end);
      const { differences, environmentFile } = result;
      printResult(options, result, [
        `Restored the backup of ${result.takenAt}. Compared ${countOf(result.days, 'day')} of traffic: ${differences.length === 0 ? 'all sums match.' : `${differences.length} differ.`}`,
        ...differences.map(
          ({ day, backedUp, restored }) =>
            `  ${day}: ${backedUp?.rows ?? 0} rows backed up, ${restored?.rows ?? 0} restored`,
        ),
        ...(environmentFile === undefined
          ? []
          : [`The settings of the backed-up installation are in ${environmentFile}.`]),
        'Start Waypost. It then ships the rows that were still in the spool.',
      ]);
      if (differences.length > 0) process.exitCode = exitCodes.problemsFound;
    });
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('must be a whole number from 1 to 9999.');
}
