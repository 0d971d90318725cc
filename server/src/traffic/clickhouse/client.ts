import {
  ClickHouseLogLevel,
  createClient,
  type ClickHouseClient,
  type ClickHouseSettings,
} from '@clickhouse/client';

export type { ClickHouseClient };

const requestTimeoutMs = 30_000;

/** Creates a client that does not log. Failures reach the caller as errors, and the caller logs them. */
export function openClickHouse(
  url: string,
  options: { requestTimeoutMs?: number; settings?: ClickHouseSettings } = {},
): ClickHouseClient {
  return createClient({
    url,
    application: 'waypost',
    request_timeout: options.requestTimeoutMs ?? requestTimeoutMs,
    max_open_connections: 10,
    ...(options.settings === undefined ? {} : { clickhouse_settings: options.settings }),
    log: { level: ClickHouseLogLevel.OFF },
  });
}
