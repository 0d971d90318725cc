import { sortTags, tagList } from '@waypost/contract/values/tags.ts';
import { recordStatus } from '@waypost/contract/api/records.ts';
import { orElse } from '@waypost/contract/values/lists.ts';
import { recordName, requiredText } from '@waypost/contract/values/text.ts';
import { z } from 'zod';

export type EntryIssue = { path: (string | number)[]; message: string };
export type EntryReading<Entry> = { entry: Entry } | { issues: EntryIssue[] };

/** Key of another record: its name, followed by a number if several records have the same name. */
export const reference = requiredText(200);

export const commonFields = {
  key: reference.optional(),
  name: recordName,
  tags: orElse(tagList.transform(sortTags), []),
  status: orElse(recordStatus, 'active'),
};

export function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.transform((given): NonNullable<z.output<Schema>> | null => given ?? null);
}

export function readWith<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): EntryReading<z.output<Schema>> {
  const parsed = schema.safeParse(input);
  return parsed.success ? { entry: parsed.data } : { issues: parsed.error.issues.flatMap(describeIssue) };
}

export function describeIssue(issue: z.core.$ZodIssue): EntryIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], message: 'unknown field' }));
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ path, message: 'is missing' }];
  // An unquoted number or `yes` instead of text is a common mistake in hand-written YAML.
  if (issue.code === 'invalid_type' && issue.expected === 'string')
    return [{ path, message: 'must be text; quote values that look like numbers' }];
  return [{ path, message: issue.message }];
}

export function splitFields(
  input: unknown,
  known: readonly string[],
  path: EntryIssue['path'],
): { fields: Record<string, unknown> | undefined; issues: EntryIssue[] } {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return { fields: undefined, issues: [] };
  const all = Object.entries(input);
  return {
    fields: Object.fromEntries(all.filter(([name]) => known.includes(name))),
    issues: all
      .filter(([name]) => !known.includes(name))
      .map(([name]) => ({ path: [...path, name], message: 'unknown field' })),
  };
}
