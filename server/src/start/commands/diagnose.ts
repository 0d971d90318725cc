import { loadConfig } from '../../config/load-config.ts';
import { readSecrets, requireSecretsOfCluster, sessionSecretOf, type Secrets } from '../../config/secrets.ts';
import { findPostgresBinaries, getClickHouseLibrary } from '../../engines/binaries.ts';
import {
  checkFreeSpace,
  openDataDirectory,
  refuseOtherEngines,
  type DataDirectory,
  type TrafficStoreName,
} from '../../engines/data-directory.ts';
import { readEngineUrls } from '../../engines/embedded-engines.ts';
import { describeCauses } from '../../platform/errors.ts';
import type { Readiness } from '../../platform/health.ts';
import { minServerVersion } from '../../platform/migrations/postgres-history.ts';
import { readDatabaseFacts } from '../../store/database/database-facts.ts';
import { Database } from '../../store/database/database.ts';
import {
  chooseTrafficStore,
  describeTrafficStore,
  type EngineAddresses,
  type TrafficAddress,
  type TrafficStoreChoice,
} from '../engine-addresses.ts';
import { readInstance, type Instance } from '../instance.ts';
import { pendingMigrations } from '../migrate.ts';
import { openTraffic } from '../open-traffic.ts';
import { choosePorts } from '../ports.ts';
import { loadSettings, type Settings } from '../settings.ts';
import { contentFindings, type Finding } from './diagnose-content.ts';

/** Looks at every part of the installation, whether it runs or not, and says what is wrong and how to mend it. */
export async function diagnose(): Promise<Finding[]> {
  const configuration = await check(
    'configuration',
    'correct the variables named here; docs/configuration.md lists all',
    () => {
      loadConfig();
      return 'every variable is valid';
    },
  );
  if (configuration.state === 'problem') return [configuration];
  const settings = loadSettings();
  const warnings = settings.warnings.map((says): Finding => ({
    part: 'configuration',
    state: 'warning',
    says,
    mend: 'correct its name or remove it',
  }));
  const runtime = ok('runtime', `Node ${process.versions.node}`);
  const findings = [configuration, ...warnings, runtime, ...(await embeddedFindings(settings))];
  const directory = await check('data directory', 'see the message', () => {
    openDataDirectory(settings.dataDirectory);
    checkFreeSpace(settings.dataDirectory);
    return `${settings.dataDirectory} can be written and has room`;
  });
  findings.push(directory);
  if (directory.state === 'problem') return findings;
  return [...findings, ...(await instanceFindings(settings, openDataDirectory(settings.dataDirectory)))];
}

async function embeddedFindings(settings: Settings): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (settings.databaseUrl === undefined) {
    findings.push(
      await check(
        'embedded PostgreSQL',
        'run npm ci, or set WAYPOST_DATABASE_URL',
        () => `version ${findPostgresBinaries().version} is installed`,
      ),
    );
  }
  return findings;
}

async function instanceFindings(settings: Settings, directory: DataDirectory): Promise<Finding[]> {
  const instance = readInstance(directory);
  const findings: Finding[] = [];
  let choice: TrafficStoreChoice | undefined;
  findings.push(
    await check('traffic', 'see the message', async () => {
      choice = await chooseTrafficStore(settings, directory);
      return `is kept in ${describeTrafficStore(choice)}`;
    }),
  );
  const { postgres, traffic } = engineAddresses(settings, directory, { instance, store: choice?.store });
  const engines = [
    ...(postgres === undefined ? [] : await postgresFindings(postgres, sessionSecretOf(settings))),
    ...(traffic === undefined ? [] : await trafficFindings(traffic)),
  ];
  if (instance?.urls === undefined) {
    findings.push(
      await check('next start', 'see the message', async () => {
        const ready = await rehearseStart(settings, directory, choice?.store);
        const broken = engines.filter(({ state }) => state === 'problem').map(({ part }) => part);
        if (broken.length > 0) throw new Error(`would fail: see ${broken.join(', ')} below`);
        return ready;
      }),
    );
    findings.push({
      part: 'instance',
      state: 'warning',
      says: `no instance runs on ${directory.path}`,
      mend: 'start one with npm start',
    });
  } else {
    findings.push(await check('instance', 'look at its log', () => askReadiness(instance)));
  }
  return [...findings, ...engines];
}

/** The checks that a start makes before it touches anything. */
async function rehearseStart(
  settings: Settings,
  directory: DataDirectory,
  store: TrafficStoreName | undefined,
): Promise<string> {
  const isPostgresOurs = settings.databaseUrl === undefined;
  const isClickHouseOurs = store === 'clickhouse' && settings.clickhouseUrl === undefined;
  refuseOtherEngines(directory, {
    ...(isPostgresOurs ? { postgresMajor: findPostgresBinaries().major } : {}),
    ...(isClickHouseOurs ? { clickhouseVersion: getClickHouseLibrary().version } : {}),
  });
  if (isPostgresOurs) requireSecretsOfCluster(directory.path);
  await choosePorts(settings);
  return 'nothing stands in its way';
}

/** Embedded engines are only there while an instance runs. */
function engineAddresses(
  settings: Settings,
  directory: DataDirectory,
  { instance, store }: { instance: Instance | undefined; store: TrafficStoreName | undefined },
): Partial<EngineAddresses> {
  const secrets = readSecrets(directory.path) as Secrets | undefined;
  const embedded =
    instance?.urls === undefined || secrets === undefined ? undefined : readEngineUrls(directory, secrets);
  const postgres = settings.databaseUrl ?? embedded?.postgres;
  const url = store === 'clickhouse' ? (settings.clickhouseUrl ?? embedded?.clickhouse) : postgres;
  return {
    ...(postgres === undefined ? {} : { postgres }),
    ...(store === undefined || url === undefined ? {} : { traffic: { store, url } }),
  };
}

async function askReadiness(instance: Instance): Promise<string> {
  const response = await fetch(`${instance.urls?.status}/readyz`, { signal: AbortSignal.timeout(5_000) });
  const readiness = (await response.json()) as Readiness;
  const failed = readiness.checks
    .filter((one) => !one.ok)
    .map((one) => `${one.name} ${one.message ?? 'fails'} since ${one.since}`);
  if (failed.length > 0) throw new Error(failed.join('; '));
  return `process ${instance.process.pid} serves ${instance.urls?.panel}, every part is ready`;
}

async function postgresFindings(url: string, secret: string | undefined): Promise<Finding[]> {
  const mend = 'check that the server runs and that WAYPOST_DATABASE_URL names it';
  const database = new Database(url, { connectionsMax: 1, secret });
  try {
    const connection = await check('PostgreSQL', mend, async () => {
      const facts = await atAddress(url, () => readDatabaseFacts(database));
      if (facts.major < minServerVersion)
        throw new Error(`version ${facts.major} is too old: ${minServerVersion} or newer is needed`);
      return `version ${facts.version} answers`;
    });
    if (connection.state === 'problem') return [connection];
    const facts = await readDatabaseFacts(database);
    const schema = await check('PostgreSQL schema', 'run waypost migrate', () =>
      requireNothingPending({ postgres: url }),
    );
    const power: Finding[] = facts.bypassesRowSecurity
      ? [
          {
            part: 'PostgreSQL role',
            state: 'warning',
            says: 'the role of the URL is a superuser or bypasses row security',
            mend: 'use a role with LOGIN and CREATEROLE only that owns the database',
          },
        ]
      : [];
    const further = schema.state === 'ok' ? await contentFindings(database) : [];
    return [connection, schema, ...power, ...further];
  } finally {
    await database.close();
  }
}

async function trafficFindings(address: TrafficAddress): Promise<Finding[]> {
  const traffic = await openTraffic(address);
  const part = address.store === 'clickhouse' ? 'ClickHouse' : 'PostgreSQL traffic';
  const variable = address.store === 'clickhouse' ? 'WAYPOST_CLICKHOUSE_URL' : 'WAYPOST_DATABASE_URL';
  try {
    const connection = await check(
      part,
      `check that the server runs and that ${variable} names it`,
      async () => `version ${await atAddress(address.url, () => traffic.version())} answers`,
    );
    if (connection.state === 'problem') return [connection];
    const schema = await check(`${part} schema`, 'run waypost migrate', () =>
      requireNothingPending({ traffic: address }),
    );
    if (schema.state === 'problem') return [connection, schema];
    const writing = await check(
      `${part} writing`,
      `look at the free space and the log of ${traffic.engine}`,
      async () => {
        await traffic.probeWrite(new Date());
        return 'a row was written and read back';
      },
    );
    return [connection, schema, writing];
  } finally {
    await traffic.close();
  }
}

/** Names the server that fails. The rest of its URL may be a secret. */
async function atAddress<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw new Error(`${URL.canParse(url) ? new URL(url).host : 'the server'} fails`, { cause: error });
  }
}

async function requireNothingPending(engines: Partial<EngineAddresses>): Promise<string> {
  const pending = await pendingMigrations(engines);
  if (pending.length > 0) throw new Error(`these migrations are missing: ${pending.join(', ')}`);
  return 'up to date';
}

function ok(part: string, says: string): Finding {
  return { part, state: 'ok', says };
}

async function check(part: string, mend: string, look: () => Promise<string> | string): Promise<Finding> {
  try {
    return ok(part, await look());
  } catch (error) {
    return { part, state: 'problem', says: describeCauses(error) || 'does not answer', mend };
  }
}
