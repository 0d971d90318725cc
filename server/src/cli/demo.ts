import type { Command } from 'commander';
import { OperatorError } from '../platform/operator-error.ts';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

const daysDefault = 30;
// With fewer days, some campaigns would have costs dated before their first visit.
const daysMin = 5;
const daysMax = 90;

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('fill an empty workspace with a month of sample traffic')
    .addOption(workspaceOption('workspace ID; the workspace must not have campaigns'))
    .option('--days <days>', 'number of days of traffic', readDays, daysDefault)
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
        `Created ${done.campaigns} campaigns with ${done.visits} visits, ${done.clicks} landing-page clicks, ${done.events + done.requests} events and ${done.postbacks} postbacks.`,
      ]);
    });
}

function readDays(text: string): number {
  const days = Number(text);
  if (/^\d+$/.test(text) && days >= daysMin && days <= daysMax) return days;
  throw new OperatorError('usage', `--days must be a whole number from ${daysMin} to ${daysMax}.`);
}
