import type { ServedStatus } from '@waypost/contract/campaigns/campaigns.ts';
import { Option, type Command } from 'commander';
import { WaypostError } from '../platform/errors.ts';
import { formatLinks } from './format-links.ts';
import { onlyOption, printResult, type Output } from './output.ts';
import { requireWorkspaceId } from './require-workspace-id.ts';
import { withServices } from './with-services.ts';
import { workspaceOption } from './workspace-option.ts';

type Options = Output & {
  workspace: string;
  name?: string;
  source?: string;
  sourceTemplate?: string;
  sourceValue?: string[];
  sourceName?: string;
  sourceClickIdParam?: string;
  sourceClickIdMacro?: string;
  offer?: string;
  offerUrl?: string;
  offerName?: string;
  payout?: string;
  network?: string;
  networkName?: string;
  landing?: string;
  landingUrl?: string;
  landingName?: string;
  rotator?: string;
  status?: ServedStatus;
  acceptUnknownMacros?: true;
};

export function registerSetUp(campaign: Command): void {
  campaign
    .command('set-up')
    .description('create a campaign with its traffic source, offer and rotator, and print its links')
    .addOption(workspaceOption())
    .option('--name <name>', 'campaign name (default: the names of the source and the offer)')
    .option('--source <id>', 'existing traffic source')
    .option('--source-template <id>', 'new traffic source from a template, such as propellerads')
    .option('--source-value <placeholder=value...>', 'account-specific values for the template’s postback')
    .option('--source-name <name>', 'name of a new traffic source without a template')
    .option('--source-click-id-param <name>', 'query parameter in which the new source sends its click ID')
    .option('--source-click-id-macro <macro>', 'macro that the new source replaces with its click ID')
    .option('--offer <id>', 'existing offer')
    .option('--offer-url <url>', 'URL of a new offer, with {clickid} where the click ID goes')
    .option('--offer-name <name>', 'name of the new offer (default: the host of its URL)')
    .option('--payout <amount>', 'payout of the new offer (default: the amount that the network reports)')
    .option('--network <id>', 'existing affiliate network for the new offer')
    .option('--network-name <name>', 'name of a new affiliate network for the new offer')
    .option('--landing <id>', 'existing landing page')
    .option('--landing-url <url>', 'URL of a new landing page')
    .option('--landing-name <name>', 'name of the new landing page (default: the host of its URL)')
    .option('--rotator <id>', 'existing rotator to use instead of an offer')
    .addOption(new Option('--status <status>', 'status of the campaign').choices(['active', 'paused']))
    .option('--accept-unknown-macros', 'save URLs even if their macros look misspelled')
    .option('--json', 'print the result as JSON')
    .addOption(onlyOption(['id', 'visit', 'landingClick', 'event']))
    .addHelpText(
      'after',
      "\nExample: waypost campaign set-up --workspace ID --source-template propellerads --offer-url 'https://offers.example.com/?click={clickid}'",
    )
    .action(async (options: Options) => {
      requireWorkspaceId(options.workspace);
      const { id, name, warnings, ...links } = await setUp(options);
      printResult(options, { id, name, ...links, warnings }, [
        `Campaign            ${id} (${name})`,
        ...formatLinks(links),
        ...warnings.map(({ path, message }) => `Warning: ${optionOf(path)}: ${message}`),
      ]);
    });
}

async function setUp({ workspace, acceptUnknownMacros, ...options }: Options) {
  const { setUpCampaign } = await import('../services/campaigns/set-up-campaign.ts');
  const { getCampaignLinks } = await import('../services/campaigns/campaign-links.ts');
  const { trackingUrlForCommand } = await import('../start/public-urls.ts');
  const consent = acceptUnknownMacros === true ? { acceptUnknownMacros: '1' } : {};
  return await withServices(async (context, settings) => {
    const within = { ...context, workspaceId: workspace, trackingUrl: trackingUrlForCommand(settings) };
    const { campaign, warnings } = await setUpCampaign(within, readSetUp(options), consent).catch(
      nameOptions,
    );
    const { id, name } = campaign;
    return { id, name, warnings, ...(await getCampaignLinks(within, id)) };
  });
}

function readSetUp(options: Omit<Options, 'workspace'>): object {
  const { payout, sourceValue } = options;
  return {
    ...given({ name: options.name, status: options.status }),
    ...given({ trafficSourceId: options.source, offerId: options.offer, rotatorId: options.rotator }),
    ...given({ affiliateNetworkId: options.network, landingId: options.landing }),
    ...given({
      sourceTemplate: group({ id: options.sourceTemplate, values: readValues(sourceValue) }),
      trafficSource: group({
        name: options.sourceName,
        clickIdParam: options.sourceClickIdParam,
        clickIdMacro: options.sourceClickIdMacro,
      }),
      affiliateNetwork: group({ name: options.networkName }),
      offer: group({
        url: options.offerUrl,
        name: options.offerName,
        payout:
          payout === undefined
            ? undefined
            : { mode: 'fixed', amount: /^\d+(?:\.\d+)?$/.test(payout) ? Number(payout) : Number.NaN },
      }),
      landing: group({ url: options.landingUrl, name: options.landingName }),
    }),
  };
}

function readValues(pairs: string[] | undefined): Record<string, string> | undefined {
  if (pairs === undefined) return undefined;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [placeholder = '', ...value] = pair.split('=');
      return [placeholder, value.join('=')];
    }),
  );
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function group(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const found = given(fields);
  return Object.keys(found).length === 0 ? undefined : found;
}

const optionsByField: Partial<Record<string, string>> = {
  trafficSourceId: '--source',
  sourceTemplate: '--source-template',
  'sourceTemplate.id': '--source-template',
  'trafficSource.clickIdParam': '--source-click-id-param',
  'trafficSource.clickIdMacro': '--source-click-id-macro',
  trafficSource: '--source-name',
  'trafficSource.name': '--source-name',
  offerId: '--offer',
  offer: '--offer-url',
  'offer.url': '--offer-url',
  'offer.name': '--offer-name',
  'offer.payout.amount': '--payout',
  affiliateNetworkId: '--network',
  affiliateNetwork: '--network-name',
  'affiliateNetwork.name': '--network-name',
  landingId: '--landing',
  landing: '--landing-url',
  'landing.url': '--landing-url',
  'landing.name': '--landing-name',
  rotatorId: '--rotator',
};

function optionOf(field: string): string {
  return optionsByField[field] ?? (field.startsWith('sourceTemplate.') ? '--source-value' : `--${field}`);
}

/** Replaces the API's field names in a message with the options of this command. */
function nameOptions(error: unknown): never {
  if (!(error instanceof WaypostError) || error.code !== 'VALIDATION_FAILED') throw error;
  const message = error.message
    .replace(/^[^ :]+(?=: )/, optionOf)
    .replaceAll(/(?<= (?:if|unless|or) )\w+(?=.* is set$)/g, optionOf)
    .replace('send acceptUnknownMacros=1', 'add --accept-unknown-macros');
  throw error.with({}, message);
}
