import { expect, it } from 'vitest';
import { describeMissing } from '../refuse-missing.ts';
import { labelOf } from './label-of.ts';

it.each([
  ['traffic-source', 'Traffic source not found'],
  ['landing', 'Landing page not found'],
])('labelOf returns the readable name of the record type %s', (name, message) => {
  expect(describeMissing(labelOf({ name }))).toBe(message);
});
