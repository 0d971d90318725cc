import { setTimeout as delay } from 'node:timers/promises';
import type { Product } from '../server/src/testing/product/product.ts';
import { signInPanel } from './panel-session.ts';
import { printTable, progress } from './report.ts';
import { median, spread, timed } from './timing.ts';

const rounds = 15;
const month = 'from=2026-10-01&to=2026-10-30';

/**
 * Compares two requests for the same pages of events: one for only the fields that the panel shows, and one for all
 * fields.
 */
export async function compareFeed(
  product: Product,
  { workspaceId, campaignIds }: { workspaceId: string; campaignIds: readonly string[] },
): Promise<void> {
  const ask = await signInPanel(product, workspaceId);
  const questions: [name: string, asked: string][] = [
    ['newest page', month],
    ['50th page', `${month}&cursor=${await walk(ask, 49)}`],
    ['newest page, range ending a week earlier', 'from=2026-10-01&to=2026-10-23'],
    ['newest page of a campaign', `${month}&campaignId=${campaignIds[300] ?? ''}`],
    ['newest page of conversions', `${month}&type=event`],
    ['newest page of postbacks', `${month}&type=postback`],
  ];
  const results: string[][] = [];
  const compare = async (name: string, asked: string) => {
    progress(name);
    const [whole, brief]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      whole.push(await timed(() => ask(`/events?${asked}&limit=100`)));
      brief.push(await timed(() => ask(`/events/brief?${asked}&limit=100`)));
    }
    // The first run is discarded, because caches are still cold.
    const [all, listed] = [whole.slice(1), brief.slice(1)];
    results.push([name, spread(all), spread(listed), (median(all) / median(listed)).toFixed(1)]);
  };
  for (const [name, asked] of questions) await compare(name, asked);
  const today = new Date().toISOString().slice(0, 10);
  await whileVisitorsCome(product, campaignIds, () =>
    compare('newest page during live traffic', `from=2026-10-01&to=${today}`),
  );
  printTable(['page of 100 events', 'all fields, ms', 'fields that the panel shows, ms', 'ratio'], results);
  process.stdout.write('\n');
}

/** Sends ten visits per second, so that the newest rows are in the same state as under live traffic. */
async function whileVisitorsCome(
  { urls }: Product,
  campaignIds: readonly string[],
  run: () => Promise<void>,
): Promise<void> {
  let visitors = 0;
  const timer = setInterval(() => {
    visitors += 1;
    const campaignId = campaignIds[(visitors * 37) % campaignIds.length] ?? '';
    const query = `click=${visitors}&bid=0.01&t1=a${visitors % 9}&t2=site${visitors % 300}`;
    const headers = { 'user-agent': `Mozilla/5.0 (X11; Linux x86_64) Chrome/${100 + (visitors % 40)}.0.0.0` };
    void fetch(`${urls.edge}/c/${campaignId}?${query}`, { headers, redirect: 'manual' });
  }, 100);
  try {
    await delay(30_000);
    await run();
  } finally {
    clearInterval(timer);
  }
}

async function walk(ask: (path: string) => Promise<Record<string, unknown>>, pages: number): Promise<string> {
  let cursor = '';
  for (let page = 0; page < pages; page += 1) {
    const { meta } = await ask(`/events/brief?${month}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`);
    cursor = encodeURIComponent((meta as { nextCursor: string }).nextCursor);
  }
  return cursor;
}
