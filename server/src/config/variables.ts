import {
  addressRange,
  absoluteUrl,
  bytes,
  choice,
  count,
  databaseUrl,
  list,
  nameServer,
  outboundRule,
  path,
  port,
  text,
  type Parser,
} from './parsers.ts';

/** One environment variable: everything a person, the loader and the documentation need to know about it. */
export type Variable<Value = unknown> = {
  parse: Parser<Value>;
  default: string;
  unit?: string;
  /** What happens where it is not set and the default is empty. */
  whenEmpty?: string;
  about: string;
  /** `url`: only a part of the value is secret, and the rest helps a person to see where it leads. */
  secret?: 'whole' | 'url';
};

function variable<Value>(definition: Variable<Value>): Variable<Value> {
  return definition;
}

/** Every setting of Waypost. Each may also be given as NAME_FILE, the path of a file that holds the value. */
export const variables = {
  WAYPOST_DATA_DIR: variable({
    parse: path,
    default: './data',
    about: 'Where embedded engines, spools and generated secrets live.',
  }),
  WAYPOST_WORKSPACE: variable({
    parse: text,
    default: '',
    whenEmpty: 'the only workspace, where there is one',
    about: 'Id of the workspace that commands work in where `--workspace` is left out.',
  }),
  WAYPOST_HOST: variable({
    parse: text,
    default: '127.0.0.1',
    about: 'The address that the API, the panel and the edge listen on; `0.0.0.0` for all.',
  }),
  WAYPOST_PORT: variable({ parse: port, default: '8080', about: 'Port of the API and the panel.' }),
  WAYPOST_EDGE_PORT: variable({
    parse: port,
    default: '8090',
    about: 'Port of the tracking runtime, which faces the traffic.',
  }),
  WAYPOST_EDGE_PROCESSES: variable({
    parse: count(1, 64),
    default: '1',
    unit: 'processes',
    about: 'How many processes of the tracking runtime share its port; more than one on Linux only.',
  }),
  WAYPOST_METRICS_PORT: variable({
    parse: port,
    default: '9464',
    about: 'Port for `/metrics`, `/healthz` and `/readyz`, always on 127.0.0.1.',
  }),
  WAYPOST_PUBLIC_URL: variable({
    parse: absoluteUrl,
    default: '',
    whenEmpty: 'the address and port that the API listens on',
    about: 'How people reach the panel and API, without a trailing slash.',
  }),
  WAYPOST_TRACKING_URL: variable({
    parse: absoluteUrl,
    default: '',
    whenEmpty: 'every host counts as ours, and links name the edge’s address and port',
    about: 'How visitors reach the tracking runtime. Domains of workspaces have to point to its host.',
  }),
  WAYPOST_DNS_SERVERS: variable({
    parse: list(nameServer),
    default: '',
    whenEmpty: 'those of the system',
    about:
      'Name servers that are asked where domains of workspaces lead, separated by commas, such as `9.9.9.9`: for machines whose own see another internet than visitors do.',
  }),
  WAYPOST_TRUSTED_PROXIES: variable({
    parse: list(addressRange),
    default: '',
    whenEmpty: 'forwarded headers are ignored',
    about: 'Networks of the proxies in front, separated by commas, such as `10.0.0.0/8,::1`.',
  }),
  WAYPOST_DATABASE_URL: variable({
    parse: databaseUrl('postgres:', 'postgresql:'),
    default: '',
    whenEmpty: 'Waypost runs a PostgreSQL of its own',
    about: 'An external PostgreSQL 16 or newer.',
    secret: 'url',
  }),
  WAYPOST_TRAFFIC_STORE: variable({
    parse: choice('clickhouse', 'postgres'),
    default: '',
    whenEmpty:
      'ClickHouse where WAYPOST_CLICKHOUSE_URL is set or its library is installed and loads, else PostgreSQL; a data directory keeps what it began with',
    about: 'Where recorded traffic is kept: `clickhouse` or `postgres`.',
  }),
  WAYPOST_CLICKHOUSE_URL: variable({
    parse: databaseUrl('http:', 'https:'),
    default: '',
    whenEmpty: 'where traffic is kept in ClickHouse, Waypost runs one of its own',
    about: 'An external ClickHouse, its HTTP interface, with user, password and database in the URL.',
    secret: 'url',
  }),
  WAYPOST_CLICKHOUSE_CLUSTER: variable({
    parse: text,
    default: '',
    whenEmpty: 'tables are made on the single server',
    about: 'Name of the ClickHouse cluster on which tables are created, replicated.',
  }),
  WAYPOST_SPOOL_DIR: variable({
    parse: path,
    default: '',
    whenEmpty: '`spool` in the data directory',
    about: 'Where the edge keeps what it has answered until the engines have it.',
  }),
  WAYPOST_SPOOL_MAX_BYTES: variable({
    parse: bytes,
    default: '20GiB',
    unit: 'bytes, or with KiB, MiB, GiB',
    about:
      'How large the spool of one edge process may grow while the engines are away; its streams share it.',
  }),
  WAYPOST_SPOOL_MAX_DISK_PERCENT: variable({
    parse: count(1, 99),
    default: '80',
    unit: 'percent of the disk',
    about: 'The spool also stops growing when the disk is this full.',
  }),
  WAYPOST_SPOOL_SYNC: variable({
    parse: choice('group', 'off'),
    default: 'group',
    about:
      '`group`: an answer waits until its record is on disk, synced together with others. `off`: it does not, and a power cut can lose the last seconds.',
  }),
  WAYPOST_SPOOL_WAIT_MS: variable({
    parse: count(1, 60_000),
    default: '25',
    unit: 'milliseconds',
    about:
      'How long a visitor waits for the disk. Whoever has waited so long is sent on, and the record is written as soon as it can be; such answers are counted.',
  }),
  WAYPOST_RATE_LIMIT: variable({
    parse: count(0, 10_000_000),
    default: '12000',
    unit: 'requests a minute and key',
    about: 'Steady rate of API requests; 0 switches the limit off.',
  }),
  WAYPOST_RATE_BURST: variable({
    parse: count(0, 10_000_000),
    default: '2000',
    unit: 'requests',
    about: 'How many requests may come at once before the steady rate applies.',
  }),
  WAYPOST_LOG_LEVEL: variable({
    parse: choice('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    about: 'The least important message that is logged.',
  }),
  WAYPOST_LOG_FORMAT: variable({
    parse: choice('auto', 'json', 'text'),
    default: 'auto',
    about: '`auto` is text on a terminal and JSON elsewhere.',
  }),
  WAYPOST_GEO_CITY_FILE: variable({
    parse: path,
    default: '',
    whenEmpty: 'the city database that comes with Waypost',
    about: 'A MaxMind-format city database.',
  }),
  WAYPOST_GEO_ASN_FILE: variable({
    parse: path,
    default: '',
    whenEmpty: 'the network-owner database that comes with Waypost',
    about: 'A MaxMind-format ASN database.',
  }),
  WAYPOST_SESSION_SECRET: variable({
    parse: text,
    default: '',
    whenEmpty: 'generated once into the data directory',
    about:
      'Key that second factors and values of headers of postbacks are kept with; the same on every machine that runs the API or a worker. Before a change of it see docs/operator/backup.md.',
    secret: 'whole',
  }),
  WAYPOST_COOKIE_SECRET: variable({
    parse: text,
    default: '',
    whenEmpty: 'generated once into the data directory',
    about: 'Key that signs visitor cookies and click ids; the same on every machine.',
    secret: 'whole',
  }),
  WAYPOST_SMTP_URL: variable({
    parse: databaseUrl('smtp:', 'smtps:'),
    default: '',
    whenEmpty: 'no mail is sent; `waypost user reset-link` and `invite-link` print the links',
    about:
      'The mail server for invitations and forgotten passwords, such as `smtp://user:password@mail.example.com:587`; `smtps://` where it speaks TLS from the beginning.',
    secret: 'url',
  }),
  WAYPOST_MAIL_FROM: variable({
    parse: text,
    default: '',
    whenEmpty: 'no mail is sent',
    about: 'The sender of all mail, such as `Waypost <waypost@example.com>`.',
  }),
  WAYPOST_OUTBOUND_ALLOW: variable({
    parse: list(outboundRule),
    default: '',
    whenEmpty: 'only public addresses are called',
    about:
      'For laboratories: address ranges with a port that outgoing calls may reach although they are not public, such as `127.0.0.1/32:9000`.',
  }),
} as const;

export type VariableName = keyof typeof variables;
export type ConfigValues = {
  [Name in VariableName]: (typeof variables)[Name] extends Variable<infer Value> ? Value | undefined : never;
};
