import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, OpenApiDocument } from '../../http/openapi/document.ts';

/** Returns one line per validation error, and an empty list for a valid value. */
export type SchemaChecker = (schema: JsonSchema, value: unknown) => string[];

export function makeSchemaChecker({ components }: Pick<OpenApiDocument, 'components'>): SchemaChecker {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  // Components are compiled once, because inlining them in every schema would take most of the test time.
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(withComponentRefs(schema), `component:${name}`);
  const compiled = new WeakMap<JsonSchema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(withComponentRefs(schema));
    compiled.set(schema, validate);
    const errors = validate(value) === true ? [] : (validate.errors ?? []);
    return errors.map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/components/schemas/', 'component:')
      : value,
  ) as JsonSchema;
}
