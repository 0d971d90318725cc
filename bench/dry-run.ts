import { drawHashOf } from '../server/src/edge/draw-hash.ts';
import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { newEventId } from '../server/src/platform/event-ids.ts';
import { newId } from '../server/src/platform/ids.ts';
import { runDryRun } from '../server/src/services/rotators/dry-runs/run-dry-run.ts';
import { getRotatorRules } from '../server/src/services/rotators/rotator-rules.ts';
import { Database } from '../server/src/store/database/database.ts';
import { readEngineAddresses, openProductTraffic } from '../server/src/testing/product/product-traffic.ts';
import { removeDataDirectory, startProduct } from '../server/src/testing/product/product.ts';
import { buildVisitRow } from '../server/src/testing/spool/rows.ts';
import { makeCampaign, makeWorkspace } from '../server/src/testing/workspaces/factories.ts';
import type { TrafficStore } from '../server/src/traffic/traffic-store.ts';
import { drawProgress } from './draw-progress.ts';
import { printTable, progress } from './report.ts';
import { timed } from './timing.ts';

const visitsByDefault = 1_000_000;
const atOnce = 20_000;
const spanMs = 29 * 86_400_000;
const countries = ['DE', 'FR', 'US', 'GB', 'IT', 'ES', 'BR', 'IN'];

/**
 * Compares a dry run of 20 rules over all visits of a rotator with a plain read of the same columns. Reports the added
 * time, the total time and the memory use.
 */
export async function benchDryRun(options: { visits: number; store: TrafficStoreName }): Promise<void> {
  const many = options.visits || visitsByDefault;
  const environment = { WAYPOST_TRAFFIC_STORE: options.store, WAYPOST_LOG_LEVEL: 'error' };
  const product = await startProduct({ environment });
  const database = new Database(readEngineAddresses(product).postgres, { connectionsMax: 4 });
  const traffic = openProductTraffic(product);
  try {
    const base = await makeWorkspace(database);
    const context = { ...base, traffic, drawHash: drawHashOf('a secret of the bench') };
    const { id: campaignId, rotatorId } = await makeCampaign(context);
    const rules = await getRotatorRules(context, rotatorId);
    progress(`creating ${many} visits`);
    const own = { workspace_id: context.workspaceId, campaign_id: campaignId, rotator_id: rotatorId };
    await load(traffic, many, { ...own, path_id: rules.defaultPathId, landing_id: '', outcome: 'offer' });
    progress('reading the visits');
    const reading = await timed(() => readAll(context, rotatorId, many));
    progress('running the dry run');
    let mostBytes = 0;
    let judged = 0;
    const deciding = await timed(async () => {
      const result = await runDryRun(
        context,
        rotatorId,
        { draft: makeDraft(rules), days: 30, sample: 'all' },
        {
          onProgress: async () => void (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)),
        },
      );
      ({ judged } = result);
    });
    printTable(
      ['step', 'visits', 'seconds', 'compared with reading', 'peak MiB'],
      [
        ['reading the same columns', String(many), (reading / 1_000).toFixed(1), '100 %', ''],
        [
          'dry run of 20 rules, compared with the saved rules',
          String(judged),
          (deciding / 1_000).toFixed(1),
          `${((deciding / reading) * 100).toFixed(0)} %`,
          (mostBytes / 1024 ** 2).toFixed(0),
        ],
      ],
    );
  } finally {
    await traffic.close();
    await database.close();
    await product.stop();
    removeDataDirectory(product.dataDirectory);
  }
}

type Context = { traffic: TrafficStore; workspaceId: string };

/** Reads the columns that a dry run reads, in batches of the same size. */
async function readAll({ traffic, workspaceId }: Context, rotatorId: string, many: number): Promise<void> {
  const attributes = ['country', 'deviceType', 'trafficSourceId', 'token1', 'browser'] as const;
  const untilMs = Date.now();
  const stepMs = Math.ceil((spanMs * atOnce) / many);
  for (let fromMs = untilMs - spanMs - 600_000; fromMs < untilMs; fromMs += stepMs)
    await traffic.readDecided(
      { workspaceId, rotatorId, withBots: false, fromMs, untilMs: fromMs + stepMs },
      { attributes, hashBound: 2 ** 32 },
    );
}

async function load(traffic: TrafficStore, many: number, own: Record<string, string>): Promise<void> {
  const beganAt = performance.now();
  const firstMs = Date.now() - spanMs;
  for (let from = 0; from < many; from += atOnce) {
    const batch = newId();
    let lines = '';
    for (let at = from; at < Math.min(many, from + atOnce); at += 1) {
      const timeMs = firstMs + Math.floor((at * spanMs) / many);
      const id = newEventId(timeMs);
      const country = countries[at % countries.length] ?? '';
      const device = at % 3 === 0 ? 'mobile' : 'desktop';
      const cells = { ...own, id, visit_id: id, country, device_type: device, token1: `zone-${at % 50}` };
      lines += `line\t${batch}\t${buildVisitRow(cells, timeMs)}\n`;
    }
    const outcome = await traffic.targets.visits.insert(batch, Buffer.from(lines));
    if (outcome.kind !== 'inserted') throw new Error(outcome.reason);
    drawProgress(Math.min(1, (from + atOnce) / many), performance.now() - beganAt);
  }
  process.stderr.write('\n');
}

/** Builds rules by country, zone and device, each with three weighted paths. */
function makeDraft({ version, defaultPathId, paths }: Awaited<ReturnType<typeof getRotatorRules>>): unknown {
  const pathIds = [defaultPathId, 'new-1', 'new-2'];
  return {
    version,
    defaultPathId,
    rules: Array.from({ length: 20 }, (_, at) => ({
      name: `Rule ${at}`,
      conditions: {
        all: [
          { field: 'country', op: 'is', values: [countries[at % countries.length]] },
          { field: 'deviceType', op: 'is', values: [at % 2 === 0 ? 'mobile' : 'desktop'] },
          { not: { field: 'token1', op: 'is', values: [`zone-${at}`] } },
        ],
      },
      paths: pathIds.map((pathId, path) => ({ pathId, weight: path + 1 })),
    })),
    paths: [...paths, ...['new-1', 'new-2'].map((id) => ({ id, name: id }))],
  };
}
