import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { WaypostError } from '../platform/errors.ts';
import { invalidInput, parseInput, type InputIssue } from './parse-input.ts';

const schema = z.strictObject({
  name: z.string(),
  count: z.int(),
  kind: z.enum(['a', 'b']),
  only: z.literal('x').optional(),
  nested: z.strictObject({ list: z.array(z.number('must be some number')) }).optional(),
  either: z.union([z.string(), z.number()]).optional(),
});
const good = { name: 'n', count: 1, kind: 'a' };

function fail(input: unknown): { message: string; issues: InputIssue[] } {
  try {
    parseInput(schema, input);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    expect(error.code).toBe('VALIDATION_FAILED');
    return { message: error.message, issues: error.details?.['issues'] as InputIssue[] };
  }
  throw new Error('it was accepted');
}

describe('parseInput', () => {
  it('returns valid input', () => {
    expect(parseInput(schema, good)).toEqual(good);
  });

  it.each([
    ['a missing field', { name: 'n', count: 1 }, 'kind', /./],
    ['a field that does not exist', { ...good, extra: 1 }, 'extra', /./],
    ['a nested field that does not exist', { ...good, nested: { list: [], extra: 1 } }, 'nested.extra', /./],
    [
      'an invalid list item, with the message of the schema,',
      { ...good, nested: { list: ['x'] } },
      'nested.list.0',
      /^must be some number$/,
    ],
    ['a value that is none of the choices', { ...good, kind: 'c' }, 'kind', /a, b/],
    ['a value that is not the only choice', { ...good, only: 'y' }, 'only', /\bx$/],
    ['a value of another type', { ...good, name: 1 }, 'name', /text.*number/],
    ['a number that is not whole', { ...good, count: 1.5 }, 'count', /whole number$/],
    ['a value of neither allowed type', { ...good, either: true }, 'either', /text.*true or false/],
  ])('rejects %s and reports its path', (_, input, path, message) => {
    const { issues, message: whole } = fail(input);
    expect(issues).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(whole).toBe(`${path}: ${issues[0]?.message}`);
  });

  it('rejects input that is not an object', () => {
    const { issues, message } = fail('text');
    expect(issues).toEqual([{ path: '', message }]);
    expect(message).toContain('an object');
  });

  it('reports all issues at once', () => {
    expect(
      fail({ kind: 'c', one: 1, two: 2 })
        .issues.map(({ path }) => path)
        .toSorted(),
    ).toEqual(['count', 'kind', 'name', 'one', 'two']);
  });
});

it('invalidInput lists at most 20 issues and has a message even without issues', () => {
  const many = Array.from({ length: 21 }, (_, at) => ({ path: `p${at}`, message: 'm' }));
  expect(invalidInput(many).details?.['issues']).toHaveLength(20);
  expect(invalidInput([]).message).toMatch(/\w/);
});
