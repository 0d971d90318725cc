import type { Command } from 'commander';
import { formatTable, printResult } from './output.ts';
import { withAttribution } from './with-attribution.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = {
  workspace: string;
  campaign?: string;
  from: string;
  to: string;
  dryRun?: boolean;
  json?: boolean;
};

export function registerInbox(program: Command): void {
  const inbox = program.command('inbox').description('look after what networks reported');
  inbox
    .command('replay')
    .description('apply the goals of today to events that did not count when they came')
    .addOption(workspaceOption())
    .option('--campaign <id>', 'only events of this campaign')
    .requiredOption('--from <moment>', 'events that came at this moment or later')
    .requiredOption('--to <moment>', 'events that came at this moment or earlier')
    .option('--dry-run', 'only show what would change')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost inbox replay --workspace ID --from 2026-11-01T00:00:00Z --to 2026-11-16T00:00:00Z --dry-run',
    )
    .action(async ({ workspace, campaign, from, to, dryRun, json }: Options) => {
      const { replayInbox } = await import('../services/attribution/replay-inbox.ts');
      const input = {
        from,
        to,
        dryRun: dryRun === true,
        ...(campaign === undefined ? {} : { campaignId: campaign }),
      };
      const replay = await withAttribution((context) =>
        replayInbox({ ...context, workspaceId: workspace }, input, (done, all) => {
          process.stderr.write(`${done} of ${all} events\n`);
        }),
      );
      const rows = replay.verdicts.map(({ before, after, requests }) => [before, after, String(requests)]);
      const would = dryRun === true ? 'would be' : 'are';
      printResult({ json }, replay, [
        `${replay.requests} events were looked at, ${replay.changed} ${would} judged otherwise.`,
        ...(rows.length === 0 ? [] : ['', ...formatTable(['Before', 'Now', 'Events'], rows)]),
      ]);
    });
}
