/** Who may import whom. The checker, its tests and the documentation all read this table. */
import type { Use } from '../reading/read-uses.ts';

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
  agents: { paths: ['server/src/agents/'], mayImport: ['services', 'store', 'platform', 'contract'] },
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
  // Pictures are taken of a whole product, in the browser of the tests.
  tools: { paths: ['tools/'], mayImport: [...production, 'bin', 'testing', 'client'] },
  // These files install the libraries, so none is there yet when they run.
  bin: { paths: ['bin/'], mayImport: [], packages: ['node:*'] },
  bench: { paths: ['bench/'], mayImport: [...production, ...trafficStores, 'testing', 'client'] },
  // People copy it into programs of their own, so it has to stand alone.
  client: { paths: ['client/'], mayImport: [], packages: [] },
  build: { paths: ['vitest.config.ts', 'panel/vite.config.ts'], mayImport: [] },
};

export const layerNames = Object.keys(layers) as LayerName[];

/** Tests that lie beside server code may use the harness, which the code itself may not. */
export function importableBy(name: LayerName, isTest: boolean): readonly LayerName[] {
  const { mayImport, paths } = layers[name];
  return isTest && paths[0].startsWith('server/src/') ? [...mayImport, 'testing'] : mayImport;
}

export type Restriction = {
  rule: string;
  reason: string;
  uses: readonly Use[];
  /** Libraries and Node modules. */
  modules: readonly string[];
  /** What may be taken from these modules all the same, and types with it; when absent, nothing. */
  harmlessNames?: readonly string[];
  /** Folders of this repository, ending with a slash. */
  folders?: readonly string[];
  allowedIn: readonly LayerName[];
  /** Exceptions by name; folders end with a slash. */
  allowedFiles?: readonly string[];
  testsBesideCodeToo: boolean;
};

// They face no stranger's URL: browsers, and what runs on the machines of developers.
const outside: LayerName[] = [
  'testing',
  'test',
  'tools',
  'bench',
  'panel/app',
  'panel/features',
  'panel/ui',
  'panel/lib',
];
const outboundClient = 'server/src/platform/outbound-http/';

export const restrictions: readonly Restriction[] = [
  {
    rule: 'environment',
    reason: 'the environment is read and validated once, and passed on as values',
    uses: ['process.env'],
    modules: ['node:process'],
    allowedIn: ['config', 'testing', 'test', 'tools', 'bin'],
    testsBesideCodeToo: false,
  },
  {
    rule: 'outgoing-call',
    reason:
      'one client checks addresses and keeps limits; besides it only the named files call, and only our own processes',
    uses: ['fetch', 'WebSocket', 'EventSource'],
    modules: ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'undici'],
    harmlessNames: ['createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
    allowedIn: [...outside, 'client'],
    allowedFiles: [
      outboundClient,
      'server/src/engines/clickhouse/start.ts',
      'server/src/start/commands/diagnose.ts',
      'server/src/start/roles/installation-tools.ts',
    ],
    testsBesideCodeToo: true,
  },
  {
    rule: 'name-look-up',
    reason: 'what a name leads to must be judged where it is looked up',
    uses: [],
    modules: ['node:dns', 'node:dns/promises'],
    allowedIn: outside,
    allowedFiles: [outboundClient, 'server/src/platform/resolve-cname.ts'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'outbound-policy',
    reason: 'there the client gets the policy that says whom it may call',
    uses: [],
    modules: [],
    folders: [outboundClient],
    allowedIn: ['testing', 'test'],
    allowedFiles: [outboundClient, 'server/src/services/outbound/'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'node-http',
    reason:
      'the API is served by its framework; besides the edge only status pages and engines have use for it',
    uses: [],
    modules: ['node:http'],
    allowedIn: [...outside, 'platform', 'engines', 'start', 'edge'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'engine-client',
    reason: 'what keeps traffic is named behind its port only: everything else asks the port',
    uses: [],
    modules: ['@clickhouse/client', 'pg-copy-streams'],
    allowedIn: ['traffic/clickhouse', 'traffic/postgres', 'testing', 'test', 'bench'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'computed-import',
    reason: 'an import whose target is only known at run time cannot be checked',
    uses: ['computed import'],
    modules: [],
    allowedIn: ['test', 'tools', 'bin', 'bench', 'build'],
    testsBesideCodeToo: false,
  },
];
