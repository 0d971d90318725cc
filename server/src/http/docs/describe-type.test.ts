import { expect, it } from 'vitest';
import type { JsonSchema } from '../openapi/document.ts';
import { describeType } from './describe-type.ts';
import { html } from '../../platform/html.ts';

const schemas: Record<string, JsonSchema> = {
  Campaign: { type: 'object' },
  Status: { type: 'string', enum: ['active', 'paused'] },
};

it.each<[schema: JsonSchema, words: string]>([
  [{ type: 'string', format: 'uuid' }, 'UUID'],
  [{ type: 'string', minLength: 1, maxLength: 160 }, 'text, 1 to 160 characters'],
  [{ type: ['string', 'null'], maxLength: 2048 }, 'text, at most 2,048 characters or <code>null</code>'],
  [{ type: 'string', pattern: '^<a>$' }, 'text matching <code>^&lt;a&gt;$</code>'],
  [{ type: 'integer', minimum: 1, maximum: 200 }, 'whole number, 1 to 200'],
  [{ type: 'integer', minimum: 0 }, 'whole number, at least 0'],
  [{ type: 'boolean' }, '<code>true</code> or <code>false</code>'],
  [{ const: 'use_rotator' }, '<code>&quot;use_rotator&quot;</code>'],
  [{ $ref: '#/components/schemas/Campaign' }, '<a href="#Campaign">Campaign</a>'],
  [{ $ref: '#/components/schemas/Status' }, 'one of <code>active</code>, <code>paused</code>'],
  [
    { type: 'array', items: { $ref: '#/components/schemas/Campaign' }, minItems: 1, maxItems: 200 },
    'list of <a href="#Campaign">Campaign</a>, 1 to 200',
  ],
  [
    { anyOf: [{ $ref: '#/components/schemas/Campaign' }, { type: 'null' }] },
    '<a href="#Campaign">Campaign</a> or <code>null</code>',
  ],
  [{}, 'any'],
])('describeType describes %j as %s', (schema, words) => {
  expect(html`${describeType(schema, schemas)}`.text).toBe(words);
});
