import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, OpenApiDocument } from '../../http/openapi/document.ts';

/** What is wrong with a value, in a line each; nothing where it fits. */
export type SchemaChecker = (schema: JsonSchema, value: unknown) => string[];

/** Checks values against schemas of a description, whose references lead into its components. */
export function makeSchemaChecker({ components }: Pick<OpenApiDocument, 'components'>): SchemaChecker {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  // Each is compiled once, for whoever refers to it: as parts of every schema they took most of the time of these tests.
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(withOwnAddresses(schema), `component:${name}`);
  const compiled = new WeakMap<JsonSchema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile(withOwnAddresses(schema));
    compiled.set(schema, validate);
    const errors = validate(value) === true ? [] : (validate.errors ?? []);
    return errors.map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  };
}

/** References to components as schemas by themselves, in place of parts of one document. */
function withOwnAddresses(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string'
      ? value.replace('#/components/schemas/', 'component:')
      : value,
  ) as JsonSchema;
}
