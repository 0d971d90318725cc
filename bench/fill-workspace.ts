import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWaypostClient } from '../client/waypost-client.ts';
import { pollUntil } from '../server/src/platform/retry.ts';
import { lastJson, makeToken, runCommand, type Product } from '../server/src/testing/product/product.ts';
import { writeBenchWorkspace } from './edge-workspace.ts';
import { progress } from './report.ts';

type FilledWorkspace = { workspaceId: string; campaignIds: string[]; token: string };

/** Fills the product's first workspace with campaigns, in hundreds. */
export async function fillWorkspace(product: Product, campaigns: number): Promise<FilledWorkspace> {
  progress(`making ${campaigns} campaigns`);
  const directory = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const [workspace] = lastJson<{ id: string }[]>(runCommand(product, ['workspace', 'list', '--json']));
  const workspaceId = workspace?.id ?? '';
  try {
    writeBenchWorkspace(directory, campaigns);
    const result = runCommand(product, ['import', '--workspace', workspaceId, directory]);
    if (result.code !== 0) throw new Error(`the import failed: ${result.stderr}`);
  } finally {
    rmSync(directory, { recursive: true });
  }
  const token = makeToken(product);
  const api = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const campaignIds: string[] = [];
  // A list has at most 200: asked for hundred by hundred, by the beginning of the name.
  for (let hundred = 0; hundred < campaigns / 100; hundred += 1) {
    const query = `Campaign ${String(hundred).padStart(2, '0')}`;
    const { campaigns: some } = await api.listCampaigns({ query: { limit: 200, query } });
    campaignIds.push(...some.map(({ id }) => id));
  }
  return { workspaceId, campaignIds: campaignIds.toSorted(), token };
}

/** Waits until the edge sends visitors of the campaign on. */
export async function waitUntilServed(product: Product, campaignId: string): Promise<void> {
  const isServed = async () => {
    const answer = await fetch(`${product.urls.edge}/c/${campaignId}`, { redirect: 'manual' });
    return answer.status === 302 ? true : undefined;
  };
  const served = await pollUntil(isServed, { timeoutMs: 30_000, intervalMs: 100 });
  if (served === undefined) throw new Error('the campaigns are not served');
}
