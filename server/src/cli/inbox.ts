import type { Command } from 'commander';
import { countOf, formatTable, printResult } from './output.ts';
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
  const inbox = program.command('inbox').description('replay incoming postbacks');
  inbox
    .command('replay')
    .description('replay incoming postbacks that were not counted, with the current goal rules')
    .addOption(workspaceOption())
    .option('--campaign <id>', 'only incoming postbacks for this campaign')
    .requiredOption('--from <time>', 'received at this time or later')
    .requiredOption('--to <time>', 'received at this time or earlier')
    .option('--dry-run', 'print the changes without applying them')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample: waypost inbox replay --workspace ID --from 2026-11-01T00:00:00Z --to 2026-11-16T00:00:00Z --dry-run',
    )
    .action(async ({ workspace, campaign, from, to, dryRun, json }: Options) => {
      const { replayInbox } = await import('../services/conversions/replay-inbox.ts');
      const input = {
        from,
        to,
        dryRun: dryRun === true,
        ...(campaign === undefined ? {} : { campaignId: campaign }),
      };
      const replay = await withAttribution((context) =>
        replayInbox({ ...context, workspaceId: workspace }, input, (done, all) => {
          process.stderr.write(`${done} of ${all} incoming postbacks\n`);
        }),
      );
      const rows = replay.verdicts.map(({ before, after, requests }) => [before, after, String(requests)]);
      const verb = dryRun === true ? 'would get' : 'got';
      printResult({ json }, replay, [
        `Checked ${countOf(replay.requests, 'incoming postback')}. ${replay.changed} ${verb} a different verdict.`,
        ...(rows.length === 0 ? [] : ['', ...formatTable(['Before', 'After', 'Incoming postbacks'], rows)]),
      ]);
    });
}
