import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findClickHouseLibrary } from '../engines/binaries.ts';
import {
  noteTrafficStore,
  openDataDirectory,
  type DataDirectory,
  type TrafficStoreName,
} from '../engines/data-directory.ts';
import { makeTemporaryDirectory } from '../testing/temporary-directory.ts';
import {
  chooseTrafficStore,
  describeTrafficStore,
  requireEngineAddresses,
  wantedTrafficStore,
} from './engine-addresses.ts';
import type { Settings } from './settings.ts';

const databaseUrl = 'postgres://waypost@db/waypost';
const clickhouseUrl = 'http://waypost@events/waypost';

const settings = (given: Partial<Settings>) =>
  ({ databaseUrl: undefined, clickhouseUrl: undefined, trafficStore: undefined, ...given }) as Settings;

describe('the store that the settings ask for', () => {
  it.each([
    [{}, undefined],
    [{ clickhouseUrl }, 'clickhouse'],
    [{ trafficStore: 'clickhouse' as const }, 'clickhouse'],
    [{ trafficStore: 'clickhouse' as const, clickhouseUrl }, 'clickhouse'],
    [{ trafficStore: 'postgres' as const }, 'postgres'],
    [{ databaseUrl }, undefined],
  ])('of %j is %s', (given, store) => {
    expect(wantedTrafficStore(settings(given))).toBe(store);
  });

  it('cannot be PostgreSQL beside the address of a ClickHouse', () => {
    expect(() => wantedTrafficStore(settings({ trafficStore: 'postgres', clickhouseUrl }))).toThrow(
      expect.objectContaining({
        reason: 'configuration',
        message:
          'WAYPOST_TRAFFIC_STORE says postgres and WAYPOST_CLICKHOUSE_URL names a ClickHouse: remove one of the two.',
      }),
    );
  });
});

describe('a role by itself', () => {
  it('keeps traffic in the ClickHouse that is named', () => {
    const addresses = { postgres: databaseUrl, traffic: { store: 'clickhouse', url: clickhouseUrl } };
    expect(requireEngineAddresses(settings({ databaseUrl, clickhouseUrl }))).toEqual(addresses);
    const said = settings({ databaseUrl, clickhouseUrl, trafficStore: 'clickhouse' });
    expect(requireEngineAddresses(said)).toEqual(addresses);
  });

  it('keeps traffic in the same PostgreSQL as everything else where that is said', () => {
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
  ])('is refused where %j leaves open where its engines are, or where traffic goes', (given) => {
    expect(() => requireEngineAddresses(settings(given))).toThrow(
      expect.objectContaining({
        reason: 'configuration',
        message:
          'a single role runs on external engines: set WAYPOST_DATABASE_URL, and WAYPOST_CLICKHOUSE_URL or WAYPOST_TRAFFIC_STORE=postgres, or start everything with `waypost start`.',
      }),
    );
  });

  it('is refused where the settings contradict each other', () => {
    const given = settings({ databaseUrl, clickhouseUrl, trafficStore: 'postgres' });
    expect(() => requireEngineAddresses(given)).toThrow('remove one of the two');
  });
});

// What is installed decides, not what the checks pretend to have.
const library = findClickHouseLibrary();

const choose = (directory: DataDirectory, given: Partial<Settings> = {}) =>
  chooseTrafficStore({ clickhouseUrl: undefined, trafficStore: undefined, ...given } as Settings, directory);

function makeDirectory(store?: TrafficStoreName): DataDirectory {
  const directory = openDataDirectory(makeTemporaryDirectory());
  if (store !== undefined) noteTrafficStore(directory, store);
  return directory;
}

describe('where an installation keeps its traffic', () => {
  it.each(['clickhouse', 'postgres'] as const)('is %s in a data directory that began so', async (store) => {
    const begun = { store, reason: 'where this data directory began' };
    expect(await choose(makeDirectory(store))).toEqual(begun);
    expect(await choose(makeDirectory(store), { trafficStore: store })).toEqual(begun);
  });

  it.each([
    [{ trafficStore: 'clickhouse' as const }, 'clickhouse'],
    [{ trafficStore: 'postgres' as const }, 'postgres'],
    [{ clickhouseUrl: 'http://events/waypost' }, 'clickhouse'],
  ])('is what the settings %j say in a new one, of which nothing is noted yet', async (given, store) => {
    const directory = makeDirectory();
    expect(await choose(directory, given)).toEqual({ store, reason: 'as the settings say' });
    expect(readdirSync(directory.path)).toEqual(['run']);
  });

  it.skipIf(library === undefined)(
    `is ClickHouse in a new one where nothing is said and its library works${library === undefined ? ' (needs ClickHouse, which this machine has not)' : ''}`,
    async () => {
      const reason = `its library ${library?.version} is installed`;
      expect(await choose(makeDirectory())).toEqual({ store: 'clickhouse', reason });
    },
  );

  it.runIf(library === undefined)(
    `is PostgreSQL in a new one where nothing is said and there is no library${library === undefined ? '' : ' (needs a machine without ClickHouse)'}`,
    async () => {
      const reason = 'npm has installed no ClickHouse library for this machine';
      expect(await choose(makeDirectory())).toEqual({ store: 'postgres', reason });
    },
  );

  it.each([
    ['clickhouse', { trafficStore: 'postgres' as const }, 'ClickHouse', 'PostgreSQL'],
    ['postgres', { trafficStore: 'clickhouse' as const }, 'PostgreSQL', 'ClickHouse'],
    ['postgres', { clickhouseUrl: 'http://events/waypost' }, 'PostgreSQL', 'ClickHouse'],
  ] as const)(
    'does not change: a directory that began with %s is refused under %j',
    async (begun, given, from, to) => {
      const directory = makeDirectory(begun);
      await expect(choose(directory, given)).rejects.toMatchObject({
        reason: 'dataDirectory',
        message:
          `${directory.path} keeps its traffic in ${from} and the settings ask for ${to}: ` +
          `set WAYPOST_TRAFFIC_STORE=${begun}, or choose another data directory. Nothing was changed.`,
      });
    },
  );

  it('is refused where the settings contradict each other', async () => {
    const given = { trafficStore: 'postgres' as const, clickhouseUrl: 'http://events/waypost' };
    await expect(choose(makeDirectory(), given)).rejects.toMatchObject({ reason: 'configuration' });
    await expect(choose(makeDirectory('postgres'), given)).rejects.toMatchObject({ reason: 'configuration' });
  });

  it('is told in one line, and how far PostgreSQL carries', () => {
    expect(describeTrafficStore({ store: 'clickhouse', reason: 'as the settings say' })).toBe(
      'ClickHouse (as the settings say)',
    );
    expect(describeTrafficStore({ store: 'postgres', reason: 'as the settings say' })).toBe(
      'PostgreSQL (as the settings say; good for about 5 million visits a month, see docs/operations.md#traffic)',
    );
  });
});
