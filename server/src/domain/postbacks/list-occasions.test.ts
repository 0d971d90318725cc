import type { ConversionStatus } from '@waypost/contract/values/conversion-status.ts';
import { expect, it } from 'vitest';
import { buildConversion } from '../../testing/attribution/build-conversion.ts';
import { listOccasions } from './list-occasions.ts';

const first = { isFirstEarning: true };
const later = { isFirstEarning: false };
const of = (status: ConversionStatus, revenue = '5') => {
  const conversion = buildConversion({ status });
  return { ...conversion, amounts: { ...conversion.amounts, revenue } };
};

it('a new conversion triggers its status, and also "first" if it earns for the first time, but never "change"', () => {
  expect(listOccasions(null, of('hold'), first)).toEqual(['first', 'hold']);
  expect(listOccasions(null, of('rejected'), later)).toEqual(['rejected']);
});

it('a new status triggers that status and "change"', () => {
  expect(listOccasions(of('hold'), of('approved'), later)).toEqual(['approved', 'change']);
  expect(listOccasions(of('rejected'), of('approved'), first)).toEqual(['first', 'approved', 'change']);
});

it('a new amount triggers only "change"', () => {
  expect(listOccasions(of('approved'), of('approved', '7'), later)).toEqual(['change']);
  expect(listOccasions(of('approved'), of('approved'), later)).toEqual([]);
});
