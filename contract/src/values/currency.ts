import { z } from 'zod';

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currencyCode = z
  .string()
  .trim()
  // The letters are checked before they are converted to uppercase, because some letters, such as ß, become two.
  .refine(
    (code) => /^[A-Za-z]{3}$/.test(code) && currencies.has(code.toUpperCase()),
    'must be an ISO 4217 currency code such as USD',
  )
  .toUpperCase();
