import { z } from 'zod';

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currencyCode = z
  .string()
  .trim()
  // Checked before the case is changed: some letters become two.
  .refine(
    (code) => /^[A-Za-z]{3}$/.test(code) && currencies.has(code.toUpperCase()),
    'must be a currency code of ISO 4217, such as USD',
  )
  .toUpperCase();
