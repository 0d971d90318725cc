import { nameOf, type JsonSchema, type OpenApiDocument } from '../openapi/document.ts';
import { html, join, type Content } from '../../platform/html.ts';

export type Schemas = OpenApiDocument['components']['schemas'];

export function describeType(schema: JsonSchema, schemas: Schemas): Content {
  if (schema.$ref !== undefined) return describeNamed(nameOf(schema.$ref), schemas);
  if (schema.anyOf !== undefined)
    return join(
      schema.anyOf.map((one) => describeType(one, schemas)),
      ' or ',
    );
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return [
      'one of ',
      join(
        schema.enum.map((one) => html`<code>${String(one)}</code>`),
        ', ',
      ),
    ];
  const types = [schema.type ?? 'any'].flat();
  return join(
    types.map((type) => describePlain(type, schema, schemas)),
    ' or ',
  );
}

/** Describes a named schema. Short enums are listed inline; other schemas are linked to their section. */
function describeNamed(name: string, schemas: Schemas): Content {
  const schema = schemas[name];
  if (schema?.enum !== undefined) return describeType(schema, schemas);
  return html`<a href="#${name}">${name}</a>`;
}

function describePlain(type: string, schema: JsonSchema, schemas: Schemas): Content {
  switch (type) {
    case 'array': {
      const { items = {}, minItems, maxItems } = schema;
      return ['list of ', describeType(items, schemas), range(minItems, maxItems)];
    }
    case 'string':
      return describeText(schema);
    case 'integer':
    case 'number':
      return [type === 'integer' ? 'whole number' : 'number', range(schema.minimum, schema.maximum)];
    case 'boolean':
      return html`<code>true</code> or <code>false</code>`;
    case 'null':
      return html`<code>null</code>`;
    default:
      return type;
  }
}

function describeText({ format, pattern, minLength, maxLength }: JsonSchema): Content {
  if (format === 'uuid') return 'UUID';
  if (format === 'date-time') return 'date and time';
  const form = pattern === undefined ? undefined : html` matching <code>${pattern}</code>`;
  return ['text', range(minLength, maxLength, ' characters'), form];
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (least !== undefined && most !== undefined) return `, ${show(least)} to ${show(most)}${unit}`;
  if (most !== undefined) return `, at most ${show(most)}${unit}`;
  return least === undefined ? '' : `, at least ${show(least)}${unit}`;
}

function show(value: number): string {
  return value.toLocaleString('en');
}
