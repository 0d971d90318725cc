/** What only some layers may use. The checker, its tests and the documentation all read this list. */
import type { Use } from '../reading/read-uses.ts';
import type { LayerName } from './rules.ts';

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
