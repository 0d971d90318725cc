import type { Evaluation } from '@waypost/contract/rotators/evaluation.ts';

export type Shared<Item> = {
  item: Item;
  share: number;
  state: Evaluation['paths'][number]['state'];
  isKept: boolean;
};

type Drawn<Item> = {
  item: Item;
  weight: number;
  enabled: boolean;
  isActive: boolean;
  isFull: boolean;
  hasOverflow?: boolean;
};

/**
 * Computes the share of each item in percent. As in compiled documents, only items that are enabled, active, not full
 * and have a weight get a share. A full offer with a fallback offer also gets a share.
 */
export function computeShares<Item>(drawn: Drawn<Item>[]): Shared<Item>[] {
  const states = drawn.map((one) => ({ one, state: stateOf(one) }));
  const weights = states.map(({ one, state }) => {
    const isOpen = state === 'served' || (state === 'full' && one.hasOverflow === true);
    return isOpen ? one.weight : 0;
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return states.map(({ one, state }, at) => {
    const weight = weights[at] ?? 0;
    return { item: one.item, share: weight === 0 ? 0 : toPercent(weight / total), state, isKept: false };
  });
}

/** Gives all traffic to the visitor's sticky choice, if that choice is served. */
export function keepOne<Item extends { id: string }>(
  shared: Shared<Item>[],
  id: string | undefined,
): Shared<Item>[] {
  const kept = shared.find(({ item, state }) => item.id === id && state === 'served');
  if (kept === undefined) return shared;
  return shared.map((one) => ({ ...one, share: one === kept ? 100 : 0, isKept: one === kept }));
}

function stateOf({ weight, enabled, isActive, isFull }: Drawn<unknown>): Shared<unknown>['state'] {
  if (!isActive) return 'archived';
  if (!enabled) return 'disabled';
  if (weight === 0) return 'weightless';
  return isFull ? 'full' : 'served';
}

function toPercent(part: number): number {
  return Math.round(part * 1_000_000) / 10_000;
}
