import { systemCode, WaypostError } from '../../platform/errors.ts';

const absent = 'the database does not answer';

// By SQLSTATE or by the code of the system. Workers log these sentences, so each names its cause.
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^57014/, 'a statement took longer than the database allows'],
  [/^55P03/, 'a lock was not free in time'],
  [/^25P03/, 'the database ended a transaction that was idle for too long'],
  [/^53300/, 'the database has no connection to spare'],
  [/^53/, 'the database is out of memory or disk space'],
  // Connection failures, shutdown and start-up, and what the driver reports.
  [/^(?:08|57)|^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/, absent],
];
const absentMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable|query read timeout/i;

/** Why the database could not do its work for now; undefined for an error that would come again. */
export function describeAbsence(error: unknown): string | undefined {
  if (error instanceof WaypostError) return undefined;
  const code = systemCode(error) ?? '';
  const sentence = sentences.find(([codes]) => codes.test(code))?.[1];
  if (sentence !== undefined) return sentence;
  return error instanceof Error && absentMessages.test(error.message) ? absent : undefined;
}
