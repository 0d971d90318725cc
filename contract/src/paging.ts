import { z } from 'zod';

/** A moment in a query. */
export const moment = z.iso
  .datetime({ offset: true, error: 'must be a moment such as 2026-11-16T09:30:00Z' })
  .transform((text) => new Date(text));

/** How many a page holds, in a query. */
export function pageLimit(limitMax: number, limitByDefault: number) {
  return z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= limitMax, {
      message: `must be a whole number from 1 to ${limitMax}`,
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: 1, maximum: limitMax, default: limitByDefault });
}
