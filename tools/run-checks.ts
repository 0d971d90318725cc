/** `npm test`: every check in order, cheap before dear, each with its time; all run, also after a failure. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const reports = mkdtempSync(join(tmpdir(), 'waypost-checks-'));

type Outcome = {
  name: string;
  seconds: number;
  failed: boolean;
  passedTests: number;
  failedTests: number;
  /** Each with the first line of what was wrong: the end of a long output is what people read first. */
  failures: string[];
  /** What did not run here, such as faults that need root. */
  notRun: string[];
};

type TestResult = { fullName: string; status: string; failureMessages?: string[] };

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { assertionResults: TestResult[] }[];
};

// The tools' own first line asks for `node`: let that be the one that runs this.
const isFull = process.argv.includes('--full');
const environment = {
  ...process.env,
  FULL_CHECKS: isFull ? '1' : '0',
  PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
};
const tool = (name: string) => join(root, 'node_modules', '.bin', name);

const commands: [name: string, command: string, args: string[]][] = [
  ['format', tool('prettier'), ['--check', '--log-level=warn', '.']],
  ['lint', tool('oxlint'), ['--type-aware', '--deny-warnings']],
  ['types', tool('tsc'), ['-p', '.']],
  ['types of the panel', tool('tsc'), ['-p', 'panel']],
  ['import directions', process.execPath, ['tools/import-directions/main.ts']],
  ['generated documents', process.execPath, ['tools/write-generated-docs.ts', '--check']],
];

const suites = ['unit', 'integration', 'acceptance', 'faults'];

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
  return { name, seconds, failed: status !== 0, passedTests: 0, failedTests: 0, failures: [], notRun: [] };
}

function runSuite(name: string): Outcome {
  const file = join(reports, `${name}.json`);
  const outcome = runCommand(name, tool('vitest'), [
    'run',
    '--project',
    `${name}*`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile=${file}`,
  ]);
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const { numPassedTests: passedTests, numFailedTests: failedTests } = report;
    const tests = report.testResults.flatMap((result) => result.assertionResults);
    const failures = tests.filter((test) => test.status === 'failed').map(describeFailure);
    const notRun = tests
      .filter((test) => !['passed', 'failed'].includes(test.status))
      .map((test) => test.fullName);
    const failed = outcome.failed || passedTests + failedTests === 0;
    return { ...outcome, failed, passedTests, failedTests, failures, notRun };
  } catch {
    return { ...outcome, failed: true };
  }
}

function describeFailure({ fullName, failureMessages = [] }: TestResult): string {
  return `${fullName}: ${failureMessages[0]?.split('\n')[0] ?? 'no message'}`;
}

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
const outcomes = [
  ...commands
    .filter(([name]) => isWanted(name))
    .map(([name, command, args]) => runCommand(name, command, args)),
  ...suites.filter(isWanted).map(runSuite),
];
rmSync(reports, { recursive: true });

process.stdout.write('\n');
for (const { name, seconds, failed } of outcomes) {
  process.stdout.write(`${failed ? 'FAILED' : 'passed'}  ${seconds.toFixed(1).padStart(6)} s  ${name}\n`);
}
for (const failure of outcomes.flatMap((outcome) => outcome.failures))
  process.stdout.write(`failed: ${failure}\n`);
const notRun = outcomes.flatMap((outcome) => outcome.notRun);
for (const name of notRun) process.stdout.write(`not run: ${name}\n`);
const sum = (pick: (outcome: Outcome) => number) =>
  outcomes.reduce((total, outcome) => total + pick(outcome), 0);
// A check that is no test suite counts as one test.
const isSuite = (outcome: Outcome) => outcome.passedTests + outcome.failedTests > 0;
const passed = sum((outcome) => (isSuite(outcome) ? outcome.passedTests : outcome.failed ? 0 : 1));
const failed = sum((outcome) =>
  isSuite(outcome) ? Math.max(outcome.failedTests, outcome.failed ? 1 : 0) : outcome.failed ? 1 : 0,
);
const skipped = notRun.length === 0 ? '' : `, ${notRun.length} skipped`;
process.stdout.write(`\n${passed} passed, ${failed} failed${skipped}\n`);
process.exitCode = failed === 0 ? 0 : 1;
