export const tagsMax = 10;
const tagLengthMax = 64;

/** Tags as they are kept: each once and not too long, and not too many of them. */
export function tidyTags(names: readonly string[]): string[] {
  const tags = names.map((name) => name.trim().slice(0, tagLengthMax)).filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, tagsMax);
}
