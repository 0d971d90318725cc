import type { Draw } from './pool.ts';

/** A keyed hash of a text as a whole number from 0 to below 2 ** 32. The key is the installation's. */
export type Hash32 = (text: string) => number;

const hashValues = 2 ** 32;

/**
 * The draws of one visit. Each step has a hash of its own, so that no level of a choice says anything about another,
 * and any past visit can be drawn again. An item's share is right to one part in 2 ** 32.
 */
export function makeDraw(hash: Hash32, visitId: string, configVersion: number): Draw {
  return (step, total) => Math.floor((hash(`${visitId} ${configVersion} ${step}`) / hashValues) * total);
}
