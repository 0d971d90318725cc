import { ClickHouseError } from '@clickhouse/client';
import { takesTooLong, tooManyGroups, tooMuch, type Asked } from '../refusals.ts';
import { unavailableOr } from './unavailable.ts';

/** What is too much says what to do about it: a limit of ClickHouse that was met becomes an answer that can be followed. */
export function explainRefusal(error: unknown, asked: Asked): unknown {
  const type = error instanceof ClickHouseError ? (error.type ?? '') : '';
  if (type === 'TOO_MANY_ROWS') return tooManyGroups(asked, error);
  // What all of ClickHouse holds at the moment is nobody's mistake.
  if (type === 'MEMORY_LIMIT_EXCEEDED' && !/total|server/i.test((error as Error).message.slice(0, 80)))
    return tooMuch(asked, 'needs too much memory', error);
  if (type === 'TIMEOUT_EXCEEDED' || type === 'TOO_SLOW' || isOwnTimeout(error))
    return takesTooLong(asked, error);
  return unavailableOr(error);
}

/** Our own clock ran out before that of ClickHouse did. */
function isOwnTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}
