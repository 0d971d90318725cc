/**
 * `npm run bench [-- PART… --seconds=N --visits=N --rate=N --edges=N --campaigns=N --restarts=N --store=clickhouse|postgres --storage --statuses --feed]`
 * measures parts of the product and compares most of them with a reference in the same run.
 */
import { arch, cpus, platform } from 'node:os';
import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { defaultStore } from '../server/src/testing/machine.ts';
import { benchApi } from './api.ts';
import { benchConversions } from './conversions.ts';
import { benchDryRun } from './dry-run.ts';
import { benchEdge } from './edge.ts';
import { benchEdgeProcesses } from './edge-processes.ts';
import { benchHttps } from './https.ts';
import { benchIngest } from './ingest.ts';
import { benchManyEdges } from './many-edges.ts';
import { benchMove } from './move.ts';
import { benchPanel } from './panel.ts';
import { benchPublishing } from './publishing.ts';
import { benchReports } from './reports.ts';
import { benchRestart } from './restart.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchSpoolWait } from './spool-wait.ts';

type Options = {
  seconds: number;
  visits: number;
  rate: number;
  edges: number;
  campaigns: number;
  restarts: number;
  store: TrafficStoreName;
};

const parts: Record<string, (options: Options) => Promise<void>> = {
  api: benchApi,
  conversions: benchConversions,
  'dry-run': benchDryRun,
  edge: benchEdge,
  'edge-processes': benchEdgeProcesses,
  https: benchHttps,
  ingest: benchIngest,
  'many-edges': benchManyEdges,
  move: benchMove,
  panel: benchPanel,
  publishing: benchPublishing,
  reports: benchReports,
  restart: benchRestart,
  snapshot: benchSnapshot,
  'spool-wait': benchSpoolWait,
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
  process.stderr.write(`unknown part ${unknown}; available parts: ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}
const seconds = readNumber('seconds', 5);
const visits = readNumber('visits', 0);
const rate = readNumber('rate', 0);
const edges = readNumber('edges', 0);
const campaigns = readNumber('campaigns', 0);
const restarts = readNumber('restarts', 0);
const store = readStore();

process.stdout.write(
  `Node ${process.versions.node}, ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})\n`,
);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n\n`);
  await run({ seconds, visits, rate, edges, campaigns, restarts, store });
}

function readNumber(name: string, otherwise: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? otherwise : Number(given.slice(name.length + 3));
}

function readStore(): TrafficStoreName {
  const given = process.argv.find((argument) => argument.startsWith('--store='))?.slice('--store='.length);
  if (given === undefined || given === 'clickhouse' || given === 'postgres') return given ?? defaultStore;
  process.stderr.write(`unknown store ${given}; available stores: clickhouse, postgres\n`);
  process.exit(2);
}
