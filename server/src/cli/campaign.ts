import type { Command } from 'commander';
import { onlyOption, printResult, type Output } from './output.ts';
import { withServices } from './with-services.ts';

type Options = Output & { workspace: string; campaign: string };

export function registerCampaign(program: Command): void {
  const campaign = program.command('campaign').description('look at campaigns');
  campaign
    .command('links')
    .description('show the addresses of a campaign: for ads, landing pages and networks')
    .requiredOption('--workspace <id>', 'the workspace')
    .requiredOption('--campaign <id>', 'the campaign')
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
      const { visit, landingClick, event, previousEvent } = links;
      printResult(output, links, [
        `Visit          ${visit}`,
        `Landing click  ${landingClick}`,
        `Event          ${event}`,
        ...(previousEvent === null ? [] : [`Until ${previousEvent.until}  ${previousEvent.url}`]),
      ]);
    });
}
