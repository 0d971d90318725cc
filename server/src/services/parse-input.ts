import type { z } from 'zod';
import { WaypostError } from '../platform/errors.ts';

export type InputIssue = { path: string; message: string };

const issuesMax = 20;

export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap(describeIssue));
}

export function invalidInput(issues: InputIssue[]): WaypostError {
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const message = `${where}${first?.message ?? 'The input is invalid'}`;
  return new WaypostError('VALIDATION_FAILED', message, { details: { issues: issues.slice(0, issuesMax) } });
}

function describeIssue(issue: z.core.$ZodIssue): InputIssue[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: 'unknown field',
    }));
  return [{ path, message: formatIssue(issue, path) }];
}

/**
 * Replaces Zod's default messages. Messages that a schema defines itself start with a lowercase letter and are kept.
 */
function formatIssue(issue: z.core.$ZodIssue, path: string): string {
  const isCustom = /^[a-z]/.test(issue.message);
  if (isCustom) return issue.message;
  if (issue.code === 'invalid_value') return `must be ${formatChoice(issue.values)}`;
  if (issue.code === 'invalid_key') return `the name ${formatFirst(issue.issues, path)}`;
  if (issue.code === 'invalid_union') return formatFirst(issue.errors.flat(), path);
  const [, expected, received] = /expected (\w+), received (\w+)$/.exec(issue.message) ?? [];
  if (expected === undefined || received === undefined) return 'is invalid';
  if (path === '') return `the body must be ${formatType(expected)}`;
  if (received === 'undefined') return 'is required';
  // A fraction is also a number, so the message "not a number" would be wrong.
  return `must be ${formatType(expected)}${received === 'number' && expected === 'int' ? '' : `, not ${formatType(received)}`}`;
}

function formatFirst([first]: readonly z.core.$ZodIssue[], path: string): string {
  return first === undefined ? 'is invalid' : formatIssue(first, path);
}

function formatChoice(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`;
}

const types: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

function formatType(type: string): string {
  return types[type] ?? type;
}
