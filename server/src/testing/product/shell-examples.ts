import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { makeTemporaryDirectory } from '../temporary-directory.ts';
import { command, type Product } from './product.ts';

/** Returns the fenced code blocks of a page in `docs/`, in order. */
export function readBlocks(page: string, language = 'sh'): string[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs', page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^ *\`\`\`${language}\\n(.*?)^ *\`\`\``, 'gms'));
  return [...blocks].map(([, block = '']) => block);
}

/**
 * Runs a script in bash, in an empty directory, with `npx waypost` as the command under test. Default addresses in the
 * script are replaced with the addresses of the product under test.
 */
export function runExamples(
  { urls, environment }: Product,
  script: string,
  files: Record<string, string> = {},
): { code: number | null; output: string; directory: string } {
  const directory = makeTemporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const npx = join(directory, 'npx');
  writeFileSync(npx, `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`);
  chmodSync(npx, 0o755);
  // The script is passed as a file, because commands in a script on standard input would read the rest of the script.
  const path = join(directory, 'examples.sh');
  writeFileSync(
    path,
    script.replaceAll('http://127.0.0.1:8080', urls.panel).replaceAll('http://127.0.0.1:8090', urls.edge),
  );
  const { status, stdout, stderr } = spawnSync('bash', ['-e', '-o', 'pipefail', path], {
    cwd: directory,
    env: { ...environment, PATH: [directory, process.env['PATH']].join(delimiter) },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 300_000,
  });
  return { code: status, output: `${stdout}\n${stderr}`, directory };
}
