import { z } from 'zod';

export const conversionStatus = z.enum(['hold', 'approved', 'rejected', 'refunded']);
export type ConversionStatus = z.infer<typeof conversionStatus>;
