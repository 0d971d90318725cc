import { nameOf, type JsonSchema } from '../../server/src/http/openapi/document.ts';

/** What the language knows under this name already. */
const renamed: Record<string, string> = { Error: 'ErrorEnvelope' };

export function typeName(component: string): string {
  return renamed[component] ?? component;
}

/** The type of TypeScript for a schema. Read-only fields are left out: sending them means nothing. */
export function typeOfSchema(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return typeName(nameOf(schema.$ref));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map(typeOfSchema));
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  return union([schema.type ?? 'unknown'].flat().map((type) => typeOfPlain(type, schema)));
}

/** The words beside a type, as a comment that cannot be ended by them. */
export function comment(words: string | undefined): string {
  return words === undefined ? '' : `/** ${words.replaceAll('*/', '* /')} */\n`;
}

function typeOfPlain(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'object':
      return typeOfObject(schema);
    case 'array':
      return `(${typeOfSchema(schema.items ?? {})})[]`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return type;
    default:
      throw new Error(`no type is known for ${type}`);
  }
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

/** A literal beside its whole type says nothing more, nor does null beside what may be null. */
function union(types: string[]): string {
  if (types.includes('unknown')) return 'unknown';
  const isSaid = (type: string) =>
    (type.startsWith('"') && types.includes('string')) ||
    (type === 'null' && types.some((other) => other.endsWith('| null')));
  const kept = types.filter((type) => !isSaid(type));
  return [...new Set(kept)].join(' | ');
}
