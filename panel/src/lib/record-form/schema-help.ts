import type { z } from 'zod';

type Inner = { innerType?: z.core.$ZodType; in?: z.core.$ZodType };

/** Returns a field's description from the contract, where it may be on the type inside an optional one. */
export function schemaHelp(shape: Readonly<Record<string, z.ZodType>>, name: string): string | undefined {
  let schema: z.ZodType | undefined = shape[name];
  while (schema !== undefined) {
    if (schema.description !== undefined) return schema.description;
    const { innerType, in: before } = schema.def as Inner;
    schema = (innerType ?? before) as z.ZodType | undefined;
  }
  return undefined;
}
