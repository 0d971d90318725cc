import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import type { MovedPart } from '../start/move/move-run.ts';
import { loadSettings } from '../start/settings.ts';
import { countOf, printResult } from './output.ts';
import { ProgressLines } from './progress-lines.ts';

type MoveOptions = { removeOld?: true; cancel?: true; yes?: true; json?: boolean };

export function registerMove(program: Command): void {
  program
    .command('move')
    .description('move traffic to ClickHouse, or embedded engines to your own servers, while Waypost runs')
    .option('--remove-old', 'after a move: delete the data in the old place (with --yes)')
    .option('--cancel', 'end an unfinished move, and delete the copied rows')
    .option('--yes', 'confirm --remove-old')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nMoves embedded engines to the servers in WAYPOST_DATABASE_URL and WAYPOST_CLICKHOUSE_URL, and traffic in PostgreSQL to ClickHouse. An interrupted move continues.\n\nExample: waypost move',
    )
    .action(async (options: MoveOptions) => {
      const settings = loadSettings();
      if (options.cancel === true) {
        const { cancel } = await import('../start/commands/end-move.ts');
        const { removed, remaining } = await cancel(settings);
        printResult(options, { canceled: true, removed, remaining }, [
          'Canceled the move. The old place stays in use.',
          ...removed.map((what) => `Deleted ${what}.`),
          ...remaining,
        ]);
        return;
      }
      if (options.removeOld === true) {
        if (options.yes !== true)
          throw new OperatorError(
            'usage',
            'This deletes the data that is left in the old place after a move. Add --yes to confirm.',
          );
        const { removeOld } = await import('../start/commands/end-move.ts');
        const removed = await removeOld(settings);
        printResult(options, { removed }, [`Deleted ${removed.join(' and ')}.`]);
        return;
      }
      const { move } = await import('../start/commands/move.ts');
      const progress = new ProgressLines();
      const result = await move(settings, progress.show).finally(progress.end);
      printResult(options, result, [
        ...result.parts.flatMap(describePart),
        result.isRunning ? 'The running installation uses it now.' : 'Waypost uses it from the next start.',
        ...result.parts.flatMap(describeSettings),
        `The old data is still there. Delete it with \`waypost move --remove-old --yes\`${isEmbedded(result.parts) ? ' after a restart with the new settings' : ''}.`,
      ]);
    });
}

function describePart({ kind, target, rows, days, pausedMs }: MovedPart): string[] {
  if (kind === 'postgres')
    return [
      `Moved ${countOf(rows, 'row')} to PostgreSQL at ${target}. All tables match. The API could not write for ${((pausedMs ?? 0) / 1_000).toFixed(1)} s.`,
    ];
  const place = target === 'embedded' ? 'the embedded ClickHouse' : `ClickHouse at ${target}`;
  return [`Moved ${countOf(rows, 'row')} to ${place}. Compared ${countOf(days, 'day')}: all sums match.`];
}

const variables = {
  traffic: 'WAYPOST_CLICKHOUSE_URL',
  clickhouse: 'WAYPOST_CLICKHOUSE_URL',
  postgres: 'WAYPOST_DATABASE_URL',
} as const;

function describeSettings({ kind, target }: MovedPart): string[] {
  if (target === 'embedded') return [];
  return [`Keep ${variables[kind]} in the settings. Waypost does not start without it.`];
}

function isEmbedded(parts: readonly MovedPart[]): boolean {
  return parts.some(({ kind }) => kind !== 'traffic');
}
