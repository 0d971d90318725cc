import { defineConfig } from 'vitest/config';

const onEngines = {
  globalSetup: ['server/src/testing/engines.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

// Whole products are started and killed here: two at a time, so that a small machine is busy and not overwhelmed.
const onProducts = { maxWorkers: 2, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,tools,panel}/**/*.test.ts', 'server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          // Catches what hangs; thousands of generated cases may take a while on a busy machine.
          testTimeout: 30_000,
        },
      },
      { test: { name: 'integration', include: ['server/test/integration/**/*.test.ts'], ...onEngines } },
      { test: { name: 'acceptance', include: ['server/test/acceptance/**/*.test.ts'], ...onProducts } },
      { test: { name: 'faults', include: ['server/test/faults/**/*.test.ts'], ...onProducts } },
    ],
  },
});
