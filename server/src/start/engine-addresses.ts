import type { TrafficStoreName } from '../engines/data-directory.ts';
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
