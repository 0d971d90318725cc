import { nameOf, type JsonSchema } from '../../server/src/http/openapi/document.ts';

/** New names for schemas whose names would shadow a global type. */
const renamed: Record<string, string> = { Error: 'ErrorEnvelope' };

export function typeName(component: string): string {
  return renamed[component] ?? component;
}

/** Returns the TypeScript type for a schema. Read-only fields are left out, because sending them has no effect. */
export function typeOfSchema(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return typeName(nameOf(schema.$ref));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(typeOfSchema));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  return union([schema.type ?? 'unknown'].flat().map((type) => typeOfPrimitive(type, schema)));
}

/** Formats a doc comment. Escapes end-of-comment markers in the text. */
export function comment(words: string | undefined): string {
  return words === undefined ? '' : `/** ${words.replaceAll('*/', '* /')} */\n`;
}

function typeOfPrimitive(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'object':
      return typeOfObject(schema);
    case 'array':
      return `(${typeOfSchema(schema.items ?? {})})[]`;
    case 'integer':
      return 'number';
    case 'string':
      return typeOfText(schema.pattern);
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    default:
      throw new Error(`unsupported JSON Schema type ${type}`);
  }
}

// An ID such as custom1, which is a fixed word and a number, has a type of its own.
function typeOfText(pattern: string | undefined): string {
  const word = /^\^([a-z]+)\[1-9\]\\d\{0,\d\}\$$/.exec(pattern ?? '')?.[1];
  return word === undefined ? 'string' : `\`${word}\${number}\``;
}

function typeOfObject({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties)
    .filter(([, property]) => property.readOnly !== true)
    .map(([name, property]) => {
      const type = typeOfSchema(property);
      const key = /^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name);
      const member = required.includes(name) ? `${key}: ${type};` : `${key}?: ${union([type, 'undefined'])};`;
      return comment(property.description) + member;
    });
  if (members.length === 0 && typeof additionalProperties === 'object')
    return `Record<string, ${typeOfSchema(additionalProperties)}>`;
  const isOpen = additionalProperties !== undefined && additionalProperties !== false;
  return `{\n${[...members, ...(isOpen ? ['[name: string]: unknown;'] : [])].join('\n')}\n}`;
}

/** Drops literals that a wider type covers, and repeated nulls. */
function union(types: string[]): string {
  if (types.includes('unknown')) return 'unknown';
  const isCovered = (type: string) =>
    (/^["`]/.test(type) && types.includes('string')) ||
    (type === 'null' && types.some((other) => other.endsWith('| null')));
  const kept = types.filter((type) => !isCovered(type));
  return [...new Set(kept)].join(' | ');
}
