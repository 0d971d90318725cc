import { BatchedLookup } from '../../platform/batched-lookup.ts';
import { findKeysByLocator, type LocatedKey } from '../../store/api-keys.ts';
import type { Database } from '../../store/database.ts';

export type KeyLookup = BatchedLookup<string, LocatedKey>;

/** Finds keys by their locators, afresh for each request, and with few statements for many of them. */
export function makeKeyLookup(database: Database): KeyLookup {
  return new BatchedLookup(async (locators) => {
    const keys = await database.asLogin((executor) => findKeysByLocator(executor, locators));
    return new Map(keys.map((key) => [key.locator, key]));
  });
}
