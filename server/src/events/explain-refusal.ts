import { ClickHouseError } from '@clickhouse/client';
import { WaypostError } from '../platform/errors.ts';
import { unavailableOr } from './unavailable.ts';

/** How to speak to whoever asked for too much. */
export type Asked = {
  /** Such as `the report`. */
  what: string;
  /** What makes it smaller, as a request. */
  narrow: string;
  /** The parameter that usually makes it so large. */
  parameter: string;
  /** How many rows it may have, where there is a limit. */
  rowsMax?: number;
};

/** What is too much says what to do about it: a limit of ClickHouse that was met becomes an answer that can be followed. */
export function explainRefusal(error: unknown, { what, narrow, parameter, rowsMax }: Asked): unknown {
  const type = error instanceof ClickHouseError ? (error.type ?? '') : '';
  const tooMuch = (how: string) => {
    const message = `${what} ${how}: ${narrow}`;
    const issues = [{ path: parameter, message }];
    return new WaypostError('VALIDATION_FAILED', message, { details: { issues }, cause: error });
  };
  if (type === 'TOO_MANY_ROWS') return tooMuch(`has more than ${rowsMax ?? 0} rows`);
  // What all of ClickHouse holds at the moment is nobody's mistake.
  if (type === 'MEMORY_LIMIT_EXCEEDED' && !/total|server/i.test((error as Error).message.slice(0, 80)))
    return tooMuch('needs too much memory');
  if (type === 'TIMEOUT_EXCEEDED' || type === 'TOO_SLOW' || isOwnTimeout(error))
    return new WaypostError('SERVICE_UNAVAILABLE', `${what} takes too long: ${narrow}`, { cause: error });
  return unavailableOr(error);
}

/** Our own clock ran out before that of ClickHouse did. */
function isOwnTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
