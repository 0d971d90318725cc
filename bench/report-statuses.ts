import type { Product } from '../server/src/testing/product/product.ts';
import { signInPanel } from './panel-session.ts';
import { printTable, progress } from './report.ts';
import { median, spread, timed } from './timing.ts';

const rounds = 9;
const usual = 'visits,lpclicks,conversions,cost,revenue,profit,roi';
const statuses =
  'conversionsHold,conversionsApproved,conversionsRejected,conversionsRefunded,conversionsAll,approveRate';

/**
 * Compares the panel's reports with and without conversion counts by status. The runs are interleaved, so that a
 * temporary slowdown of the machine affects both.
 */
export async function compareStatuses(
  product: Product,
  { workspaceId, campaignIds }: { workspaceId: string; campaignIds: readonly string[] },
): Promise<void> {
  const askPanel = await signInPanel(product, workspaceId);
  const ask = (question: string) => askPanel(`/reports?from=2026-10-01&to=2026-10-30${question}`);
  const ofCampaign = `&filter=campaign%3D${campaignIds[300] ?? ''}`;
  const questions: [name: string, asked: string][] = [
    ['day x campaign, 30 days', '&dimensions=day,campaign&sortBy=visits&sortDir=desc'],
    ['offers, 30 days', '&dimensions=offer'],
    ['countries and devices, 30 days', '&dimensions=country,deviceType'],
    ['totals, 30 days', ''],
    ['token4 of a campaign, first 100', `&dimensions=token4${ofCampaign}`],
  ];
  const results: string[][] = [];
  for (const [name, asked] of questions) {
    progress(`${name}, with statuses`);
    const [without, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round += 1) {
      without.push(await timed(() => ask(`${asked}&metrics=${usual}`)));
      beside.push(await timed(() => ask(`${asked}&metrics=${usual},${statuses}`)));
    }
    // The first run is discarded, because caches are still cold.
    const [plain, counted] = [without.slice(1), beside.slice(1)];
    const ratio = (median(counted) / median(plain)).toFixed(2);
    results.push([name, spread(plain), spread(counted), ratio]);
  }
  printTable(['panel report', 'without statuses, ms', 'with statuses, ms', 'ratio'], results);
  process.stdout.write('\n');
}
