/**
 * Mutation test: changes one token of a source file at a time and reports the changes that no test notices.
 * npm exec -- node tools/mutate.ts [--count 120] [--seed 1] [--all-tests] PATH...
 * A path is a file or a folder of sources. Each change is checked with the unit tests in the file's folder. A change to
 * a service is also checked with the integration tests that `mutation-tests.ts` lists for its folder. To save time, one
 * run of these tests first records which of them execute the changed code, and those run first, on PostgreSQL only. A
 * change counts as survived only after all of the listed tests have passed with both traffic stores. `--all-tests` also
 * runs the unit tests that import the file from elsewhere. The file is restored after each change.
 */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { listCoveringTests, measureCoverage } from './mutation-coverage.ts';
import { integrationTestsOf } from './mutation-tests.ts';
import { listMutations, type Mutation } from './mutations.ts';

const root = join(import.meta.dirname, '..');
/**
 * Time limit for a test run. A longer run is stuck in an endless loop caused by the mutation, so the mutation counts as
 * detected.
 */
const timeoutMs = 600_000;
type Run = { project: string; environment?: Record<string, string>; bail?: boolean };
// PostgreSQL starts faster than ClickHouse, and few services depend on the store.
const lightIntegration: Run = { project: 'integration*', environment: { WAYPOST_TEST_STORES: 'postgres' } };
const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '120' },
    seed: { type: 'string', default: '1' },
    'all-tests': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const sources = (positionals.length === 0 ? ['server/src/domain'] : positionals).flatMap(listSources);
const mutations = sources.flatMap((file) =>
  listMutations(readFileSync(file, 'utf8'), file).map((mutation) => ({ file, ...mutation })),
);
const chosen = shuffle(mutations, Number(values.seed)).slice(0, Number(values.count));
const services = sources.filter((file) => testsOf(file).length > 0);
if (chosen.some(({ file }) => services.includes(file)))
  measureCoverage(services, (changed) => runTests([...new Set(changed.flatMap(testsOf))], lightIntegration));
let survived = 0;
for (const mutation of chosen) {
  const noticed = isNoticed(mutation);
  if (!noticed) survived += 1;
  const { file, line, from, to } = mutation;
  process.stdout.write(
    `${noticed ? 'detected' : 'survived'}  ${relative(root, file)}:${line}  ${from}  ->  ${to}\n`,
  );
}
const killed = chosen.length - survived;
process.stdout.write(
  `${killed} of ${chosen.length} mutations detected (${((100 * killed) / chosen.length).toFixed(1)} %), chosen from ${mutations.length} possible ones in ${sources.length} files\n`,
);

function listSources(path: string): string[] {
  const whole = join(root, path);
  if (statSync(whole).isFile()) return [whole];
  return globSync('**/*.ts', { cwd: whole })
    .filter((name) => !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => join(whole, name));
}

function testsOf(file: string): string[] {
  return integrationTestsOf(relative(root, dirname(file)));
}

function isNoticed({ file, start, end, to }: Mutation & { file: string }): boolean {
  const original = readFileSync(file, 'utf8');
  const [mostSpecific, ...otherCovering] = listCoveringTests({ file, start });
  const restore = () => {
    writeFileSync(file, original);
    process.exit(1);
  };
  process.once('SIGINT', restore);
  try {
    writeFileSync(file, original.slice(0, start) + to + original.slice(end));
    if (fails([dirname(file)], { project: 'unit*' })) return true;
    if (mostSpecific !== undefined && fails([mostSpecific], lightIntegration)) return true;
    if (fails(otherCovering, lightIntegration)) return true;
    if (fails(testsOf(file), { project: 'integration*' })) return true;
    return values['all-tests'] && fails(['related', '--run', file], { project: 'unit*' });
  } finally {
    writeFileSync(file, original);
    process.off('SIGINT', restore);
  }
}

function fails(args: string[], run: Run): boolean {
  return args.length > 0 && runTests(args, { ...run, bail: true }) !== 0;
}

function runTests(args: string[], { project, environment, bail = false }: Run): number | null {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  // Tests run in threads, which end when their process is killed. A child process in an endless loop would keep
  // running.
  const options = ['--project', project, '--passWithNoTests', '--reporter', 'dot', '--pool', 'threads'];
  if (bail) options.push('--bail', '1');
  const command = args[0] === 'related' ? args : ['run', ...args];
  const { status } = spawnSync(process.execPath, [vitest, ...command, ...options], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'ignore',
    ...(bail ? { timeout: timeoutMs, killSignal: 'SIGKILL' } : {}),
  });
  return status;
}

/** Shuffles the items with mulberry32. The same seed always gives the same order. */
function shuffle<Item>(items: readonly Item[], seed: number): Item[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return items
    .map((item) => ({ item, key: random() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
