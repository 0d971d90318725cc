import { readSource, type Source } from './read-source.ts';

/** Sources for tests of the rules, by their paths. */
export function madeUpSources(files: Readonly<Record<string, string>>): Source[] {
  return Object.entries(files).map(([path, source]) => readSource({ path, source }));
}
