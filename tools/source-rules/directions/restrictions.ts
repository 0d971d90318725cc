/** Modules and globals that only some layers may use. The checker, its tests and the documentation read this list. */
import type { Use } from '../reading/read-uses.ts';
import type { LayerName } from './rules.ts';

export type Restriction = {
  rule: string;
  reason: string;
  uses: readonly Use[];
  /** Restricted libraries and Node modules. */
  modules: readonly string[];
  /** Names that every layer may import from these modules, in addition to types. */
  harmlessNames?: readonly string[];
  /** Restricted folders of this repository, each ending with a slash. */
  folders?: readonly string[];
  allowedIn: readonly LayerName[];
  /** Files and folders that are exempt. Folders end with a slash. */
  allowedFiles?: readonly string[];
  testsBesideCodeToo: boolean;
};

// Layers that run in the browser or on a developer's machine, where users do not supply URLs.
export const unrestrictedLayers: LayerName[] = [
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
    reason: 'the environment is read and validated once, then passed on as values',
    uses: ['process.env'],
    modules: ['node:process'],
    allowedIn: ['config', 'testing', 'test', 'tools', 'bin'],
    testsBesideCodeToo: false,
  },
  {
    rule: 'outgoing-call',
    reason:
      'one client checks addresses and enforces limits; the other listed files call only Waypost’s own processes, the certificate authority, and the storage in the operator’s settings',
    uses: ['fetch', 'WebSocket', 'EventSource'],
    modules: ['node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'undici'],
    harmlessNames: ['Server', 'createServer', 'isIP', 'isIPv4', 'isIPv6', 'BlockList', 'SocketAddress'],
    allowedIn: [...unrestrictedLayers, 'client'],
    allowedFiles: [
      outboundClient,
      'server/src/platform/object-storage/s3-client.ts',
      'server/src/edge/https/',
      'server/src/engines/clickhouse/start.ts',
      'server/src/platform/acme/',
      'server/src/platform/held-port.ts',
      'server/src/start/read-readiness.ts',
      'server/src/start/roles/installation-tools.ts',
      'server/src/start/upgrade/self-check.ts',
    ],
    testsBesideCodeToo: true,
  },
  {
    rule: 'name-look-up',
    reason: 'resolved addresses must be checked where they are looked up',
    uses: [],
    modules: ['node:dns', 'node:dns/promises'],
    allowedIn: unrestrictedLayers,
    allowedFiles: [
      outboundClient,
      'server/src/platform/held-port.ts',
      'server/src/platform/resolve-addresses.ts',
      'server/src/platform/resolve-cname.ts',
    ],
    testsBesideCodeToo: true,
  },
  {
    rule: 'outbound-policy',
    reason: 'the services layer tells the client which addresses are allowed',
    uses: [],
    modules: [],
    folders: [outboundClient],
    allowedIn: ['testing', 'test'],
    allowedFiles: [outboundClient, 'server/src/services/outbound/'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'node-http',
    reason: 'the API uses Fastify; only the edge, status pages and engines need plain HTTP',
    uses: [],
    modules: ['node:http'],
    allowedIn: [...unrestrictedLayers, 'platform', 'engines', 'start', 'edge'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'engine-client',
    reason:
      'other layers use the `TrafficStore` interface and do not depend on the engine; backups copy whole tables',
    uses: [],
    modules: ['@clickhouse/client', 'pg-copy-streams'],
    allowedIn: ['traffic/clickhouse', 'traffic/postgres', 'testing', 'test', 'bench'],
    allowedFiles: ['server/src/store/backup/'],
    testsBesideCodeToo: true,
  },
  {
    rule: 'computed-import',
    reason: 'an import whose target is computed at run time cannot be checked',
    uses: ['computed import'],
    modules: [],
    allowedIn: ['test', 'tools', 'bin', 'bench', 'build'],
    testsBesideCodeToo: false,
  },
];
