export type Entry = {
  /** Path of a file or folder. Folders end with a slash. */
  path: string;
  reason: string;
  /** Exports that are used outside the sources. */
  exports?: readonly string[];
};

/**
 * Files that npm, a tool or a person uses, even though no source file imports them. Files that a source file runs or
 * reads by path are found automatically.
 */
export const entries: readonly Entry[] = [
  { path: 'bin/', reason: 'npm and people run it' },
  { path: 'vitest.config.ts', reason: 'vitest reads it', exports: ['default'] },
  { path: 'panel/vite.config.ts', reason: 'vite reads it', exports: ['default'] },
  { path: 'panel/src/app/main.tsx', reason: 'panel/index.html loads it' },
  { path: 'panel/public/sw.js', reason: 'browsers run it as a service worker' },
  { path: 'panel/src/vite-env.d.ts', reason: 'the compiler reads it' },
  { path: 'server/src/agents/oauth/oidc-provider.d.ts', reason: 'the compiler reads it' },
  { path: 'tools/compare-devices.ts', reason: 'people run it with labeled user agents' },
  { path: 'tools/mutate.ts', reason: 'people run it' },
  { path: 'tools/suite-reporter.ts', reason: 'vitest creates an instance of it', exports: ['default'] },
  {
    path: 'tools/client/runtime.ts',
    reason: 'its text becomes part of the clients',
    exports: ['CallOptions'],
  },
  { path: 'server/src/testing/engines.ts', reason: 'vitest calls it before the tests', exports: ['setup'] },
  {
    path: 'server/src/testing/product/prepare-suite.ts',
    reason: 'vitest calls it before the tests',
    exports: ['setup'],
  },
];
