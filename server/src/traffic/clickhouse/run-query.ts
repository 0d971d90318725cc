import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { WaypostError } from '../../platform/errors.ts';
import {
  queryTimedOut,
  tooManyGroups,
  requestTooLarge,
  trafficUnavailable,
  type RequestKind,
} from '../request-errors.ts';
import type { ClickHouseClient } from './client.ts';

/** Maps ClickHouse limits to errors that tell the caller what to change. */
export function explainQueryError(error: unknown, requestKind: RequestKind): unknown {
  const type = error instanceof ClickHouseError ? (error.type ?? '') : '';
  if (type === 'TOO_MANY_ROWS') return tooManyGroups(requestKind, error);
  // If a limit of the whole server is exceeded, the query is not at fault.
  if (type === 'MEMORY_LIMIT_EXCEEDED' && !/total|server/i.test((error as Error).message.slice(0, 80)))
    return requestTooLarge(requestKind, 'needs too much memory', error);
  if (type === 'TIMEOUT_EXCEEDED' || type === 'TOO_SLOW') return queryTimedOut(requestKind, error);
  // Our own timeout is longer than ClickHouse's time limit, so an aborted query means that the server is unresponsive.
  return unavailableOr(error);
}

// ClickHouse error types for overload or an incomplete cluster, which the query did not cause.
const transientErrors =
  /^(?:TIMEOUT_EXCEEDED|MEMORY_LIMIT_EXCEEDED|TOO_MANY_SIMULTANEOUS_QUERIES|TOO_SLOW|NETWORK_ERROR|SOCKET_TIMEOUT|ALL_CONNECTION_TRIES_FAILED|QUERY_WAS_CANCELLED|SERVER_OVERLOADED|CANNOT_SCHEDULE_TASK)/;

// Maps every error except our own bugs to an error that can be retried.
function unavailableOr(error: unknown): unknown {
  if (error instanceof WaypostError) return error;
  if (error instanceof ClickHouseError && !transientErrors.test(error.type ?? '')) return error;
  return trafficUnavailable(error);
}

export type Query = {
  query: string;
  params: Record<string, unknown>;
  settings: ClickHouseSettings;
  signal?: AbortSignal | undefined;
};

/** Returns each row as an array. Throws SERVICE_UNAVAILABLE if ClickHouse is unavailable or takes too long. */
export async function runQuery<Cells>(
  client: ClickHouseClient,
  query: Query,
  requestKind: RequestKind,
): Promise<Cells[]> {
  try {
    const result = await request(client, query);
    return await result.json<Cells>();
  } catch (error) {
    throw explainQueryError(error, requestKind);
  }
}

export async function* streamQuery<Cells>(
  client: ClickHouseClient,
  query: Query,
  requestKind: RequestKind,
): AsyncGenerator<Cells[]> {
  const { signal } = query;
  try {
    const result = await request(client, query);
    // The client stops listening to the signal once the response starts.
    const close = () => result.close();
    signal?.addEventListener('abort', close, { once: true });
    try {
      for await (const rows of result.stream<Cells>()) yield rows.map((row) => row.json());
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', close);
    }
  } catch (error) {
    throw explainQueryError(error, requestKind);
  }
}

async function request(client: ClickHouseClient, { query, params, settings, signal }: Query) {
  // The client would send the query even if the signal is already aborted.
  signal?.throwIfAborted();
  return await client.query({
    query,
    query_params: params,
    clickhouse_settings: settings,
    // Long lists of values do not fit into a URL.
    use_multipart_params_auto: true,
    format: 'JSONCompactEachRow',
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
}
