import formats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, OpenApiDocument } from '../../http/openapi/document.ts';

/** What is wrong with a value, in a line each; nothing where it fits. */
export type SchemaChecker = (schema: JsonSchema, value: unknown) => string[];

/** Checks values against schemas of a description, whose references lead into its components. */
export function makeSchemaChecker({ components }: Pick<OpenApiDocument, 'components'>): SchemaChecker {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  // Part of the whole that is compiled, so that references find it, and no rule by itself.
  ajv.addKeyword('components');
  const compiled = new WeakMap<JsonSchema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const validate =
      compiled.get(schema) ?? ajv.compile({ ...schema, components: { schemas: components.schemas } });
    compiled.set(schema, validate);
    const errors = validate(value) === true ? [] : (validate.errors ?? []);
    return errors.map(
      ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
    );
  };
}
