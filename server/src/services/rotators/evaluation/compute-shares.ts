import type { Evaluation } from '@waypost/contract/evaluation.ts';

export type Shared<Item> = { item: Item; share: number; state: Evaluation['paths'][number]['state'] };

type Drawn<Item> = { item: Item; weight: number; enabled: boolean; isActive: boolean };

/** The share of each in percent, by the rule that documents are compiled by: enabled, active, with a weight. */
export function computeShares<Item>(drawn: Drawn<Item>[]): Shared<Item>[] {
  const states = drawn.map(stateOf);
  const total = drawn.reduce((sum, { weight }, at) => sum + (states[at] === 'served' ? weight : 0), 0);
  return drawn.map(({ item, weight }, at) => {
    const state = states[at] ?? 'weightless';
    return { item, share: state === 'served' ? toPercent(weight / total) : 0, state };
  });
}

function stateOf({ weight, enabled, isActive }: Drawn<unknown>): Shared<unknown>['state'] {
  if (!isActive) return 'archived';
  if (!enabled) return 'disabled';
  return weight === 0 ? 'weightless' : 'served';
}

function toPercent(part: number): number {
  return Math.round(part * 1_000_000) / 10_000;
}
