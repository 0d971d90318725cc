import { InvalidArgumentError, type Command } from 'commander';
import { exitCodes } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { countOf, printResult } from './output.ts';
import { ProgressLines } from './progress-lines.ts';

export function registerBackup(program: Command): void {
  program
    .command('backup')
    .description('back up the installation to a new folder, while it runs or is stopped')
    .argument('<folder>', 'folder that contains the backups')
    .option('--keep <count>', 'afterward, delete all backups in the folder except this many', parseCount)
    .option('--without-secrets', 'leave out the generated secrets and the settings')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost backup --keep 7 /backup')
    .action(async (folder: string, options: { keep?: number; withoutSecrets?: true; json?: boolean }) => {
      endWithParent();
      const { backUp } = await import('../start/commands/back-up.ts');
      const progress = new ProgressLines();
      const result = await backUp(loadSettings(), {
        folder,
        keep: options.keep,
        withSecrets: options.withoutSecrets !== true,
        onProgress: progress.show,
      }).finally(progress.end);
      const megabytes = (result.bytes / 1024 / 1024).toFixed(1);
      printResult(options, result, [
        `Backed up to ${result.folder} (${countOf(result.files, 'file')}, ${megabytes} MiB).`,
        ...result.removed.map((name) => `Deleted ${name}.`),
      ]);
    });
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
    .argument('<folder>', 'folder of one backup')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost restore /backup/waypost-2026-11-19T03-00-00Z')
    .action(async (folder: string, options: { json?: boolean }) => {
      const { restoreBackup } = await import('../start/commands/restore-backup.ts');
      const progress = new ProgressLines();
      const result = await restoreBackup(loadSettings(), { folder, onProgress: progress.show }).finally(
        progress.end,
      );
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
