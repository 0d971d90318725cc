import { systemCode, WaypostError } from '../../platform/errors.ts';
import { queryTimedOut, trafficUnavailable, type RequestKind } from '../request-errors.ts';
import { noResponse } from './pooled-connection.ts';

// SQLSTATE query_canceled, which means that the statement timeout was reached.
const timeout = '57014';
// Connection failures (08…), resource limits (53…), shutdown and startup (57…), lock timeouts, and errors from the
// operating system and the driver.
const unavailableCodes = /^(?:08|53|57|55P03|25P03)|^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/;
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|not queryable|abort/i;

/** Maps timeouts and outages to errors for the caller. Any other error is a bug and is returned unchanged. */
export function explainQueryError(error: unknown, request: RequestKind): unknown {
  if (error instanceof WaypostError || !(error instanceof Error)) return error;
  const code = systemCode(error) ?? '';
  if (code === timeout) return queryTimedOut(request, error);
  const isUnavailable =
    unavailableCodes.test(code) || error.message === noResponse || unavailableMessages.test(error.message);
  return isUnavailable ? trafficUnavailable(error) : error;
}

// Invalid data (class 22) and constraint violations.
const rowErrors = /^(?:22|23502|23514)/;
// The month's partition was just dropped. A retry creates it again.
const missingPartition = /^no partition of relation/;

/** Returns the reason why a row cannot be stored, or undefined if the error is not about a row. */
export function describeRowError(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (!rowErrors.test(systemCode(error) ?? '') || missingPartition.test(message)) return undefined;
  return message.split('\n', 1).join('');
}
