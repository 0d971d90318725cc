import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { command, removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { makeVisitRequests } from './edge-traffic.ts';
import { fillWorkspace, waitUntilServed } from './fill-workspace.ts';
import { printTable, progress } from './report.ts';
import {
  countRecorded,
  describeFailures,
  startVisitors,
  summarize,
  waitUntilRecorded,
  type Answer,
} from './steady-visitors.ts';

const campaignsWanted = 100;
const defaultRate = 2_000;
const defaultRestarts = 5;
// Time without a restart before the first one and after each.
const calmMs = 4_000;

/**
 * Runs `waypost restart` again and again while visitors arrive at a steady rate, each on a new connection. Compares
 * response times during restarts with those between them, and counts failed and lost visits.
 */
export async function benchRestart(options: { rate: number; restarts: number }): Promise<void> {
  const rate = options.rate || defaultRate;
  const restarts = options.restarts || defaultRestarts;
  const product = await startProduct({
    environment: {
      WAYPOST_TRUSTED_PROXIES: '127.0.0.1',
      WAYPOST_LOG_LEVEL: 'warn',
      WAYPOST_EDGE_STANDBY: 'on',
      // Answers only once the visit is on disk, so that every answered visit must be recorded.
      WAYPOST_SPOOL_WAIT_MS: '20000',
    },
  });
  try {
    const { campaignIds, token } = await fillWorkspace(product, campaignsWanted);
    await waitUntilServed(product, campaignIds.at(-1) ?? '');
    const before = await countRecorded(product, token);
    const load = startVisitors(product, makeVisitRequests(campaignIds, 10_000), rate);
    const switches: { from: number; to: number }[] = [];
    await sleep(calmMs);
    for (let round = 1; round <= restarts; round += 1) {
      progress(`restart ${round} of ${restarts}`);
      const from = performance.now();
      await promisify(execFile)(process.execPath, [command, 'restart'], { env: product.environment });
      switches.push({ from, to: performance.now() });
      await sleep(calmMs);
    }
    await load.stop();
    const { answers, failures } = load;
    const isDuring = ({ sentAt }: Answer) => switches.some(({ from, to }) => sentAt >= from && sentAt < to);
    printTable(
      ['visits', 'answered', 'median, ms', 'p99, ms', 'max, ms'],
      [
        ['during restarts', ...summarize(answers.filter(isDuring))],
        ['between restarts', ...summarize(answers.filter((answer) => !isDuring(answer)))],
      ],
    );
    const recorded = await waitUntilRecorded(product, token, before + answers.length);
    const seconds = switches.reduce((sum, { from, to }) => sum + to - from, 0) / 1_000;
    process.stdout.write(
      `\n${restarts} restarts of ${(seconds / restarts).toFixed(1)} s each; failed: ${describeFailures(failures)}; answered but not recorded: ${Math.max(0, before + answers.length - recorded)}\n`,
    );
  } finally {
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}
