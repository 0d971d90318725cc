import type { z } from 'zod';
import { WaypostError } from '../platform/errors.ts';

const issuesMax = 20;

/** Checks input against its schema; what is wrong is said all at once, each with the place it is at. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues
    .slice(0, issuesMax)
    .map((issue) => ({ path: issue.path.join('.'), message: issue.message }));
  const first = issues[0];
  throw new WaypostError(
    'VALIDATION_FAILED',
    first === undefined ? 'the input is not valid' : `${first.path}: ${first.message}`,
    { details: { issues } },
  );
}
