import { BatchedLookup } from '../../platform/batched-lookup.ts';
import type { Database } from '../../store/database.ts';
import { findSessionsByToken, type LocatedSession } from '../../store/sessions.ts';

/** By the hash of the token, in base64: a buffer is equal to nothing but itself. */
export type SessionLookup = BatchedLookup<string, LocatedSession>;

/** Finds sessions afresh for each request, and with few statements for many of them. */
export function makeSessionLookup(database: Database): SessionLookup {
  return new BatchedLookup(async (hashes) => {
    const wanted = hashes.map((hash) => Buffer.from(hash, 'base64'));
    const found = await database.asLogin((executor) => findSessionsByToken(executor, wanted));
    return new Map(found.map((session) => [session.tokenHash.toString('base64'), session]));
  });
}
