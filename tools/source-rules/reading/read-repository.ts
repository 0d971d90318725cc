import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProse, readSourceTexts, type Text } from './read-texts.ts';
import { readSource, type Source } from './read-source.ts';

export type Repository = {
  sources: Source[];
  /** Paths of files that are not code. */
  assets: string[];
  migrations: { path: string; source: string }[];
  // Versions in the changelog.
  releases: string[];
  /** Text that people read, in code and in Markdown documents. */
  texts: { path: string; texts: Text[] }[];
};

const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path);
const isDocument = (path: string) => path.endsWith('.md');
// The text in the generated clients comes from the API descriptions, which are already checked.
const isGenerated = (path: string) => path.startsWith('client/');

/** Reads all tracked and untracked files, so that a new file is checked before it is committed. */
export function readRepository(root: string): Repository {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  // Git lists a deleted file until the deletion is committed.
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  const read = (path: string) => ({ path, source: readFileSync(join(root, path), 'utf8') });
  const code = paths.filter(isCode).map(read);
  return {
    sources: code.map(readSource),
    assets: paths.filter((path) => !isCode(path)),
    migrations: paths.filter((path) => /^server\/migrations\/.+\.sql$/.test(path)).map(read),
    releases: [...read('CHANGELOG.md').source.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(
      ([, release]) => release ?? '',
    ),
    texts: [
      ...code
        .filter(({ path }) => !isGenerated(path))
        .map((file) => ({ path: file.path, texts: readSourceTexts(file) })),
      ...paths
        .filter(isDocument)
        .map(read)
        .map(({ path, source }) => ({ path, texts: readProse(source) })),
    ],
  };
}
