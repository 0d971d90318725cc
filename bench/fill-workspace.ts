import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWaypostClient } from '../client/waypost-client.ts';
import { pollUntil } from '../server/src/platform/retry.ts';
import { lastJson, makeToken, runCommand, type Product } from '../server/src/testing/product/product.ts';
import { writeBenchWorkspace } from './edge-workspace.ts';
import { progress } from './report.ts';

type FilledWorkspace = { workspaceId: string; campaignIds: string[]; token: string };

/** Imports campaigns into the first workspace and returns their IDs. */
export async function fillWorkspace(product: Product, campaigns: number): Promise<FilledWorkspace> {
  progress(`creating ${campaigns} campaigns`);
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
  // A page contains at most 200 records, so campaigns are listed in batches by name prefix.
  for (let hundred = 0; hundred < campaigns / 100; hundred += 1) {
    const query = `Campaign ${String(hundred).padStart(2, '0')}`;
    const { campaigns: some } = await api.listCampaigns({ query: { limit: 200, query } });
    campaignIds.push(...some.map(({ id }) => id));
  }
  return { workspaceId, campaignIds: campaignIds.toSorted(), token };
}

/** Waits until the edge redirects the campaign's visitors. */
export async function waitUntilServed(product: Product, campaignId: string): Promise<void> {
  const isServed = async () => {
    const answer = await fetch(`${product.urls.edge}/c/${campaignId}`, { redirect: 'manual' });
    return answer.status === 302 ? true : undefined;
  };
  const served = await pollUntil(isServed, { timeoutMs: 30_000, intervalMs: 100 });
  if (served === undefined) throw new Error('the campaigns are not served');
}
