import type { TrafficAddress } from '../../start/engine-addresses.ts';
import { openClickHouseTraffic } from '../../traffic/clickhouse/open-clickhouse-traffic.ts';
import { openPostgresTraffic } from '../../traffic/postgres/open-postgres-traffic.ts';
import type { TrafficStore } from '../../traffic/traffic-store.ts';

/** As the product opens it, without waiting: tests use both stores, so that nothing is gained by loading one of them. */
export function openTraffic({ store, url }: TrafficAddress): TrafficStore {
  return store === 'clickhouse'
    ? openClickHouseTraffic(url)
    : openPostgresTraffic(url, { connectionsMax: 6 });
}
