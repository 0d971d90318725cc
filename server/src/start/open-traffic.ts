import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { TrafficAddress } from './engine-addresses.ts';

/**
 * Loads only the store that is used: the other's client would stay in the memory of every process. Where PostgreSQL keeps
 * the traffic, a process has so many connections for it at the most.
 */
export async function openTraffic(
  { store, url }: TrafficAddress,
  options: { connectionsMax: number } = { connectionsMax: 3 },
): Promise<TrafficStore> {
  if (store === 'clickhouse') {
    const { openClickHouseTraffic } = await import('../traffic/clickhouse/open-clickhouse-traffic.ts');
    return openClickHouseTraffic(url);
  }
  const { openPostgresTraffic } = await import('../traffic/postgres/open-postgres-traffic.ts');
  return openPostgresTraffic(url, options);
}
