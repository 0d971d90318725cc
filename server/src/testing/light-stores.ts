import { describe, test } from 'vitest';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { lightStores, testStores } from './machine.ts';
import { notRun } from './rounds.ts';

/**
 * Runs tests that work with any store on the lightest store only, and reports the other stores as not run. A full run
 * uses all stores.
 */
export function describeLightStores(name: string, body: (store: TrafficStoreName) => void): void {
  describe.each(lightStores)(name, body);
  for (const store of testStores) if (!lightStores.includes(store)) test(name.replace('%s', store), notRun);
}
