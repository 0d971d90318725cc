import type { z } from 'zod';

type Inner = { innerType?: z.core.$ZodType; in?: z.core.$ZodType };

/** What the contract says about a field, in the words of the documentation; it may stand below what makes it optional. */
export function schemaHelp(shape: Readonly<Record<string, z.ZodType>>, name: string): string | undefined {
  let schema: z.ZodType | undefined = shape[name];
  while (schema !== undefined) {
    if (schema.description !== undefined) return schema.description;
    const { innerType, in: before } = schema.def as Inner;
    schema = (innerType ?? before) as z.ZodType | undefined;
  }
  return undefined;
}
