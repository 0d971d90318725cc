import type { ClickHouseClient } from '../platform/clickhouse-client.ts';
import { WaypostError } from '../platform/errors.ts';
import type { ServiceContext } from './context.ts';

/** Where traffic is read; only roles that serve it have that. */
export function eventsOf({ clickhouse }: ServiceContext): ClickHouseClient {
  if (clickhouse !== undefined) return clickhouse;
  throw new WaypostError('SERVICE_UNAVAILABLE', 'recorded traffic is not read here');
}
