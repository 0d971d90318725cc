/** Who may import whom. The checker, its tests and the documentation all read this table. */
export type LayerName =
  | 'contract'
  | 'platform'
  | 'domain'
  | 'store'
  | 'traffic/clickhouse'
  | 'traffic/postgres'
  | 'traffic'
  | 'services'
  | 'http'
  | 'agents'
  | 'agents/tools'
  | 'cli'
  | 'jobs'
  | 'edge'
  | 'engines'
  | 'config'
  | 'demo'
  | 'start'
  | 'testing'
  | 'test'
  | 'panel/app'
  | 'panel/features'
  | 'panel/ui'
  | 'panel/lib'
  | 'panel/build'
  | 'tools'
  | 'bin'
  | 'bench'
  | 'client'
  | 'build';

export type Layer = {
  /** Folders end with a slash; anything else is one file. */
  paths: readonly [string, ...string[]];
  /** A layer may always import itself. */
  mayImport: readonly LayerName[];
  /** Single files out of layers that are closed otherwise. */
  mayImportFiles?: readonly string[];
  /** Libraries and Node modules; when absent, any. `node:*` stands for all of Node. */
  packages?: readonly string[];
  /** Each subfolder stands alone: none imports its neighbour. */
  subfoldersApart?: true;
};

const production: LayerName[] = [
  'contract',
  'platform',
  'domain',
  'store',
  'traffic',
  'services',
  'http',
  'agents',
  'agents/tools',
  'cli',
  'jobs',
  'edge',
  'engines',
  'config',
  'demo',
];

const trafficStores: LayerName[] = ['traffic/clickhouse', 'traffic/postgres'];

export const layers: Record<LayerName, Layer> = {
  contract: { paths: ['contract/src/'], mayImport: [], packages: ['zod'] },
  platform: {
    paths: ['server/src/platform/'],
    mayImport: [],
    mayImportFiles: ['contract/src/error-codes.ts'],
  },
  domain: { paths: ['server/src/domain/'], mayImport: ['contract'], packages: ['node:zlib', 're2js'] },
  store: { paths: ['server/src/store/'], mayImport: ['platform', 'domain', 'contract'] },
  // Two stores behind one port: neither knows the other, and only the composition knows that there are two.
  'traffic/clickhouse': {
    paths: ['server/src/traffic/clickhouse/'],
    mayImport: ['traffic', 'platform', 'domain', 'contract'],
  },
  'traffic/postgres': {
    paths: ['server/src/traffic/postgres/'],
    mayImport: ['traffic', 'platform', 'domain', 'contract'],
  },
  traffic: { paths: ['server/src/traffic/'], mayImport: ['platform', 'domain', 'contract'] },
  services: {
    paths: ['server/src/services/'],
    mayImport: ['store', 'traffic', 'domain', 'platform', 'contract'],
  },
  http: { paths: ['server/src/http/'], mayImport: ['services', 'platform', 'contract'] },
  // What agents can ask for can do nothing but what one file names, and that only reads.
  'agents/tools': {
    paths: ['server/src/agents/tools/'],
    mayImport: ['contract'],
    mayImportFiles: ['server/src/services/agents/reading.ts'],
    packages: ['zod'],
  },
  agents: {
    paths: ['server/src/agents/'],
    mayImport: ['agents/tools', 'services', 'store', 'platform', 'contract'],
  },
  cli: {
    paths: ['server/src/cli/'],
    mayImport: ['services', 'platform', 'contract', 'config', 'engines', 'start'],
  },
  jobs: {
    paths: ['server/src/jobs/'],
    mayImport: ['services', 'store', 'traffic', 'domain', 'platform', 'contract'],
  },
  edge: { paths: ['server/src/edge/'], mayImport: ['domain', 'platform', 'contract'] },
  engines: { paths: ['server/src/engines/'], mayImport: ['platform', 'contract'] },
  config: { paths: ['server/src/config/'], mayImport: ['platform', 'contract'] },
  demo: {
    paths: ['server/src/demo/'],
    mayImport: ['edge', 'services', 'store', 'traffic', 'domain', 'platform', 'contract'],
  },
  start: {
    paths: ['server/src/start/'],
    mayImport: [...production.filter((name) => name !== 'cli'), ...trafficStores],
  },
  testing: {
    paths: ['server/src/testing/'],
    mayImport: [...production, ...trafficStores, 'start', 'client'],
  },
  test: {
    paths: ['server/test/'],
    mayImport: [...production, ...trafficStores, 'start', 'testing', 'client'],
  },
  'panel/app': {
    paths: ['panel/src/app/', 'panel/src/vite-env.d.ts'],
    mayImport: ['panel/features', 'panel/ui', 'panel/lib', 'contract'],
  },
  'panel/features': {
    paths: ['panel/src/features/'],
    mayImport: ['panel/ui', 'panel/lib', 'contract'],
    subfoldersApart: true,
  },
  'panel/ui': { paths: ['panel/src/ui/'], mayImport: ['panel/lib', 'contract'] },
  'panel/lib': { paths: ['panel/src/lib/'], mayImport: ['contract', 'client'] },
  // Pictures are taken of a whole product, in the browser of the tests; links of the documentation are read as the panel does.
  tools: { paths: ['tools/'], mayImport: [...production, 'bin', 'testing', 'client', 'panel/build'] },
  // These files install the libraries, so none is there yet when they run.
  bin: { paths: ['bin/'], mayImport: [], packages: ['node:*'] },
  bench: { paths: ['bench/'], mayImport: [...production, ...trafficStores, 'testing', 'client'] },
  // People copy it into programs of their own, so it has to stand alone.
  client: { paths: ['client/'], mayImport: [], packages: [] },
  build: { paths: ['vitest.config.ts', 'panel/vite.config.ts'], mayImport: ['panel/build'] },
  // Makes pages of the documentation into what the panel draws, while it is built.
  'panel/build': { paths: ['panel/build/'], mayImport: ['panel/lib'], packages: ['node:*', 'vite'] },
};

export const layerNames = Object.keys(layers) as LayerName[];

/** Tests that lie beside server code may use the harness, which the code itself may not. */
export function importableBy(name: LayerName, isTest: boolean): readonly LayerName[] {
  const { mayImport, paths } = layers[name];
  return isTest && paths[0].startsWith('server/src/') ? [...mayImport, 'testing'] : mayImport;
}
