import { createWaypostClient } from '../../../../client/waypost-client.ts';
import { importFiles } from '../product/tracked-workspace.ts';
import { lastJson, makeToken, runCommand, type Product } from '../product/product.ts';

export type FaultWorkspace = {
  workspaceId: string;
  token: string;
  // Campaign link of the traffic. Each landing page has a campaign; the traffic goes to the first one.
  link: string;
  clickLink: string;
  eventLink: string;
  landings: { id: string; link: string }[];
};

const landingCount = 8;

export function landingUrl(landing: number, revision: number): string {
  return `https://page.example/lp${landing}?cid={clickid}&rev=${revision}`;
}

export function readRevision(url: string): number {
  return Number(new URL(url.replace('{clickid}', 'x')).searchParams.get('rev') ?? -1);
}

const defaultSettings = { timezone: 'UTC', currency: 'USD', fallbackUrl: 'https://fallback.example/' };

function buildFiles(receiverPort: number, settings: Record<string, unknown>): Record<string, unknown> {
  const numbers = Array.from({ length: landingCount }, (_, number) => number);
  return {
    waypost: { format: 1, workspace: { ...defaultSettings, ...settings } },
    'traffic-sources': [
      {
        name: 'Source',
        clickIdParam: 'ext',
        postbackUrl: `http://127.0.0.1:${receiverPort}/cb?t={txid}&i={postbackid}`,
      },
    ],
    landings: numbers.map((number) => ({ name: `Page ${number}`, url: landingUrl(number, 0) })),
    offers: [{ name: 'Offer', url: 'https://offer.example/buy?sub={clickid}' }],
    rotators: numbers.map((number) => ({
      name: `Rotator ${number}`,
      paths: [{ name: 'Default', landings: [{ landing: `Page ${number}` }], offers: [{ offer: 'Offer' }] }],
    })),
    campaigns: numbers.map((number) => ({
      name: `Campaign ${number}`,
      trafficSource: 'Source',
      rotator: `Rotator ${number}`,
    })),
  };
}

export async function makeFaultWorkspace(
  product: Pick<Product, 'environment' | 'urls'>,
  receiverPort: number,
  settings: Record<string, unknown> = {},
): Promise<FaultWorkspace> {
  const [workspace] = lastJson<{ id: string }[]>(runCommand(product, ['workspace', 'list', '--json']));
  const workspaceId = workspace?.id ?? '';
  importFiles(product, workspaceId, buildFiles(receiverPort, settings));
  const token = makeToken(product, 'write');
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const [landings, { campaigns }] = [await client.listLandings(), await client.listCampaigns({ query: {} })];
  const campaignOf = (number: number) =>
    campaigns.find(({ name }) => name === `Campaign ${number}`)?.id ?? '';
  const linkOf = (number: number) => `${product.urls.edge}/c/${campaignOf(number)}`;
  const ids = ['--workspace', workspaceId, '--campaign', campaignOf(0)];
  const { event } = lastJson<{ event: string }>(runCommand(product, ['campaign', 'links', ...ids, '--json']));
  return {
    workspaceId,
    token,
    link: linkOf(0),
    clickLink: `${product.urls.edge}/go`,
    eventLink: event,
    landings: landings
      .filter(({ name }) => name.startsWith('Page '))
      .map(({ id, name }) => ({ number: Number(name.slice(5)), id }))
      .toSorted((one, other) => one.number - other.number)
      .map(({ id, number }) => ({ id, link: linkOf(number) })),
  };
}
