/** `npm test`: runs all checks, the fastest ones first, and continues after a failure. */
import { spawnSync } from 'node:child_process';
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
  ['spelling', tool('cspell'), ['lint', '--no-progress', '--no-summary', '--unique']],
  ['source rules', process.execPath, [join(import.meta.dirname, 'source-rules', 'main.ts')]],
  [
    'generated documents',
    process.execPath,
    [join(import.meta.dirname, 'write-generated-docs.ts'), '--check'],
  ],
];

// The last three suites run together, because one suite can use the processor while another waits, and the prepared
// data directory is created only once.
const suites = [['unit'], ['integration', 'acceptance', 'faults']];

function runCommand(name: string, command: string, args: string[]): Outcome {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) process.stdout.write(`${error.message}\n`);
  const seconds = (performance.now() - startedAt) / 1000;
  return { name, seconds, failed: status !== 0 };
}

function runSuites(names: string[]): Outcome {
  const name = names.join(', ');
  const file = join(reports, `${name}.json`);
  const outcome = runCommand(name, tool('vitest'), [
    'run',
    ...names.flatMap((project) => ['--project', `${project}*`]),
    '--reporter=default',
    `--reporter=${join(import.meta.dirname, 'suite-reporter.ts')}`,
    `--outputFile=${file}`,
  ]);
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
const outcomes = [
  ...commands
    .filter(([name]) => isWanted(name))
    .map(([name, command, args]) => runCommand(name, command, args)),
  ...suites
    .map((names) => names.filter(isWanted))
    .filter((names) => names.length > 0)
    .map(runSuites),
];
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
