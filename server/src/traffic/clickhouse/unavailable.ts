import { ClickHouseError } from '@clickhouse/client';
import { WaypostError } from '../../platform/errors.ts';
import { unreadableNow } from '../refusals.ts';

// ClickHouse's names of what is no mistake in the question: too much at a time, or not all of it there.
const passing =
  /^(?:TIMEOUT_EXCEEDED|MEMORY_LIMIT_EXCEEDED|TOO_MANY_SIMULTANEOUS_QUERIES|TOO_SLOW|NETWORK_ERROR|SOCKET_TIMEOUT|ALL_CONNECTION_TRIES_FAILED|QUERY_WAS_CANCELLED|SERVER_OVERLOADED|CANNOT_SCHEDULE_TASK)/;

/** The error that callers get: everything but a mistake of ours is a matter of trying again. */
export function unavailableOr(error: unknown): unknown {
  if (error instanceof WaypostError) return error;
  if (error instanceof ClickHouseError && !passing.test(error.type ?? '')) return error;
  return unreadableNow(error);
}
