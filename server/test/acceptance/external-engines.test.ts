import { randomBytes } from 'node:crypto';
import { errorEnvelope } from '@waypost/contract/api/envelope.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ensureSecrets } from '../../src/config/secrets.ts';
import { saveTrafficStore, openDataDirectory } from '../../src/engines/data-directory.ts';
import { startEmbeddedEngines, type EmbeddedEngines } from '../../src/engines/embedded-engines.ts';
import type { Readiness } from '../../src/platform/health.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { pollUntil } from '../../src/testing/poll-until.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { defaultStore, hasClickHouse } from '../../src/testing/machine.ts';
import { takePort } from '../../src/testing/product/own-ports.ts';
import { waitUntilAllReady } from '../../src/testing/product/processes.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { fullTest } from '../../src/testing/rounds.ts';
import {
  lastJson,
  launch,
  makeToken,
  productEnvironment,
  removeDataDirectory,
  runCommand,
} from '../../src/testing/product/product.ts';

type Migrated = {
  postgres?: { applied: string[] };
  traffic?: { applied: string[]; store: string };
};

const { newDirectory, start } = useProducts();
const path = makeDataDirectory();
let engines: EmbeddedEngines;
let externalEngines: Record<string, string>;

/** Stores traffic in ClickHouse if this machine has it, otherwise in PostgreSQL. */
function engineSettings(postgres: string, clickhouse: string): Record<string, string> {
  const traffic = hasClickHouse
    ? { WAYPOST_CLICKHOUSE_URL: clickhouse }
    : { WAYPOST_TRAFFIC_STORE: 'postgres' };
  return { WAYPOST_DATABASE_URL: postgres, ...traffic };
}

const unreachable = engineSettings('postgres://a@127.0.0.1:1/a', 'http://a@127.0.0.1:1/a');

async function startEngines(): Promise<void> {
  const logger = createLogger({ role: 'test', level: 'warn', format: 'text' });
  engines = await startEmbeddedEngines({
    directory: openDataDirectory(path),
    passwords: ensureSecrets(path),
    wanted: { postgres: true, clickhouse: hasClickHouse },
    logger,
  });
}

beforeAll(async () => {
  await startEngines();
  externalEngines = engineSettings(engines.urls.postgres ?? '', engines.urls.clickhouse ?? '');
});

afterAll(async () => {
  await engines.stop();
  removeDataDirectory(path);
});

async function startAndFail(
  environment: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const launched = launch({ dataDirectory: newDirectory(), environment, args });
  return { code: await launched.exited, output: launched.output() };
}

// These tests depend on each other: the engines are empty at first and are then migrated, as on a real server.
describe('external engines', () => {
  test('are rejected by all roles together and by a single role until `waypost migrate` has run', async () => {
    for (const args of [[], ['--role', 'api'], ['--role', 'worker']]) {
      const { code, output } = await startAndFail(externalEngines, args);
      expect(output).toMatch(
        /The external databases are not up to date \(.*0001_\w+.*\)\. Run `waypost migrate` first/,
      );
      expect(code).toBe(exitCodes.configuration);
    }
    const environment = productEnvironment(newDirectory(), externalEngines);
    expect(runCommand({ environment }, ['workspace', 'list']).stderr).toContain(
      'Run `waypost migrate` first',
    );
    expect(runCommand({ environment }, ['doctor']).stdout).toMatch(
      /PROBLEM PostgreSQL schema: pending migrations/,
    );
  });

  test('are migrated by `waypost migrate`, and a second run has nothing to do', () => {
    const environment = productEnvironment(newDirectory(), externalEngines);
    const first = lastJson<Migrated>(runCommand({ environment }, ['migrate', '--json']));
    expect(first.postgres?.applied.length).toBeGreaterThan(0);
    expect(first.traffic?.applied.length).toBeGreaterThan(0);
    expect(first.traffic?.store).toBe(defaultStore);
    expect(lastJson(runCommand({ environment }, ['migrate', '--json']))).toMatchObject({
      postgres: { applied: [] },
      traffic: { applied: [] },
    });
  });

  test('replace the embedded engines, and `waypost doctor` finds no problems', async () => {
    const product = await start({ environment: externalEngines });
    expect((await fetch(`${product.urls.status}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
    expect(metrics).not.toContain('process="postgres"');
    expect(runCommand(product, ['doctor']).stdout).toContain('No problems found.');
  });

  for (const name of hasClickHouse ? ['WAYPOST_DATABASE_URL', 'WAYPOST_CLICKHOUSE_URL'] : [])
    fullTest(`can be combined with an embedded engine if only ${name} is set`, async () => {
      const product = await start({ environment: { [name]: externalEngines[name] ?? '' } });
      const readiness = (await (await fetch(`${product.urls.status}/readyz`)).json()) as {
        status: string;
        checks: { name: string }[];
      };
      expect(readiness.status).toBe('ready');
      const embedded = name === 'WAYPOST_DATABASE_URL' ? 'clickhouse' : 'postgres';
      expect(
        readiness.checks
          .map((check) => check.name)
          .filter((check) => check === 'postgres' || check === 'clickhouse'),
      ).toEqual([embedded]);
      expect(
        lastJson<unknown[]>(runCommand(product, ['workspace', 'list', '--json'])).length,
      ).toBeGreaterThan(0);
      expect(runCommand(product, ['migrate']).stdout).toMatch(
        /^(?:PostgreSQL|Traffic schema): version \d+, up to date\.\n$/,
      );
    });

  test.each(['api', 'edge', 'worker'])(
    'allow the role %s to run separately with its own status port and to shut down gracefully',
    async (role) => {
      const environment = {
        ...externalEngines,
        WAYPOST_COOKIE_SECRET: 'the same on every edge',
        WAYPOST_METRICS_PORT: String(takePort()),
        WAYPOST_PORT: String(takePort()),
        WAYPOST_EDGE_PORT: String(takePort()),
      };
      const launched = launch({ dataDirectory: newDirectory(), environment, args: ['--role', role] });
      const status = `http://127.0.0.1:${environment.WAYPOST_METRICS_PORT}`;
      const ready = await pollUntil(
        async () => (await fetch(`${status}/readyz`).catch(() => undefined))?.status,
        { timeoutMs: hangLimitMs, intervalMs: 50 },
      );
      expect(ready).toBe(200);
      expect(await (await fetch(`${status}/metrics`)).text()).toContain(`{role="${role}"}`);
      launched.process.kill('SIGTERM');
      expect(await launched.exited).toBe(0);
    },
  );
});

describe('a single external PostgreSQL', () => {
  async function makeDatabase(): Promise<string> {
    const name = `alone_${randomBytes(4).toString('hex')}`;
    const superuser = new URL(externalEngines['WAYPOST_DATABASE_URL'] ?? '');
    superuser.username = 'postgres';
    superuser.password = ensureSecrets(path).postgresSuperuser;
    const client = new Client({ connectionString: superuser.href });
    await client.connect();
    await client.query(`CREATE DATABASE ${name} OWNER waypost`);
    await client.end();
    const url = new URL(externalEngines['WAYPOST_DATABASE_URL'] ?? '');
    url.pathname = `/${name}`;
    return url.href;
  }

  test('is rejected by `migrate`, `start` and `doctor` if a development version before 0.9.0 created the schema', async () => {
    const url = await makeDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(
      `CREATE TABLE schema_migrations (
         version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
       INSERT INTO schema_migrations VALUES (1, 'workspaces_people_keys', 'x'), (54, 'postback_receivers', 'x')`,
    );
    await client.end();
    const environment = { WAYPOST_DATABASE_URL: url, WAYPOST_TRAFFIC_STORE: 'postgres' };
    const message =
      /created by a development version of Waypost before 0\.9\.0 .+ new data directory .+ can be deleted\./;
    const migrated = runCommand({ environment: productEnvironment(newDirectory(), environment) }, [
      'migrate',
    ]);
    expect([migrated.code, migrated.stderr]).toEqual([
      exitCodes.dataDirectory,
      expect.stringMatching(message),
    ]);
    const started = await startAndFail(environment);
    expect([started.code, started.output]).toEqual([exitCodes.dataDirectory, expect.stringMatching(message)]);
    const diagnosed = runCommand({ environment: productEnvironment(newDirectory(), environment) }, [
      'doctor',
      '--json',
    ]);
    expect(lastJson<{ findings: unknown[] }>(diagnosed).findings).toContainEqual({
      part: 'PostgreSQL schema',
      state: 'problem',
      message: expect.stringMatching(/created by a development version .+ cannot be upgraded$/),
      fix: expect.stringMatching(/^Use an empty database .+ can be deleted\.$/),
    });
  });

  test('stores everything, including traffic, and no embedded engine is started', async () => {
    const url = await makeDatabase();
    const environment = { WAYPOST_DATABASE_URL: url, WAYPOST_TRAFFIC_STORE: 'postgres' };
    const { code, output } = await startAndFail(environment);
    expect([code, output]).toEqual([
      exitCodes.configuration,
      expect.stringContaining('Run `waypost migrate` first'),
    ]);
    const dataDirectory = newDirectory();
    const migrate = () =>
      lastJson<Migrated>(
        runCommand({ environment: productEnvironment(dataDirectory, environment) }, ['migrate', '--json']),
      );
    expect(migrate()).toMatchObject({
      traffic: { store: 'postgres', applied: expect.arrayContaining(['0001_recorded_traffic']) },
    });
    expect(migrate()).toMatchObject({ postgres: { applied: [] }, traffic: { applied: [] } });
    const product = await start({ dataDirectory, environment });
    const doctor = runCommand(product, ['doctor']).stdout;
    expect(doctor).toContain('No problems found.');
    expect(doctor).toMatch(/traffic: PostgreSQL \(/);
    const metrics = await (await fetch(`${product.urls.status}/metrics`)).text();
    expect(metrics).not.toMatch(/process="(?:postgres|clickhouse)"/);
  });

  fullTest('is migrated completely if only the data directory records that it stores traffic', async () => {
    const environment = { WAYPOST_DATABASE_URL: await makeDatabase() };
    const dataDirectory = newDirectory();
    saveTrafficStore(openDataDirectory(dataDirectory), 'postgres');
    const migrated = runCommand({ environment: productEnvironment(dataDirectory, environment) }, [
      'migrate',
      '--json',
    ]);
    expect(lastJson<Migrated>(migrated)).toMatchObject({ traffic: { store: 'postgres' } });
    const product = await start({ dataDirectory, environment });
    expect(runCommand(product, ['doctor']).stdout).toContain('No problems found.');
  });
});

fullTest('all processes share one rate limit', async () => {
  const limited = { ...externalEngines, WAYPOST_RATE_LIMIT: '1', WAYPOST_RATE_BURST: '4' };
  const [first, second] = [await start({ environment: limited }), await start({ environment: limited })];
  const token = makeToken(first);
  const whoAmI = (product: typeof first) =>
    fetch(`${product.urls.panel}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  const answers = [];
  for (const product of [first, second, first, second, first, second]) answers.push(await whoAmI(product));
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 429, 429]);
  const rejected = answers.at(-1);
  expect(rejected?.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(rejected?.headers.get('ratelimit-remaining')).toBe('0');
  expect(errorEnvelope.parse(await rejected?.json()).error.code).toBe('RATE_LIMITED');
});

test('while the engines are down, the API answers 503 with Retry-After and the edge keeps serving; both recover', async () => {
  const product = await start({ environment: externalEngines });
  const token = makeToken(product);
  const whoAmI = () =>
    fetch(`${product.urls.panel}/api/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
  expect((await whoAmI()).status).toBe(200);
  await engines.stop();
  const refused = await whoAmI();
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(errorEnvelope.parse(await refused.json()).error).toEqual({
    code: 'SERVICE_UNAVAILABLE',
    message: 'The database is not responding',
    details: { reason: 'unavailable' },
  });
  const readiness = await pollUntil(
    async () => {
      const response = await fetch(`${product.urls.panel}/readyz`);
      const body = (await response.json()) as Readiness;
      return body.checks.every((check) => !check.ok) ? { ...body, code: response.status } : undefined;
    },
    { timeoutMs: hangLimitMs, intervalMs: 50 },
  );
  expect(readiness).toMatchObject({ status: 'unavailable', code: 503 });
  for (const check of readiness?.checks ?? [])
    expect(check).toMatchObject({
      ok: false,
      message: 'not responding',
      since: expect.stringMatching(/Z$/),
    });
  expect((await fetch(`${product.urls.edge}/readyz`)).status).toBe(200);
  await startEngines();
  await waitUntilAllReady(product);
  expect((await whoAmI()).status).toBe(200);
  expect(product.output()).toContain('postgres is available again');
});

test('the edge starts while all engines are down', async () => {
  const environment = {
    ...unreachable,
    WAYPOST_COOKIE_SECRET: 'the same on every edge',
    WAYPOST_METRICS_PORT: String(takePort()),
    WAYPOST_EDGE_PORT: String(takePort()),
  };
  const launched = launch({ dataDirectory: newDirectory(), environment, args: ['--role', 'edge'] });
  const status = await pollUntil(
    async () =>
      (await fetch(`http://127.0.0.1:${environment.WAYPOST_EDGE_PORT}/readyz`).catch(() => undefined))
        ?.status,
    { timeoutMs: hangLimitMs, intervalMs: 50 },
  );
  expect(status).toBe(200);
  launched.process.kill('SIGTERM');
  expect(await launched.exited).toBe(0);
});

test('a separate edge without the shared secret reports which setting is missing', async () => {
  const { output } = await startAndFail(unreachable, ['--role', 'edge']);
  expect(output).toContain('WAYPOST_COOKIE_SECRET');
});

test('a single role without external engines reports which settings are missing', async () => {
  const { code, output } = await startAndFail({}, ['--role', 'api']);
  expect(output).toContain(
    'Set WAYPOST_DATABASE_URL and either WAYPOST_CLICKHOUSE_URL or WAYPOST_TRAFFIC_STORE=postgres',
  );
  expect(code).toBe(exitCodes.configuration);
});

test('an unreachable external server is reported with one message', async () => {
  const { code, output } = await startAndFail({
    ...externalEngines,
    WAYPOST_DATABASE_URL: 'postgres://waypost:canary@127.0.0.1:1/waypost',
  });
  expect(output).toMatch(/waypost: PostgreSQL cannot be reached: /);
  expect(output).not.toContain('canary');
  expect(code).toBe(exitCodes.engineUnavailable);
});
