import { expect, it } from 'vitest';
import type { JsonSchema } from '../../server/src/http/openapi/document.ts';
import { comment, typeOfSchema } from './type-of-schema.ts';

it.each<[schema: JsonSchema, type: string]>([
  [{ type: 'string', format: 'uuid' }, 'string'],
  [{ type: 'integer' }, 'number'],
  [{ type: ['string', 'null'] }, 'string | null'],
  [{ type: 'array', items: { type: ['string', 'number'] } }, '(string | number)[]'],
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ const: 'use_rotator' }, '"use_rotator"'],
  [{ $ref: '#/components/schemas/Campaign' }, 'Campaign'],
  [{ $ref: '#/components/schemas/Error' }, 'ErrorEnvelope'],
  [{ anyOf: [{ $ref: '#/components/schemas/CostMode' }, { type: 'null' }] }, 'CostMode | null'],
  [{ anyOf: [{ const: '' }, { type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ anyOf: [{ type: ['string', 'null'] }, { type: 'null' }] }, 'string | null'],
  [{ type: 'object', additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
  [{ anyOf: [{}, { type: 'null' }] }, 'unknown'],
  [{}, 'unknown'],
])('typeOfSchema converts %j to %s', (schema, type) => {
  expect(typeOfSchema(schema)).toBe(type);
});

it('typeOfSchema marks optional fields, omits read-only ones and allows additional ones', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Shown in lists.' },
      'per-day': { type: 'integer' },
      id: { readOnly: true },
    },
  };
  const members = ['/** Shown in lists. */', 'name: string;', '"per-day"?: number | undefined;'];
  expect(typeOfSchema({ ...schema, additionalProperties: false })).toBe(['{', ...members, '}'].join('\n'));
  expect(typeOfSchema({ ...schema, additionalProperties: {} })).toContain('[name: string]: unknown;');
});

it('typeOfSchema throws for an unsupported type', () => {
  expect(() => typeOfSchema({ type: 'tuple' })).toThrow('unsupported JSON Schema type tuple');
});

it('comment escapes the end of a comment', () => {
  expect(comment('a */ b')).toBe('/** a * / b */\n');
});
