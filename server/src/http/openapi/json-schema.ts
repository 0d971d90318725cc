import { z } from 'zod';
import type { JsonSchema } from './document.ts';

type Direction = 'input' | 'output';

export class SchemaGatherer {
  readonly named: Record<string, JsonSchema> = {};

  /** Describes the schema as callers see it: before transforms for input, and after transforms for output. */
  describe(schema: z.ZodType, io: Direction): JsonSchema {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: keepDefault,
    });
    for (const [name, definition] of Object.entries($defs)) {
      const { id: __, ...rest } = definition as JsonSchema & { id?: string };
      this.named[name] ??= tidy(rest);
    }
    return tidy(own as JsonSchema);
  }
}

/** Keeps a default from the metadata even if the schema transforms it, because defaults are input values. */
function keepDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const value = z.globalRegistry.get(zodSchema)?.['default'];
  if (value !== undefined) Object.assign(jsonSchema, { default: value });
}

/** Removes redundant keywords, such as bounds that apply to all integers and patterns that a format implies. */
function tidy(schema: JsonSchema): JsonSchema {
  // Discriminated unions become anyOf, because each alternative names its discriminator.
  const { $ref, items, properties, additionalProperties, anyOf = schema.oneOf, oneOf: _, ...rest } = schema;
  return joinNull({
    ...withoutNoise(rest),
    ...($ref === undefined ? {} : { $ref: $ref.replace('#/$defs/', '#/components/schemas/') }),
    ...(items === undefined ? {} : { items: tidy(items) }),
    ...(properties === undefined ? {} : { properties: mapValues(properties, tidy) }),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === 'boolean' ? additionalProperties : tidy(additionalProperties),
        }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(tidy).flatMap(alternativesOf) }),
  });
}

/**
 * Merges a type and null into one schema with two types. For all other unions, only moves the description out of the
 * union.
 */
function joinNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...outer } = schema;
  const [first, second, ...more] = anyOf ?? [];
  if (first === undefined || second?.type !== 'null' || more.length > 0) return schema;
  if (typeof first.type === 'string' && first.enum === undefined && first.const === undefined)
    return { ...first, ...outer, type: [first.type, 'null'] };
  const { description, ...inner } = first;
  return { ...(description === undefined ? {} : { description }), ...outer, anyOf: [inner, second] };
}

function withoutNoise(schema: JsonSchema): JsonSchema {
  const reduced = { ...schema };
  if (reduced.format === 'uuid') delete reduced.pattern;
  if (reduced.minimum === Number.MIN_SAFE_INTEGER) delete reduced.minimum;
  if (reduced.maximum === Number.MAX_SAFE_INTEGER) delete reduced.maximum;
  // On arrays, `readOnly` comes from a readonly type in TypeScript and has no meaning in the API.
  if (reduced.type === 'array') delete reduced.readOnly;
  return reduced;
}

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return Object.keys(schema).length === 1 && schema.anyOf !== undefined ? schema.anyOf : [schema];
}

function mapValues<Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
