// `npm run test:faults [-- --seed=N --minutes=N --store=clickhouse|postgres --shards=N --rate=N]` kills, freezes and disconnects
// the processes of an installation under load, and checks that everything that was answered is stored exactly once.
import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { runFaults } from '../server/src/testing/faults/run-faults.ts';
import { defaultStore, testStores } from '../server/src/testing/machine.ts';
import { makeGeoTables } from '../server/src/testing/product/geo-tables.ts';

const seed = readNumber('seed', randomInt(1_000_000));
const minutes = readNumber('minutes', 5);
const minuteMs = 60_000;

await makeGeoTables();
const { problems, output, faults } = await runFaults({
  seed,
  durationMs: minutes * minuteMs,
  store: readStore(),
  shards: readShards(),
  visitsPerSecond: readNumber('rate', 200),
  freezeMsMax: Math.min(2, minutes / 3) * minuteMs,
  clockOffsetMsMax: 10 * minuteMs,
  settleMs: 15 * minuteMs,
  ignoresStopped: false,
  log: (line) => process.stdout.write(`${line}\n`),
});
const file = join(tmpdir(), `waypost-faults-${seed}.log`);
writeFileSync(file, output);
process.stdout.write(
  problems.length === 0
    ? `\npassed: ${faults} faults with seed ${seed}\n`
    : `\nFAILED with seed ${seed}: ${problems.length} problems. The log of the installation is in ${file}.\n`,
);
process.exit(problems.length === 0 ? 0 : 1);

function read(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}

function readNumber(name: string, otherwise: number): number {
  const value = Number(read(name) ?? otherwise);
  if (Number.isFinite(value) && value > 0) return value;
  process.stderr.write(`--${name} must be a positive number\n`);
  process.exit(2);
}

function readStore(): TrafficStoreName {
  const store = read('store') ?? defaultStore;
  const known = testStores.find((name) => name === store);
  if (known !== undefined) return known;
  process.stderr.write(`the store ${store} is not available; available stores: ${testStores.join(', ')}\n`);
  process.exit(2);
}

function readShards(): number {
  const shards = readNumber('shards', 1);
  if (Number.isInteger(shards) && (shards === 1 || readStore() === 'clickhouse')) return shards;
  process.stderr.write('--shards must be an integer, and requires --store=clickhouse\n');
  process.exit(2);
}
