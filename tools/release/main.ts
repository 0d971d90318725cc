// `npm run release`: builds the files of a release. CONTRIBUTING.md describes the steps before and after.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeRelease } from './make-release.ts';
import { RefusedRelease } from './plan-release.ts';

const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { preview: { type: 'string' }, out: { type: 'string' } } });

try {
  const files = await makeRelease(root, values);
  process.stdout.write(`${files.join('\n')}\n`);
} catch (error) {
  if (!(error instanceof RefusedRelease)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
