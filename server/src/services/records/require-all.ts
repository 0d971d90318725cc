import { WaypostError } from '../../platform/errors.ts';

/** A bulk call is about records that all exist; those that do not are named. */
export function requireAll(name: string, ids: string[], found: { id: string }[]): void {
  const known = new Set(found.map(({ id }) => id));
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return;
  throw new WaypostError('NOT_FOUND', `some of the ${name}s do not exist`, { details: { missing } });
}
