import { findClickHouseLibrary } from '../engines/binaries.ts';
import { probeClickHouseLibrary } from '../engines/clickhouse/probe-library.ts';
import { readTrafficStore, type DataDirectory, type TrafficStoreName } from '../engines/data-directory.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Settings } from './settings.ts';

/** Where recorded traffic is kept: in an engine of its own, or beside everything else. */
export type TrafficAddress = { store: TrafficStoreName; url: string };
export type EngineAddresses = { postgres: string; traffic: TrafficAddress };

/** Refuses settings that contradict each other. Undefined where they leave it open. */
export function wantedTrafficStore({
  trafficStore,
  clickhouseUrl,
}: Pick<Settings, 'trafficStore' | 'clickhouseUrl'>): TrafficStoreName | undefined {
  if (trafficStore === 'postgres' && clickhouseUrl !== undefined)
    throw new OperatorError(
      'configuration',
      'WAYPOST_TRAFFIC_STORE says postgres and WAYPOST_CLICKHOUSE_URL names a ClickHouse: remove one of the two.',
    );
  return trafficStore ?? (clickhouseUrl === undefined ? undefined : 'clickhouse');
}

/** A role by itself has no engines of its own: they must be named, and where traffic goes must be said. */
export function requireEngineAddresses(settings: Settings): EngineAddresses {
  const { databaseUrl, clickhouseUrl } = settings;
  const store = wantedTrafficStore(settings);
  if (databaseUrl !== undefined && store === 'postgres')
    return { postgres: databaseUrl, traffic: { store, url: databaseUrl } };
  if (databaseUrl !== undefined && clickhouseUrl !== undefined)
    return { postgres: databaseUrl, traffic: { store: 'clickhouse', url: clickhouseUrl } };
  throw new OperatorError(
    'configuration',
    'a single role runs on external engines: set WAYPOST_DATABASE_URL, and WAYPOST_CLICKHOUSE_URL or WAYPOST_TRAFFIC_STORE=postgres, or start everything with `waypost start`.',
  );
}

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
