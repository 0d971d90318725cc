import { z } from 'zod';

const amountMax = 1_000_000_000;
const decimalsMax = 6;

/** Amount with at most 6 decimals. The amount is exact, because it is stored in millionths. */
export const amount = z
  .number('must be a number')
  .min(0, 'must not be negative')
  .max(amountMax, `must be at most ${amountMax}`)
  .refine((value) => decimalsOf(value) <= decimalsMax, `must have at most ${decimalsMax} decimals`)
  .meta({ description: `At most ${decimalsMax} decimals.` });

export const share = amount.max(1, 'must be between 0 and 1');

/** Counts the decimals in the number's shortest form, which is how people write it. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
}
