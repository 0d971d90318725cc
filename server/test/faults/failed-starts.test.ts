import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { saveTrafficStore, openDataDirectory } from '../../src/engines/data-directory.ts';
import { isReachableByOthers } from '../../src/engines/postgres/account.ts';
import { exitCodes } from '../../src/platform/operator-error.ts';
import { hasClickHouse, lightStoreEnvironment, needsClickHouse } from '../../src/testing/machine.ts';
import { useProducts } from '../../src/testing/product/use-products.ts';
import { makeDataDirectory } from '../../src/testing/product/prepared-directory.ts';
import { launch, runCommand } from '../../src/testing/product/product.ts';
import { fullTest, rounds } from '../../src/testing/rounds.ts';

const { newDirectory, start } = useProducts();
const isRoot = process.getuid?.() === 0;
// User ID of the account `nobody`. A user ID without an account would not work, because PostgreSQL can run only as a
// user that has a name.
const ordinaryUid = 65_534;
const closedDirectory = 'this checkout is in a directory that other users cannot enter';
const canActAsOthers = isRoot && isReachableByOthers(join(import.meta.dirname, '..', '..', '..'));

/** Starts an installation that fails, and returns its exit code and its messages without log lines. */
async function startAndFail(
  options: Parameters<typeof launch>[0],
): Promise<{ code: number | null; message: string }> {
  const launched = launch(options);
  const code = await launched.exited;
  const lines = launched
    .output()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('{'));
  return { code, message: lines.join('\n') };
}

async function occupyPort(): Promise<{ server: Server; port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

describe('a failed start reports one message and a specific exit code', () => {
  test.each(['WAYPOST_PORT', 'WAYPOST_EDGE_PORT', 'WAYPOST_METRICS_PORT'])(
    'if the port in %s is taken',
    async (variable) => {
      const { server, port } = await occupyPort();
      const { code, message } = await startAndFail({
        dataDirectory: newDirectory(),
        environment: { [variable]: String(port) },
      });
      server.close();
      expect(message).toContain(
        `waypost: Port ${port} on 127.0.0.1 is in use by another program. Find it with`,
      );
      expect(message).toContain(`set ${variable} to another port.`);
      expect(code).toBe(exitCodes.portTaken);
    },
  );

  test('if the machine does not have the configured address', async () => {
    const { code, message } = await startAndFail({
      dataDirectory: newDirectory(),
      environment: { WAYPOST_HOST: '203.0.113.7' },
    });
    expect(message).toMatch(
      /^waypost: This machine does not have the address 203\.0\.113\.7\. Set WAYPOST_HOST/,
    );
    expect(code).toBe(exitCodes.configuration);
  });

  test('if a part of the data directory path is a file', async () => {
    const file = join(newDirectory(), 'file');
    writeFileSync(file, '');
    const { code, message } = await startAndFail({ dataDirectory: join(file, 'data') });
    expect(message).toBe(
      `waypost: Failed to create the data directory ${join(file, 'data')}: part of the path is a file.`,
    );
    expect(code).toBe(exitCodes.dataDirectory);
  });

  test('if the data directory is not writable', async ({ skip }) => {
    if (isRoot && !canActAsOthers) skip(closedDirectory);
    const directory = newDirectory();
    if (!isRoot) chmodSync(directory, 0o555);
    const { code, message } = await startAndFail({
      dataDirectory: directory,
      ...(isRoot ? { uid: ordinaryUid } : {}),
    });
    chmodSync(directory, 0o755);
    const reason = isRoot
      ? /It belongs to user \d+, but Waypost runs as user \d+\. Change the owner, or set WAYPOST_DATA_DIR\.$/
      : /Make it writable for its owner, or set WAYPOST_DATA_DIR\.$/;
    expect(message).toMatch(/^waypost: Cannot write to the data directory /);
    expect(message).toMatch(reason);
    expect(code).toBe(exitCodes.dataDirectory);
  });

  test('if two roles have the same port', async () => {
    const { code, message } = await startAndFail({
      dataDirectory: newDirectory(),
      environment: { WAYPOST_PORT: '18111', WAYPOST_EDGE_PORT: '18111' },
    });
    expect(message).toBe('waypost: WAYPOST_PORT, WAYPOST_EDGE_PORT and WAYPOST_METRICS_PORT must differ.');
    expect(code).toBe(exitCodes.configuration);
  });

  test('if several settings are invalid, and lists all of them', async () => {
    const { code, message } = await startAndFail({
      dataDirectory: newDirectory(),
      environment: { WAYPOST_PORT: 'x', WAYPOST_LOG_LEVEL: 'loud' },
    });
    expect(message.split('\n')).toHaveLength(3);
    expect(code).toBe(exitCodes.configuration);
  });
});

describe('a start with incompatible data', () => {
  test('rejects a newer schema, a newer layout and a different PostgreSQL version without changing anything', async () => {
    const product = await start({ environment: lightStoreEnvironment });
    const { dataDirectory } = product;
    const secrets = JSON.parse(readFileSync(join(dataDirectory, 'secrets.json'), 'utf8')) as {
      postgres: string;
    };
    const ports = JSON.parse(readFileSync(join(dataDirectory, 'run', 'engine-ports.json'), 'utf8')) as {
      postgres: number;
    };
    const client = new Client({
      connectionString: `postgres://waypost:${secrets.postgres}@127.0.0.1:${ports.postgres}/waypost`,
    });
    await client.connect();
    await client.query(
      `INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'requires_99_0_0_future', 'x')`,
    );
    await client.end();
    await product.stop();
    const newer = await startAndFail({ dataDirectory });
    expect(newer.message).toMatch(
      /^waypost: the PostgreSQL schema was written by a newer Waypost, and its migration 9999 \(requires_99_0_0_future\) requires Waypost 99\.0\.0 or newer, not .+ Nothing was changed\.$/,
    );
    expect(newer.code).toBe(exitCodes.dataDirectory);
    expect(runCommand({ environment: launchEnvironment(dataDirectory) }, ['workspace', 'list']).code).toBe(
      exitCodes.dataDirectory,
    );

    const versionFile = join(dataDirectory, 'postgres', 'PG_VERSION');
    const version = readFileSync(versionFile, 'utf8');
    writeFileSync(versionFile, '17\n');
    const other = await startAndFail({ dataDirectory });
    expect(other.message).toMatch(
      /was written by PostgreSQL 17, but this version of Waypost includes PostgreSQL \d+\. .+ Nothing was changed\.$/,
    );
    writeFileSync(versionFile, version);

    const marker = join(dataDirectory, 'waypost.json');
    const layout = readFileSync(marker, 'utf8');
    writeFileSync(marker, layout.replace('"layout": 1', '"layout": 2'));
    const future = await startAndFail({ dataDirectory });
    expect(future.message).toMatch(
      /was written by a newer Waypost \(layout 2, but this version supports only up to 1\)/,
    );
  });

  test.skipIf(!hasClickHouse)(
    `rejects a newer ClickHouse version without changing anything${needsClickHouse}`,
    async () => {
      const dataDirectory = newDirectory();
      const marker = join(dataDirectory, 'waypost.json');
      writeFileSync(marker, '{ "layout": 1, "clickhouseVersion": "99.1" }');
      const { code, message } = await startAndFail({ dataDirectory });
      expect(message).toMatch(
        /was written by ClickHouse 99\.1, but this version of Waypost includes ClickHouse \d.+ Nothing was changed\.$/,
      );
      expect(code).toBe(exitCodes.dataDirectory);
      expect(existsSync(join(dataDirectory, 'clickhouse'))).toBe(false);
    },
  );

  test.each([
    {
      store: 'clickhouse',
      environment: { WAYPOST_TRAFFIC_STORE: 'postgres' },
      problem: 'uses ClickHouse as its traffic store, but the settings select PostgreSQL',
      advice: 'Set',
    },
    {
      store: 'postgres',
      environment: { WAYPOST_TRAFFIC_STORE: 'clickhouse' },
      problem: 'uses PostgreSQL as its traffic store, but the settings select ClickHouse',
      advice: 'Run `waypost move` to move the traffic, set',
    },
  ] as const)(
    'rejects a traffic store setting that does not match the existing store, $store',
    async ({ store, environment, problem, advice }) => {
      const dataDirectory = newDirectory();
      saveTrafficStore(openDataDirectory(dataDirectory), store);
      const { code, message } = await startAndFail({ dataDirectory, environment });
      expect(message).toBe(
        `waypost: ${dataDirectory} ${problem}. ` +
          `${advice} WAYPOST_TRAFFIC_STORE=${store}, or choose another data directory. Nothing was changed.`,
      );
      expect(code).toBe(exitCodes.dataDirectory);
    },
  );
});

function launchEnvironment(dataDirectory: string): NodeJS.ProcessEnv {
  return { ...process.env, WAYPOST_DATA_DIR: dataDirectory };
}

describe.runIf(isRoot)('an installation (needs root)', () => {
  fullTest('works in a data directory whose parent only root can enter', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'waypost-closed-'));
    chmodSync(parent, 0o700);
    const dataDirectory = join(parent, 'deep', 'data');
    const product = await start({ dataDirectory, environment: lightStoreEnvironment });
    expect((await fetch(`${product.urls.panel}/readyz`)).status).toBe(200);
    await product.stop();
    rmSync(parent, { recursive: true });
  });

  test('works for an ordinary user', async ({ skip }) => {
    if (!canActAsOthers) skip(closedDirectory);
    const home = mkdtempSync(join(tmpdir(), 'waypost-ordinary-'));
    chownSync(home, ordinaryUid, ordinaryUid);
    const product = await start({
      dataDirectory: join(home, 'data'),
      uid: ordinaryUid,
      // Only a full run uses every engine, because the first start of all engines takes a long time.
      environment: { HOME: home, ...(rounds(0, 1) === 1 ? {} : lightStoreEnvironment) },
    });
    expect((await fetch(`${product.urls.panel}/readyz`)).status).toBe(200);
    expect(runCommand(product, ['doctor'], { uid: ordinaryUid }).stdout).toContain('No problems found.');
    expect(await product.stop()).toBe(0);
    rmSync(home, { recursive: true });
  });

  test('rejects a user ID without an account, with one message', async ({ skip }) => {
    if (!canActAsOthers) skip(closedDirectory);
    const home = newDirectory();
    chownSync(home, 54_321, 54_321);
    const { code, message } = await startAndFail({ dataDirectory: join(home, 'data'), uid: 54_321 });
    expect(message).toMatch(
      /^waypost: Failed to initialize PostgreSQL because user ID 54321 has no account on this machine\. .+\.$/,
    );
    expect(code).toBe(exitCodes.unsupportedPlatform);
  });

  test('rejects a data directory that belongs to another user', async () => {
    const home = newDirectory();
    chownSync(home, 54_321, 54_321);
    const { code, message } = await startAndFail({ dataDirectory: home });
    expect(message).toBe(
      `waypost: The data directory ${home} belongs to user 54321. Run this command as that user, not as root.`,
    );
    expect(code).toBe(exitCodes.dataDirectory);
  });

  test('rejects a full disk with one message', async ({ skip }) => {
    const mount = makeDataDirectory();
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mount], {
      encoding: 'utf8',
    });
    if (mounted.status !== 0) {
      rmSync(mount, { recursive: true });
      skip(`mounting is not permitted on this machine: ${mounted.stderr.trim()}`);
    }
    try {
      const dataDirectory = join(mount, 'data');
      mkdirSync(dataDirectory);
      const { code, message } = await startAndFail({ dataDirectory });
      expect(message).toMatch(
        /^waypost: The disk that contains .+ is full \(\d+ MiB free, at least 256 MiB required\)\. Free some space, or set WAYPOST_DATA_DIR to another disk\.$/,
      );
      expect(code).toBe(exitCodes.dataDirectory);
    } finally {
      spawnSync('umount', [mount]);
      rmSync(mount, { recursive: true });
    }
  });
});
