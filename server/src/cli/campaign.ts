import type { ServedStatus } from '@waypost/contract/campaigns/campaigns.ts';
import { Option, type Command } from 'commander';
import { formatLinks } from './format-links.ts';
import { onlyOption, printResult, type Output } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { registerSetUp } from './set-up-campaign.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = Output & { workspace: string; campaign: string };
type ManyOptions = Output & { workspace: string; status?: ServedStatus };

export function registerCampaign(program: Command): void {
  const campaign = program
    .command('campaign')
    .description('set up, archive and restore campaigns, and print their links');
  campaign
    .command('links')
    .description('print campaign URLs for ads, landing pages and affiliate networks')
    .addOption(workspaceOption())
    .requiredOption('--campaign <id>', 'campaign ID')
    .option('--json', 'print the result as JSON')
    .addOption(onlyOption(['visit', 'landingClick', 'event']))
    .addHelpText('after', '\nExample: waypost campaign links --workspace ID --campaign ID')
    .action(async ({ workspace, campaign: id, ...output }: Options) => {
      const { getCampaignLinks } = await import('../services/campaigns/campaign-links.ts');
      const { trackingUrlForCommand } = await import('../start/public-urls.ts');
      const links = await withServices((context, settings) =>
        getCampaignLinks(
          { ...context, workspaceId: workspace, trackingUrl: trackingUrlForCommand(settings) },
          id,
        ),
      );
      printResult(output, links, formatLinks(links));
    });
  registerSetUp(campaign);
  registerLifecycle(campaign);
}

function registerLifecycle(campaign: Command): void {
  campaign
    .command('archive <ids...>')
    .description('archive campaigns; their links stop working')
    .addOption(workspaceOption())
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost campaign archive --workspace ID ID')
    .action(async (ids: string[], { workspace, ...output }: ManyOptions) => {
      requireWorkspaceId(workspace);
      const { archiveCampaigns } = await import('../services/campaigns/archive-campaigns.ts');
      const result = await withServices((context) =>
        archiveCampaigns({ ...context, workspaceId: workspace }, { ids }),
      );
      printResult(output, result, [`Archived: ${result.archived}`]);
    });
  campaign
    .command('restore <ids...>')
    .description('restore archived campaigns with their previous status')
    .addOption(workspaceOption())
    .addOption(
      new Option(
        '--status <status>',
        'status for all restored campaigns (default: their previous status)',
      ).choices(['active', 'paused']),
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample: waypost campaign restore --workspace ID ID --status paused')
    .action(async (ids: string[], { workspace, status, ...output }: ManyOptions) => {
      requireWorkspaceId(workspace);
      const { restoreCampaigns } = await import('../services/campaigns/restore-campaigns.ts');
      const { getCampaign } = await import('../services/campaigns/campaigns.ts');
      const restored = await withServices(async (context) => {
        const scoped = { ...context, workspaceId: workspace };
        await restoreCampaigns(scoped, { ids }, { status });
        return await Promise.all([...new Set(ids)].map((id) => getCampaign(scoped, id)));
      });
      const shown = restored.map(({ id, name, status: state }) => ({ id, name, status: state }));
      printResult(
        output,
        shown,
        shown.map(({ id, name, status: state }) => `${id}  ${state}  ${name}`),
      );
    });
}
