import { nameOf, type JsonSchema } from '../openapi/document.ts';
import { describeType, type Schemas } from './describe-type.ts';
import { html, join, prose, type Content, type Html } from '../../platform/html.ts';

/**
 * Direction of a schema: `sent` in a request, or `answered` in a response. Fields in requests are marked if they are
 * required, and fields in responses if they are optional.
 */
type Use = 'sent' | 'answered';

type Field = { name: string; schema: JsonSchema; required: boolean };

export function renderFields(schema: JsonSchema, schemas: Schemas, use: Use): Content {
  const fields = listFields(resolve(schema, schemas));
  const ignored = fields.filter((field) => field.schema.readOnly === true);
  return [
    renderDefinitions(
      fields.filter((field) => field.schema.readOnly !== true),
      schemas,
      use,
    ),
    ignored.length === 0
      ? undefined
      : html`<p class="note">
          Read-only fields, accepted and ignored:
          ${join(
            ignored.map(({ name }) => html`<code>${name}</code>`),
            ', ',
          )}.
        </p>`,
  ];
}

export function renderDefinitions(fields: Field[], schemas: Schemas, use: Use): Html {
  return html`<dl>${fields.map((field) => renderField(field, schemas, use))}</dl>`;
}

function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  return schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {});
}

function renderField({ name, schema, required }: Field, schemas: Schemas, use: Use): Html {
  const mark = use === 'sent' ? required && 'required' : !required && 'optional';
  const words = describe(schema, schemas);
  const fallback =
    schema.default === undefined ? undefined : html` Default <code>${JSON.stringify(schema.default)}</code>.`;
  return html`<dt><code>${name}</code> ${mark === false ? undefined : html`<b>${mark}</b>`}</dt>
    <dd>${describeType(schema, schemas)}. ${words === undefined ? undefined : prose(words)}${fallback}</dd>`;
}

/**
 * Returns the description of a field. Enums have no separate section, so their description is shown where they are
 * used.
 */
function describe(schema: JsonSchema, schemas: Schemas): string | undefined {
  const named = schema.$ref === undefined ? schema.anyOf?.[0] : schema;
  const meaning = named === undefined ? undefined : resolve(named, schemas);
  return schema.description ?? (meaning?.enum === undefined ? undefined : meaning.description);
}

function listFields(schema: JsonSchema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const name = `${prefix}${key}`;
    const field = { name, schema: property, required: schema.required?.includes(key) ?? false };
    return [field, ...listFields(property, `${name}.`), ...listFields(property.items ?? {}, `${name}[].`)];
  });
}
