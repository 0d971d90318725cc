/** `npm run bench [-- part … --seconds=N --visits=N --rate=N --postgres --storage]`: measures parts of the product, each beside a reference in the same run. */
import { arch, cpus, platform } from 'node:os';
import { benchApi } from './api.ts';
import { benchConversions } from './conversions.ts';
import { benchEdge } from './edge.ts';
import { benchEdgeProcesses } from './edge-processes.ts';
import { benchPublishing } from './publishing.ts';
import { benchReports } from './reports.ts';

type Options = { seconds: number; visits: number; rate: number };

const parts: Record<string, (options: Options) => Promise<void>> = {
  api: benchApi,
  conversions: benchConversions,
  edge: benchEdge,
  'edge-processes': benchEdgeProcesses,
  publishing: benchPublishing,
  reports: benchReports,
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = wanted.find((name) => !(name in parts));
if (unknown !== undefined) {
  process.stderr.write(`there is no part ${unknown}; there are: ${Object.keys(parts).join(', ')}\n`);
  process.exit(2);
}
const seconds = readNumber('seconds', 5);
const visits = readNumber('visits', 0);
const rate = readNumber('rate', 0);

process.stdout.write(
  `Node ${process.versions.node}, ${platform()} ${arch()}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'})\n`,
);
for (const [name, run] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`\n== ${name}\n\n`);
  await run({ seconds, visits, rate });
}

function readNumber(name: string, otherwise: number): number {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`));
  return given === undefined ? otherwise : Number(given.slice(name.length + 3));
}
