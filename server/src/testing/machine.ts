import { findClickHouseLibrary } from '../engines/binaries.ts';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { rounds } from './rounds.ts';

/**
 * What this machine can test. npm has a ClickHouse for it or not; `WAYPOST_TEST_STORES=postgres` makes it look as if it
 * had none, to see what the checks do there.
 */
const wanted = process.env['WAYPOST_TEST_STORES'] ?? 'all';

export const hasClickHouse = wanted !== 'postgres' && findClickHouseLibrary() !== undefined;

/** Those that every question is asked of. */
export const testStores: readonly TrafficStoreName[] = hasClickHouse
  ? ['clickhouse', 'postgres']
  : ['postgres'];

/**
 * Those that are used where a store is only passed through, or killed again and again: in `npm test` the one that a product
 * would choose here, in the full form all. What the port promises, reports of random histories and events whose carriers are
 * killed are asked of all of them each time.
 */
export const usualStores = rounds(0, 1) === 1 ? testStores : testStores.slice(0, 1);

/** What tests use that are not about a store: the one that the product would choose here. */
export const [defaultStore = 'postgres'] = testStores;

/** For what is not about traffic at all: the store with the fewest processes. */
export const lightest: Readonly<Record<string, string>> = { WAYPOST_TRAFFIC_STORE: 'postgres' };

/** Products choose their store as people's do, unless this machine shall look like another. */
export const storeEnvironment: Readonly<Record<string, string>> =
  wanted === 'postgres' ? { WAYPOST_TRAFFIC_STORE: 'postgres' } : {};

/** What a product needs to be told to keep its traffic there. */
export function environmentFor(store: TrafficStoreName): Record<string, string> {
  return store === defaultStore ? {} : { WAYPOST_TRAFFIC_STORE: store };
}

/** Says in the name of a test why it does not run. */
export const needsClickHouse = hasClickHouse ? '' : ' (needs ClickHouse, which this machine has not)';
