import { backupVariables } from './backup-variables.ts';
import {
  addressRange,
  absoluteUrl,
  bytes,
  choice,
  count,
  databaseUrl,
  postgresUrl,
  databaseUrls,
  list,
  nameServer,
  outboundRule,
  path,
  port,
  text,
} from './parsers.ts';
import { httpsVariables } from './https-variables.ts';
import { variable, type Variable } from './variable.ts';

/** All settings. Each setting can also be passed as NAME_FILE, the path of a file that contains the value. */
export const variables = {
  WAYPOST_DATA_DIR: variable({
    parse: path,
    default: './data',
    about: 'Data directory for embedded engines, the spool and generated secrets.',
  }),
  WAYPOST_WORKSPACE: variable({
    parse: text,
    default: '',
    whenEmpty: 'the only workspace, if there is exactly one',
    about: 'ID of the workspace for commands without `--workspace`.',
  }),
  WAYPOST_HOST: variable({
    parse: text,
    default: '127.0.0.1',
    about: 'Address that the API, the panel and the edge listen on. Use `0.0.0.0` for all interfaces.',
  }),
  WAYPOST_PORT: variable({ parse: port, default: '8080', about: 'Port for the API and the panel.' }),
  WAYPOST_EDGE_PORT: variable({
    parse: port,
    default: '8090',
    about: 'Port for the edge, which serves campaign links and incoming postbacks.',
  }),
  WAYPOST_EDGE_PROCESSES: variable({
    parse: count(1, 64),
    default: '1',
    about:
      'Number of edge processes that share the port. If you start edges with `--role edge`, values above 1 require Linux.',
  }),
  WAYPOST_EDGE_STANDBY: variable({
    parse: choice('auto', 'on', 'off'),
    default: 'auto',
    about:
      'Whether an additional edge process is on standby to replace an edge that exits. `auto`: only if the machine has at least two processors and 2 GiB of memory.',
  }),
  WAYPOST_METRICS_PORT: variable({
    parse: port,
    default: '9464',
    about: 'Port for `/metrics`, `/healthz` and `/readyz`, always on 127.0.0.1.',
  }),
  WAYPOST_PUBLIC_URL: variable({
    parse: absoluteUrl,
    default: '',
    whenEmpty: 'the address and port of the API',
    about: 'Public URL of the panel and API, without a trailing slash.',
  }),
  WAYPOST_TRACKING_URL: variable({
    parse: absoluteUrl,
    default: '',
    whenEmpty: 'the edge serves every host, and links use its address and port',
    about: 'Public URL of the edge. Tracking domains must point to its host.',
  }),
  ...httpsVariables,
  WAYPOST_DNS_SERVERS: variable({
    parse: list(nameServer),
    default: '',
    whenEmpty: 'the system’s name servers',
    about:
      'Comma-separated name servers for verifying tracking domains, such as `9.9.9.9`. Set this if the machine resolves names differently than visitors do.',
  }),
  WAYPOST_TRUSTED_PROXIES: variable({
    parse: list(addressRange),
    default: '',
    whenEmpty: 'forwarded headers are ignored',
    about: 'Comma-separated addresses or networks of trusted proxies, such as `10.0.0.0/8,::1`.',
  }),
  WAYPOST_DATABASE_URL: variable({
    parse: postgresUrl,
    default: '',
    whenEmpty: 'Waypost runs an embedded PostgreSQL',
    about:
      'URL of an external PostgreSQL server, version 16 or newer. [Several hosts](operator/replicas.md) can be given, separated by commas, such as `postgresql://waypost@a:5432,b:5432/waypost`.',
    secret: 'url',
  }),
  WAYPOST_TRAFFIC_STORE: variable({
    parse: choice('clickhouse', 'postgres'),
    default: '',
    whenEmpty: 'ClickHouse if `WAYPOST_CLICKHOUSE_URL` or its npm package is there, otherwise PostgreSQL',
    about: 'Traffic store: `clickhouse` or `postgres`.',
  }),
  WAYPOST_CLICKHOUSE_URL: variable({
    parse: databaseUrls('http:', 'https:'),
    default: '',
    whenEmpty: 'Waypost runs an embedded ClickHouse if ClickHouse is the traffic store',
    about:
      'HTTP URL of ClickHouse with user, password and database. For several shards, a comma-separated list.',
    secret: 'url',
  }),
  WAYPOST_CLICKHOUSE_CLUSTER: variable({
    parse: text,
    default: '',
    whenEmpty: 'tables are created on a single server',
    about: 'Name of a ClickHouse cluster in `remote_servers`. Required for several shards.',
  }),
  WAYPOST_CLICKHOUSE_REPLICATION: variable({
    parse: choice('on', 'off'),
    default: 'on',
    about: 'Whether to create replicated tables on the cluster, which requires ClickHouse Keeper.',
  }),
  ...backupVariables,
  WAYPOST_SPOOL_DIR: variable({
    parse: path,
    default: '',
    whenEmpty: '`spool` in the data directory',
    about: 'Directory for the spool, which holds rows until the traffic store has acknowledged them.',
  }),
  WAYPOST_SPOOL_MAX_BYTES: variable({
    parse: bytes,
    default: '20GiB',
    unit: 'bytes, or KiB, MiB, GiB',
    about: 'Maximum spool size for one edge process.',
  }),
  WAYPOST_SPOOL_MAX_DISK_PERCENT: variable({
    parse: count(1, 99),
    default: '80',
    about: 'Percentage of disk use above which the spool stops growing.',
  }),
  WAYPOST_SPOOL_SYNC: variable({
    parse: choice('group', 'off'),
    default: 'group',
    about:
      '`group`: the edge responds after the row is synced to disk, together with other rows. `off`: the edge does not wait, and a power failure can lose rows from the last few seconds.',
  }),
  WAYPOST_SPOOL_WAIT_MS: variable({
    parse: count(1, 60_000),
    default: '250',
    unit: 'milliseconds',
    about:
      'Maximum time that a visitor waits for the disk. After that, the visitor is redirected, and the row is written later. While the disk accepts no rows, visitors wait at most a tenth of this time, unless it is set to more than 1,000.',
  }),
  WAYPOST_RATE_LIMIT: variable({
    parse: count(0, 10_000_000),
    default: '12000',
    unit: 'requests per minute per key',
    about: 'API rate limit. 0 turns it off.',
  }),
  WAYPOST_RATE_BURST: variable({
    parse: count(0, 10_000_000),
    default: '2000',
    about: 'Number of requests that a key may make at once before the rate limit applies.',
  }),
  WAYPOST_LOG_LEVEL: variable({
    parse: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    about: 'Lowest level that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
  }),
  WAYPOST_LOG_FORMAT: variable({
    parse: choice('auto', 'json', 'text'),
    default: 'auto',
    about: 'Log format: `json`, `text`, or `auto` for text on a terminal and JSON elsewhere.',
  }),
  WAYPOST_GEO_CITY_FILE: variable({
    parse: path,
    default: '',
    whenEmpty: 'the bundled city database',
    about: 'Path to a GeoIP city database in MaxMind format.',
  }),
  WAYPOST_GEO_ASN_FILE: variable({
    parse: path,
    default: '',
    whenEmpty: 'the bundled ASN database',
    about: 'Path to a GeoIP ASN database in MaxMind format.',
  }),
  WAYPOST_SESSION_SECRET: variable({
    parse: text,
    default: '',
    whenEmpty: 'generated in the data directory',
    about:
      'Key that encrypts two-factor secrets, webhook secrets, subscriptions of devices and secret postback headers. Must be the same on every machine that runs the API or a worker. To change it, see docs/operator/backup.md.',
    secret: 'whole',
  }),
  WAYPOST_COOKIE_SECRET: variable({
    parse: text,
    default: '',
    whenEmpty: 'generated in the data directory',
    about: 'Key that signs visitor cookies and click IDs. Must be the same on every machine.',
    secret: 'whole',
  }),
  WAYPOST_SMTP_URL: variable({
    parse: databaseUrl('smtp:', 'smtps:'),
    default: '',
    whenEmpty: 'no email is sent; `waypost user reset-link` and `invite-link` print links',
    about:
      'Mail server for invitations, password resets, alerts and scheduled reports, such as `smtp://user:password@mail.example.com:587`. Use `smtps://` for implicit TLS.',
    secret: 'url',
  }),
  WAYPOST_MAIL_FROM: variable({
    parse: text,
    default: '',
    whenEmpty: 'no email is sent',
    about: 'Sender address for all email, such as `Waypost <waypost@example.com>`.',
  }),
  WAYPOST_TELEGRAM_URL: variable({
    parse: absoluteUrl,
    default: 'https://api.telegram.org',
    about:
      "Telegram's Bot API, which scheduled reports are sent to. Set it to use a Bot API server of your own. A private address must also be in `WAYPOST_OUTBOUND_ALLOW`.",
  }),
  WAYPOST_OUTBOUND_ALLOW: variable({
    parse: list(outboundRule),
    default: '',
    whenEmpty: 'only public addresses are allowed',
    about:
      'Private address ranges, each with a port, that outgoing requests may reach in test environments, such as `127.0.0.1/32:9000`.',
  }),
} as const;

export type VariableName = keyof typeof variables;
export type ConfigValues = {
  [Name in VariableName]: (typeof variables)[Name] extends Variable<infer Value> ? Value | undefined : never;
};
