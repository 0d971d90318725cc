import { systemCode, WaypostError } from '../../platform/errors.ts';
import { takesTooLong, unreadableNow, type RequestKind } from '../refusals.ts';

// Ended by its own limit.
const timeout = '57014';
// Connection failures (08…), resource limits (53…), shutdown and start-up (57…), locks that were waited for too long, and
// what the system and the driver report.
const awayCodes = /^(?:08|53|57|55P03|25P03)|^E(?:CONN|PIPE|TIMEDOUT|HOST|NET)/;
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|does not answer|not queryable|abort/i;

/** What is no mistake of ours is a matter of trying again, or of asking for less. */
export function explainRefusal(error: unknown, asked: RequestKind): unknown {
  if (error instanceof WaypostError || !(error instanceof Error)) return error;
  const code = systemCode(error) ?? '';
  if (code === timeout) return takesTooLong(asked, error);
  return awayCodes.test(code) || awayMessages.test(error.message) ? unreadableNow(error) : error;
}

// Data that cannot be stored: class 22, and constraints that a row breaks.
const rowErrors = /^(?:22|23502|23514)/;
// No partition for a row: its month was dropped at this moment, and is made again.
const noMonth = /^no partition of relation/;

/** Why a row cannot be stored; undefined for an error that is not about rows. */
export function describeRowError(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : '';
  if (!rowErrors.test(systemCode(error) ?? '') || noMonth.test(message)) return undefined;
  return message.split('\n', 1).join('');
}
