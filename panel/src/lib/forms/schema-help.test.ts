import { expect, it } from 'vitest';
import { z } from 'zod';
import { schemaHelp } from './schema-help.ts';

const described = z.string().meta({ description: 'Inner help.' });
const shape = {
  plain: z.string(),
  described,
  optional: described.optional(),
  nullable: described.nullable().default(null),
  outer: described.optional().meta({ description: 'Outer help.' }),
  transformed: described.transform((text) => text.trim()),
};

it.each([
  ['plain', undefined],
  ['described', 'Inner help.'],
  ['optional', 'Inner help.'],
  ['nullable', 'Inner help.'],
  ['outer', 'Outer help.'],
  ['transformed', 'Inner help.'],
  ['missing', undefined],
])('schemaHelp of a field that is %s is "%s"', (name, help) => {
  expect(schemaHelp(shape, name)).toBe(help);
});
