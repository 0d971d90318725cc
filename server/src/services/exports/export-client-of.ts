import type { ClickHouseClient } from '../../platform/clickhouse-client.ts';
import type { ServiceContext } from '../context.ts';
import { eventsOf } from '../events-of.ts';

/** Connections of their own for files, where there are some. */
export function exportClientOf(context: ServiceContext): ClickHouseClient {
  return context.exportClickhouse ?? eventsOf(context);
}
