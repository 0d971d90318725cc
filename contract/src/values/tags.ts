import { z } from 'zod';
import { listOf } from './lists.ts';
import { requiredText } from './text.ts';

export const tagsMax = 20;
const tagLengthMax = 50;

export const tag = requiredText(tagLengthMax);

// Tags that differ only in case are the same tag.
function sameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export const tagList = listOf(tag, { least: 0, most: tagsMax, what: 'tags' }).superRefine((tags, context) => {
  for (const [at, one] of tags.entries())
    if (tags.findIndex((other) => sameTag(one, other)) < at)
      context.addIssue({ code: 'custom', path: [at], message: 'is already in the list' });
});

export const shownTags = z
  .array(z.string())
  .meta({ description: `Up to ${tagsMax} tags, in alphabetical order.` });

// Adds and removes tags. A tag in a different case is added as it is on the record.
export function changeTagList(
  before: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const kept = before.filter((one) => !remove.some((other) => sameTag(one, other)));
  const added = add.filter((one) => !kept.some((other) => sameTag(one, other)));
  return sortTags([...kept, ...added]);
}

export function sortTags(tags: readonly string[]): string[] {
  return tags.toSorted((one, other) => {
    const [a, b] = [one.toLowerCase(), other.toLowerCase()];
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
