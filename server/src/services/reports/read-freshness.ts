import type { Database } from '../../store/database.ts';
import { readShippedUntil } from '../../store/freshness.ts';
import { readAsSystem, type ServiceContext } from '../context.ts';

// Edges tell how far they are every second; to ask much more often than that would tell no more.
const keptMs = 250;
const known = new WeakMap<Database, { askedAt: number; answer: Promise<Date> }>();

/**
 * Up to when recorded visits, landing clicks and conversions are in reports for certain. It is the same for all
 * workspaces, and may be a little old: then it says less than it could, never more.
 */
export async function readFreshness(context: ServiceContext): Promise<Date> {
  const before = known.get(context.database);
  if (before !== undefined && performance.now() - before.askedAt < keptMs) return await before.answer;
  const answer = readAsSystem(context, readShippedUntil);
  known.set(context.database, { askedAt: performance.now(), answer });
  answer.catch(() => known.delete(context.database));
  return await answer;
}
