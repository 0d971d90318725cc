import { findClickHouseLibrary } from '../engines/binaries.ts';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { rounds } from './rounds.ts';

// Set `WAYPOST_TEST_STORES=postgres` to simulate a platform for which no ClickHouse package is available from npm.
const wanted = process.env['WAYPOST_TEST_STORES'] ?? 'all';

export const hasClickHouse = wanted !== 'postgres' && findClickHouseLibrary() !== undefined;

// Number of ClickHouse shards. With more than 1, all tests that use ClickHouse run on a cluster.
export const testShards = hasClickHouse ? Number(process.env['WAYPOST_TEST_SHARDS'] ?? 1) : 1;

export const testStores: readonly TrafficStoreName[] = hasClickHouse
  ? ['clickhouse', 'postgres']
  : ['postgres'];

/** The store that an installation chooses by default on this machine. */
export const [defaultStore = 'postgres'] = testStores;

const isFull = rounds(0, 1) === 1;

/**
 * Stores for fault-injection tests: only the default store in `npm test`, and all stores in a full run. Tests of the
 * traffic store interface, shipping and random reports always run on all stores.
 */
export const defaultStores = isFull ? testStores : [defaultStore];

/**
 * Store for tests that work with any store. PostgreSQL needs the fewest processes and does a tenth of the work to store
 * a single row. In a full run, tests that accept several stores use all of them.
 */
export const lightStore: TrafficStoreName = 'postgres';
export const lightStores = isFull ? testStores : [lightStore];

export const lightStoreEnvironment: Readonly<Record<string, string>> = { WAYPOST_TRAFFIC_STORE: lightStore };

export const storeEnvironment: Readonly<Record<string, string>> =
  wanted === 'postgres' ? { WAYPOST_TRAFFIC_STORE: 'postgres' } : {};

export function environmentFor(store: TrafficStoreName): Record<string, string> {
  return store === defaultStore ? {} : { WAYPOST_TRAFFIC_STORE: store };
}

export const needsClickHouse = hasClickHouse
  ? ''
  : ' (needs ClickHouse, which is not available on this machine)';
