import { expect, it } from 'vitest';
import { Slots } from './slots.ts';

it('Slots allow at most the maximum per owner and in total', () => {
  const slots = new Slots({ perOwnerMax: 2, totalMax: 3 });
  expect(['a', 'a', 'a', 'b', 'b'].map((owner) => slots.acquire(owner))).toEqual([
    undefined,
    undefined,
    'per-owner',
    undefined,
    'total',
  ]);
});

it('Slots allow a released slot to be taken again once', () => {
  const slots = new Slots({ perOwnerMax: 1, totalMax: 2 });
  slots.acquire('a');
  slots.acquire('b');
  slots.release('a');
  expect([slots.acquire('c'), slots.acquire('a')]).toEqual([undefined, 'total']);
});

it('Slots ignore the release of a slot that was never taken', () => {
  const slots = new Slots({ perOwnerMax: 1, totalMax: 1 });
  slots.release('a');
  expect([slots.acquire('a'), slots.acquire('b')]).toEqual([undefined, 'total']);
});
