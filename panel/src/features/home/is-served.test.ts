import { expect, it } from 'vitest';
import { isServed } from './is-served.ts';

const served = { waiting: false, version: 2, edges: { live: 2, serving: 2 } };

it.each([
  [true, 'that all edges serve', served],
  [false, 'with a change that waits to be published', { ...served, waiting: true }],
  [false, 'that was never published', { ...served, version: null }],
  [false, 'that only some edges serve', { ...served, edges: { live: 2, serving: 1 } }],
  [false, 'while no edge runs', { ...served, edges: { live: 0, serving: 0 } }],
])('isServed is %s for a campaign %s', (expected, _, publication) => {
  expect(isServed(publication)).toBe(expected);
});
