import type { Command } from 'commander';
import { loadSettings } from '../start/settings.ts';
import { printResult } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withAttribution } from './with-attribution.ts';

const daysByDefault = 30;

export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('fill an empty workspace with a month of believable traffic')
    .requiredOption('--workspace <id>', 'the workspace, which must have no campaigns yet')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost demo --workspace ID')
    .action(async ({ workspace, json }: { workspace: string; json?: boolean }) => {
      requireWorkspaceId(workspace);
      const { runDemo } = await import('../start/commands/start-demo.ts');
      const done = await withAttribution((context) =>
        runDemo({ ...context, workspaceId: workspace }, loadSettings(), {
          days: daysByDefault,
          onProgress: (message) => process.stderr.write(`${message}\n`),
        }),
      );
      printResult({ json }, done, [
        `${done.campaigns} campaigns with ${done.visits} visits, ${done.clicks} landing clicks, ${done.events} events and ${done.postbacks} postbacks.`,
      ]);
    });
}
