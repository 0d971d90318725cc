import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from 'vitest/node';
import type { SkippedTest } from './describe-skipped.ts';

export type SuiteReport = {
  passedTests: number;
  /**
   * Failed tests with the first line of each error. `npm test` prints this list at the end of its output, where people
   * look first.
   */
  failures: string[];
  /** Tests that cannot run on this machine, such as fault tests that need root. */
  notRun: SkippedTest[];
};

/** Writes the summary for `npm test`. Vitest's JSON reporter does not include the reasons for skipped tests. */
export default class SuiteReporter implements Reporter {
  #path = '';

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config;
    if (typeof outputFile !== 'string') throw new Error('--outputFile is required');
    this.#path = outputFile;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const report: SuiteReport = {
      passedTests: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...modules.flatMap(findFailures),
        ...unhandled.map((error) => `outside of tests: ${firstLine(error)}`),
      ],
      notRun: tests
        .filter((test) => !['passed', 'failed'].includes(test.result().state))
        .map((test) => ({ name: test.fullName, reason: findReason(test) })),
    };
    writeFileSync(this.#path, JSON.stringify(report));
  }
}

/**
 * Returns the failures of a test file, including errors in the file and in suites, because a failed `beforeAll` does
 * not mark its tests as failed.
 */
function findFailures(module: TestModule): string[] {
  const named = [...module.children.allSuites(), ...module.children.allTests()].map((entry) => ({
    name: entry.fullName,
    errors: entry.type === 'test' ? (entry.result().errors ?? []) : entry.errors(),
    failed: entry.type === 'test' && entry.result().state === 'failed',
  }));
  return [{ name: module.relativeModuleId, errors: module.errors(), failed: false }, ...named]
    .filter(({ errors, failed }) => failed || errors.length > 0)
    .map(({ name, errors }) => `${name}: ${firstLine(errors[0])}`);
}

function firstLine(error: SerializedError | undefined): string {
  return (error?.stack ?? error?.message)?.split('\n')[0] ?? 'no message';
}

function findReason(test: TestCase): string {
  const result = test.result();
  const note = result.state === 'skipped' ? result.note : undefined;
  if (note !== undefined) return note.replaceAll(/\s+/g, ' ');
  const outermost = outermostSuite(test);
  const place = [test.module.relativeModuleId, ...(outermost === undefined ? [] : [outermost])].join(' > ');
  return test.options.mode === 'run' ? `${place}: the setup before the tests failed` : place;
}

function outermostSuite(test: TestCase): string | undefined {
  let { parent } = test;
  if (parent.type === 'module') return undefined;
  while (parent.parent.type !== 'module') parent = parent.parent;
  return parent.name;
}
