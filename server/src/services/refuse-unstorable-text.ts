import { isStorableText, unstorableText } from '@waypost/contract/values/text.ts';
import { invalidInput, type InputIssue } from './parse-input.ts';

/**
 * Rejects text that PostgreSQL cannot store, anywhere in the input. Every entry point calls this function before it
 * parses its input. Otherwise, a field whose schema allows such text would fail with a database error.
 */
export function refuseUnstorableText(input: unknown): void {
  const issues = listUnstorable(input, '');
  if (issues.length > 0) throw invalidInput(issues);
}

function listUnstorable(value: unknown, path: string): InputIssue[] {
  if (typeof value === 'string') return isStorableText(value) ? [] : [{ path, message: unstorableText }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    if (!isStorableText(name)) return [{ path, message: `has a field name that ${unstorableText}` }];
    // Zod schemas do not see this field, so they cannot reject it as unknown.
    if (name === '__proto__') return [{ path: fieldPath, message: 'unknown field' }];
    return listUnstorable(part, fieldPath);
  });
}
