import { findClickHouseLibrary } from '../engines/binaries.ts';
import { probeClickHouseLibrary } from '../engines/clickhouse/probe-library.ts';
import { readTrafficStore, type DataDirectory, type TrafficStoreName } from '../engines/data-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { wantedTrafficStore } from './engine-addresses.ts';
import type { Settings } from './settings.ts';

export type TrafficStoreChoice = { store: TrafficStoreName; reason: string };

const names: Record<TrafficStoreName, string> = { clickhouse: 'ClickHouse', postgres: 'PostgreSQL' };

/**
 * Where this installation keeps its traffic: where its data directory began, else as the settings say, else in ClickHouse
 * if its library is there and works, else in PostgreSQL. Nothing is noted yet.
 */
export async function chooseTrafficStore(
  settings: Settings,
  directory: DataDirectory,
): Promise<TrafficStoreChoice> {
  const wanted = wantedTrafficStore(settings);
  const begun = readTrafficStore(directory);
  if (begun !== undefined && wanted !== undefined && begun !== wanted)
    throw new OperatorError(
      'dataDirectory',
      `${directory.path} keeps its traffic in ${names[begun]} and the settings ask for ${names[wanted]}: ` +
        `set WAYPOST_TRAFFIC_STORE=${begun}, or choose another data directory. Nothing was changed.`,
    );
  if (begun !== undefined) return { store: begun, reason: 'where this data directory began' };
  return wanted === undefined ? await chooseByLibrary() : { store: wanted, reason: 'as the settings say' };
}

async function chooseByLibrary(): Promise<TrafficStoreChoice> {
  const library = findClickHouseLibrary();
  if (library === undefined)
    return { store: 'postgres', reason: 'npm has installed no ClickHouse library for this machine' };
  const problem = await probeClickHouseLibrary(library);
  return problem === undefined
    ? { store: 'clickhouse', reason: `its library ${library.version} is installed` }
    : { store: 'postgres', reason: `the ClickHouse library does not work here (${problem})` };
}

/** One line for people: where traffic is kept, why, and how far that carries. */
export function describeTrafficStore({ store, reason }: TrafficStoreChoice): string {
  const carries =
    store === 'postgres' ? '; good for about 5 million visits a month, see docs/operations.md#traffic' : '';
  return `${names[store]} (${reason}${carries})`;
}
