/** Checks that every validation issue has one of our own messages, which say what to do. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import { WaypostError } from '../../platform/errors.ts';
import { parseInput, type InputIssue } from '../../services/parse-input.ts';
import { operations } from '../api-v1/operations/index.ts';
import { panelOperations } from './operations/index.ts';

const oddValues = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  '',
  ' ',
  'x',
  'x'.repeat(5_000),
  '\u0000',
  [],
  [null],
  Array.from({ length: 1_500 }, () => 'x'),
  {},
  { surprise: 1 },
];

function spoil(value: unknown): unknown[] {
  const parts = Array.isArray(value)
    ? value.flatMap((part, at) => spoil(part).map((odd) => value.with(at, odd)))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, part]) => spoil(part).map((odd) => ({ ...value, [name]: odd })))
      : [];
  return [...oddValues, ...parts];
}

function issuesOf(schema: z.ZodType, input: unknown): InputIssue[] {
  try {
    parseInput(schema, input);
    return [];
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return error.details['issues'] as InputIssue[];
  }
}

const schemas = [...operations, ...panelOperations].flatMap(({ operationId, body, query, example }) => [
  ...(body === undefined ? [] : [[operationId, body, example.body] as const]),
  ...(query === undefined ? [] : [[`the query of ${operationId}`, query, example.query ?? {}] as const]),
]);

it.each(schemas)(
  '%s rejects invalid input with messages from Waypost, not from Zod',
  (_, schema, example) => {
    const messages = new Set(
      spoil(example).flatMap((input) => issuesOf(schema, input).map(({ message }) => message)),
    );
    expect(messages.size).toBeGreaterThan(0);
    for (const message of messages) {
      // Zod's default messages start with a capital letter.
      expect(message).toMatch(/^[a-z]/);
      expect(message).not.toMatch(
        /^is invalid$|"\||undefined|NaN|\b(?:string|boolean|array|record|integer|int)\b/,
      );
    }
  },
);
