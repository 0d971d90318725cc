import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// All limits of time only catch what hangs: a machine that is slow and busy takes many times as long as a good one.
const pollTimeout = 120_000;
const patient = { expect: { poll: { timeout: pollTimeout } } };

// One more than a small machine has processors: there is always one that waits for an engine.
const onEngines = {
  globalSetup: ['server/src/testing/engines.ts'],
  maxWorkers: 3,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  ...patient,
};

// Whole products are started and killed here: three at a time, so that a small machine is busy while one of them waits
// for what is to happen, and not overwhelmed: with four the same tests took a sixth more of processor time, and as long.
const onProducts = {
  globalSetup: ['server/src/testing/product/prepare-suite.ts'],
  maxWorkers: 3,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  ...patient,
};

// Modules are loaded once for all files: loading them for each took more time than the tests themselves. Only where a
// test puts something in the place of a module does its file need modules of its own.
const together = { isolate: false };

/** The same tests as two projects: those that share modules, and those that replace some. */
function splitByMocks(name: string, patterns: string[], settings: object) {
  const files = patterns.flatMap((pattern) => globSync(pattern, { exclude: ['**/node_modules/**'] }));
  const replacing = files.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('));
  const exclude = ['**/node_modules/**', ...replacing];
  return [
    { test: { name, include: patterns, exclude, ...settings, ...together } },
    { test: { name: `${name} with mocks`, include: replacing, ...settings } },
  ];
}

export default defineConfig({
  test: {
    projects: [
      ...splitByMocks('unit', ['{contract,tools,panel}/**/*.test.ts', 'server/src/**/*.test.ts'], {
        maxWorkers: 2,
        testTimeout: 180_000,
        hookTimeout: 180_000,
        ...patient,
      }),
      ...splitByMocks('integration', ['server/test/integration/**/*.test.ts'], onEngines),
      { test: { name: 'acceptance', include: ['server/test/acceptance/**/*.test.ts'], ...onProducts } },
      { test: { name: 'faults', include: ['server/test/faults/**/*.test.ts'], ...onProducts } },
    ],
  },
});
