import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWaypostClient } from '../../../../client/waypost-client.ts';
import { ensureSecrets } from '../../config/secrets.ts';
import { clickIdPurpose, makeClickIds, type ClickIds } from '../../domain/click-id/index.ts';
import { deriveKey } from '../../platform/derive-key.ts';
import { pollUntil } from '../poll-until.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { readRecordedRows } from '../traffic/recorded-rows.ts';
import { readTrafficAddress } from './product-traffic.ts';
import { readFirstWorkspace, runCommand, type Product } from './product.ts';

const files = {
  waypost: {
    format: 1,
    workspace: { timezone: 'UTC', currency: 'USD', fallbackUrl: 'https://fallback.example/' },
  },
  'traffic-sources': [{ name: 'Source', clickIdParam: 'ext', costParam: 'bid' }],
  landings: [{ name: 'Page', url: 'https://page.example/lp?cid={clickid}' }],
  offers: [{ name: 'Offer', url: 'https://offer.example/buy?sub={clickid}' }],
  rotators: [
    {
      name: 'Rotator',
      paths: [{ name: 'Default', landings: [{ landing: 'Page' }], offers: [{ offer: 'Offer' }] }],
    },
  ],
  campaigns: [
    { name: 'Campaign', trafficSource: 'Source', rotator: 'Rotator', cost: { mode: 'cpv', amount: 0.01 } },
  ],
};

export type TrackedWorkspace = {
  workspaceId: string;
  campaignId: string;
  // API key with write access.
  token: string;
  link: string;
  clickIds: ClickIds;
};

// Creates a campaign in the first workspace.
export async function createTestCampaign(
  product: Product,
): Promise<Pick<TrackedWorkspace, 'workspaceId' | 'campaignId' | 'token'>> {
  const { workspaceId, token } = readFirstWorkspace(product);
  importFiles(product, workspaceId, files);
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const { campaigns } = await client.listCampaigns({ query: {} });
  return { workspaceId, campaignId: campaigns[0]?.id ?? '', token };
}

/** Creates a campaign in the first workspace and waits until the edge serves it. */
export async function trackWorkspace(product: Product): Promise<TrackedWorkspace> {
  const { workspaceId, campaignId, token } = await createTestCampaign(product);
  const link = `${product.urls.edge}/c/${campaignId}`;
  const isServed = async () => {
    const { status } = await fetch(link, { method: 'HEAD', redirect: 'manual' });
    return status === 302 ? true : undefined;
  };
  if ((await pollUntil(isServed, { timeoutMs: hangLimitMs, intervalMs: 50 })) === undefined)
    throw new Error('timed out waiting until the edge serves the campaign');
  const { cookie } = ensureSecrets(product.dataDirectory);
  return { workspaceId, campaignId, token, link, clickIds: makeClickIds(deriveKey(cookie, clickIdPurpose)) };
}

export function savePostbackUrl(product: Product, workspaceId: string, postbackUrl: string): void {
  const [source] = files['traffic-sources'];
  importFiles(product, workspaceId, {
    waypost: { format: 1, workspace: { timezone: 'UTC', currency: 'USD' } },
    'traffic-sources': [{ ...source, postbackUrl }],
  });
}

const lockTimeout = 'Timed out while waiting for a database lock';
const attemptsMax = 5;

export function importFiles(
  product: Pick<Product, 'environment'>,
  workspaceId: string,
  contents: Record<string, unknown>,
): void {
  const directory = mkdtempSync(join(tmpdir(), 'waypost-files-'));
  try {
    // The files can be JSON, because YAML is a superset of JSON.
    for (const [name, content] of Object.entries(contents))
      writeFileSync(join(directory, `${name}.yaml`), JSON.stringify(content));
    const run = () => runCommand(product, ['import', '--workspace', workspaceId, directory]);
    let { code, stderr } = run();
    // On a busy machine, another process can hold a lock for longer than a command waits for it.
    for (let attempt = 1; attempt < attemptsMax && stderr.includes(lockTimeout); attempt += 1)
      ({ code, stderr } = run());
    if (code !== 0) throw new Error(`the import failed: ${stderr}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

export async function countVisits(
  product: Pick<Product, 'dataDirectory'>,
  workspaceId: string,
): Promise<Map<string, number>> {
  const visits = new Map<string, number>();
  for (const { type, visit_id } of await readRecordedRows(readTrafficAddress(product), workspaceId))
    if (type === 'visit') visits.set(String(visit_id), (visits.get(String(visit_id)) ?? 0) + 1);
  return visits;
}
