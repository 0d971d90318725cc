import { describe, test } from 'vitest';
import type { TrafficStoreName } from '../engines/data-directory.ts';
import { lightStores, testStores } from './machine.ts';
import { notRun } from './rounds.ts';

/** Tests that only pass through a store: with the lightest one, in the full form with all, and `npm test` names the rest. */
export function describeLightStores(name: string, body: (store: TrafficStoreName) => void): void {
  describe.each(lightStores)(name, body);
  for (const store of testStores) if (!lightStores.includes(store)) test(name.replace('%s', store), notRun);
}
