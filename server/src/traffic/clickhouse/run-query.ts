import { ClickHouseError, type ClickHouseSettings } from '@clickhouse/client';
import { WaypostError } from '../../platform/errors.ts';
import { takesTooLong, tooManyGroups, tooMuch, unreadableNow, type RequestKind } from '../refusals.ts';
import type { ClickHouseClient } from './client.ts';

/** What is too much says what to do about it: a limit of ClickHouse that was met becomes an answer that can be followed. */
export function explainRefusal(error: unknown, asked: RequestKind): unknown {
  const type = error instanceof ClickHouseError ? (error.type ?? '') : '';
  if (type === 'TOO_MANY_ROWS') return tooManyGroups(asked, error);
  // What all of ClickHouse holds at the moment is nobody's mistake.
  if (type === 'MEMORY_LIMIT_EXCEEDED' && !/total|server/i.test((error as Error).message.slice(0, 80)))
    return tooMuch(asked, 'needs too much memory', error);
  if (type === 'TIMEOUT_EXCEEDED' || type === 'TOO_SLOW') return takesTooLong(asked, error);
  // Our own clock gives ClickHouse time to end a question by its limit: what does not do so does not answer at all.
  return unavailableOr(error);
}

// ClickHouse's names of what is no mistake in the question: too much at a time, or not all of it there.
const passing =
  /^(?:TIMEOUT_EXCEEDED|MEMORY_LIMIT_EXCEEDED|TOO_MANY_SIMULTANEOUS_QUERIES|TOO_SLOW|NETWORK_ERROR|SOCKET_TIMEOUT|ALL_CONNECTION_TRIES_FAILED|QUERY_WAS_CANCELLED|SERVER_OVERLOADED|CANNOT_SCHEDULE_TASK)/;

/** The error that callers get: everything but a mistake of ours is a matter of trying again. */
function unavailableOr(error: unknown): unknown {
  if (error instanceof WaypostError) return error;
  if (error instanceof ClickHouseError && !passing.test(error.type ?? '')) return error;
  return unreadableNow(error);
}

export type Query = {
  query: string;
  /** Bound beside the text. */
  params: Record<string, unknown>;
  settings: ClickHouseSettings;
  /** Ends it, whatever it is at. */
  signal?: AbortSignal | undefined;
};

/** All rows of an answer, each as a list. Where ClickHouse is away or takes too long, it is unavailable, not broken. */
export async function runQuery<Cells>(
  client: ClickHouseClient,
  question: Query,
  asked: RequestKind,
): Promise<Cells[]> {
  try {
    const result = await request(client, question);
    return await result.json<Cells>();
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}

/** The same for an answer of any length, some rows at a time. It ends when whoever takes them stops. */
export async function* streamQuery<Cells>(
  client: ClickHouseClient,
  question: Query,
  asked: RequestKind,
): AsyncGenerator<Cells[]> {
  const { signal } = question;
  try {
    const result = await request(client, question);
    // The client listens to the signal until the answer begins, and no longer.
    const close = () => result.close();
    signal?.addEventListener('abort', close, { once: true });
    try {
      for await (const rows of result.stream<Cells>()) yield rows.map((row) => row.json());
      signal?.throwIfAborted();
    } finally {
      signal?.removeEventListener('abort', close);
    }
  } catch (error) {
    throw explainRefusal(error, asked);
  }
}

async function request(client: ClickHouseClient, { query, params, settings, signal }: Query) {
  // The client begins with what is over already.
  signal?.throwIfAborted();
  return await client.query({
    query,
    query_params: params,
    clickhouse_settings: settings,
    // Long lists of values do not fit into an address.
    use_multipart_params_auto: true,
    format: 'JSONCompactEachRow',
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
}
