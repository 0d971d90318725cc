import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { createWaypostClient } from '../client/waypost-client.ts';
import type { WaypostPanelClient } from '../client/waypost-panel-client.ts';
import { launchBrowserHere } from '../server/src/testing/browser/launch-browser.ts';
import {
  ownPassword,
  readFirstAccess,
  signInBrowser,
  replaceFirstPassword,
  type Credentials,
} from '../server/src/testing/browser/panel-access.ts';
import { lightStoreEnvironment } from '../server/src/testing/machine.ts';
import { removeDataDirectory, startProduct, type Product } from '../server/src/testing/product/product.ts';
import { openProductTraffic } from '../server/src/testing/product/product-traffic.ts';
import { trackWorkspace } from '../server/src/testing/product/tracked-workspace.ts';
import { insertVisitRows } from '../server/src/testing/traffic/visit-rows.ts';
import { runLoad } from './load.ts';
import { openList, openReport, sortTimes, typeTimes, watchPage } from './panel-list.ts';
import { startPlainPage } from './plain-page.ts';
import { printTable, progress } from './report.ts';
import { spread, timed } from './timing.ts';
import { writeRequest } from './write-request.ts';

const campaignsWanted = 2_000;
const rounds = 3;
const limitsKb = { script: 220, stylesheet: 40 };

/** Compares the panel in a real browser with a page that shows the same list without libraries. */
export async function benchPanel(): Promise<void> {
  const browser = await launchBrowserHere();
  if (typeof browser === 'string') {
    process.stdout.write(`not measured: ${browser}\n`);
    return;
  }
  const environment = {
    ...lightStoreEnvironment,
    WAYPOST_RATE_LIMIT: '10000000',
    WAYPOST_RATE_BURST: '10000000',
    WAYPOST_LOG_LEVEL: 'error',
  };
  const product = await startProduct({ environment });
  try {
    const first = readFirstAccess(product.dataDirectory);
    const api = await replaceFirstPassword(product.urls.panel, first);
    progress(`creating ${campaignsWanted} campaigns`);
    await makeCampaigns(product);
    await measure(browser, product.urls.panel, { ...first, password: ownPassword });
    await measureAttention(api);
  } finally {
    await browser.close();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

async function makeCampaigns(product: Product): Promise<void> {
  const tracked = await trackWorkspace(product);
  const { token } = tracked;
  const client = createWaypostClient({ baseUrl: `${product.urls.panel}/api/v1`, token });
  const { campaign } = await client.getCampaign(tracked.campaignId);
  const port = Number(new URL(product.urls.panel).port);
  const body = {
    trafficSourceId: campaign.trafficSourceId,
    destination: { mode: 'use_rotator', rotatorId: campaign.destination.rotatorId },
  };
  const { failures } = await runLoad({
    port,
    connections: 4,
    requestsMax: campaignsWanted,
    request: (n) =>
      writeRequest({
        port,
        token,
        method: 'POST',
        path: '/campaigns',
        body: { name: `Bench ${n}`, ...body },
      }),
  });
  if (failures > 0) throw new Error(`${failures} campaigns could not be created`);
  await addVisits(product, tracked.campaignId, (await client.whoAmI()).tenantId);
}

/** Stores visits with distinct zones, so that a report by zone has as many rows as there are visits. */
async function addVisits(product: Product, campaignId: string, workspaceId: string): Promise<void> {
  const traffic = openProductTraffic(product);
  const visit = { workspace_id: workspaceId, campaign_id: campaignId, cost: '0.5' };
  const zones = Array.from({ length: campaignsWanted }, (_, at) => `Bench ${at}`);
  await insertVisitRows(
    traffic,
    zones.map((token1, at) => ({ ...visit, token1, visit_time: Date.now() - 60_000 - at })),
  );
  await traffic.close();
}

async function measure(browser: Browser, panel: string, person: Credentials): Promise<void> {
  const plain = await startPlainPage(campaignsWanted);
  const ours = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signInBrowser(ours, panel, person);
  const others = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const results = { panel: newTimes(), plain: newTimes() };
  progress(`${rounds} rounds`);
  const weights = await weigh(await ours.newPage(), panel);
  for (let round = 0; round < rounds; round += 1)
    for (const [context, origin, list, report, times] of [
      [others, plain.origin, '/', '/', results.plain],
      [ours, panel, '/campaigns', '/reports?range=last-7-days&by=token1', results.panel],
    ] as const) {
      const page = await context.newPage();
      await watchPage(page);
      times.usable.push(await timed(() => untilUsable(page, origin)));
      times.rows.push(await openList(page, origin + list));
      times.key.push(...(await typeTimes(page)));
      times.sort.push(...(await sortTimes(page)));
      times.report.push(await openReport(page, origin + report));
      await page.close();
    }
  plain.close();
  printResults(weights, results);
}

/**
 * Measures the request that the first screen repeats every minute and compares it with the smallest possible request.
 */
async function measureAttention(api: WaypostPanelClient): Promise<void> {
  const [attention, least]: [number[], number[]] = [[], []];
  for (let round = 0; round < 10 * rounds; round += 1) {
    attention.push(await timed(() => api.getAttention()));
    least.push(await timed(() => api.getMe()));
  }
  process.stdout.write('\n');
  printTable(
    [`ms: median (minimum to maximum), ${10 * rounds} rounds`, 'GET /attention', 'GET /me'],
    [[`${campaignsWanted} campaigns`, spread(attention), spread(least)]],
  );
}

type Times = Record<'usable' | 'rows' | 'key' | 'sort' | 'report', number[]>;
const newTimes = (): Times => ({ usable: [], rows: [], key: [], sort: [], report: [] });

async function untilUsable(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
}

/** Measures how many gzipped bytes are loaded before the first screen is shown. */
async function weigh(page: Page, address: string): Promise<{ script: number; stylesheet: number }> {
  // Parts that load while the page is idle, such as search, are not counted.
  await page.addInitScript({ content: 'globalThis.requestIdleCallback = () => 0' });
  const weights = { script: 0, stylesheet: 0 };
  const bodies: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'stylesheet')
      bodies.push(response.body().then((body) => void (weights[kind] += gzipSync(body).length)));
  });
  await untilUsable(page, address);
  await Promise.all(bodies);
  await page.close();
  return weights;
}

function printResults(
  weights: { script: number; stylesheet: number },
  { panel, plain }: { panel: Times; plain: Times },
): void {
  const weight = (kind: 'script' | 'stylesheet') => [
    `first load, ${kind}, KB gzipped`,
    (weights[kind] / 1_000).toFixed(1),
    `at most ${limitsKb[kind]}`,
  ];
  printTable(['transferred', 'panel', 'limit'], [weight('script'), weight('stylesheet')]);
  process.stdout.write('\n');
  const row = (what: string, kind: keyof Times) => [what, spread(panel[kind]), spread(plain[kind])];
  printTable(
    [`ms: median (minimum to maximum), ${rounds} rounds`, 'panel', 'plain page'],
    [
      row('from navigation to a usable page', 'usable'),
      row(`from the response to visible rows, ${campaignsWanted} campaigns`, 'rows'),
      row('from a key press to the next frame', 'key'),
      row('from a click on a heading to sorted rows', 'sort'),
      row(`from navigation to report rows, ${campaignsWanted} zones`, 'report'),
    ],
  );
}
