import { readSource, type Source } from './read-source.ts';

/** Builds sources for tests. `files` maps paths to source text. */
export function madeUpSources(files: Readonly<Record<string, string>>): Source[] {
  return Object.entries(files).map(([path, source]) => readSource({ path, source }));
}
