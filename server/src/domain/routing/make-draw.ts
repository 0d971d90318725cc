import type { Draw } from './pool.ts';

/** Keyed hash of a string: a whole number from 0 to 2 ** 32 - 1. Each installation has a different key. */
export type Hash32 = (text: string) => number;

const hashValues = 2 ** 32;

/**
 * Returns the function that makes the draws for one visit. Each step uses a separate hash, so that the steps are
 * independent and the draws of any past visit can be repeated. The share of an item is accurate to one part in 2 ** 32.
 */
export function makeDraw(hash: Hash32, visitId: string, configVersion: number): Draw {
  return (step, total) => Math.floor((hash(`${visitId} ${configVersion} ${step}`) / hashValues) * total);
}
