// `npm run soak [-- --minutes=N --days=N --from=YYYY-MM-DD --store=clickhouse|postgres --rate=N --out=FOLDER]` runs an
// installation under a steady load while its clock jumps ahead, draws plots, and fails if something grows, is lost or
// is stored twice.
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrafficStoreName } from '../server/src/engines/data-directory.ts';
import { defaultStore, testStores } from '../server/src/testing/machine.ts';
import { makeGeoTables } from '../server/src/testing/product/geo-tables.ts';
import { runSoak, type Sample } from '../server/src/testing/soak/run-soak.ts';
import { judgedSecondsMin, presentSamples } from '../server/src/testing/soak/soak-plots.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const shownMax = 40;

const minutes = readNumber('minutes', 60);
const days = readNumber('days', 90);
const jumpEveryMs = Math.min(20_000, (minutes * minuteMs) / 4);
const folder = read('out') ?? 'soak';
mkdirSync(folder, { recursive: true });
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write('relations.csv', 'seconds,table,bytes,live,dead\n');
write('log.txt', '');
const log = (line: string) => {
  process.stdout.write(`${line}\n`);
  appendFileSync(join(folder, 'log.txt'), `${line}\n`);
};

await makeGeoTables();
const samples: Sample[] = [];
const { problems, counts, output } = await runSoak({
  durationMs: minutes * minuteMs,
  jumpEveryMs,
  jumpMs: (days * dayMs) / ((minutes * minuteMs) / jumpEveryMs) - jumpEveryMs,
  sampleEveryMs: Math.min(10_000, (minutes * minuteMs) / 12),
  startMs: Date.parse(`${read('from') ?? '2026-09-20'}T00:00:00Z`),
  timezone: 'Europe/Berlin',
  retentionDays: 7,
  store: readStore(),
  visitsPerSecond: readNumber('rate', 100),
  onSample: (sample) => {
    samples.push(sample);
    write('samples.csv', presentSamples(samples).files.get('samples.csv') ?? '');
  },
  onRelations: (lines) => {
    const seconds = Math.round(samples.at(-1)?.seconds ?? 0);
    appendFileSync(join(folder, 'relations.csv'), lines.map((line) => `${seconds},${line}\n`).join(''));
  },
  log,
});
write('output.log', output);
const { files, judged } = presentSamples(samples);
for (const [name, text] of files) write(name, text);
for (const { title, unit, label, start, rise, riseMax, isFlat } of judged)
  log(
    `${isFlat ? 'flat  ' : 'GROWS '} ${title}, ${label}: ${start.toFixed(1)} ${unit}, rises by ${rise.toFixed(1)} (at most ${riseMax.toFixed(1)})`,
  );
if (judged.length === 0) log(`not judged: shorter than ${judgedSecondsMin} seconds`);
log(JSON.stringify(counts));
for (const problem of problems.slice(0, shownMax)) log(`PROBLEM ${problem}`);
const growing = judged.filter(({ isFlat }) => !isFlat).length;
log(
  problems.length + growing === 0
    ? `passed: ${samples.length} samples in ${folder}`
    : `FAILED: ${problems.length} problems, ${growing} series grow; see ${folder}`,
);
process.exit(problems.length + growing === 0 ? 0 : 1);

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
