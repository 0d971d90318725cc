import { createWaypostClient } from '../client/waypost-client.ts';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { trackWorkspace } from '../server/src/testing/product/tracked-workspace.ts';
import { runLoad } from './load.ts';
import { printTable, progress } from './report.ts';
import { writeRequest } from './write-request.ts';

const campaignsWanted = 10_000;
const changes = 300;
const lookMs = 2;

/**
 * Measures the time from a change to a campaign until the edge serves the changed campaign, in an installation with
 * many published campaigns.
 */
export async function benchPublishing(): Promise<void> {
  const environment = {
    WAYPOST_RATE_LIMIT: '10000000',
    WAYPOST_RATE_BURST: '10000000',
    WAYPOST_LOG_LEVEL: 'error',
  };
  const product = await startProduct({ environment });
  try {
    const tracked = await trackWorkspace(product);
    const { token } = tracked;
    const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
    const model = await client.getCampaign(tracked.campaignId);
    const port = Number(new URL(product.urls.panel).port);
    progress(`creating ${campaignsWanted} campaigns`);
    const body = {
      trafficSourceId: model.campaign.trafficSourceId,
      destination: { mode: 'use_rotator', rotatorId: model.campaign.destination.rotatorId },
    };
    await runLoad({
      port,
      connections: 8,
      requestsMax: campaignsWanted,
      request: (n) =>
        writeRequest({ port, token, method: 'POST', path: '/campaigns', body: { name: `C ${n}`, ...body } }),
    });
    const { campaigns } = await client.listCampaigns({ query: { limit: 200 } });
    const ids = campaigns.map(({ id }) => id);
    for (const id of ids) await untilServed(product, id, 'page.example');
    progress(`${changes} changes`);
    const times: number[] = [];
    for (let change = 0; change < changes; change += 1) {
      const id = ids[change % ids.length] ?? '';
      const isPause = Math.floor(change / ids.length) % 2 === 0;
      const startedAt = performance.now();
      await client.updateCampaign(id, { status: isPause ? 'paused' : 'active' });
      await untilServed(product, id, isPause ? 'fallback.example' : 'page.example');
      times.push(performance.now() - startedAt);
    }
    report(times);
  } finally {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

async function untilServed(product: Product, campaignId: string, host: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${product.urls.edge}/c/${campaignId}`, { redirect: 'manual' });
    await answer.body?.cancel();
    if (answer.headers.get('location')?.includes(host) === true) return;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

function report(times: number[]): void {
  times.sort((one, other) => one - other);
  const at = (part: number) => (times[Math.floor(part * (times.length - 1))] ?? 0).toFixed(0);
  printTable(
    ['time until a change is served', 'p50 ms', 'p99 ms', 'max ms'],
    [[`${campaignsWanted} campaigns, ${times.length} changes`, at(0.5), at(0.99), at(1)]],
  );
}
