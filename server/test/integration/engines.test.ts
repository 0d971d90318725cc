import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { findPostgresBinaries } from '../../src/engines/binaries.ts';
import { accessibleBinaries } from '../../src/engines/postgres/account.ts';
import { startPostgres } from '../../src/engines/postgres/start.ts';
import { findFreePort } from '../../src/platform/free-port.ts';
import { hangLimitMs } from '../../src/testing/hang-limit.ts';
import { hasClickHouse, needsClickHouse } from '../../src/testing/machine.ts';
import { fullTest } from '../../src/testing/rounds.ts';

const clickhouse = hasClickHouse ? new URL(inject('clickhouseUrl')) : undefined;

async function queryClickHouse(query: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(clickhouse?.origin ?? '', { method: 'POST', body: query, headers });
  return await response.text();
}

function ownCredentials(): Record<string, string> {
  return { 'x-clickhouse-user': clickhouse?.username ?? '', 'x-clickhouse-key': clickhouse?.password ?? '' };
}

async function queryPostgres<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: inject('superuserUrl') });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe.skipIf(!hasClickHouse)(
  `a ClickHouse client without credentials on the same machine${needsClickHouse}`,
  () => {
    test.each([
      ['cannot read tables', 'SELECT count() FROM waypost.schema_migrations'],
      ['cannot read files', `SELECT * FROM file('/etc/passwd', 'LineAsString')`],
      ['cannot call other hosts', `SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')`],
      ['cannot drop databases', 'DROP DATABASE waypost'],
      ['cannot create tables', 'CREATE TABLE intruder (a Int8) ENGINE = Memory'],
      ['cannot see running queries', 'SELECT query FROM system.processes'],
      ['cannot create users', `CREATE USER intruder`],
      ['cannot close ports', 'SYSTEM STOP LISTEN HTTP'],
      ['cannot run expensive queries', 'SELECT count() FROM system.numbers'],
    ])('%s', async (_, query) => {
      expect(await queryClickHouse(query)).toMatch(
        /QUOTA_EXCEEDED|ACCESS_DENIED|UNKNOWN_DATABASE|UNKNOWN_TABLE/,
      );
    });

    test('is rejected with a wrong password', async () => {
      expect(
        await queryClickHouse('SELECT 1', { ...ownCredentials(), 'x-clickhouse-key': 'wrong' }),
      ).toContain('AUTHENTICATION_FAILED');
    });

    test('can connect only through loopback', async () => {
      for (const address of otherAddresses())
        expect(await tryConnect(address, Number(clickhouse?.port))).toBe('ECONNREFUSED');
      // The server does not listen on 127.0.0.2, so this check also works on machines that have only loopback
      // addresses.
      expect(await tryConnect('127.0.0.2', Number(clickhouse?.port))).toBe('ECONNREFUSED');
    });
  },
);

describe('a PostgreSQL client on the same machine', () => {
  test('is rejected with a wrong or empty password', async () => {
    for (const base of [inject('postgresUrl'), inject('superuserUrl')]) {
      const url = new URL(base);
      url.password = 'wrong';
      await expect(new Client({ connectionString: url.href }).connect()).rejects.toMatchObject({
        code: '28P01',
      });
      url.password = '';
      await expect(new Client({ connectionString: url.href }).connect()).rejects.toThrow();
    }
  });

  test('can connect only through loopback', async () => {
    expect(await queryPostgres('SELECT setting FROM pg_settings WHERE name = $$listen_addresses$$')).toEqual([
      { setting: '127.0.0.1' },
    ]);
    const { port } = new URL(inject('postgresUrl'));
    for (const address of otherAddresses())
      expect(await tryConnect(address, Number(port))).toBe('ECONNREFUSED');
  });
});

function otherAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((network) => !network.internal && network.family === 'IPv4')
    .map(({ address }) => address);
}

function tryConnect(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: hangLimitMs }, () => resolve('connected')).on(
      'error',
      (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'),
    );
    socket.on('timeout', () => resolve('timeout'));
  });
}

describe('the embedded engines', () => {
  test('run PostgreSQL with limits suitable for a small server', async () => {
    const settings = await queryPostgres<{ name: string; setting: string }>(
      `SELECT name, setting FROM pg_settings WHERE name IN ('max_connections', 'max_worker_processes', 'autovacuum_max_workers', 'jit')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      max_connections: '100',
      max_worker_processes: '4',
      autovacuum_max_workers: '2',
      jit: 'off',
    });
  });

  test.skipIf(!hasClickHouse)(`run ClickHouse with limits${needsClickHouse}`, async () => {
    const limits = (
      await queryClickHouse(
        `SELECT name, value FROM system.server_settings WHERE name IN ('max_server_memory_usage', 'max_thread_pool_size', 'max_concurrent_queries') ORDER BY name FORMAT JSONCompactColumns`,
        ownCredentials(),
      )
    ).trim();
    const [, values] = JSON.parse(limits) as [string[], string[]];
    for (const value of values) expect(Number(value)).toBeGreaterThan(0);
  });

  test("give the application's PostgreSQL role no special privileges", async () => {
    expect(
      await queryPostgres(
        `SELECT rolsuper, rolbypassrls, rolcreatedb, rolreplication FROM pg_roles WHERE rolname = 'waypost'`,
      ),
    ).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolreplication: false }]);
  });
});

describe.runIf(process.getuid?.() === 0)('when running as root', () => {
  fullTest(
    'binaries in a private directory are copied to a directory from which PostgreSQL can run them',
    async () => {
      const closed = mkdtempSync(join(tmpdir(), 'waypost-closed-'));
      const version = `test-${randomBytes(4).toString('hex')}`;
      const original = findPostgresBinaries();
      cpSync(original.root, join(closed, 'native'), { recursive: true, verbatimSymlinks: true });
      chmodSync(closed, 0o700);
      const binaries = { ...original, root: join(closed, 'native'), version };
      const account = { uid: 61_007, gid: 61_007, initUid: 65_534, initGid: 65_534 };
      const mask = process.umask(0o077);
      const copy = accessibleBinaries(binaries, account);
      process.umask(mask);
      try {
        expect(copy).not.toContain(closed);
        expect(existsSync(join(copy, 'bin', 'postgres'))).toBe(true);
        const port = await findFreePort('127.0.0.1');
        const engine = await startPostgres({
          cluster: join(closed, 'postgres'),
          port,
          binaries,
          passwords: { superuser: 'a', application: 'b' },
        });
        await engine.stop();
      } finally {
        rmSync(copy, { recursive: true });
        rmSync(closed, { recursive: true });
      }
    },
  );
});
