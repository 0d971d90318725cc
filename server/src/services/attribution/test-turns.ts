import { WaypostError } from '../../platform/errors.ts';
import type { Actor } from '../context.ts';

// Enough for whoever sets up a source, and too few to bother its receiver with.
const testsMax = 20;
const windowMs = 60_000;
const peopleMax = 10_000;

const recent = new Map<string, number[]>();

/** Counts a call that somebody has made to try something, and refuses it where there were many within a minute. */
export function takeTestTurn(actor: Actor, nowMs: number): void {
  const person = 'id' in actor ? actor.id : actor.type;
  const before = (recent.get(person) ?? []).filter((atMs) => atMs > nowMs - windowMs);
  const [oldest] = before;
  if (before.length >= testsMax && oldest !== undefined)
    throw new WaypostError('RATE_LIMITED', 'you have made many test calls: wait a minute', {
      details: { reason: 'too-many-tests', retryAfter: Math.ceil((oldest + windowMs - nowMs) / 1_000) },
    });
  recent.delete(person);
  recent.set(person, [...before, nowMs]);
  for (const other of recent.keys()) {
    if (recent.size <= peopleMax) break;
    recent.delete(other);
  }
}
