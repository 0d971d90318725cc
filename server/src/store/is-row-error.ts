import { systemCode } from '../platform/errors.ts';

// PostgreSQL's classes of errors in data: values that are none (22…), and rules that a row breaks (23…).
const rowErrors = /^2[23][0-9A-Z]{3}$/;

/** Whether the database refused what was to be stored. All other errors say nothing of that. */
export function isRowError(error: unknown): boolean {
  return rowErrors.test(systemCode(error) ?? '');
}
