import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inheritedEnvironment } from '../config/environment.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { usableMemoryBytes } from '../engines/usable-memory.ts';
import type { ChallengeType } from '../platform/acme/obtain-certificate.ts';
import { createLogger, type Logger } from '../platform/logger.ts';

export type Settings = {
  dataDirectory: string;
  host: string;
  port: number;
  edgePort: number;
  edgeProcesses: number;
  hasEdgeStandby: boolean;
  metricsPort: number;
  publicUrl: string | undefined;
  trustedProxies: string[];
  trackingUrl: string | undefined;
  dnsServers: string[];
  publicAddresses: string[];
  // Undefined if a proxy terminates TLS.
  https: HttpsSettings | undefined;
  databaseUrl: string | undefined;
  trafficStore: TrafficStoreName | undefined;
  clickhouseUrl: string | undefined;
  clickhouseTopology: { cluster: string | undefined; isReplicated: boolean };
  backup: {
    passphrase: string | undefined;
    ageRecipient: string | undefined;
    clickhouseDisk: string | undefined;
    // Every how many backups ClickHouse copies all traffic again.
    fullEvery: number;
    // Undefined if there are no automatic backups. The time is in minutes after midnight, in UTC.
    s3: {
      endpoint: string;
      region: string;
      accessKeyId: string | undefined;
      secretAccessKey: string | undefined;
    };
    schedule: { to: string; minuteOfDay: number; keep: number } | undefined;
  };
  spool: { directory: string; bytesMax: number; diskPercentMax: number; isSynced: boolean; waitMs: number };
  geo: { cityFile: string | undefined; asnFile: string | undefined; tablesDirectory: string };
  rate: { perMinute: number; burst: number };
  outboundAllow: NonNullable<LoadedConfig['values']['WAYPOST_OUTBOUND_ALLOW']>;
  logLevel: NonNullable<LoadedConfig['values']['WAYPOST_LOG_LEVEL']>;
  logFormat: 'json' | 'text';
  sessionSecret: string | undefined;
  cookieSecret: string | undefined;
  mail: { url: string; from: string } | undefined;
  telegramUrl: string;
  warnings: string[];
};

export type HttpsSettings = {
  // Undefined on machines that serve only visitors.
  panelHost: string | undefined;
  trackingHost: string;
  // Undefined for all addresses.
  host: string | undefined;
  httpsPort: number;
  httpPort: number;
  authority: {
    directoryUrl: string;
    email: string | undefined;
    binding: { id: string; key: string } | undefined;
    challenge: ChallengeType;
    rootsFile: string | undefined;
  };
};

// Values that take precedence over the environment, such as options of the command.
export type SettingOptions = Record<string, string>;

export function loadSettings(options: SettingOptions = {}): Settings {
  const { values, warnings } = loadConfig({ ...inheritedEnvironment(), ...options });
  const https = readHttpsSettings(values);
  const format = values.WAYPOST_LOG_FORMAT ?? 'auto';
  const dataDirectory = resolve(values.WAYPOST_DATA_DIR ?? 'data');
  const spool = readSpoolSettings(values, dataDirectory);
  return {
    dataDirectory,
    host: values.WAYPOST_HOST ?? '127.0.0.1',
    port: values.WAYPOST_PORT ?? 8080,
    edgePort: values.WAYPOST_EDGE_PORT ?? 8090,
    edgeProcesses: values.WAYPOST_EDGE_PROCESSES ?? 1,
    hasEdgeStandby: hasEdgeStandby(values.WAYPOST_EDGE_STANDBY ?? 'auto'),
    metricsPort: values.WAYPOST_METRICS_PORT ?? 9464,
    publicUrl: values.WAYPOST_PUBLIC_URL ?? secureOrigin(https?.panelHost, https),
    trustedProxies: values.WAYPOST_TRUSTED_PROXIES ?? [],
    trackingUrl: values.WAYPOST_TRACKING_URL ?? secureOrigin(https?.trackingHost, https),
    https,
    dnsServers: values.WAYPOST_DNS_SERVERS ?? [],
    publicAddresses: values.WAYPOST_PUBLIC_ADDRESSES ?? [],
    databaseUrl: values.WAYPOST_DATABASE_URL,
    trafficStore: values.WAYPOST_TRAFFIC_STORE,
    clickhouseUrl: values.WAYPOST_CLICKHOUSE_URL,
    clickhouseTopology: {
      cluster: values.WAYPOST_CLICKHOUSE_CLUSTER,
      isReplicated: values.WAYPOST_CLICKHOUSE_REPLICATION === 'on',
    },
    backup: {
      passphrase: values.WAYPOST_BACKUP_PASSPHRASE,
      ageRecipient: values.WAYPOST_BACKUP_AGE_RECIPIENT,
      clickhouseDisk: values.WAYPOST_CLICKHOUSE_BACKUP_DISK,
      fullEvery: values.WAYPOST_BACKUP_FULL_EVERY ?? 7,
      s3: readS3Settings(values),
      schedule: readBackupSchedule(values),
    },
    spool,
    geo: readGeoSettings(values, spool.directory),
    rate: { perMinute: values.WAYPOST_RATE_LIMIT ?? 12_000, burst: values.WAYPOST_RATE_BURST ?? 2_000 },
    outboundAllow: values.WAYPOST_OUTBOUND_ALLOW ?? [],
    logLevel: values.WAYPOST_LOG_LEVEL ?? 'info',
    logFormat: format === 'auto' ? (process.stdout.isTTY ? 'text' : 'json') : format,
    sessionSecret: values.WAYPOST_SESSION_SECRET,
    cookieSecret: values.WAYPOST_COOKIE_SECRET,
    mail: readMailSettings(values),
    telegramUrl: values.WAYPOST_TELEGRAM_URL ?? 'https://api.telegram.org',
    warnings: [...warnings, ...warnOfIncompleteMail(values), ...warnOfMissingBackupDisk(values)],
  };
}

function readHttpsSettings(values: LoadedConfig['values']): Settings['https'] {
  const { WAYPOST_DOMAIN: panelHost, WAYPOST_TRACKING_DOMAIN: trackingHost } = values;
  const { WAYPOST_ACME_EAB_ID: id, WAYPOST_ACME_EAB_KEY: key } = values;
  if (trackingHost === undefined) return undefined;
  return {
    panelHost,
    trackingHost,
    host: values.WAYPOST_HTTPS_HOST,
    httpsPort: values.WAYPOST_HTTPS_PORT ?? 443,
    httpPort: values.WAYPOST_HTTP_PORT ?? 80,
    authority: {
      directoryUrl: values.WAYPOST_ACME_DIRECTORY ?? '',
      email: values.WAYPOST_ACME_EMAIL,
      binding: id === undefined || key === undefined ? undefined : { id, key },
      challenge: values.WAYPOST_ACME_CHALLENGE ?? 'http-01',
      rootsFile: values.WAYPOST_ACME_CA_FILE,
    },
  };
}

function secureOrigin(host: string | undefined, https: Settings['https']): string | undefined {
  if (host === undefined || https === undefined) return undefined;
  return https.httpsPort === 443 ? `https://${host}` : `https://${host}:${https.httpsPort}`;
}

const standbyMemoryMinBytes = 2 * 1024 ** 3;

function hasEdgeStandby(wanted: 'auto' | 'on' | 'off'): boolean {
  if (wanted !== 'auto') return wanted === 'on';
  return availableParallelism() >= 2 && usableMemoryBytes() >= standbyMemoryMinBytes;
}

function readSpoolSettings(values: LoadedConfig['values'], dataDirectory: string): Settings['spool'] {
  return {
    directory: resolve(values.WAYPOST_SPOOL_DIR ?? join(dataDirectory, 'spool')),
    bytesMax: values.WAYPOST_SPOOL_MAX_BYTES ?? 20 * 1024 ** 3,
    diskPercentMax: values.WAYPOST_SPOOL_MAX_DISK_PERCENT ?? 80,
    isSynced: values.WAYPOST_SPOOL_SYNC !== 'off',
    waitMs: values.WAYPOST_SPOOL_WAIT_MS ?? 250,
  };
}

function readS3Settings(values: LoadedConfig['values']): Settings['backup']['s3'] {
  const region = values.WAYPOST_BACKUP_S3_REGION ?? 'us-east-1';
  return {
    endpoint: values.WAYPOST_BACKUP_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
    region,
    accessKeyId: values.WAYPOST_BACKUP_S3_ACCESS_KEY_ID,
    secretAccessKey: values.WAYPOST_BACKUP_S3_SECRET_ACCESS_KEY,
  };
}

function readBackupSchedule(values: LoadedConfig['values']): Settings['backup']['schedule'] {
  const { WAYPOST_BACKUP_TO: to, WAYPOST_BACKUP_TIME: time = '03:00' } = values;
  if (to === undefined) return undefined;
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return {
    to: to.startsWith('s3://') ? to : resolve(to),
    minuteOfDay: hours * 60 + minutes,
    keep: values.WAYPOST_BACKUP_KEEP ?? 7,
  };
}

// The tables are in the spool directory, which every edge can write to, so that the edges on a machine share them.
function readGeoSettings(values: LoadedConfig['values'], spoolDirectory: string): Settings['geo'] {
  const { WAYPOST_GEO_CITY_FILE: cityFile, WAYPOST_GEO_ASN_FILE: asnFile } = values;
  return { cityFile, asnFile, tablesDirectory: join(spoolDirectory, 'geo') };
}

function readMailSettings(values: LoadedConfig['values']): Settings['mail'] {
  const { WAYPOST_SMTP_URL: url, WAYPOST_MAIL_FROM: from } = values;
  return url === undefined || from === undefined ? undefined : { url, from };
}

function warnOfIncompleteMail(values: LoadedConfig['values']): string[] {
  const names = (['WAYPOST_SMTP_URL', 'WAYPOST_MAIL_FROM'] as const).filter(
    (name) => values[name] === undefined,
  );
  return names.length === 1 ? [`email is disabled because ${names[0]} is not set`] : [];
}

function warnOfMissingBackupDisk(values: LoadedConfig['values']): string[] {
  const { WAYPOST_BACKUP_TO: to, WAYPOST_CLICKHOUSE_URL: url, WAYPOST_CLICKHOUSE_BACKUP_DISK: disk } = values;
  if (to === undefined || url === undefined || disk !== undefined) return [];
  return [
    'automatic backups fail because WAYPOST_CLICKHOUSE_BACKUP_DISK is not set for the external ClickHouse',
  ];
}

export function createRoleLogger(role: string, settings: Settings): Logger {
  return createLogger({ role, level: settings.logLevel, format: settings.logFormat });
}

export const panelDirectory = fileURLToPath(new URL('../../../panel/dist', import.meta.url));
export const programDirectory = fileURLToPath(new URL('../../..', import.meta.url));
