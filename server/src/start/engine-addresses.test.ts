import { describe, expect, it } from 'vitest';
import { requireEngineAddresses, wantedTrafficStore } from './engine-addresses.ts';
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
