import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource, type Source } from './read-source.ts';

const isCode = (path: string) => /\.[cm]?[jt]sx?$/.test(path);

/** All files that are tracked or could be: a new file is checked before it is committed. */
export function readRepository(root: string): { sources: Source[]; assets: string[] } {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  // A file deleted but not yet committed is still listed.
  const paths = listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)));
  return {
    sources: paths
      .filter(isCode)
      .map((path) => readSource({ path, source: readFileSync(join(root, path), 'utf8') })),
    assets: paths.filter((path) => !isCode(path)),
  };
}
