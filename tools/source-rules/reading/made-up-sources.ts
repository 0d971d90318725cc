import { readSource, type Source } from './read-source.ts';

/** Builds sources by path for testing the rules. */
export function madeUpSources(files: Readonly<Record<string, string>>): Source[] {
  return Object.entries(files).map(([path, source]) => readSource({ path, source }));
}
