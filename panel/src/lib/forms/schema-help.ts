import type { z } from 'zod';

type Inner = { innerType?: z.core.$ZodType; in?: z.core.$ZodType };

/**
 * Returns the description of a field from the contract. If a field is optional, its description may be on the inner
 * type.
 */
export function schemaHelp(shape: Readonly<Record<string, z.ZodType>>, name: string): string | undefined {
  let schema: z.ZodType | undefined = shape[name];
  while (schema !== undefined) {
    if (schema.description !== undefined) return schema.description;
    const { innerType, in: before } = schema.def as Inner;
    schema = (innerType ?? before) as z.ZodType | undefined;
  }
  return undefined;
}
