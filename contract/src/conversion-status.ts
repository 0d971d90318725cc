import { z } from 'zod';

/** How far a conversion has come. */
export const conversionStatus = z.enum(['hold', 'approved', 'rejected', 'refunded']);
export type ConversionStatus = z.infer<typeof conversionStatus>;
