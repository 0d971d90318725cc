import type { TrafficStore } from '../traffic/traffic-store.ts';
import type { TrafficAddress } from './engine-addresses.ts';

/**
 * Opens the traffic store. Imports only the selected store's client, to save memory. `connectionsMax` applies to
 * PostgreSQL only.
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
