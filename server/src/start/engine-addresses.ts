import { findClickHouseLibrary } from '../engines/binaries.ts';
import { probeClickHouseLibrary } from '../engines/clickhouse/probe-library.ts';
import {
  readMovedHosts,
  readTrafficStore,
  type DataDirectory,
  type TrafficStoreName,
} from '../engines/data-directory.ts';
import { readMoveFile } from '../engines/move-file.ts';
import { OperatorError } from '../platform/operator-error.ts';
import type { Settings } from './settings.ts';

export type TrafficAddress = { store: TrafficStoreName; url: string };
export type EngineAddresses = { postgres: string; traffic: TrafficAddress };

/**
 * Returns the configured store, or undefined if the settings do not select one. Throws if the settings contradict each
 * other.
 */
export function configuredTrafficStore({
  trafficStore,
  clickhouseUrl,
}: Pick<Settings, 'trafficStore' | 'clickhouseUrl'>): TrafficStoreName | undefined {
  if (trafficStore === 'postgres' && clickhouseUrl !== undefined)
    throw new OperatorError(
      'configuration',
      'WAYPOST_TRAFFIC_STORE is postgres but WAYPOST_CLICKHOUSE_URL is set. Remove one of them.',
    );
  return trafficStore ?? (clickhouseUrl === undefined ? undefined : 'clickhouse');
}

/** Returns the addresses for a single role, which cannot start embedded engines and needs an explicit traffic store. */
export function requireEngineAddresses(settings: Settings): EngineAddresses {
  const { databaseUrl, clickhouseUrl } = settings;
  const store = configuredTrafficStore(settings);
  if (databaseUrl !== undefined && store === 'postgres')
    return { postgres: databaseUrl, traffic: { store, url: databaseUrl } };
  if (databaseUrl !== undefined && clickhouseUrl !== undefined)
    return { postgres: databaseUrl, traffic: { store: 'clickhouse', url: clickhouseUrl } };
  throw new OperatorError(
    'configuration',
    'Running a single role requires external databases. Set WAYPOST_DATABASE_URL and either WAYPOST_CLICKHOUSE_URL or WAYPOST_TRAFFIC_STORE=postgres, or start all roles with `waypost start`.',
  );
}

export type TrafficStoreChoice = { store: TrafficStoreName; reason: string };

const names: Record<TrafficStoreName, string> = { clickhouse: 'ClickHouse', postgres: 'PostgreSQL' };

/**
 * Returns the store that the data directory already uses, or else the configured store. If there is neither, returns
 * ClickHouse if its library works, and PostgreSQL if it does not. Does not save the choice.
 */
export async function chooseTrafficStore(
  settings: Settings,
  directory: DataDirectory,
): Promise<TrafficStoreChoice> {
  const configured = configuredTrafficStore(settings);
  const existing = readTrafficStore(directory);
  // While the traffic is being moved, the settings may already select the target.
  const isMoving = existing === 'postgres' && readMoveFile(directory)?.kind === 'traffic';
  if (existing !== undefined && configured !== undefined && existing !== configured && !isMoving)
    throw differentStore(directory, existing, configured);
  const { clickhouseHost: host } = readMovedHosts(directory);
  if (existing === 'clickhouse' && host !== undefined && settings.clickhouseUrl === undefined)
    throw new OperatorError(
      'configuration',
      `The traffic of ${directory.path} was moved to the ClickHouse server ${host}. Set WAYPOST_CLICKHOUSE_URL to its URL.`,
    );
  if (existing !== undefined) return { store: existing, reason: 'already used by this data directory' };
  return configured === undefined ? await chooseByLibrary() : { store: configured, reason: 'configured' };
}

function differentStore(
  directory: DataDirectory,
  existing: TrafficStoreName,
  configured: TrafficStoreName,
): OperatorError {
  const remedy =
    configured === 'clickhouse'
      ? `Run \`waypost move\` to move the traffic, set WAYPOST_TRAFFIC_STORE=${existing}, or`
      : `Set WAYPOST_TRAFFIC_STORE=${existing}, or`;
  return new OperatorError(
    'dataDirectory',
    `${directory.path} uses ${names[existing]} as its traffic store, but the settings select ${names[configured]}. ` +
      `${remedy} choose another data directory. Nothing was changed.`,
  );
}

async function chooseByLibrary(): Promise<TrafficStoreChoice> {
  const library = findClickHouseLibrary();
  if (library === undefined)
    return { store: 'postgres', reason: 'no ClickHouse library is installed for this platform' };
  const problem = await probeClickHouseLibrary(library);
  return problem === undefined
    ? { store: 'clickhouse', reason: `library ${library.version} is installed` }
    : { store: 'postgres', reason: `the ClickHouse library does not work on this machine: ${problem}` };
}

export function describeTrafficStore({ store, reason }: TrafficStoreChoice): string {
  const capacity =
    store === 'postgres'
      ? '; suitable for about 5 million visits per month, see docs/operations.md#traffic'
      : '';
  return `${names[store]} (${reason}${capacity})`;
}
