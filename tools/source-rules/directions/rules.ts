/** Allowed imports between layers. The checker, its tests and the documentation read these rules. */
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
  /** Files and folders of the layer. Folders end with a slash. */
  paths: readonly [string, ...string[]];
  /** Other layers that this layer may import. Imports within the layer are always allowed. */
  mayImport: readonly LayerName[];
  /** Single files that this layer may import from layers that `mayImport` does not include. */
  mayImportFiles?: readonly string[];
  /** Allowed libraries and Node modules. `node:*` means all Node modules. If not set, any library is allowed. */
  packages?: readonly string[];
  /** Set if the subfolders of the layer must not import each other. */
  subfoldersApart?: true;
};

/** All server layers except the traffic stores, the startup code and the tests. */
export const serverLayers: LayerName[] = [
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
    mayImportFiles: ['contract/src/api/error-codes.ts'],
  },
  domain: { paths: ['server/src/domain/'], mayImport: ['contract'], packages: ['node:zlib', 're2js'] },
  store: { paths: ['server/src/store/'], mayImport: ['platform', 'domain', 'contract'] },
  // The two traffic stores implement the same port. They do not import each other, and only `start` imports both.
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
  // Agent tools can use only the exports of `reading.ts`, all of which are read-only.
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
    mayImport: [...serverLayers.filter((name) => name !== 'cli'), ...trafficStores],
  },
  testing: {
    paths: ['server/src/testing/'],
    mayImport: [...serverLayers, ...trafficStores, 'start', 'client'],
  },
  test: {
    paths: ['server/test/'],
    mayImport: [...serverLayers, ...trafficStores, 'start', 'testing', 'client'],
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
  // Browsers load the files in `public` unchanged.
  'panel/lib': { paths: ['panel/src/lib/', 'panel/public/'], mayImport: ['contract', 'client'] },
  // The screenshot tool starts the whole product, and the link check parses Markdown with the panel's parser.
  tools: { paths: ['tools/'], mayImport: [...serverLayers, 'bin', 'testing', 'client', 'panel/build'] },
  // These files run before the libraries are installed.
  bin: { paths: ['bin/'], mayImport: [], packages: ['node:*'] },
  bench: { paths: ['bench/'], mayImport: [...serverLayers, ...trafficStores, 'testing', 'client'] },
  // Users copy the client into their own programs, so it has no dependencies.
  client: { paths: ['client/'], mayImport: [], packages: [] },
  build: { paths: ['vitest.config.ts', 'panel/vite.config.ts'], mayImport: ['panel/build'] },
  // This layer converts documentation pages for the panel at build time.
  'panel/build': { paths: ['panel/build/'], mayImport: ['panel/lib'], packages: ['node:*', 'vite'] },
};

export const layerNames = Object.keys(layers) as LayerName[];

/** Returns the layers that a file may import. Tests next to server code may also import `testing`. */
export function importableBy(name: LayerName, isTest: boolean): readonly LayerName[] {
  const { mayImport, paths } = layers[name];
  return isTest && paths[0].startsWith('server/src/') ? [...mayImport, 'testing'] : mayImport;
}
