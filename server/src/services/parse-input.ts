import type { z } from 'zod';
import { WaypostError } from '../platform/errors.ts';

export type InputIssue = { path: string; message: string };

const issuesMax = 20;

/** Checks input against its schema; what is wrong is said all at once, each with the place it is at. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap(describeIssue));
}

export function invalidInput(issues: InputIssue[]): WaypostError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const message = `${where}${first?.message ?? 'the input is not valid'}`;
  return new WaypostError('VALIDATION_FAILED', message, { details: { issues: issues.slice(0, issuesMax) } });
}

function describeIssue(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [{ path, message: sayPlainly(issue.message) }];
  return issue.keys.map((key) => ({
    path: path === '' ? key : `${path}.${key}`,
    message: 'there is no such field',
  }));
}

/** The library's words for what people get wrong most. */
function sayPlainly(message: string): string {
  if (/^Invalid input: expected .*, received undefined$/.test(message)) return 'is required';
  return message
    .replace(/^Invalid input: expected (.*), received (.*)$/, 'must be $1, not $2')
    .replace(/^Invalid option: expected one of (.*)$/, 'must be one of $1');
}
