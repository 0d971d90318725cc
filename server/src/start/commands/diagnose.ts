import { join } from 'node:path';
import { loadConfig } from '../../config/load-config.ts';
import { requireDatabasePassword, resolveSessionSecret } from '../../config/secrets.ts';
import { findPostgresBinaries, getClickHouseLibrary } from '../../engines/binaries.ts';
import {
  checkFreeSpace,
  openDataDirectory,
  requireCompatibleEngines,
  type DataDirectory,
  type TrafficStoreName,
} from '../../engines/data-directory.ts';
import { describeCauses } from '../../platform/errors.ts';
import { HistoryError } from '../../platform/migrations/plan-migrations.ts';
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
import { readInstance } from '../instance.ts';
import { readReadiness } from '../read-readiness.ts';
import { pendingMigrations } from '../migrate.ts';
import { openTraffic } from '../open-traffic.ts';
import { findRunningEngines } from '../running-engines.ts';
import { choosePorts } from '../ports.ts';
import { servicePlaces } from '../../config/service-files.ts';
import { loadSettings, type Settings } from '../settings.ts';
import { contentFindings, type Finding } from './diagnose-content.ts';
import { certificateFindings, httpsFindings } from './diagnose-https.ts';
import { isServiceInstalled, machineFindings, startCommand } from './diagnose-machine.ts';

export async function diagnose(): Promise<Finding[]> {
  const configuration = await check(
    'configuration',
    isServiceInstalled()
      ? `correct these variables with: sudoedit ${servicePlaces.settings}; then run: sudo systemctl restart waypost`
      : 'correct these variables (see docs/configuration.md), then run: waypost start',
    () => {
      loadConfig();
      return 'all variables are valid';
    },
  );
  if (configuration.state === 'problem') return [configuration];
  const settings = loadRunningSettings();
  const warnings = settings.warnings.map((message): Finding => ({
    part: 'configuration',
    state: 'warning',
    message,
    fix: 'correct the name or remove the variable',
  }));
  const runtime = ok('runtime', `Node ${process.versions.node}`);
  const findings = [configuration, ...warnings, runtime, ...(await embeddedFindings(settings))];
  const directory = await check('data directory', describeFolder(settings.dataDirectory), () => {
    openDataDirectory(settings.dataDirectory);
    checkFreeSpace(settings.dataDirectory);
    return `${settings.dataDirectory} is writable and has free space`;
  });
  findings.push(directory);
  if (directory.state === 'problem') return findings;
  findings.push(...(await machineFindings(settings)));
  return [...findings, ...(await instanceFindings(settings, openDataDirectory(settings.dataDirectory)))];
}

// The hosts of the running instance can be options of `waypost start`.
function loadRunningSettings(): Settings {
  const settings = loadSettings();
  const { panelHost, trackingHost } = readInstance({ run: join(settings.dataDirectory, 'run') })?.https ?? {};
  if (settings.https !== undefined || trackingHost === undefined) return settings;
  return loadSettings({
    WAYPOST_TRACKING_DOMAIN: trackingHost,
    ...(panelHost === undefined ? {} : { WAYPOST_DOMAIN: panelHost }),
  });
}

async function embeddedFindings(settings: Settings): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (settings.databaseUrl === undefined) {
    findings.push(
      await check(
        'embedded PostgreSQL',
        'install it with: npm install; or set WAYPOST_DATABASE_URL',
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
    await check('traffic', 'see the message above', async () => {
      choice = await chooseTrafficStore(settings, directory);
      return describeTrafficStore(choice);
    }),
  );
  const { postgres, traffic } = findRunningEngines(settings, directory, { instance, store: choice?.store });
  const engines = [
    ...(postgres === undefined ? [] : await postgresFindings(postgres, settings)),
    ...(traffic === undefined ? [] : await trafficFindings(traffic)),
  ];
  if (instance?.urls === undefined) {
    const broken = engines.filter(({ state }) => state === 'problem').map(({ part }) => part);
    const fix = broken.length > 0 ? 'fix the problems below first' : 'see the message above';
    findings.push(
      await check('next start', fix, async () => {
        const ready = await checkNextStart(settings, directory, choice?.store);
        if (broken.length > 0) throw new Error(`will fail because of these problems: ${broken.join(', ')}`);
        return ready;
      }),
    );
    findings.push({
      part: 'instance',
      state: 'warning',
      message: `no instance is running in ${directory.path}`,
      fix: startCommand(),
    });
  } else {
    const fix = isServiceInstalled()
      ? 'read its log with: journalctl -u waypost'
      : 'read the output of waypost start; replace processes that hang with: waypost restart';
    findings.push(await check('instance', fix, () => readReadiness(instance)));
  }
  const isRunning = instance?.urls !== undefined;
  return [...findings, ...engines, ...(await httpsFindings(settings, { isRunning }))];
}

async function checkNextStart(
  settings: Settings,
  directory: DataDirectory,
  store: TrafficStoreName | undefined,
): Promise<string> {
  const isPostgresEmbedded = settings.databaseUrl === undefined;
  const isClickHouseEmbedded = store === 'clickhouse' && settings.clickhouseUrl === undefined;
  requireCompatibleEngines(directory, {
    ...(isPostgresEmbedded ? { postgresMajor: findPostgresBinaries().major } : {}),
    ...(isClickHouseEmbedded ? { clickhouseVersion: getClickHouseLibrary().version } : {}),
  });
  if (isPostgresEmbedded) requireDatabasePassword(directory.path);
  // systemd holds the service's ports.
  if (!isServiceInstalled()) await choosePorts(settings);
  return 'no problems expected';
}

async function postgresFindings(url: string, settings: Settings): Promise<Finding[]> {
  const secret = resolveSessionSecret(settings);
  const fix = 'check that the server is running and that WAYPOST_DATABASE_URL is correct';
  const database = new Database(url, { connectionsMax: 1, secret });
  try {
    const connection = await check('PostgreSQL', fix, async () => {
      const facts = await withHostInError(url, () => readDatabaseFacts(database));
      if (facts.major < minServerVersion)
        throw new Error(`version ${facts.major} is too old, ${minServerVersion} or newer is required`);
      return `version ${facts.version} is reachable`;
    });
    if (connection.state === 'problem') return [connection];
    const facts = await readDatabaseFacts(database);
    const schema = await check('PostgreSQL schema', 'run waypost migrate', () =>
      requireNoPendingMigrations({ postgres: url }),
    );
    const role: Finding[] = facts.bypassesRowSecurity
      ? [
          {
            part: 'PostgreSQL role',
            state: 'warning',
            message: 'the role in the URL is a superuser or bypasses row-level security',
            fix: 'use a role that owns the database and has only LOGIN and CREATEROLE',
          },
        ]
      : [];
    const content =
      schema.state === 'ok'
        ? [...(await contentFindings(database)), ...(await certificateFindings(database, settings))]
        : [];
    return [connection, schema, ...role, ...content];
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
      `check that the server is running and that ${variable} is correct`,
      async () => `version ${await withHostInError(address.url, () => traffic.version())} is reachable`,
    );
    if (connection.state === 'problem') return [connection];
    const schema = await check(`${part} schema`, 'run waypost migrate', () =>
      requireNoPendingMigrations({ traffic: address }),
    );
    if (schema.state === 'problem') return [connection, schema];
    const writing = await check(
      `${part} writing`,
      `check the disk space and the ${traffic.engine} log`,
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

// Adds the host to the error, but not the rest of the URL, which may contain secrets.
async function withHostInError<Result>(url: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${URL.canParse(url) ? new URL(url).host : 'the server'} failed`, { cause: error });
  }
}

async function requireNoPendingMigrations(engines: Partial<EngineAddresses>): Promise<string> {
  const pending = await pendingMigrations(engines);
  if (pending.length > 0) throw new Error(`pending migrations: ${pending.join(', ')}`);
  return 'up to date';
}

function describeFolder(path: string): string {
  return `check the owner, the permissions and the free space with: ls -ld ${path}; df -h ${path}`;
}

function ok(part: string, message: string): Finding {
  return { part, state: 'ok', message };
}

async function check(part: string, fix: string, run: () => Promise<string> | string): Promise<Finding> {
  try {
    return ok(part, await run());
  } catch (error) {
    if (error instanceof HistoryError)
      return { part, state: 'problem', message: error.problem, fix: error.fix };
    return { part, state: 'problem', message: describeCauses(error) || 'not responding', fix };
  }
}
