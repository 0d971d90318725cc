import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { countOf, printResult } from './output.ts';
import { ProgressLines } from './progress-lines.ts';

type MoveOptions = { removeOld?: true; cancel?: true; yes?: true; json?: boolean };

export function registerMove(program: Command): void {
  program
    .command('move')
    .description('move the traffic from PostgreSQL to ClickHouse while Waypost runs')
    .option('--remove-old', 'after a move: delete the old traffic in PostgreSQL (with --yes)')
    .option('--cancel', 'end an unfinished move')
    .option('--yes', 'confirm --remove-old')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nThe target is the embedded ClickHouse, or the server in WAYPOST_CLICKHOUSE_URL. An interrupted move continues.\n\nExample: waypost move',
    )
    .action(async (options: MoveOptions) => {
      const { move, cancel, removeOld } = await import('../start/commands/move.ts');
      const settings = loadSettings();
      if (options.cancel === true) {
        await cancel(settings);
        printResult(options, { canceled: true }, ['Canceled the move. The traffic stays in PostgreSQL.']);
        return;
      }
      if (options.removeOld === true) {
        if (options.yes !== true)
          throw new OperatorError(
            'usage',
            'This deletes the traffic that is left in PostgreSQL after a move. Add --yes to confirm.',
          );
        await removeOld(settings);
        printResult(options, { removed: true }, ['Deleted the old traffic in PostgreSQL.']);
        return;
      }
      const progress = new ProgressLines();
      const result = await move(settings, progress.show).finally(progress.end);
      printResult(options, result, describeMove(result));
    });
}

function describeMove({ rows, days, target, isRunning }: Awaited<ReturnType<MoveCommand>>): string[] {
  const place = target === 'embedded' ? 'the embedded ClickHouse' : `ClickHouse at ${target}`;
  return [
    `Moved ${countOf(rows, 'row')} to ${place}. Compared ${countOf(days, 'day')}: all sums match.`,
    isRunning ? 'The running installation uses it now.' : 'Waypost uses it from the next start.',
    ...(target === 'embedded' ? [] : ['Keep WAYPOST_CLICKHOUSE_URL in the settings.']),
    'The old traffic is still in PostgreSQL. Delete it with `waypost move --remove-old --yes`.',
  ];
}

type MoveCommand = (typeof import('../start/commands/move.ts'))['move'];
