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

/** What the product would choose here. */
export const [defaultStore = 'postgres'] = testStores;

const isFull = rounds(0, 1) === 1;

/**
 * Those whose own work is tried while processes are killed: in `npm test` the one that a product would choose here, in the
 * full form all. What the port promises, what is shipped and reports of random traffic are asked of all of them each time.
 */
export const defaultStores = isFull ? testStores : [defaultStore];

/**
 * What tests use that are not about a store, and only pass through the port to one: that with the fewest processes, which
 * takes a row by itself with a tenth of the work. In the full form those that ask for several have all.
 */
export const lightStore: TrafficStoreName = 'postgres';
export const lightStores = isFull ? testStores : [lightStore];

/** The same for a whole product. */
export const lightest: Readonly<Record<string, string>> = { WAYPOST_TRAFFIC_STORE: lightStore };

/** Products choose their store as people's do, unless this machine shall look like another. */
export const storeEnvironment: Readonly<Record<string, string>> =
  wanted === 'postgres' ? { WAYPOST_TRAFFIC_STORE: 'postgres' } : {};

/** What a product needs to be told to keep its traffic there. */
export function environmentFor(store: TrafficStoreName): Record<string, string> {
  return store === defaultStore ? {} : { WAYPOST_TRAFFIC_STORE: store };
}

/** Says in the name of a test why it does not run. */
export const needsClickHouse = hasClickHouse ? '' : ' (needs ClickHouse, which this machine has not)';
