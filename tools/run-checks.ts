/** `npm test`: runs all checks, the fastest ones first, and continues after a failure. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describeSkipped } from './describe-skipped.ts';
import type { SuiteReport } from './suite-reporter.ts';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'waypost-checks-'));

type Outcome = {
  name: string;
  seconds: number;
  failed: boolean;
  /** Set for checks that run tests. */
  report?: SuiteReport;
};

const isFull = process.argv.includes('--full');
const environment = {
  ...process.env,
  FULL_CHECKS: isFull ? '1' : '0',
  // The development tools run the first `node` in PATH, so the pinned version must come first.
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
};
const tool = (name: string) => join(root, 'node_modules', '.bin', name);

const commands: [name: string, command: string, args: string[]][] = [
  ['format', tool('oxfmt'), ['--check']],
  ['lint', tool('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', tool('tsc'), ['-p', '.']],
  ['types of the panel', tool('tsc'), ['-p', 'panel']],
  ['spelling', process.execPath, [join(import.meta.dirname, 'check-spelling.ts')]],
  ['source rules', process.execPath, [join(import.meta.dirname, 'source-rules', 'main.ts')]],
  [
    'generated documents',
    process.execPath,
    [join(import.meta.dirname, 'write-generated-docs.ts'), '--check'],
  ],
];

// These suites run together, because one suite can use the processor while another waits, and the prepared data
// directory is created only once.
const productSuites = ['integration', 'acceptance', 'faults'];

// Tests of the traffic store that a full run repeats on two ClickHouse shards.
const testsOnShards = [
  'traffic-store.test.ts',
  'traffic-stores-agree.test.ts',
  'costs-modes.test.ts',
  'erasures.test.ts',
  'reports.test.ts',
].map((name) => `server/test/integration/${name}`);
testsOnShards.push('server/test/acceptance/reports.test.ts', 'server/test/acceptance/events.test.ts');

// The output of a quiet command, which runs at the same time as another one, is printed after the command has ended.
async function runCommand(
  name: string,
  command: string,
  { args, variables = {}, isQuiet }: { args: string[]; variables?: Record<string, string>; isQuiet: boolean },
): Promise<Outcome> {
  const head = `\n== ${name}\n`;
  if (!isQuiet) process.stdout.write(head);
  const startedAt = performance.now();
  const output = isQuiet ? 'pipe' : 'inherit';
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...variables },
    stdio: ['ignore', output, output],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more));
  const status = await once(child, 'close').then(
    ([code]: unknown[]) => code,
    (error: unknown) => void (text += `${String(error)}\n`),
  );
  if (isQuiet || text !== '') process.stdout.write(`${isQuiet ? head : ''}${text}`);
  return { name, seconds: (performance.now() - startedAt) / 1000, failed: status !== 0 };
}

async function runSuites(names: string[], { isQuiet }: { isQuiet: boolean }): Promise<Outcome> {
  const selection = names.flatMap((project) => ['--project', `${project}*`]);
  return await runTests(names.join(', '), selection, { isQuiet });
}

async function runTests(
  name: string,
  selection: string[],
  options: { variables?: Record<string, string>; isQuiet: boolean },
): Promise<Outcome> {
  const file = join(reports, `${name}.json`);
  const args = [
    'run',
    ...selection,
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'suite-reporter.ts')}`,
    `--outputFile=${file}`,
  ];
  const outcome = await runCommand(name, tool('vitest'), { args, ...options });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as SuiteReport;
    const isEmpty = report.passedTests + report.failures.length + report.notRun.length === 0;
    return { ...outcome, failed: outcome.failed || isEmpty, report };
  } catch {
    return { ...outcome, failed: true };
  }
}

function describeOutcome({ name, seconds, failed, report }: Outcome): string {
  const word = failed ? 'FAILED' : report?.passedTests === 0 ? 'not run' : 'passed';
  return `${word.padEnd(7)} ${seconds.toFixed(1).padStart(6)} s  ${name}`;
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const wantedCommands = commands.filter(([name]) => isWanted(name));
const wantedSuites = productSuites.filter(isWanted);
// The unit tests start after the first command and run beside the others, because most commands use only one core.
const [first, ...others] = wantedCommands;
const run = ([name, command, args]: (typeof commands)[number], isQuiet: boolean) =>
  runCommand(name, command, { args, isQuiet });
const outcomes = first === undefined ? [] : [await run(first, false)];
const isQuiet = isWanted('unit') && others.length > 0;
const unit = isWanted('unit') ? runSuites(['unit'], { isQuiet }) : undefined;
for (const command of others) outcomes.push(await run(command, isQuiet));
if (unit !== undefined) outcomes.push(await unit);
if (wantedSuites.length > 0) outcomes.push(await runSuites(wantedSuites, { isQuiet: false }));
if (isFull && isWanted('shards')) {
  const variables = { WAYPOST_TEST_SHARDS: '2' };
  outcomes.push(await runTests('shards', testsOnShards, { variables, isQuiet: false }));
}
rmSync(reports, { recursive: true });

const failures = outcomes.flatMap(({ report }) => report?.failures ?? []);
const notRun = outcomes.flatMap(({ report }) => report?.notRun ?? []);
const lines = [
  ...outcomes.map(describeOutcome),
  ...failures.map((failure) => `failed: ${failure}`),
  ...describeSkipped(notRun),
];
process.stdout.write(`\n${lines.join('\n')}\n`);
const sum = (pick: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
// A check that runs no tests counts as one test.
const passed = sum(({ report, failed }) => report?.passedTests ?? (failed ? 0 : 1));
const failed = sum((outcome) => Math.max(outcome.report?.failures.length ?? 0, outcome.failed ? 1 : 0));
const skipped = notRun.length === 0 ? '' : `, ${notRun.length} skipped`;
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped}\n`);
process.exitCode = failed === 0 ? 0 : 1;
