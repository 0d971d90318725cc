import { z } from 'zod';
import type { JsonSchema } from './document.ts';

type Direction = 'input' | 'output';

/** Turns schemas into JSON Schema and gathers those that have a name, which all others then refer to. */
export class SchemaGatherer {
  readonly named: Record<string, JsonSchema> = {};

  /** As the caller sees it: before texts are trimmed for input, after it for output. */
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

/** A default in the metadata of a schema is a value of the input, whatever the schema transforms it into. */
function keepDefault({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  const value = z.globalRegistry.get(zodSchema)?.['default'];
  if (value !== undefined) Object.assign(jsonSchema, { default: value });
}

/** Says the same with less: no bounds that every number has, no pattern beside the format that means it. */
function tidy(schema: JsonSchema): JsonSchema {
  // Alternatives that exclude each other are told apart by a field that each of them names.
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

/** What is one type or null becomes one schema of two types; elsewhere only the words move out of the choice. */
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
  const kept = { ...schema };
  if (kept.format === 'uuid') delete kept.pattern;
  if (kept.minimum === Number.MIN_SAFE_INTEGER) delete kept.minimum;
  if (kept.maximum === Number.MAX_SAFE_INTEGER) delete kept.maximum;
  // On a list it comes from a type of TypeScript and says nothing about the interface.
  if (kept.type === 'array') delete kept.readOnly;
  return kept;
}

/** A choice within a choice is one choice. */
function alternativesOf(schema: JsonSchema): JsonSchema[] {
  return Object.keys(schema).length === 1 && schema.anyOf !== undefined ? schema.anyOf : [schema];
}

function mapValues<Value, Result>(
  record: Record<string, Value>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
