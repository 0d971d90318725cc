import { systemCode, WaypostError } from '../../platform/errors.ts';

const notResponding = 'The database is not responding';

// Each pattern is matched against the SQLSTATE or the system error code. The messages name the cause, because workers
// log them.
const messages: readonly (readonly [RegExp, string])[] = [
  [/^57014/, 'A database statement timed out'],
  [/^55P03/, 'Timed out while waiting for a database lock'],
  [/^25P03/, 'The database ended an idle transaction'],
  [/^53300/, 'The database has reached its connection limit'],
  [/^53/, 'The database is out of memory or disk space'],
  [/^25006/, 'The database does not accept writes'],
  // Connection failures, shutdown, startup, and driver errors.
  [/^(?:08|57)|^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/, notResponding],
];
const notRespondingMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout/i;

/** Returns the reason for a temporary failure, or undefined for an error that a retry would not fix. */
export function describeOutage(error: unknown): string | undefined {
  if (error instanceof WaypostError) return undefined;
  const code = systemCode(error) ?? '';
  const message = messages.find(([codes]) => codes.test(code))?.[1];
  if (message !== undefined) return message;
  return error instanceof Error && notRespondingMessages.test(error.message) ? notResponding : undefined;
}
