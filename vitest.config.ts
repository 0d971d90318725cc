import { globSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// Timeouts only catch tests that hang, because a slow or busy machine can take many times as long as a fast one.
const pollTimeout = 120_000;
const patient = { expect: { poll: { timeout: pollTimeout } } };

// Three workers keep a machine with two cores busy, because one of them is usually waiting for an engine.
const onEngines = {
  globalSetup: ['server/src/testing/engines.ts'],
  maxWorkers: 3,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  ...patient,
};

// These suites start and kill complete installations. Three workers keep a small machine busy while one of them waits.
// With four workers, the same tests used a sixth more CPU time and took just as long.
const onProducts = {
  globalSetup: ['server/src/testing/product/prepare-suite.ts'],
  maxWorkers: 3,
  testTimeout: 600_000,
  hookTimeout: 600_000,
  ...patient,
};

// Test files share loaded modules, because loading the modules for each file took longer than the tests themselves.
// Only files that mock a module need separate module instances.
const together = { isolate: false };

/** Splits the tests into two projects: files that share modules, and files that mock modules. */
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
      {
        test: {
          name: 'acceptance',
          include: ['server/test/acceptance/**/*.test.ts'],
          ...onProducts,
          ...together,
        },
      },
      { test: { name: 'faults', include: ['server/test/faults/**/*.test.ts'], ...onProducts, ...together } },
    ],
  },
});
