import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouseTraffic } from '../../traffic/clickhouse/open-clickhouse-traffic.ts';
import { openPostgresTraffic } from '../../traffic/postgres/open-postgres-traffic.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';

// Both stores are imported statically, because tests use both of them. Production code loads only one store.
export function openTraffic({ store, url }: TrafficAddress): TrafficStore {
  return store === 'clickhouse'
    ? openClickHouseTraffic(url)
    : openPostgresTraffic(url, { connectionsMax: 6 });
}
