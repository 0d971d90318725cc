import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findClickHouseLibrary } from '../engines/binaries.ts';
import {
  saveTrafficStore,
  openDataDirectory,
  type DataDirectory,
  type TrafficStoreName,
} from '../engines/data-directory.ts';
import { writeMoveFile } from '../engines/move-file.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import {
  chooseTrafficStore,
  describeTrafficStore,
  requireEngineAddresses,
  configuredTrafficStore,
} from './engine-addresses.ts';
import type { Settings } from './settings.ts';

const databaseUrl = 'postgres://waypost@db/waypost';
const clickhouseUrl = 'http://waypost@events/waypost';

const settings = (given: Partial<Settings>) =>
  ({ databaseUrl: undefined, clickhouseUrl: undefined, trafficStore: undefined, ...given }) as Settings;

describe('configuredTrafficStore', () => {
  it.each([
    [{}, undefined],
    [{ clickhouseUrl }, 'clickhouse'],
    [{ trafficStore: 'clickhouse' as const }, 'clickhouse'],
    [{ trafficStore: 'clickhouse' as const, clickhouseUrl }, 'clickhouse'],
    [{ trafficStore: 'postgres' as const }, 'postgres'],
    [{ databaseUrl }, undefined],
  ])('given the settings %j, returns %s', (given, store) => {
    expect(configuredTrafficStore(settings(given))).toBe(store);
  });

  it('rejects PostgreSQL as the store together with a ClickHouse URL', () => {
    expect(() => configuredTrafficStore(settings({ trafficStore: 'postgres', clickhouseUrl }))).toThrow(
      expect.objectContaining({
        reason: 'configuration',
        message: 'WAYPOST_TRAFFIC_STORE is postgres but WAYPOST_CLICKHOUSE_URL is set. Remove one of them.',
      }),
    );
  });
});

describe('requireEngineAddresses', () => {
  it('returns the configured ClickHouse as the traffic store', () => {
    const addresses = { postgres: databaseUrl, traffic: { store: 'clickhouse', url: clickhouseUrl } };
    expect(requireEngineAddresses(settings({ databaseUrl, clickhouseUrl }))).toEqual(addresses);
    const explicit = settings({ databaseUrl, clickhouseUrl, trafficStore: 'clickhouse' });
    expect(requireEngineAddresses(explicit)).toEqual(addresses);
  });

  it('also returns the PostgreSQL URL for traffic if PostgreSQL is the configured store', () => {
    expect(requireEngineAddresses(settings({ databaseUrl, trafficStore: 'postgres' }))).toEqual({
      postgres: databaseUrl,
      traffic: { store: 'postgres', url: databaseUrl },
    });
  });

  it.each([
    {},
    { databaseUrl },
    { clickhouseUrl },
    { trafficStore: 'postgres' as const },
    { databaseUrl, trafficStore: 'clickhouse' as const },
  ])('rejects %j because an engine or the traffic store is not configured', (given) => {
    expect(() => requireEngineAddresses(settings(given))).toThrow(
      expect.objectContaining({
        reason: 'configuration',
        message:
          'Running a single role requires external databases. Set WAYPOST_DATABASE_URL and either WAYPOST_CLICKHOUSE_URL or WAYPOST_TRAFFIC_STORE=postgres, or start all roles with `waypost start`.',
      }),
    );
  });

  it('rejects contradictory settings', () => {
    const given = settings({ databaseUrl, clickhouseUrl, trafficStore: 'postgres' });
    expect(() => requireEngineAddresses(given)).toThrow('Remove one of them');
  });
});

// The expected results depend only on whether the library is installed, even if the tests simulate a machine without
// ClickHouse.
const library = findClickHouseLibrary();

const choose = (directory: DataDirectory, given: Partial<Settings> = {}) =>
  chooseTrafficStore({ clickhouseUrl: undefined, trafficStore: undefined, ...given } as Settings, directory);

function makeDirectory(store?: TrafficStoreName): DataDirectory {
  const directory = openDataDirectory(makeTemporaryDirectory());
  if (store !== undefined) saveTrafficStore(directory, store);
  return directory;
}

describe('chooseTrafficStore', () => {
  it.each(['clickhouse', 'postgres'] as const)(
    'returns %s for a data directory that already uses it',
    async (store) => {
      const existing = { store, reason: 'already used by this data directory' };
      expect(await choose(makeDirectory(store))).toEqual(existing);
      expect(await choose(makeDirectory(store), { trafficStore: store })).toEqual(existing);
    },
  );

  it.each([
    [{ trafficStore: 'clickhouse' as const }, 'clickhouse'],
    [{ trafficStore: 'postgres' as const }, 'postgres'],
    [{ clickhouseUrl: 'http://events/waypost' }, 'clickhouse'],
  ])(
    'returns the store from the settings %j for a new data directory, without saving it',
    async (given, store) => {
      const directory = makeDirectory();
      expect(await choose(directory, given)).toEqual({ store, reason: 'configured' });
      expect(readdirSync(directory.path)).toEqual(['run']);
    },
  );

  it.skipIf(library === undefined)(
    `returns ClickHouse for a new data directory if its library works${library === undefined ? ' (needs ClickHouse, which is not installed)' : ''}`,
    async () => {
      const reason = `library ${library?.version} is installed`;
      expect(await choose(makeDirectory())).toEqual({ store: 'clickhouse', reason });
    },
  );

  it.runIf(library === undefined)(
    `returns PostgreSQL for a new data directory if there is no library${library === undefined ? '' : ' (needs a machine without ClickHouse)'}`,
    async () => {
      const reason = 'no ClickHouse library is installed for this platform';
      expect(await choose(makeDirectory())).toEqual({ store: 'postgres', reason });
    },
  );

  it.each([
    ['clickhouse', { trafficStore: 'postgres' as const }, 'ClickHouse', 'PostgreSQL'],
    ['postgres', { trafficStore: 'clickhouse' as const }, 'PostgreSQL', 'ClickHouse'],
    ['postgres', { clickhouseUrl: 'http://events/waypost' }, 'PostgreSQL', 'ClickHouse'],
  ] as const)(
    'rejects a data directory that uses %s with the settings %j',
    async (existing, given, from, to) => {
      const directory = makeDirectory(existing);
      const remedy =
        to === 'ClickHouse'
          ? 'Run `waypost move` to move the traffic, set WAYPOST_TRAFFIC_STORE=postgres, or'
          : 'Set WAYPOST_TRAFFIC_STORE=clickhouse, or';
      await expect(choose(directory, given)).rejects.toMatchObject({
        reason: 'dataDirectory',
        message:
          `${directory.path} uses ${from} as its traffic store, but the settings select ${to}. ` +
          `${remedy} choose another data directory. Nothing was changed.`,
      });
    },
  );

  it('returns PostgreSQL while its traffic is being moved to the ClickHouse in the settings', async () => {
    const directory = makeDirectory('postgres');
    writeMoveFile(directory, {
      kind: 'traffic',
      id: '',
      embedded: { postgres: true, clickhouse: false },
    });
    const given = { clickhouseUrl: 'http://events/waypost' };
    expect(await choose(directory, given)).toMatchObject({ store: 'postgres' });
  });

  it('requires the URL of the external server that the traffic was moved to', async () => {
    const directory = makeDirectory('postgres');
    saveTrafficStore(directory, 'clickhouse', { clickhouseHost: 'events:8123' });
    await expect(choose(directory)).rejects.toMatchObject({
      reason: 'configuration',
      message: expect.stringContaining('was moved to the ClickHouse server events:8123') as string,
    });
    const given = { clickhouseUrl: 'http://events:8123/waypost' };
    expect(await choose(directory, given)).toMatchObject({ store: 'clickhouse' });
  });

  it('rejects contradictory settings', async () => {
    const given = { trafficStore: 'postgres' as const, clickhouseUrl: 'http://events/waypost' };
    await expect(choose(makeDirectory(), given)).rejects.toMatchObject({ reason: 'configuration' });
    await expect(choose(makeDirectory('postgres'), given)).rejects.toMatchObject({ reason: 'configuration' });
  });
});

describe('describeTrafficStore', () => {
  it('returns one line with the reason and, for PostgreSQL, the capacity', () => {
    expect(describeTrafficStore({ store: 'clickhouse', reason: 'configured' })).toBe(
      'ClickHouse (configured)',
    );
    expect(describeTrafficStore({ store: 'postgres', reason: 'configured' })).toBe(
      'PostgreSQL (configured; suitable for about 5 million visits per month, see docs/operations.md#traffic)',
    );
  });
});
