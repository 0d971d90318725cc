import type { Draw } from './pool.ts';

/** Keyed hash of a text, from 0 to below 2 ** 32. The key belongs to the installation. */
export type Hash32 = (text: string) => number;

const hashValues = 2 ** 32;

/**
 * Draws of one visit. Each step has its own hash, so that levels are independent, and any past visit can be
 * drawn again. The share of an item is accurate to one part in 2 ** 32.
 */
export function makeDraw(hash: Hash32, visitId: string, configVersion: number): Draw {
  return (step, total) => Math.floor((hash(`${visitId} ${configVersion} ${step}`) / hashValues) * total);
}
