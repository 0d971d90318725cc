import { describe, expect, it } from 'vitest';
import type { PanelRotator } from '../../lib/api/api.ts';
import { rotatorFormSchema, stickyFormSchema } from './rotator-form-schema.ts';

const rotator = { name: 'Main', shared: true, country: 'DE' } as PanelRotator;

describe('rotatorFormSchema', () => {
  it.each(['DE', null])('writes a rotator with country %s back unchanged', (country) => {
    const { read, write, schema } = rotatorFormSchema;
    expect(schema.parse(write(read({ ...rotator, country })))).toMatchObject({
      name: 'Main',
      shared: true,
      country,
    });
  });
});

describe('stickyFormSchema', () => {
  const { read, write, schema, empty } = stickyFormSchema;
  const settings = { sticky: true, stickyLanding: false, stickyOffer: true, stickyDays: 30, version: 4 };

  it('writes the settings back unchanged, without the version', () => {
    const { version: _, ...expected } = settings;
    expect(schema.parse(write(read(settings)))).toEqual(expected);
  });

  it('starts with valid defaults', () => {
    expect(schema.parse(write(empty))).toEqual({
      sticky: false,
      stickyLanding: false,
      stickyOffer: false,
      stickyDays: 180,
    });
  });

  it.each([
    ['1', true],
    ['180', true],
    ['0', false],
    ['181', false],
    ['1.5', false],
    ['', false],
    ['month', false],
  ])('accepts the duration "%s": %s', (stickyDays, isValid) => {
    expect(schema.safeParse(write({ ...empty, stickyDays })).success).toBe(isValid);
  });
});
