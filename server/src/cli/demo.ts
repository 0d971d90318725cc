import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

const daysByDefault = 30;
// With fewer, some campaigns had not begun when their bills came.
const daysMin = 5;
const daysMax = 90;

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('fill an empty workspace with a month of believable traffic')
    .addOption(workspaceOption('the workspace, which must have no campaigns yet'))
    .option('--days <days>', 'how many days of it', readDays, daysByDefault)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost demo --workspace ID')
    .action(async ({ workspace, days, json }: { workspace: string; days: number; json?: boolean }) => {
      requireWorkspaceId(workspace);
      const { runDemo } = await import('../start/commands/start-demo.ts');
      const done = await withAttribution((context) =>
        runDemo({ ...context, workspaceId: workspace }, loadSettings(), {
          days,
          onProgress: (message) => process.stderr.write(`${message}\n`),
        }),
      );
      printResult({ json }, done, [
        `${done.campaigns} campaigns with ${done.visits} visits, ${done.clicks} landing clicks, ${done.events + done.requests} events and ${done.postbacks} postbacks.`,
      ]);
    });
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= daysMin && days <= daysMax) return days;
  throw new OperatorError('usage', `--days must be a whole number from ${daysMin} to ${daysMax}`);
}
