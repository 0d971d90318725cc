import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';

export type { ClickHouseClient };

const requestTimeoutMs = 30_000;

/** The ordinary client. It does not log by itself: what goes wrong reaches the caller as an error, and the log from there. */
export function openClickHouse(url: string, options: { requestTimeoutMs?: number } = {}): ClickHouseClient {
  return createClient({
    url,
    application: 'waypost',
    request_timeout: options.requestTimeoutMs ?? requestTimeoutMs,
    max_open_connections: 10,
    log: { level: ClickHouseLogLevel.OFF },
  });
}
